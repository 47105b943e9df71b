"""What listing prints: the clauses of a relation as they were written, or what is loaded."""

from __future__ import annotations

import inspect
import textwrap
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from ..logic.facts import Relation
from ..logic.relations import Predicate
from ..logic.terms import Term
from ..text.code.clauses import Clauses
from ..text.names import Key, suggestion
from ..text.syntax.writer import write
from .helping import called, cut

if TYPE_CHECKING:
    from .session import Session

MOST = 100  # facts that are printed of one relation


def list_all(session: Session) -> str:
    """The relations of each rule file."""
    parts = []
    for rulefile in session.files.values():
        lines = [f"% {rulefile.name}  ({rulefile.file})"]
        for name, predicate in rulefile.relations.items():
            key = (name.split("/")[0], predicate.arity or 0)
            doc = (predicate.__doc__ or "").strip().split("\n", 1)[0]
            lines.append(cut(f"  {called(key, predicate):<30}  {doc}".rstrip()))
        parts.append("\n".join(lines))
    return "\n\n".join(parts) or "% no rule file is loaded; [seven]. loads one"


def list_relation(session: Session, name: str, arity: int | None) -> str:
    """The clauses of the relations called `name`.

    Raises
    ------
    PuzzleError
        No such relation is in a rule file.
    """
    found = []
    for rulefile in session.files.values():
        for known, predicate in rulefile.relations.items():
            if known.split("/")[0] == name and arity in (None, predicate.arity):
                found.append(f"% {rulefile.name}: {name}/{predicate.arity}\n{_stated(name, predicate)}")
    if not found:
        raise _unknown(session, name, arity)
    return "\n\n".join(found)


def _unknown(session: Session, name: str, arity: int | None) -> PuzzleError:
    common = any(key[0] == name for key in session.names().known())
    known: list[Key] = [
        (own.split("/")[0], predicate.arity or 0)
        for rulefile in session.files.values()
        for own, predicate in rulefile.relations.items()
    ]
    hint = f"help({name}). tells about it" if common else suggestion(name, arity or 0, iter(known))
    return PuzzleError(f"no rule file that is loaded states {name}", hint=hint)


def _stated(name: str, predicate: Predicate) -> str:
    if isinstance(predicate, Clauses):
        return "\n".join(f"{textwrap.dedent(clause.sentence.text).strip()}." for clause in predicate.clauses)
    if isinstance(predicate, Relation):
        return _facts(name, predicate)
    try:
        return textwrap.dedent(inspect.getsource(predicate.function)).rstrip()  # type: ignore[attr-defined]
    except (AttributeError, OSError, TypeError):
        pass
    return f"% {name} is not stated as clauses"


def _facts(name: str, relation: Relation) -> str:
    facts = list(relation)
    lines = [f"{write(Term(name, fact))}." for fact in facts[:MOST]]
    return "\n".join([*lines, f"% and {len(facts) - MOST:,} more"] if len(facts) > MOST else lines)
