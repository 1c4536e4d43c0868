"""Pages of teams and players."""
