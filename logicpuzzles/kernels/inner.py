"""How functions are compiled that only kernels call: as parts of those, which alone are cached on disk."""

from __future__ import annotations

from typing import Any

from numba import njit

# Without wrappers for calls from Python, and without checks of division by 0: half the time to compile.
_OPTIONS: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
inner: Any = njit(**_OPTIONS)
