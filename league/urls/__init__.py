"""Addresses of news and leagues."""
