"""How the functions of the kernel are compiled: as parts of its entry, `search.run`, which alone is cached on disk."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

from numba import njit

# Without wrappers for calls from Python, and without checks of division by 0: half the time to compile.
_OPTIONS: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
inner: Any = njit(**_OPTIONS)


def digest() -> str:
    """A digest of the sources of the kernel.

    The entry is cached under it: numba itself would go on using old machine code when a file that the entry
    calls into has changed.
    """
    found = sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()
