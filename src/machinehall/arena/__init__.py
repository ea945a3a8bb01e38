"""The arena: bots play each other on common deals with balanced seats, and are rated.

`schedule` says who plays what, `play` plays it, `backends` spreads the work, `store` keeps the results in a file that
can be continued, `ratings` turns them into figures, `report` into a page.
"""
