"""Sizes of the tests that say how many cases they try."""

from __future__ import annotations

import os

FUZZ = os.environ.get("FUZZ") == "1"


def scale(fast: int, fuzz: int) -> int:
    """`fast` in `make test`, `fuzz` in `make fuzz`."""
    return fuzz if FUZZ else fast
