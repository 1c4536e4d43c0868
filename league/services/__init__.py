"""What changes the zone and its seasons."""
