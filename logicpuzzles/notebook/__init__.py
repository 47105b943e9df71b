"""Notebooks: cells of rules and queries, puzzles played and models filled in a cell."""
