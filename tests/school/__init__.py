"""How the problems of each title are built."""
