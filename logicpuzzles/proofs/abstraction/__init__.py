"""Programs seen through patterns: what is kept of a state, the rules over it, and the costs from there to a goal."""
