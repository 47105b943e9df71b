"""How kernels are compiled and cached on disk: `kernel` is numba's `njit` with a cache that may be damaged.

numba trusts its cache files. Here each file begins with a digest of the rest, and is valid for the sources of the
kernel's whole folder, of this one, and of the files that constants in them come from, since a kernel calls functions of
files beside its own and constants are compiled in. What is damaged is reported once and compiled again; where nothing
can be written, kernels are compiled in each process.
"""

from __future__ import annotations

import os
import pickle
import re
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from types import FunctionType
from typing import Any, Protocol

from numba import njit
from numba.core.caching import FunctionCache, IndexDataCacheFile
from numba.core.compiler import CompileResult
from numba.core.cpu import CPUContext
from numba.core.runtime.nrt import rtsys
from numba.core.types import Type
from numba.core.typing.templates import Signature

from ..errors import CacheWarning
from ..sealed import sealed, unsealed

_told: list[str] = []
_IMPORT = re.compile(r"^from (\.{2,})([\w.]*) import (\([^)]*\)|.*)", re.MULTILINE)
_CAPITALS = re.compile(r"\b[A-Z][A-Z0-9_]*\b")


class Kernel(Protocol):
    """A compiled function, as far as `launch` uses it."""

    py_func: FunctionType
    signatures: list[tuple[Type, ...]]
    overloads: Mapping[tuple[Type, ...], CompileResult]
    targetctx: CPUContext
    _cache: KernelCache

    def __call__(self, *arguments: object) -> int: ...

    def compile(self, types: tuple[Type, ...]) -> object: ...


def kernel(function: Callable[..., Any] | None = None, *, takes_arrays: bool = False, **options: Any) -> Any:
    """A kernel: `function`, compiled by numba when it is first called, and then loaded from the cache.

    For `takes_arrays` see `KernelCache`.
    """
    if function is None:
        return lambda function: kernel(function, takes_arrays=takes_arrays, **options)
    made = njit(**options)(function)
    try:
        made._cache = KernelCache(function, takes_arrays)
    except (OSError, RuntimeError):  # numba knows no folder that can be written
        _tell("there is no folder to keep compiled kernels in", "set NUMBA_CACHE_DIR to one")
    return made


class SealedFiles(IndexDataCacheFile):
    """The cache files of a kernel, each with a digest before what numba keeps in it."""

    def _load_index(self) -> dict[Any, str]:
        try:
            rest = BytesIO(unsealed(self._index_path))
        except FileNotFoundError:
            return {}
        if pickle.load(rest) != self._version:
            return {}
        stamp, overloads = pickle.load(rest)
        return overloads if stamp == self._source_stamp else {}

    def _save_index(self, overloads: dict[Any, str]) -> None:
        self._seal(self._index_path, pickle.dumps(self._version) + self._dump((self._source_stamp, overloads)))

    def _load_data(self, name: str) -> object:
        return pickle.loads(unsealed(self._data_path(name)))

    def _save_data(self, name: str, data: object) -> None:
        self._seal(self._data_path(name), self._dump(data))

    def _seal(self, path: str, body: bytes) -> None:
        with self._open_for_write(path) as file:
            file.write(sealed(body))


class KernelCache(FunctionCache):
    """The cache of a kernel; it raises nothing, whatever is wrong with its files.

    Before numba loads a kernel, it imports all that it can compile, for what it takes from there: most of the time of
    loading. A kernel that takes arrays, and nothing else of numba's (`takes_arrays`), needs its memory manager alone.
    """

    def __init__(self, function: Callable[..., Any], takes_arrays: bool = False) -> None:
        super().__init__(function)
        self._takes_arrays = takes_arrays
        base = f"{self._impl.filename_base}.sealed"
        self._cache_file = SealedFiles(self._cache_path, base, _sources(Path(function.__code__.co_filename).parent))
        self.lock = os.path.join(self._cache_path, f"{base}.lock")

    def holds(self, types: tuple[Type, ...], target_context: CPUContext) -> bool:
        """Whether the kernel is there, undamaged, for arguments of these types."""
        self._prepare(target_context)
        key = self._index_key(types, target_context.codegen())
        try:
            return self._cache_file.load(key) is not None
        except Exception as problem:
            self._discard(problem)
            return False

    def load_overload(self, sig: Signature, target_context: CPUContext) -> CompileResult | None:
        """The compiled kernel, or None."""
        try:
            self._prepare(target_context)
            return self._load_overload(sig, target_context)
        except Exception as problem:
            self._discard(problem)
            return None

    def save_overload(self, sig: Signature, data: CompileResult) -> None:
        """Keep a compiled kernel, where that can be done."""
        try:
            super().save_overload(sig, data)
        except Exception as problem:
            _tell(f"compiled kernels cannot be kept in {self._cache_path} ({_named(problem)})", "make room there")

    def _prepare(self, target_context: CPUContext) -> None:
        if self._takes_arrays:
            rtsys.initialize(target_context)
        else:
            target_context.refresh()

    def _discard(self, problem: Exception) -> None:
        path = self._cache_file._index_path
        with suppress(OSError):  # what cannot be removed cannot be replaced either: that is reported then
            os.unlink(path)
        _tell(f"the compiled kernel in {path} is damaged ({_named(problem)})", "it is compiled anew")


@cache
def _sources(folder: Path) -> str:
    """A digest of the sources in a folder and in this one, and of those that they take constants from."""
    found = sha256()
    paths = {*folder.glob("*.py"), *Path(__file__).parent.glob("*.py")}
    for path in sorted(paths.union(*map(_constants, sorted(paths)))):
        found.update(path.read_bytes())
    return found.hexdigest()


def _constants(path: Path) -> Iterator[Path]:
    """The files of other folders that the file at `path` imports as a whole, or names in capitals from."""
    for dots, module, names in _IMPORT.findall(path.read_text("utf-8")):
        folder = path.parents[len(dots) - 1]
        if not module:
            yield from filter(Path.is_file, (folder / f"{name}.py" for name in re.findall(r"\w+", names)))
        elif _CAPITALS.search(names) and (named := folder.joinpath(*module.split(".")).with_suffix(".py")).is_file():
            yield named


def _named(problem: Exception) -> str:
    return str(problem.strerror) if isinstance(problem, OSError) else f"{type(problem).__name__}: {problem}"


def _tell(what: str, then: str) -> None:
    """Warn once in a process: one damaged file is rarely alone."""
    if not _told:
        _told.append(what)
        warnings.warn(f"{what}; {then}", CacheWarning, stacklevel=3)
