"""What changes teams and players."""
