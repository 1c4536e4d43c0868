"""Penalties, suspensions and appeals."""
