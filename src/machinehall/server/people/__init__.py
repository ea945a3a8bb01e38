"""People: who they are, how they sign in, how they are reached, whom they do not want to hear."""
