"""What help and apropos tell: documentation strings, and the comments above clauses."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from ..logic.relations import Predicate
from ..text.book import FileNames
from ..text.code.controls import CONTROLS
from ..text.names import Key, suggestion
from ..text.refusals import refusal

if TYPE_CHECKING:
    from .session import Session

WIDTH = 80
_HELP = """\
Ask in Prolog syntax and end with a full stop: neighbor(0, X), neighbor(X, 5).
After an answer, ; or space gives the next, Enter stops. Ctrl-C stops a query.

  [seven].             load a rule file, by name or path: ['./mine.pl']
  make.                read again what was edited
  listing.             what is loaded; listing(name/N). prints the clauses
  help(name).          about a relation or command
  apropos(word).       what has a word in its name or description
  time(Goal).          how long each answer takes
  why(Goal).           the proof of each answer
  whynot(Goal).        why there is no answer, and what comes nearest
  show(State).         draw a state: start(S), show(S).
  halt.                leave; so does Ctrl-D

A loaded puzzle can be asked start(S), goal(S), path(S, Moves),
path(S, G, Moves), walk(S, G, Moves), depth(S, N), hardest(S, N), reachable(S),
lower_bound(S, N) and rewrite(Before, Label, After, Guards)."""


def help_text() -> str:
    """What can be done at the prompt."""
    return _HELP


def documented(session: Session) -> Iterator[tuple[Key, str, str, str]]:
    """Everything that can be asked or said: its key, how it is called, its description, and where it is from."""
    from .commands import COMMANDS

    for key, command in COMMANDS.items():
        assert key is not None
        yield key, f"{key[0]}/{key[1]}", command.__doc__ or "", "command"
    for key, control in CONTROLS.items():
        yield key, f"{key[0]}/{key[1]}", control.__doc__ or "", "language"
    names = session.names()
    for key in dict.fromkeys(names.known()):
        for predicate in _meant(session, key):
            owner = session.owner(predicate)
            yield key, called(key, predicate), predicate.__doc__ or "", owner.name if owner else "language"


def _meant(session: Session, key: Key) -> list[Predicate]:
    """The relations of a name: in several files it may mean several."""
    name, arity = key
    own = [found for file in session.files.values() if (found := FileNames(file).own(name, arity)) is not None]
    if own:
        return own
    common = session.names().find(name, arity)
    return [] if common is None else [common]


def called(key: Key, predicate: Predicate) -> str:
    """How a relation is called, with the names of its parameters where it has them."""
    name, arity = key
    parameters = predicate.parameters
    return f"{name}({', '.join(parameters)})" if parameters and len(parameters) == arity else f"{name}/{max(arity, 0)}"


def topic(session: Session, name: str, arity: int | None) -> str:
    """What `help(name)` tells.

    Raises
    ------
    PuzzleError
        Nothing has this name.
    """
    found = [row for row in documented(session) if row[0][0] == name and arity in (None, row[0][1])]
    if not found:
        hint = refusal(name, arity or 0) or suggestion(name, arity or 0, (row[0] for row in documented(session)))
        raise PuzzleError(f"there is no help on {name}", hint=hint)
    return "\n\n".join(_entry(usage, doc, origin) for _, usage, doc, origin in found)


def _entry(usage: str, doc: str, origin: str) -> str:
    body = textwrap.dedent(doc if "\n" not in doc else _indented_first(doc)).strip() or "(no description)"
    return f"{usage}  [{origin}]\n" + textwrap.indent(body, "  ")


def _indented_first(doc: str) -> str:
    """A docstring with its first line indented like the others."""
    first, rest = doc.split("\n", 1)
    margin = min((len(line) - len(line.lstrip()) for line in rest.splitlines() if line.strip()), default=0)
    return f"{' ' * margin}{first.lstrip()}\n{rest}"


def apropos(session: Session, word: str) -> str:
    """What `apropos(word)` tells.

    Raises
    ------
    PuzzleError
        Nothing has the word in it.
    """
    rows = [
        (usage, doc.strip().split("\n", 1)[0])
        for _, usage, doc, _ in documented(session)
        if word.lower() in usage.lower() or word.lower() in doc.lower()
    ]
    if not rows:
        raise PuzzleError(f"nothing has {word} in its name or description", hint="listing. tells what is loaded")
    left = min(max(len(usage) for usage, _ in rows), 32)
    return "\n".join(cut(f"{usage:<{left}}  {doc}".rstrip()) for usage, doc in rows)


def cut(line: str) -> str:
    """A line no wider than the terminal of old."""
    return line if len(line) <= WIDTH else f"{line[: WIDTH - 3]}..."
