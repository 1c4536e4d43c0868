"""Template tags of the whole product."""
