"""The demo: a zone in the middle of its season, and a real season of long ago in the archive."""
