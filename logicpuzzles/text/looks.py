"""What Prolog text says of pictures: facts `colour/2` and `shape/2`, and things that lie on each other."""

from __future__ import annotations

from ..drawing.stacks import Stacks, Towers, stacks, towers
from ..endings import Value
from ..logic.facts import Relation
from ..logic.terms import AnyTerm, Term
from .program import Program


def looks_of(program: Program, name: str) -> dict[Value, str] | None:
    """The colours or shapes of values that facts `name(Value, Look)` tell; None where there are none.

    Clauses with a body, and facts of which none has an atom in its second place, are relations of the file's own.
    """
    relation = program.predicates.get((name, 2))
    if not isinstance(relation, Relation) or not any(isinstance(look, str) for _, look in relation):
        return None
    return dict(relation)


def piled(picture: AnyTerm) -> Stacks | Towers | None:
    """The picture `stacks(Things, Places)` or `towers(Things, Places)`; None for anything else."""
    if not isinstance(picture, Term) or picture.name not in ("stacks", "towers") or len(picture.args) != 2:
        return None
    things, places = picture.args
    if not all(isinstance(part, tuple) and part for part in (things, places)):
        return None
    return stacks(things, places) if picture.name == "stacks" else towers(things, places)
