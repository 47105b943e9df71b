"""What the query machine runs for the relations written in Python: kernels, and the clauses of `definitions.pl`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain
from pathlib import Path

from ...logic.lists import heado, lengtho, tailo
from ...logic.machine import codes
from ...logic.machine.clauses import Clause, Kind, Native, Same
from ...logic.machine.library import InPython
from ...logic.permutations import permuteo
from ...logic.positions import ntho, seto, swapo
from ...logic.relations import Outcome, Predicate, Primitive
from ...logic.terms import vars
from ..complaints import Complaints
from ..names import Indicator, Namespace
from ..predicates.builtins import BUILTINS
from ..predicates.builtins import HELPERS as OF_LIBRARY
from ..sentences import Sorter
from ..stated import Stated
from ..syntax.lexical import LIBRARY, Source
from .lowering import KINDS, clause_of
from .phrase_check import BEGINS

NATIVES: dict[Indicator, int] = {
    ("append", 3): codes.P_APPEND,
    ("memberchk", 2): codes.P_MEMBERCHK,
    ("select", 3): codes.P_SCOPED,
    ("length", 2): codes.P_LENGTH,
    ("reverse", 2): codes.P_REVERSE,
    ("same_length", 2): codes.P_SAME_LENGTH,
    ("nth0", 3): codes.P_NTH0,
    ("nth1", 3): codes.P_NTH1,
    ("nth0", 4): codes.P_NTH0_REST,
    ("nth1", 4): codes.P_NTH1_REST,
    ("numlist", 3): codes.P_NUMLIST,
    ("sum_list", 2): codes.P_SUM,
    ("sumlist", 2): codes.P_SUM,
    ("max_list", 2): codes.P_MAX,
    ("min_list", 2): codes.P_MIN,
    ("is_list", 1): codes.P_IS_LIST,
    ("ground", 1): codes.P_GROUND,
    (">>", 1): codes.P_GROUND,
    ("between", 3): codes.P_BETWEEN,
    ("succ", 2): codes.P_SUCC,
    ("plus", 3): codes.P_PLUS,
    ("functor", 3): codes.P_FUNCTOR,
    ("arg", 3): codes.P_ARG,
    ("=..", 2): codes.P_UNIV,
    ("compare", 3): codes.P_COMPARE,
    ("@<", 2): codes.P_BEFORE,
    ("@>", 2): codes.P_AFTER,
    ("@=<", 2): codes.P_NOT_AFTER,
    ("@>=", 2): codes.P_NOT_BEFORE,
    ("msort", 2): codes.P_MSORT,
    ("sort", 2): codes.P_SORT,
    ("list_to_set", 2): codes.P_SET,
    ("sort", 4): codes.P_SORT4,
    ("ntho", 3): codes.P_NTHO,
    ("seto", 4): codes.P_PUT,
    ("swapo", 4): codes.P_EXCHANGE,
}
HELPERS: dict[Indicator, int] = {("ends_", 3): codes.P_ENDS, ("tag_", 2): codes.P_TAG}
# Relations for Python alone: those that differ from one for texts in errors only, which Python tells; and the others.
ALIKE: dict[Indicator, Predicate] = {("length", 2): lengtho}
_OWN: tuple[Primitive, ...] = (heado, tailo, ntho, permuteo, seto, swapo)
OWN: dict[Indicator, Predicate] = {(made.name, made.arity or 0): made for made in _OWN}
IN_PYTHON = {(f"{key[0]}_", key[1]): InPython(*key, made) for key, made in OWN.items()}
IN_PYTHON["begins_", 1] = InPython("phrase", 1, BEGINS)


class Defined(Predicate):
    """A helper of `definitions.pl`, or one of the kernel's own for it."""

    def __init__(self, name: str, arity: int) -> None:
        self.name, self.arity = self.key = name, arity

    def lowered(self) -> Native | list[Clause] | None:
        return Native(HELPERS[self.key]) if self.key in HELPERS else _clauses(self.key)


@cache
def _definitions() -> tuple[dict[Indicator, Stated], Namespace]:
    """The clauses of `definitions.pl` as they were read, and what names mean in them."""
    text = Path(__file__).parents[1].joinpath("definitions.pl").read_text(encoding="utf-8")
    stated = Sorter(Source(text, LIBRARY), lambda: None, Complaints()).blocks[0].clauses
    own = {key: Defined(*key) for key in (*stated, *HELPERS) if key not in BUILTINS}
    return stated, Namespace({**own, **OWN, **IN_PYTHON}, Namespace(OF_LIBRARY, Namespace(BUILTINS)))


@cache
def _keys() -> dict[Callable[..., Outcome], Indicator]:
    """What a function that defines a relation is called in `definitions.pl`."""
    named = chain(BUILTINS.items(), OF_LIBRARY.items(), ALIKE.items(), OWN.items())
    return {made.function: key for key, made in named if isinstance(made, Primitive)}


def _clauses(key: Indicator) -> list[Clause] | None:
    stated, names = _definitions()
    made = [clause_of(clause.head, clause.body, clause.sentence, names) for clause in stated.get(key, ())]
    return made or None


def defined(relation: Primitive) -> Native | list[Clause] | None:
    """What the kernel runs for a relation written in Python; None where only Python can run it."""
    key = _keys().get(relation.function)
    if key is None:
        return None
    if key in KINDS:
        (term,) = vars(1)
        return [Clause((term,), [Kind(KINDS[key], term)])]
    if key in (("==", 2), ("\\==", 2)):
        left, right = vars(2)
        return [Clause((left, right), [Same(left, right, None, key[0] != "==")])]
    return Native(NATIVES[key], _clauses(key)) if key in NATIVES else _clauses(key)
