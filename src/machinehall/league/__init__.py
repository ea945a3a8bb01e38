"""The league: bots of all comers in one rated table, in a folder that goes on for as long as people like.

`folder` keeps entrants, deals and results, each in a file that only grows; `pairing` says who should meet next; `play`
plays a match and plays it again from what was decided; `season` goes on with a league; `standing` makes the table;
`check` proves it.
"""
