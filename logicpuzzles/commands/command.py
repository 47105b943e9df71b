"""What a command is: words, parameters, and the function that does it, which is imported when it is needed."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from importlib import import_module

Read = Callable[[str], object]  # the value of a parameter from its text; a ValueError has the message
FLAG, TEXT, FILE = "flag", "text", "file"


class Data(str):
    """A part of a reply for programs: one JSON value."""


class Note(str):
    """A part of a reply that is beside the answer: for standard error."""


# What a command gives: parts as they are found, text unless they are `Data` or `Note`; at the end its exit code. A
# command prints nothing, so that a page can offer it too.
Reply = Generator[str, None, int]


def as_data(**fields: object) -> Data:
    """The fields as one JSON object."""
    return Data(json.dumps(fields))


@dataclass(frozen=True)
class Argument:
    """What the function of a command is given as `name`.

    Attributes
    ----------
    kind
        `FLAG`, `TEXT`, `FILE`, what reads a value, or the values to choose from, where "module:NAME" are those of a
        registry.
    flags
        How the option is written where that is not --name; an argument has none.
    metavar
        What stands for the value in the help.
    many
        Whether there may be several values.
    """

    name: str
    help: str = ""
    kind: str | Read | tuple[str, ...] = TEXT
    default: object = None
    metavar: str | None = None
    flags: tuple[str, ...] | None = None
    many: bool = False
    required: bool = False


@dataclass(frozen=True)
class Shell:
    """A command as it is on the command line.

    Attributes
    ----------
    run
        Its function, as "module:name", or that for each kind of rule file.
    summary
        The line in the list of commands; that of `help` where there is none.
    refusal
        What is said of a rule file of another kind, after "a puzzle", "a model" or "a game".
    """

    run: str | Mapping[str, str]
    help: str
    arguments: tuple[Argument, ...] = ()
    summary: str = ""
    refusal: str = ""


@dataclass(frozen=True)
class Prompt:
    """A command as it is in the session.

    Attributes
    ----------
    run
        Its function, as "module:name", which is given the session and the argument, if there is one.
    usages
        How it is said: alone or with one argument, whose word tells how it is read (`READERS` of `repl.dispatch`).
    brief
        Its line in `help.`: how it is said, and what for.
    """

    run: str
    help: str
    usages: tuple[str, ...]
    brief: tuple[str, str]


@dataclass(frozen=True)
class Command:
    """What a name stands for on the command line and in the session; None where it is not there."""

    name: str
    shell: Shell | None = None
    prompt: Prompt | None = None


def entry(path: str) -> Callable[..., object]:
    """What stands at "module:name" of this package."""
    module, _, name = path.partition(":")
    found: Callable[..., object] = import_module(f"..{module}", __package__)  # type: ignore[assignment]
    for part in name.split("."):
        found = getattr(found, part)
    return found
