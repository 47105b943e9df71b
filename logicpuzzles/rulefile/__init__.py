"""Rule files: finding, loading and checking them, their parameters and grids."""
