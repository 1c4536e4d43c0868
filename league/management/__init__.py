"""Commands of the zone."""
