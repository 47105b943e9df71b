"""What help and apropos tell: documentation strings, and the comments above clauses."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ..drawing.folding import WIDTH, cut, fitted
from ..errors import PuzzleError
from ..logic.relations import Predicate
from ..rulefile.rulebook import available
from ..text.names import CONTROLS, Indicator, suggestion
from ..text.namespaces import FileNamespace
from ..text.refusals import refusal
from ..text.syntax.writer import atom
from .vocabulary import example

if TYPE_CHECKING:
    from .session import Session

LONGEST = 40  # characters of a call; of a longer one only the number of parameters is told
_ASKING = """\
Ask whether something is true, with unknowns where you want to know, and end with a full stop:

  {example}.

Unknowns begin with a capital letter or _, everything else with a small one. A comma is "and", a semicolon "or". \
After an answer, ; or space gives the next and Enter stops. Ctrl-C stops a query. Tab completes."""
_COMMANDS = (
    ("[{file}].", "load a rule file, by name or path: ['./mine.pl']"),
    ("make.", "read again what was edited"),
    ("listing.", "what is loaded; listing(name/N). prints the clauses"),
    ("help(name).", "about a relation, command or rule file"),
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


def documented(session: Session) -> Iterator[tuple[Indicator, str, str, str]]:
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


def _meant(session: Session, key: Indicator) -> list[Predicate]:
    """The relations of a name: in several files it may mean several."""
    name, arity = key
    known = [found for file in session.files.values() if (found := FileNamespace(file).own(name, arity)) is not None]
    if known:
        return known
    common = session.names().find(name, arity)
    return [] if common is None else [common]


def called(key: Indicator, predicate: Predicate) -> str:
    """How a relation is called, with the names of its parameters where it has them."""
    name, arity = key
    parameters = predicate.parameters
    call = f"{name}({', '.join(parameters)})"
    fits = parameters and len(parameters) == arity and len(call) <= LONGEST
    return call if fits else f"{name}/{max(arity, 0)}"


def topic(session: Session, name: str, arity: int | None) -> str:
    """What `help(name)` tells: of a rule file, of relations and of commands.

    Raises
    ------
    PuzzleError
        Nothing has this name.
    """
    files = [file for file in session.files.values() if file.name == name and arity is None]
    rows = list(documented(session))
    found = [(file.name, file.doc, str(file.file)) for file in files]
    found += [(usage, doc, f) for key, usage, doc, f in rows if key[0] == name and arity in (None, key[1])]
    entries = [_entry(*one, session.columns()) for one in found]
    if not entries:
        hint = refusal(name, arity or 0) or suggestion(name, arity or 0, (row[0] for row in rows))
        raise PuzzleError(f"there is no help on {name}", hint=hint)
    return "\n\n".join(entries)


def _entry(usage: str, doc: str, origin: str, width: int) -> str:
    body = inspect.cleandoc(doc) or "(no description)"
    paragraphs = [_paragraph(paragraph, width - 2) for paragraph in body.split("\n\n")]
    return fitted(f"{usage}  [{origin}]\n" + textwrap.indent("\n\n".join(paragraphs), "  "), width)


def _paragraph(text: str, width: int) -> str:
    """A paragraph, filled anew where it is too wide; one with indented lines stays."""
    lines = text.split("\n")
    stays = max(map(len, lines)) <= width or any(line.startswith(" ") for line in lines)
    return text if stays else textwrap.fill(text, width, break_on_hyphens=False)


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
