"""Reads of games, and of games as the engine takes them."""
