"""Constraint puzzles: python-constraint models as relations, complete and fast."""

from . import library as library  # first: what follows imports python-constraint by its own name
