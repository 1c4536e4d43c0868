"""Reads of the zone and its seasons."""
