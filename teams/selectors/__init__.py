"""Reads of teams and players."""
