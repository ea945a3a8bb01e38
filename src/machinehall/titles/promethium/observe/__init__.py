"""Promethium: what a learner sees, as numbers."""
