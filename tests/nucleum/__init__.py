"""Tests of Nucleum, chapter by chapter."""
