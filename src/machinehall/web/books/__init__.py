"""Rulebooks, summaries, glossaries and components as pages."""
