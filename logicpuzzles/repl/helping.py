"""What help, apropos and listing tell: documentation, the comments above clauses, and the clauses themselves."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import suppress

from ..commands.layout import called, cut_table, first_line, own, wrapped
from ..commands.session_table import IN_THE_SESSION
from ..drawing.folding import WIDTH, fitted
from ..errors import PuzzleError
from ..logic.facts import Relation
from ..logic.operators import HIGHEST, STANDARD, Operators
from ..logic.relations import Predicate
from ..logic.terms import Term
from ..logic.writer import atom, write
from ..rulefile.rulebook import RuleFile, available
from ..text.code.clauses import Clauses
from ..text.names import Indicator, Namespace, suggestion
from ..text.namespaces import FileNamespace
from ..text.predicates import CONTROLS
from ..text.refusals import REFUSED
from ..text.tabled.tabling import Tabled
from .dispatch import RelationName
from .names import COMMANDS, example
from .session import Session

_ASKING = """\
Ask whether something is true, with unknowns where you want to know, and end with a full stop:

  {example}.

Unknowns begin with a capital letter or _, everything else with a small one. A comma is "and", a semicolon "or". \
After an answer, ; or space gives the next and Enter stops. Ctrl-C stops a query. Tab completes."""
_PUZZLE = """\
A loaded puzzle can be asked start(S), goal(S), path(S, Moves), path(S, G, Moves), path(S, G, Moves, Cost), \
walk(S, G, Moves), walk(S, G, Moves, Cost), depth(S, N), \
hardest(S, N), reachable(S), lower_bound(S, N) and rewrite(Before, Label, After, Guards)."""


def help_(session: Session, about: RelationName | None = None) -> None:
    """Tell what can be done at the prompt, or about what has a name; raise `PuzzleError` where nothing has it."""
    session.say(_all(session) if about is None else _about(session, *about))


def _all(session: Session) -> str:
    file = atom(next(iter(session.files or available()), "name"))
    briefs = [command.prompt.brief for command in IN_THE_SESSION if command.prompt and command.prompt.brief[0]]
    rows = "\n".join(f"  {usage.format(file=file):<18}  {what}" for usage, what in briefs)
    asking = _ASKING.format(example=example(session.files.values()))
    return fitted(f"{asking}\n\n{rows}\n\n{_PUZZLE}", min(session.columns(), WIDTH))


def _about(session: Session, name: str, arity: int | None) -> str:
    files = [file for file in session.files.values() if file.name == name and arity is None]
    rows = list(documented(session))
    found = [(file.name, file.doc, str(file.file)) for file in files]
    found += [(usage, doc, f) for key, usage, doc, f in rows if key[0] == name and arity in (None, key[1])]
    if not found:
        hint = REFUSED.get(name) or suggestion(name, arity or 0, (row[0] for row in rows))
        hint = hint or f"apropos({atom(name)}). searches names and descriptions"
        raise PuzzleError(f"there is no help on {name}", hint=hint)
    return "\n\n".join(_entry(*one, session.columns()) for one in found)


def _entry(usage: str, doc: str, origin: str, width: int) -> str:
    body = wrapped(inspect.cleandoc(doc) or "(no description)", width - 2)
    return fitted(f"{usage}  [{origin}]\n" + textwrap.indent(body, "  "), width)


def documented(session: Session) -> Iterator[tuple[Indicator, str, str, str]]:
    """Everything that can be asked or said: its key, how it is called, its description, and where it is from."""
    for key, (usage, prompt) in COMMANDS.items():
        yield key, usage, prompt.help, "command"
    for key, control in CONTROLS.items():
        yield key, f"{key[0]}/{key[1]}", control.__doc__ or "", "language"
    names = session.names()
    for key in dict.fromkeys(names.known()):
        if key in COMMANDS:
            continue
        for predicate in _relations_named(session, names, key):
            owner = session.owner(predicate)
            yield key, called(key, predicate), predicate.__doc__ or "", owner.name if owner else "language"


def _relations_named(session: Session, names: Namespace, key: Indicator) -> list[Predicate]:
    """The relations of a name: in several files it may mean several."""
    name, arity = key
    known = [found for file in session.files.values() if (found := FileNamespace(file).own(name, arity)) is not None]
    if known:
        return known
    common = names.find(name, arity)
    return [] if common is None else [common]


def apropos(session: Session, word: RelationName) -> None:
    """List what has a word in its name or description; raise `PuzzleError` where nothing has."""
    wanted = word[0].lower()
    rows = [
        (usage, first_line(doc), wanted in key[0].lower(), origin)
        for key, usage, doc, origin in documented(session)
        if wanted in key[0].lower() or wanted in doc.lower()
    ]
    if not rows:
        raise PuzzleError(f"nothing has {word[0]} in its name or description", hint="listing. tells what is loaded")
    rows.sort(key=lambda row: (not row[2], row[3] == "language"))  # by name first, and what is loaded
    session.say(cut_table([row[:2] for row in rows], session.columns()))


MOST = 100  # facts that are printed of one relation


def listing(session: Session, relations: Sequence[RelationName] = (), form: str = "clauses") -> None:
    """Print the clauses or the code of relations; without any, what is loaded.

    `PuzzleError` where no rule file has a relation; the code of what every text may use is printed too.
    """
    if not relations:
        session.say(_loaded(session))
    for name, arity in relations:
        stated = [
            (rulefile, predicate)
            for rulefile in session.files.values()
            for key, predicate in own(rulefile).items()
            if key[0] == name and arity in (None, key[1])
        ]
        if form == "code":
            found = _codes(name, [predicate for _, predicate in stated] or _common(session, name, arity))
        else:
            found = [f"% {file.name}: {name}/{one.arity}\n{_stated(name, one, file)}" for file, one in stated]
        if not found:
            raise _unknown(session, name, arity)
        session.say("\n\n".join(found))


def _common(session: Session, name: str, arity: int | None) -> list[Predicate]:
    """The relations of a name that every text may use."""
    names = session.names()
    keys = dict.fromkeys(key for key in names.known() if key[0] == name and arity in (None, key[1]))
    found = [names.find(*key) for key in keys if key not in COMMANDS]
    return [predicate for predicate in found if predicate is not None]


def _codes(name: str, predicates: Sequence[Predicate]) -> list[str]:
    from ..text.code.listing import code_of  # here: it takes numpy, which no other command of the session needs

    return [code_of(name, predicate) for predicate in predicates]


def _loaded(session: Session) -> str:
    """The relations of each rule file; where none is loaded, those that can be."""
    if not session.files:
        rows = [(atom(name), summary) for name, summary in available().items()]
        return f"% no rule file is loaded; [name]. loads one of these:\n{cut_table(rows, session.columns(), '  ')}"
    parts = []
    for rulefile in session.files.values():
        rows = [(called(key, relation), first_line(relation.__doc__)) for key, relation in own(rulefile).items()]
        parts.append(f"% {rulefile.name}  ({rulefile.file})\n{cut_table(rows, session.columns(), '  ')}".rstrip())
    return "\n\n".join(parts)


def _unknown(session: Session, name: str, arity: int | None) -> PuzzleError:
    stated = [key for rulefile in session.files.values() for key in own(rulefile)]
    common = any(key[0] == name for key in session.names().known()) and all(key[0] != name for key in stated)
    common = common or any(key[0] == name and arity in (None, key[1]) for key in CONTROLS)
    hint = f"help({name}). tells about it" if common else suggestion(name, arity or 0, iter(stated))
    hint = hint or "listing. tells what is loaded"
    what = name if arity is None else f"{name}/{arity}"
    return PuzzleError(f"no rule file that is loaded states {what}", hint=hint)


def _stated(name: str, predicate: Predicate, rulefile: RuleFile) -> str:
    if isinstance(predicate, Clauses):
        directive = [f":- table {predicate.declared}."] if isinstance(predicate, Tabled) else []
        clauses = [f"{textwrap.dedent(clause.sentence.text).strip()}." for clause in predicate.clauses]
        return "\n".join([*directive, *clauses])
    if isinstance(predicate, Relation):
        return _facts(name, predicate, rulefile.operators or STANDARD)
    if rulefile.changed:
        return "% its file was edited; make. reads it again"
    with suppress(AttributeError, OSError, TypeError):
        return textwrap.dedent(inspect.getsource(predicate.function)).rstrip()  # type: ignore[attr-defined]
    return f"% {name} is not stated as clauses"


def _facts(name: str, relation: Relation, operators: Operators) -> str:
    facts = list(relation)
    lines = [f"{write(Term(name, fact), highest=HIGHEST, operators=operators)}." for fact in facts[:MOST]]
    return "\n".join([*lines, f"% and {len(facts) - MOST:,} more"] if len(facts) > MOST else lines)
