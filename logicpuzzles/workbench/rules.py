"""Which rule files a page may use: those given on the command line, and those that come with the package."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..cache_folder import replacing
from ..errors import PuzzleError
from ..rulefile import finding

NO_FILE = (0, 0)  # the stamp of what lies in no file
PROLOG = ".pl"  # the suffix of files that the page may edit


@dataclass(frozen=True)
class Rules:
    """A rule file as a tab has it; every process can read it from this alone.

    Attributes
    ----------
    name
        What it is called.
    path
        Where it lies; for a text that was begun on the page, a name that ends in .pl.
    text
        The text as the page has it, always Prolog; None where the file counts.
    given
        The values of its parameters, each a name and a text or value.
    is_given
        Whether it was given on the command line, so that it may be saved.
    stamp
        What tells versions of the file apart: its time and size; `NO_FILE` where there is none.
    """

    name: str
    path: str
    text: str | None = None
    given: tuple[tuple[str, object], ...] = ()
    is_given: bool = False
    stamp: tuple[int, int] = NO_FILE

    @property
    def is_prolog(self) -> bool:
        """Whether it is Prolog text, which may be edited."""
        return self.path.endswith(PROLOG)

    def edited(self, text: str) -> Rules:
        """The same with another text; only Prolog text is taken from a page.

        Raises
        ------
        PuzzleError
            It is a file in Python.
        """
        if not self.is_prolog:
            raise PuzzleError("a rule file in Python is not edited here", place=self.name, hint="edit it elsewhere")
        return replace(self, text=text)

    @property
    def may_be_saved(self) -> bool:
        """Whether the page may write the file."""
        return self.is_given and self.is_prolog

    def fresh(self) -> Rules:
        """The same, as the file is now."""
        return replace(self, text=None, stamp=stamp(self.path))

    def with_values(self, **given: object) -> Rules:
        """The same with these values of its parameters."""
        return replace(self, given=tuple(given.items()))


def given_files(names: Sequence[str]) -> list[Rules]:
    """The rule files that were given, by name or path.

    Raises
    ------
    PuzzleError
        There is no such file.
    """
    found = [finding.find(name) for name in names]
    return [_rules(path, True) for path in dict.fromkeys(path.absolute() for path in found)]


def shipped_files(but: Sequence[Rules] = ()) -> list[Rules]:
    """The rule files that come with the package, by name; without those that were given."""
    others = {one.path for one in but}
    folder = finding.shipped()
    paths = sorted(folder.glob("*.p[yl]")) if folder.is_dir() else []
    named = (path for path in paths if path.stem.isidentifier() and path.stem[0] != "_")
    return [_rules(path, False) for path in named if str(path) not in others]


def _rules(path: Path, is_given: bool) -> Rules:
    return Rules(path.stem, str(path), is_given=is_given, stamp=stamp(path))


def stamp(path: str | Path) -> tuple[int, int]:
    """The time and size of a file; `NO_FILE` where it is gone."""
    try:
        status = os.stat(path)
    except OSError:
        return NO_FILE
    return status.st_mtime_ns, status.st_size


def saved(rules: Rules) -> Rules:
    """The same rules, their text written into their file.

    Raises
    ------
    PuzzleError
        It was not given on the command line, or is no Prolog text, or is gone or was edited elsewhere, or cannot be
        written.
    """
    if not rules.may_be_saved or rules.text is None:
        hint = "download it, or begin anew: logicpuzzles serve FILE"
        raise PuzzleError("only files that were given in Prolog text are saved", place=rules.name, hint=hint)
    if stamp(rules.path) != rules.stamp:
        raise outdated(rules)
    path = Path(rules.path).resolve()  # behind a link
    try:
        ends = "\r\n" if b"\r\n" in path.read_bytes() else "\n"
        mode = path.stat().st_mode
        with replacing(path) as file:
            file.write(rules.text.replace("\n", ends).encode())
            os.chmod(file.name, mode)
    except OSError as error:
        raise PuzzleError("the file cannot be written", place=rules.name, got=error.strerror) from None
    return rules.fresh()


def outdated(rules: Rules) -> PuzzleError:
    """What is wrong with a text whose file is not the one any more that it began with."""
    if stamp(rules.path) == NO_FILE:
        return PuzzleError("the file is gone", place=rules.name, hint="download your text")
    hint = "take over the file, or download your text"
    return PuzzleError("the file was edited elsewhere meanwhile", place=rules.name, hint=hint)


def labels(rules: Sequence[Rules]) -> Iterator[str]:
    """What each is called in a list: its name, with the suffix and the folders that tell it from others of the name.

    >>> list(labels([Rules(name, f"{name}.pl") for name in ("sun", "moon")]))
    ['sun', 'moon']
    >>> list(labels([Rules("sun", path) for path in ("a/sun.pl", "b/sun.pl", "b/sun.py")]))
    ['a/sun.pl', 'b/sun.pl', 'sun.py']
    """
    names = Counter(name for one in rules for name in _names(one))
    for one in rules:
        yield next((name for name in _names(one) if names[name] == 1), one.path)


def _names(rules: Rules) -> Iterator[str]:
    """The name of a rule file, then ever more of the end of its path."""
    yield rules.name
    parts = Path(rules.path).parts
    for start in range(len(parts) - 1, -1, -1):
        yield str(Path(*parts[start:]))
