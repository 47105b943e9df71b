"""How kernels are compiled and cached on disk: `kernel` is numba's `njit` with a cache that may be damaged.

numba trusts its cache files, wherever the environment says that they are, and unpickles them. Here they lie in the
user's cache folder alone. Each begins with a digest of the rest, and is valid for the sources of the
kernel's whole folder, of this one, and of the files that constants in them come from, since a kernel calls functions of
files beside its own and constants are compiled in. What is damaged is reported once and compiled again; where nothing
can be written, kernels are compiled in each process.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from types import FunctionType
from typing import Any, Protocol

from numba import njit
from numba.core.caching import CompileResultCacheImpl, FunctionCache, IndexDataCacheFile, UserWideCacheLocator
from numba.core.compiler import CompileResult
from numba.core.cpu import CPUContext
from numba.core.types import Type
from numba.core.typing.templates import Signature

from .. import cache_folder
from ..sealed import sealed, unsealed
from .sources import described, digest_of, not_kept, tell


class Kernel(Protocol):
    """A compiled function, as far as `launch` uses it."""

    py_func: FunctionType
    signatures: list[tuple[Type, ...]]
    targetctx: CPUContext
    _cache: KernelCache

    def __call__(self, *arguments: object) -> int: ...

    def compile(self, types: tuple[Type, ...]) -> object: ...


def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """A kernel: `function`, compiled by numba when it is first called, and then loaded from the cache."""
    if function is None:
        return lambda function: kernel(function, **options)
    made = njit(**options)(function)
    try:
        made._cache = KernelCache(function)
    except OSError as problem:
        not_kept(problem)
    return made


class InCacheFolder(UserWideCacheLocator):
    """Where kernels are kept, whatever numba's own settings say: a folder in the user's cache for each of sources."""

    def __init__(self, function: FunctionType, file: str) -> None:
        self._py_file, self._lineno = file, function.__code__.co_firstlineno
        kernels = cache_folder.folder() / cache_folder.KERNELS
        self._cache_path = cache_folder.made(kernels / self.get_suitable_cache_subpath(file))

    @classmethod
    def from_function(cls, function: FunctionType, file: str) -> InCacheFolder:
        """The place for a function."""
        return cls(function, file)


class _Results(CompileResultCacheImpl):
    _locator_classes = [InCacheFolder]


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
        with cache_folder.writing(path) as file:
            file.write(sealed(body))


class KernelCache(FunctionCache):
    """The cache of a kernel; it raises nothing, whatever is wrong with its files."""

    _impl_class = _Results

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        base = f"{self._impl.filename_base}.sealed.v2"
        self._cache_file = SealedFiles(self._cache_path, base, digest_of(Path(function.__code__.co_filename).parent))
        self.lock = os.path.join(self._cache_path, f"{base}.lock")

    def holds(self, types: tuple[Type, ...], target_context: CPUContext) -> bool:
        """Whether the kernel is there, undamaged, for arguments of these types."""
        target_context.refresh()
        key = self._index_key(types, target_context.codegen())
        try:
            return self._cache_file.load(key) is not None
        except Exception as problem:
            self._discard(problem)
            return False

    def load_overload(self, sig: Signature, target_context: CPUContext) -> CompileResult | None:
        """The compiled kernel, or None."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as problem:
            self._discard(problem)
            return None

    def save_overload(self, sig: Signature, data: CompileResult) -> None:
        """Keep a compiled kernel, where that can be done."""
        try:
            super().save_overload(sig, data)
        except Exception as problem:
            not_kept(problem)

    def _discard(self, problem: Exception) -> None:
        if isinstance(problem, cache_folder.UNREADABLE):
            not_kept(problem)
            return
        path = self._cache_file._index_path
        with suppress(OSError):  # what cannot be removed cannot be replaced either: that is reported then
            os.unlink(path)
        tell(f"the compiled kernel in {path} is damaged ({described(problem)})", "it is compiled anew")
