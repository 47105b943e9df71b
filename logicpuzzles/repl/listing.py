"""What listing prints: the clauses of a relation as they were written, or what is loaded."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Sequence

from ..commands.layout import called, cut_table, first_line, own
from ..errors import PuzzleError
from ..logic.facts import Relation
from ..logic.relations import Predicate
from ..logic.terms import Term
from ..rulefile.rulebook import RuleFile, available
from ..text.code.clauses import Clauses
from ..text.names import suggestion
from ..text.syntax.writer import atom, write
from ..text.tabled.tabling import Tabled
from .dispatch import RelationName
from .session import Session

MOST = 100  # facts that are printed of one relation


def listing(session: Session, relations: Sequence[RelationName] = ()) -> None:
    """Print the clauses of relations; without any, what is loaded.

    Raises
    ------
    PuzzleError
        No such relation is in a rule file.
    """
    if not relations:
        session.say(_loaded(session) if session.files else _loadable(session.columns()))
    for name, arity in relations:
        found = [
            f"% {rulefile.name}: {name}/{predicate.arity}\n{_stated(name, predicate, rulefile)}"
            for rulefile in session.files.values()
            for key, predicate in own(rulefile).items()
            if key[0] == name and arity in (None, key[1])
        ]
        if not found:
            raise _unknown(session, name, arity)
        session.say("\n\n".join(found))


def _loadable(width: int) -> str:
    rows = [(atom(name), summary) for name, summary in available().items()]
    return f"% no rule file is loaded; [name]. loads one of these:\n{cut_table(rows, width, '  ')}"


def _loaded(session: Session) -> str:
    """The relations of each rule file."""
    parts = []
    for rulefile in session.files.values():
        rows = [(called(key, relation), first_line(relation.__doc__)) for key, relation in own(rulefile).items()]
        parts.append(f"% {rulefile.name}  ({rulefile.file})\n{cut_table(rows, session.columns(), '  ')}".rstrip())
    return "\n\n".join(parts)


def _unknown(session: Session, name: str, arity: int | None) -> PuzzleError:
    stated = [key for rulefile in session.files.values() for key in own(rulefile)]
    common = any(key[0] == name for key in session.names().known()) and all(key[0] != name for key in stated)
    hint = f"help({name}). tells about it" if common else suggestion(name, arity or 0, iter(stated))
    what = name if arity is None else f"{name}/{arity}"
    return PuzzleError(f"no rule file that is loaded states {what}", hint=hint)


def _stated(name: str, predicate: Predicate, rulefile: RuleFile) -> str:
    if isinstance(predicate, Clauses):
        directive = [f":- table {atom(name)}/{predicate.arity}."] if isinstance(predicate, Tabled) else []
        return "\n".join(
            [*directive, *(f"{textwrap.dedent(clause.sentence.text).strip()}." for clause in predicate.clauses)]
        )
    if isinstance(predicate, Relation):
        return _facts(name, predicate)
    if rulefile.changed:
        return "% its file was edited; make. reads it again"
    try:
        return textwrap.dedent(inspect.getsource(predicate.function)).rstrip()  # type: ignore[attr-defined]
    except (AttributeError, OSError, TypeError):
        pass
    return f"% {name} is not stated as clauses"


def _facts(name: str, relation: Relation) -> str:
    facts = list(relation)
    lines = [f"{write(Term(name, fact))}." for fact in facts[:MOST]]
    return "\n".join([*lines, f"% and {len(facts) - MOST:,} more"] if len(facts) > MOST else lines)
