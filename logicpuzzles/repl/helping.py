"""What help and apropos tell: documentation strings, and the comments above clauses."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from ..logic.relations import Predicate
from ..rulefile.rulebook import available
from ..text.book import FileNames
from ..text.code.controls import CONTROLS
from ..text.names import Key, suggestion
from ..text.refusals import refusal
from ..text.syntax.writer import atom
from .layout import WIDTH, cut, fitted
from .vocabulary import example

if TYPE_CHECKING:
    from .session import Session

_ASKING = """\
Ask whether something is true, with unknowns where you want to know, and end with a full stop:

  {example}.

Unknowns begin with a capital letter or _, everything else with a small one. A comma is "and", a semicolon "or". \
After an answer, ; or space gives the next and Enter stops. Ctrl-C stops a query. Tab completes."""
_COMMANDS = (
    ("[{file}].", "load a rule file, by name or path: ['./mine.pl']"),
    ("make.", "read again what was edited"),
    ("listing.", "what is loaded; listing(name/N). prints the clauses"),
    ("help(name).", "about a relation or command"),
    ("apropos(word).", "what has a word in its name or description"),
    ("time(Goal).", "how long each answer takes"),
    ("why(Goal).", "the proof of each answer"),
    ("whynot(Goal).", "why there is no answer, and what comes nearest"),
    ("show(State).", "draw a state, or a solution: start(S), show(S)."),
    ("halt.", "leave; so does Ctrl-D"),
)
_PUZZLE = """\
A loaded puzzle can be asked start(S), goal(S), path(S, Moves), path(S, G, Moves), walk(S, G, Moves), depth(S, N), \
hardest(S, N), reachable(S), lower_bound(S, N) and rewrite(Before, Label, After, Guards)."""


def help_text(session: Session) -> str:
    """What can be done at the prompt."""
    file = next(iter(session.files or available()), "name")
    rows = [f"  {usage.format(file=atom(file)):<18}  {what}" for usage, what in _COMMANDS]
    parts = _ASKING.format(example=example(session)), "\n".join(rows), _PUZZLE
    return fitted("\n\n".join(parts), min(session.columns(), WIDTH))


def documented(session: Session) -> Iterator[tuple[Key, str, str, str]]:
    """Everything that can be asked or said: its key, how it is called, its description, and where it is from."""
    from .commands import COMMANDS

    for key, command in COMMANDS.items():
        assert key is not None
        yield key, command.usage, command.doc, "command"
    for key, control in CONTROLS.items():
        yield key, f"{key[0]}/{key[1]}", control.__doc__ or "", "language"
    names = session.names()
    for key in dict.fromkeys(names.known()):
        if key in COMMANDS:
            continue
        for predicate in _meant(session, key):
            owner = session.owner(predicate)
            yield key, called(key, predicate), predicate.__doc__ or "", owner.name if owner else "language"


def _meant(session: Session, key: Key) -> list[Predicate]:
    """The relations of a name: in several files it may mean several."""
    name, arity = key
    known = [found for file in session.files.values() if (found := FileNames(file).own(name, arity)) is not None]
    if known:
        return known
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
    entries = "\n\n".join(_entry(usage, doc, origin) for _, usage, doc, origin in found)
    return fitted(entries, session.columns())


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
    wanted = word.lower()
    rows = [
        (usage, doc.strip().split("\n", 1)[0], wanted in key[0].lower(), origin)
        for key, usage, doc, origin in documented(session)
        if wanted in key[0].lower() or wanted in doc.lower()
    ]
    if not rows:
        raise PuzzleError(f"nothing has {word} in its name or description", hint="listing. tells what is loaded")
    rows.sort(key=lambda row: (not row[2], row[3] == "language"))  # by name first, and what is loaded
    return table([row[:2] for row in rows], session.columns())


def table(rows: Sequence[tuple[str, str]], width: int, indent: str = "") -> str:
    """How things are called and what they are, a line for each."""
    left = min(max((len(usage) for usage, _ in rows), default=0), 32, width // 2)
    return "\n".join(cut(f"{indent}{usage:<{left}}  {doc}".rstrip(), width) for usage, doc in rows)
