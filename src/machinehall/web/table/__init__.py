"""The page of a table and everything on it."""
