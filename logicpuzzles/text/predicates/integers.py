"""The constraints over integers under their Prolog names: those of `logic.integers`."""

from __future__ import annotations

from ...logic.integers import goals  # noqa: F401 - it enters them into the table
from ...logic.integers.registry import GOALS
from .builtins import BUILTINS

BUILTINS |= GOALS
