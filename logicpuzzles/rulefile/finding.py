"""Find rule files: by path, or by name along the search path; nothing is run here."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .. import LANGUAGES
from ..contents import open_regular
from ..errors import PuzzleError
from ..wording import closest, cut_short

PATH_VARIABLE = "LOGICPUZZLES_PATH"
LARGEST = 50_000_000  # bytes
GLANCED = 100_000  # bytes of a file that is only looked at; the syntax of Python takes 600 times as much memory
_PACKAGE = Path(__file__).parents[1]
_SHIPPED = _PACKAGE / "rules"  # in an installed package
HERE = Path("rules")  # of the current folder
_CHECKOUT = _PACKAGE.parent / "rules"  # in an editable one


def shipped() -> Path:
    """The folder of the rule files that come with the package."""
    return _SHIPPED if _SHIPPED.is_dir() else _CHECKOUT


def search_path() -> tuple[Path, ...]:
    """The folders in which names are looked up, first match wins.

    `rules/` of the current folder comes last: a folder that was sent may add names, and replaces none that is known.
    """
    given = os.environ.get(PATH_VARIABLE, "")
    return (*(expanded(folder) for folder in given.split(os.pathsep) if folder), shipped(), HERE)


def expanded(text: str) -> Path:
    """The path that `text` means, with the home of a user for `~`; as it stands where there is no such user."""
    try:
        return Path(text).expanduser()
    except RuntimeError:
        return Path(text)


def available() -> dict[str, Path]:
    """The rule files that can be loaded by name, in the order of the alphabet; those of `rules/` behind another of
    their name by their path."""
    found: dict[str, Path] = {}
    for folder in search_path():
        for path in _rule_files(folder):
            first = found.setdefault(path.stem, path)
            if first.parent == folder and first != path:
                found.setdefault(path.name, path)
            elif first != path and folder == HERE and not _is_same(first.parent, folder):
                found[str(path)] = path
    return dict(sorted(found.items()))


def passed_over(name: str) -> str | None:
    """Which file `name` means where `rules/` of the current folder has another of that name; None where it has none.

    >>> passed_over("seven")
    """
    if _has_folder(name):
        return None
    try:
        meant, here = _by_name(name), _in_folder(HERE, name)
        if meant is None or here is None or _is_same(meant, here):
            return None
        return f"{name} is {shown(meant)}; to use {here}, give its path"
    except (OSError, ValueError):
        return None


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def _rule_files(folder: Path) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir())
    except (OSError, ValueError):  # ValueError: a null character
        return
    for suffix in LANGUAGES:
        yield from (p for p in entries if p.suffix == suffix and p.stem.isidentifier() and p.stem[0] != "_")


def find(name: str | os.PathLike[str]) -> Path:
    """The rule file called `name`, or at the path `name`.

    Raises
    ------
    PuzzleError
        There is none; a similar name is suggested.

    >>> find("seven").name
    'seven.py'
    """
    if not isinstance(name, str | os.PathLike):
        raise PuzzleError("this names no rule file", expected="a name or a path", got=repr(name))
    text = os.fspath(name)
    path = expanded(text)
    is_path = isinstance(name, os.PathLike) or _has_folder(text)
    try:
        if path.suffix in LANGUAGES and path.is_file():
            return path
        if not is_path and (found := _by_name(text)) is not None:
            return found
    except (OSError, ValueError):  # a name too long, or with a null character
        pass
    raise _not_found(text, path, is_path)


def _has_folder(name: str) -> bool:
    """Whether a name has a folder in it: Windows knows two characters that divide them."""
    return os.sep in name or (os.altsep is not None and os.altsep in name)


def _by_name(name: str) -> Path | None:
    return next((path for folder in search_path() if (path := _in_folder(folder, name)) is not None), None)


def _in_folder(folder: Path, name: str) -> Path | None:
    candidates = (folder / candidate for candidate in (name, *(name + suffix for suffix in LANGUAGES)))
    return next((path for path in candidates if path.suffix in LANGUAGES and path.is_file()), None)


def _not_found(text: str, path: Path, is_path: bool) -> PuzzleError:
    if text and os.path.exists(path):
        suffixes = " or ".join(LANGUAGES)
        return PuzzleError("this is no rule file", place=text, expected=f"a file whose name ends in {suffixes}")
    if "(" in text:
        hint = "this looks like a query: one stands behind the rule files, several come with --file or from -"
        return PuzzleError(f"there is no rule file {cut_short(text)}", hint=hint)
    if is_path:
        names = [str(path.with_name(found.name)) for found in _rule_files(path.parent)]
    else:
        names = [*available(), *(f"./{found.name}" for found in _rule_files(Path()))]
    beside = [name for name in names if os.path.splitext(name)[0] == f"./{text}"]
    stems = {Path(name).stem: name for name in reversed(names)}  # shared folders and suffixes are ignored
    close = beside[0] if beside else stems.get(closest(path.stem, stems) or "")
    hint = f"did you mean {close}?" if close else "`logicpuzzles list` tells which there are; a path works too"
    return PuzzleError(f"there is no rule file {cut_short(text)}", hint=hint)


def shown(path: Path) -> str:
    """`path` as a person writes it: from the current folder where it lies there."""
    for place in (Path(os.path.abspath(path)), path.resolve()):
        try:
            return str(place.relative_to(Path.cwd()))
        except (ValueError, OSError):
            pass
    return str(path)


def source(path: Path) -> str:
    """The text of the rule file at `path`.

    Raises
    ------
    PuzzleError
        It cannot be read, or is not UTF-8 text.
    """
    with _explained(path):
        return _text(read_bytes(path, LARGEST, strict=True))


def beginning(path: Path) -> str:
    """The text with which the rule file at `path` begins, for a look: whole lines, and all of a file that is not long.

    Raises
    ------
    PuzzleError
        It cannot be read, or is not UTF-8 text.
    """
    with _explained(path):
        found = read_bytes(path, GLANCED + 1)
        return _text(found if len(found) <= GLANCED else found[: found.rfind(b"\n") + 1])


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn what is raised while the file at `path` is read into its message."""
    try:
        yield
    except TooLarge:
        raise PuzzleError("the file is too large for a rule file", place=shown(path)) from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise PuzzleError("the file is not text in UTF-8", place=f"{shown(path)}:{line}") from None
    except OSError as error:
        raise PuzzleError("the file cannot be read", place=shown(path), got=error.strerror) from None


class TooLarge(OSError):
    """A file has more bytes than it may have."""


def read_bytes(path: Path, most: int, strict: bool = False) -> bytes:
    """The first bytes of a regular file, at most so many; reading it never waits.

    Raises
    ------
    OSError
        It cannot be read, or is no regular file; `TooLarge` if it is `strict` and there are more.
    """
    with open(open_regular(path), "rb") as file:
        found = file.read(most + strict)
    if len(found) > most:
        raise TooLarge
    return found


def _text(content: bytes) -> str:
    """UTF-8 text, with lines that end as Python has them."""
    return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
