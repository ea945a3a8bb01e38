"""Recorded matches and perft counts: what the rules do, on file, so that a change of a rule is a readable diff."""
