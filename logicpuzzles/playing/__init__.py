"""Puzzles, models and games played by hand: what a user interface asks, and nothing that prints, reads or draws."""
