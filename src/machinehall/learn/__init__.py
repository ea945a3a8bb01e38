"""Interfaces for learners: the same matches as numbers.

`table` is the bare thing: one match, actions and observations as numbers. `batch` steps many matches at once.
`aec` and `parallel` are PettingZoo environments, `single` is a Gymnasium environment against bots, `ids` registers it
for every table, `vector` is the vector form over worker processes; `openspiel` is a game for OpenSpiel with chance as a
player, `small` makes titles small. Each works for any title and imports its library only when it is imported.
"""
