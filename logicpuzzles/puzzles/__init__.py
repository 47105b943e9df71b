"""State puzzles: what a rule file declares of one, and everything that can then be asked of it."""
