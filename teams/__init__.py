"""Teams and players."""
