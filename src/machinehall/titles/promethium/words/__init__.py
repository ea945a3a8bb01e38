"""Promethium: names, sentences and terms."""
