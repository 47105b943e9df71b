"""Errors of a model that are also those of python-constraint, so that programs for it still catch them."""

from __future__ import annotations

from ..errors import PuzzleError


class WrongModel(PuzzleError, ValueError):
    """A variable that is there already, an empty domain, what is no constraint, an unknown variable in a text."""


class UnknownVariable(PuzzleError, KeyError):
    """A constraint, a given value or an argument names a variable that is not there."""
