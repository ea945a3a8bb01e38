"""A title that comes in a package of its own, installed and played."""
