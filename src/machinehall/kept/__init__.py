"""Kept matches: what bots have played, as records in a folder that can be continued, and read again step by step.

`store` keeps them: `Keeper` writes, `rows` reads. `steps` plays them again for learners: `matches` gives each of them
with its steps (observation, mask, action, seat), its turns and its outcome. Nothing but decisions is kept, so what a
learner sees is always that of the present program: a new observation needs no new matches.
"""
