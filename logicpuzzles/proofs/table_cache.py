"""Tables of lower bounds in the user's cache folder: found by a digest of the rules, checked when they are read.

Only what takes long is kept: which patterns were chosen, and the entries of their tables. What the entries stand for,
and the proof that they may be added, is worked out from the rules again, so a file cannot claim what is not so.

A file is a line with the version of the format and a digest of the sources that made it; the digest of all that comes;
the length of the header; the header, in JSON; and the entries, each table at a multiple of 64 bytes. It is mapped into
memory, which took 24 ms for 33 MB, the digest included, where reading it into new memory took 110 ms.
"""

from __future__ import annotations

import errno
import json
import os
import warnings
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..cache_folder import PLACE, opened, writing
from ..contents import contents
from ..errors import CacheWarning
from ..sealed import Damaged
from .lookups import Entries

VERSION = 1  # of the format
_NAME = b"logicpuzzles bound "
_STAMP, _DIGEST, _LENGTH, _ALIGNED = 16, 32, 8, 64  # bytes
_BEFORE = len(_NAME) + len(str(VERSION)) + _STAMP + 2 + _DIGEST + _LENGTH  # bytes before the header
_BLOCK = 1 << 22  # bytes that are digested at once, by one of several threads
_HEADER = 1 << 20  # bytes that a header may take
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_told: set[Path] = set()  # what was said to be wrong already


@dataclass(frozen=True)
class KeptTables:
    """What is kept of a bound.

    Attributes
    ----------
    chosen
        What was chosen, as JSON has it: numbers, texts, and lists of these.
    entries
        The tables.
    """

    chosen: Any
    entries: tuple[Entries, ...]


def keep(path: Path, title: str, tables: KeptTables) -> None:
    """Keep tables in the file at `path`; where that cannot be done, warn."""
    arrays = [np.ascontiguousarray(entries) for entries in tables.entries]
    sizes = [[array.dtype.name, len(array)] for array in arrays]
    header = json.dumps({"title": title, "chosen": tables.chosen, "arrays": sizes}).encode()
    header += b" " * (-(_BEFORE + len(header)) % _ALIGNED)
    try:
        with writing(path) as file:
            file.write(_first_line() + _digest(header, arrays) + len(header).to_bytes(_LENGTH, "big") + header)
            for array in arrays:
                file.write(array.data.cast("B"))
                file.write(bytes(-array.nbytes % _ALIGNED))
    except OSError as problem:
        what = f"a lower bound cannot be kept in {path.parent} ({problem.strerror})"
        make_room = problem.errno in _FULL
        hint = "make room there" if make_room else f"name a folder that can be written in {PLACE}"
        _tell(path.parent, f"{what}; the search goes on. Next: {hint}, or it is built again each time")


def read_tables(path: Path) -> KeptTables | None:
    """The tables in the file at `path`; None where there is none, or it holds something else, which is said once."""
    try:
        return _read(path)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, LookupError, TypeError, OverflowError, RecursionError) as problem:
        why = problem if isinstance(problem, Damaged) else "damaged"
        why = f"cannot be read ({problem.strerror})" if isinstance(problem, OSError) else f"is {why}"
        _tell(path, f"the lower bound kept in {path} {why}; it is built anew")
        return None


def tell_damaged(path: Path) -> None:
    """Say that the file at `path` has not the tables that it should have."""
    _tell(path, f"the lower bound kept in {path} is damaged; it is built anew")


def title(path: Path) -> str:
    """What the file at `path` says that it holds; `OSError` or `ValueError` where it does not say."""
    with open(opened(path), "rb", buffering=0) as file:
        return str(_header(file)[1]["title"])


def _read(path: Path) -> KeptTables:
    with open(opened(path), "rb", buffering=0) as file:
        digest, header = _header(file)
        kinds = [(np.dtype(name), int(size)) for name, size in header["arrays"]]
        if any(kind.kind != "u" or kind.itemsize > 2 or size < 0 for kind, size in kinds):
            raise Damaged("damaged")
        sizes = [kind.itemsize * size for kind, size in kinds]
        at = _BEFORE + len(header["written"])
        if os.fstat(file.fileno()).st_size != at + sum(size + -size % _ALIGNED for size in sizes):
            raise Damaged("damaged")
        # Each process has its own copy of what it would write: kernels take no arrays that are for reading only.
        whole = np.memmap(file, np.uint8, "c").view(np.ndarray)
    arrays: list[Entries] = []
    for (kind, _), size in zip(kinds, sizes, strict=True):
        arrays.append(whole[at : at + size].view(kind))
        at += size + -size % _ALIGNED
    if _digest(header["written"], arrays) != digest:
        raise Damaged("damaged")
    return KeptTables(header["chosen"], tuple(arrays))


def _header(file: Any) -> tuple[bytes, dict[str, Any]]:
    """The digest, and the header with its own text as `written`; the file stands after it then."""
    begun = file.read(len(_first_line()))
    if begun != _first_line():
        raise Damaged("of another version" if begun.startswith(_NAME) else "no file that was kept")
    digest, length = file.read(_DIGEST), int.from_bytes(file.read(_LENGTH), "big")
    written = file.read(length) if length <= _HEADER else b""
    header = json.loads(written)
    if not isinstance(header, dict):
        raise Damaged("damaged")
    return digest, {**header, "written": written}


@cache
def _first_line() -> bytes:
    """The version of the format, and a digest of the sources that say what is chosen and what entries mean."""
    told, here = sha256(), Path(__file__).parent
    for path in sorted(path for folder in ("", "abstraction", "kernels") for path in (here / folder).glob("*.py")):
        with suppress(OSError):  # a package without sources is of one version all the same
            told.update(contents(path))
    return b"%s%d %s\n" % (_NAME, VERSION, told.hexdigest()[:_STAMP].encode())


def _digest(header: bytes, arrays: Sequence[NDArray[Any]]) -> bytes:
    """The digest of a header and arrays: of the digests of their blocks, which several threads make."""
    views = [array.data.cast("B") for array in arrays]
    blocks = [view[at : at + _BLOCK] for view in views for at in range(0, len(view), _BLOCK)]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        told = sha256(header)
        for digest in pool.map(lambda block: sha256(block).digest(), blocks):
            told.update(digest)
    return told.digest()


def _tell(place: Path, text: str) -> None:
    if place not in _told:
        _told.add(place)
        warnings.warn(text, CacheWarning, stacklevel=3)
