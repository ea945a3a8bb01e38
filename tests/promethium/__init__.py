"""The rules of Promethium, chapter by chapter: every test cites what it proves."""
