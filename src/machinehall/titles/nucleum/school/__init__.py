"""Nucleum: lessons, problems and the figures their goals speak of."""
