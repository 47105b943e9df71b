"""Puzzles and models played by hand at a terminal: in full screen where there is one, else line by line."""
