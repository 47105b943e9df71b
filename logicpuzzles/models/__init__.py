"""Constraint puzzles: python-constraint models as relations, complete and fast."""
