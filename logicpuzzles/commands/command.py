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


@dataclass(frozen=True)
class Prompt:
    """A command as it is in the session."""

    run: str  # its function, as "module:name", which is given the session and the argument, if there is one
    help: str
    usages: tuple[str, ...]  # alone or with one argument, whose word tells how it is read: `READERS` of repl.dispatch
    brief: tuple[str, str]  # its line in `help.`: how it is said, and what for


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
