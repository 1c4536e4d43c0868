"""What changes games, their times and their results."""
