"""Games and tables by the API."""
