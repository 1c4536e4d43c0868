"""Parts of the table that are written too often for a template."""
