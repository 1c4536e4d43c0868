"""The league's rules as plain Python: values in, verdicts with their reasons out.

Nothing here reads a clock, a file or a database, and nothing outside the standard library is loaded. ``python -m
league.rules`` is the same engine as a command line.
"""
