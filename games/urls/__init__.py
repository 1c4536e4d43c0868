"""Addresses of games and of the pages of a season."""
