"""Many starts of a puzzle, or many givens of a model, solved one after the other or at the same time."""
