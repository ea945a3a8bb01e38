"""Bots and hints think in processes of their own."""
