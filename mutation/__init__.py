"""Whether the tests notice small faults in the code that proves, compiles and lowers: ``make mutants``."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "logicpuzzles"
LOWERING = "affine validation values packing packed symbolic symbols nodes instructions reading encoding"
ROOMS = {
    "logic": sorted(PACKAGE.glob("logic/*.py")),
    "rewriting": sorted(PACKAGE.glob("rewriting/*.py")),
    "proofs": [*sorted(PACKAGE.glob("proofs/*.py")), *sorted(PACKAGE.glob("proofs/abstraction/*.py"))],
    "models": [
        *(PACKAGE / "models" / f"{name}.py" for name in LOWERING.split()),
        *sorted(PACKAGE.glob("models/constraints/*.py")),
    ],
    "coding": [*sorted(PACKAGE.glob("search/coding/*.py")), PACKAGE / "search" / "problem.py"],
}


def digest(texts: Iterable[str]) -> str:
    """A short hash of texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]
