"""The files in which compiled kernels are kept: numba's, and those of the query machine and of models."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
PATTERNS = ("*.sealed.*", "machine-*.code", "models-*.code")  # no other program's files are called so


def kernel_folders() -> list[Path]:
    """Where kernels may be kept: the folder that the environment names, else those beside their sources and the
    user's."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return [Path(given)]
    from platformdirs import user_cache_path  # here: few commands need it

    return [*sorted(PACKAGE.rglob("kernels/__pycache__")), user_cache_path("numba")]


def kernel_files() -> Iterator[Path]:
    """The files of compiled kernels, in all these folders and below."""
    for folder in kernel_folders():
        for pattern in PATTERNS:
            yield from sorted(folder.rglob(pattern))
