"""Addresses of teams and players."""
