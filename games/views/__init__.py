"""Pages of seasons and games."""
