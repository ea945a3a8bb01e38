"""Interfaces for learners: the same matches as numbers.

`table` is the bare thing: one match, actions and observations as numbers. `batch` steps many matches at once.
`aec` and `parallel` are PettingZoo environments, `single` is a Gymnasium environment against bots, `openspiel` is a
game for OpenSpiel with chance as a player. Each works for any title and imports its library only when it is imported.
"""
