"""Teams and players by the API."""
