"""Nucleum: names, sentences and terms."""
