"""Tests of Imperial Steam, chapter by chapter."""
