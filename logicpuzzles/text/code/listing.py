"""The instructions that a relation becomes for the query machine, as text."""

from __future__ import annotations

from ...errors import PuzzleError
from ...logic.machine.clauses import Unsupported
from ...logic.machine.image import Image
from ...logic.machine.listing import Listing
from ...logic.relations import Predicate
from ...logic.writer import write


def code_of(name: str, predicate: Predicate) -> str:
    """The code of a relation, an instruction a line.

    Raises
    ------
    PuzzleError
        Only the resolver runs it.
    """
    try:
        return "\n".join(Listing(Image(), write).lines(predicate, write(name)))
    except Unsupported as why:
        problem = f"{name}/{predicate.arity} has no code: the query machine does not run {why}"
        raise PuzzleError(problem, hint=f"listing({write(name)}/{predicate.arity}). prints the clauses") from None
