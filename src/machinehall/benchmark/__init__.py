"""The benchmark: one bot against frozen ones, on fixed deals with its seat changed, thinking counted.

`tables` says what is played, `play` plays it and plays it again, `figures` counts, `results` keeps all of it in a file,
`check` proves such a file. A title takes part by a file `judge/benchmark.json`.
"""
