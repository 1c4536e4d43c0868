"""Pages of the zone, its leagues and its news."""
