"""The command that shows and removes what is kept between runs in the user's cache folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import time

from ..by_name import entry
from ..cache_folder import Kept, folder, kept_files
from ..commands.command import Reply, as_data
from ..commands.layout import table
from ..errors import PuzzleError
from ..kernels.folders import PACKAGE, kernel_files, kernel_folders
from ..wording import ago, counted, did_you_mean, sized
from . import screen

TITLES = {"bounds": "proofs.kept_bounds:title"}  # by folder, what says what a file in it holds
WHAT = {"bounds": "lower bound", "trees": "tree of a deduction game"}
OTHERS = {".code": "compiled query machine", ".nbi": "compiled kernel", ".nbc": "compiled kernel"}
KERNELS = "kernels"  # what all compiled kernels are called, which lie elsewhere
SHORT = 8  # characters of a digest that are shown


def cache(remove: Sequence[str], remove_all: bool, as_object: bool) -> Reply:
    """What is kept, or what was removed of it."""
    where = folder()
    try:
        kept = kept_files()
    except OSError as problem:
        raise _failed("cannot be read", where, problem) from None
    removing = bool(remove) or remove_all
    kernels = list(kernel_files())
    named = [name for name in remove if name != KERNELS]
    chosen = kept if remove_all or not remove else _named(named, kept)
    if KERNELS in remove:
        chosen = list({file.path: file for file in (*chosen, *map(_as_kept, kernels))}.values())
    if removing:
        for file in chosen:
            _remove(file.path)
        kernels = list(kernel_files())
    total = sum(file.size for file in chosen)
    if as_object:
        files = [
            {
                "name": name_of(file), "what": what_is(file), "path": str(file.path), "bytes": file.size,
                "seconds": round(file.age),
            }
            for file in chosen
        ]  # fmt: skip
        compiled = {
            "folders": list(map(str, kernel_folders())), "files": len(kernels),
            "bytes": sum(_as_kept(path).size for path in kernels),
        }  # fmt: skip
        yield as_data(folder=str(where), removed=removing, bytes=total, files=files, kernels=compiled)
        return 0
    many = f"{counted(len(chosen), 'file')}, {sized(total)}"
    if removing:
        removed = f"Removed from {where}: {many}." if KERNELS not in remove else f"Removed: {many}."
        yield removed if chosen else f"Nothing is kept in {where}."
        return 0
    elsewhere = _elsewhere(kernels)
    if not chosen:
        yield f"Nothing is kept in {where}."
        if elsewhere:
            yield f"\n{screen.on(sys.stdout, elsewhere)}"
        return 0
    rows = [(name_of(file), f"{what_is(file)}; {sized(file.size)}, {ago(file.age)}") for file in chosen]
    yield f"Kept in {where}: {many}.\n\n{table(rows, width=screen.text_width())}"
    told = "--remove NAME removes one, --remove-all removes all; each is made again when it is needed."
    yield "\n" + screen.on(sys.stdout, told)
    if elsewhere:
        yield screen.on(sys.stdout, elsewhere)
    return 0


def _as_kept(path: Path) -> Kept:
    """A file of another folder, as if it was kept here; of no size where another process has just removed it."""
    try:
        status = path.stat()
        return Kept(path, status.st_size, max(0.0, time() - status.st_mtime))
    except OSError:
        return Kept(path, 0, 0.0)


def _elsewhere(kernels: Sequence[Path]) -> str:
    """How many compiled kernels are kept and where, in a sentence; empty where there are none."""
    if not kernels:
        return ""
    folder, *others = kernel_folders()
    place = f"beside the program ({PACKAGE})" if others else f"in {folder}"
    many = f"{counted(len(kernels), 'file')}, {sized(sum(_as_kept(path).size for path in kernels))}"
    return f"Compiled kernels: {many}, {place}; --remove {KERNELS} removes them."


def name_of(file: Kept) -> str:
    """What a file is called here: its folder, and the beginning of its name where that is a digest."""
    stem = file.path.name if len(file.path.stem) < 32 else file.path.stem[:SHORT]
    return f"{file.kind}/{stem}" if file.kind else stem


def what_is(file: Kept) -> str:
    """What a file holds, in a few words."""
    if file.is_unfinished:
        return "unfinished: it is being written, or its process was killed"
    title: str | None = None
    if file.kind in TITLES:
        tell: Callable[[Path], str] = entry(TITLES[file.kind])
        with suppress(OSError, ValueError):
            title = tell(file.path)
    return title or WHAT.get(file.kind) or OTHERS.get(file.path.suffix, "something else")


def _named(names: Sequence[str], kept: Sequence[Kept]) -> list[Kept]:
    """The files of these names, each once; the name of a folder means all in it."""
    chosen: dict[Path, Kept] = {}
    for name in names:
        whole = [file for file in kept if name in (file.kind, name_of(file), file.path.name)] if name else []
        found = whole or [
            file for file in kept if name and (name_of(file).startswith(name) or file.path.name.startswith(name))
        ]
        if not found or (len(found) > 1 and not whole):
            problem = f"{name!r} is no file that is kept" if not found else f"{name!r} may be {len(found)} files"
            known = list(map(name_of, kept))
            hint = did_you_mean(name, known) or "logicpuzzles cache lists them"
            raise PuzzleError(problem, place="--remove", expected="the name of one that is listed", hint=hint)
        chosen.update((file.path, file) for file in found)
    return list(chosen.values())


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as problem:
        raise _failed("cannot be removed", path, problem) from None


def _failed(problem: str, path: Path, why: OSError) -> PuzzleError:
    return PuzzleError(f"{problem} ({why.strerror})", place=str(path), hint="look at who may write there")
