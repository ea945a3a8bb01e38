"""Nucleum: what a learner sees, as numbers."""
