"""The command that shows and removes what is kept between runs in the user's cache folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from ..by_name import entry
from ..cache_folder import BOUNDS, KERNELS, TREES, Kept, folder, kept_files
from ..commands.command import Reply, as_data
from ..commands.layout import table
from ..errors import PuzzleError
from ..wording import ago, counted, did_you_mean, sized
from . import screen

TITLES = {BOUNDS: "proofs.table_cache:title"}  # by folder, what says what a file in it holds
WHAT = {BOUNDS: "lower bound", TREES: "tree of a deduction game", KERNELS: "compiled kernels"}
SHORT = 8  # characters of a digest that are shown


def cache(remove: Sequence[str], remove_all: bool, yes: bool, as_object: bool) -> Reply:
    """What is kept, or what was removed of it, or would be."""
    where = folder()
    try:
        kept, kernels = kept_files(BOUNDS, TREES), kept_files(KERNELS)
    except OSError as problem:
        raise _failed("cannot be read", where, problem) from None
    named = [name for name in remove if name != KERNELS]
    chosen = kept if remove_all or not remove else _named(named, kept)
    if remove_all or KERNELS in remove:
        chosen = [*chosen, *kernels]
    asked = bool(remove) or remove_all
    removing = asked and yes
    if removing:
        for file in chosen:
            _remove(file.path)
        kernels = kept_files(KERNELS)
    total = sum(file.size for file in chosen)
    if as_object:
        files = [
            {
                "name": name_of(file), "what": what_is(file), "path": str(file.path), "bytes": file.size,
                "seconds": round(file.age),
            }
            for file in chosen
        ]  # fmt: skip
        compiled = {"folder": str(where / KERNELS), "files": len(kernels), "bytes": sum(file.size for file in kernels)}
        yield as_data(folder=str(where), removed=removing, bytes=total, files=files, kernels=compiled)
        return 0
    many = _all_of(chosen)
    if not chosen:
        yield f"Nothing is kept in {where}."
    elif removing:
        yield f"Removed from {where}: {many}."
    else:
        rows = [
            (name_of(file), f"{what_is(file)}; {sized(file.size)}, {ago(file.age)}")
            for file in chosen if file.kind != KERNELS
        ]  # fmt: skip
        if len(rows) < len(chosen):
            rows.append((KERNELS, _all_of(kernels)))
        begun = f"This would remove from {where}: {many}." if asked else f"Kept in {where}: {many}."
        yield f"{begun}\n\n{table(rows, width=screen.text_width())}"
        told = "Nothing was removed yet. Next: the same with --yes"
        if not asked:
            told = "--remove NAME removes one, --remove-all removes all; each is made again when it is needed."
        yield "\n" + screen.on(sys.stdout, told)
    if kernels and not asked:
        more = f"Compiled kernels: {_all_of(kernels)}; --remove {KERNELS} removes them."
        yield ("" if chosen else "\n") + screen.on(sys.stdout, more)
    return 0


def _all_of(files: Sequence[Kept]) -> str:
    return f"{counted(len(files), 'file')}, {sized(sum(file.size for file in files))}"


def name_of(file: Kept) -> str:
    """What a file is called here: its folder, and the beginning of its name where that is a digest."""
    stem = file.path.name if len(file.path.stem) < 32 else file.path.stem[:SHORT]
    return f"{file.kind}/{stem}"


def what_is(file: Kept) -> str:
    """What a file holds, in a few words."""
    if file.is_unfinished:
        return "unfinished: it is being written, or its process was killed"
    title: str | None = None
    if file.kind in TITLES:
        tell: Callable[[Path], str] = entry(TITLES[file.kind])
        with suppress(OSError, ValueError):
            title = tell(file.path)
    return title or WHAT[file.kind]


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
