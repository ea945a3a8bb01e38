"""Learning by playing: guided first matches and problems. Lessons are data; nothing here knows a game."""
