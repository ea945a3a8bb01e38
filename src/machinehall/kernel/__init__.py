"""The kernel: states, decisions, chance, knowledge and records. It knows no game."""
