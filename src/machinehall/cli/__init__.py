"""The command line: one module for each command. Modules import what is heavy only when they run."""
