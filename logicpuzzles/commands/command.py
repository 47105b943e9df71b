"""What a command is: words, parameters with what their text means, and its function, imported when it is needed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass

from ..wording import cut_short

Read = Callable[[str], object]  # the value of a parameter from its text; a ValueError has the message
FLAG, TEXT, FILE, NEW_FILE = "flag", "text", "file", "new file"  # of the last two, one to read and one to write


class Data(str):
    """A part of a reply for programs: one JSON value."""


class Note(str):
    """A part of a reply that is beside the answer: for standard error."""


# What a command gives: parts as they are found, text unless they are `Data` or `Note`; at the end its exit code. A
# command prints nothing, so that a page can offer it too.
Reply = Generator[str, None, int]


def as_data(**fields: object) -> Data:
    """The fields as one JSON object."""
    import json  # here: most answers are for people

    return Data(json.dumps(fields))


@dataclass(frozen=True)
class Argument:
    """What the function of a command is given as `name`."""

    name: str
    help: str = ""
    kind: str | Read | tuple[str, ...] = TEXT  # a tuple: the choices, where "module:NAME" are the keys of a registry
    default: object = None
    metavar: str | None = None  # what stands for the value in the help
    flags: tuple[str, ...] | None = None  # how the option is written, where not --name; none: it is no option
    many: bool = False
    required: bool = False


@dataclass(frozen=True)
class Shell:
    """A command as it is on the command line."""

    run: str | Mapping[str, str]  # its function, as "module:name", or that for each kind of rule file
    help: str
    arguments: tuple[Argument, ...] = ()
    summary: str = ""  # its line in the list of commands; the first of `help` where there is none
    refusal: str = ""  # of a rule file of another kind, after "a puzzle", "a model" or "a game"
    tells: bool = False  # whether its function is given `progress`, though it is for no rule file


@dataclass(frozen=True)
class Prompt:
    """A command as it is in the session."""

    run: str  # its function, as "module:name", which is given the session and the arguments, if there are some
    help: str
    usages: tuple[str, ...]  # alone or with arguments, whose words tell how they are read: `READERS` of repl.dispatch
    brief: tuple[str, str]  # its line in `help.`: how it is said, and what for


@dataclass(frozen=True)
class Command:
    """What a name stands for on the command line and in the session; None where it is not there."""

    name: str
    shell: Shell | None = None
    prompt: Prompt | None = None


MOST = 10**18  # nothing is ever counted beyond this, and no machine has more bytes
_COUNT = re.compile(r"[0-9]+(?:[,_][0-9]+)*")
_SECONDS = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) *([kmgt]?)(i?)b?", re.IGNORECASE)


def size(text: str) -> int:
    """An amount of memory in bytes.

    >>> size("500MB"), size("2 KiB")
    (500000000, 2048)
    """
    found = _SIZE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{cut_short(text)} is no size; expected one such as 500MB, 2GB or 64MiB.")
    from fractions import Fraction

    number, prefix, binary = found.groups()
    bytes_ = int(Fraction(number) * (1024 if binary else 1000) ** " kmgt".index(prefix.lower() or " "))
    if not 1 <= bytes_ <= MOST:
        raise ValueError(f"{cut_short(text)} is no size; expected 1 byte to {MOST:,}.")
    return bytes_


def seconds(text: str) -> float:
    """A positive number of seconds."""
    number = float(text) if _SECONDS.fullmatch(text) else math.nan
    if not 0 < number < math.inf:
        raise ValueError(f"{cut_short(text)} is no time; expected a number of seconds above 0.")
    return number


def count(least: int) -> Callable[[str], int]:
    """What reads a whole number of at least `least`.

    >>> count(1)("1_000"), count(0)("1,000")
    (1000, 1000)
    """

    def read(text: str) -> int:
        digits = re.sub("[,_]", "", text)
        if not _COUNT.fullmatch(text) or len(digits) > 19 or not least <= int(digits) <= MOST:
            raise ValueError(f"{cut_short(text)} is no such number; expected a whole number from {least} on.")
        return int(digits)

    return read
