"""Drawing: colours, signs, letters and the small shapes of which boards are made. Knows no game."""
