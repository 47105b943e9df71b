"""What aggregate_all makes of the answers it has collected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...logic.functions import Number, whole
from ...logic.order import in_order, without_repeats
from ...logic.resolver import Machine
from ...logic.substitution import FAIL
from ...logic.terms import VARIABLES, AnyTerm, Term
from ..syntax.lexical import Sentence
from ..syntax.nodes import Compound, Constant, Node, Unknown, indicator_of
from .terms import number

Collect = Callable[[list[AnyTerm]], Any]


def is_unknown(spec: Node) -> bool:
    """Whether only the query says which aggregate it is."""
    return type(spec) is Unknown or type(spec) is Constant and type(spec.value) in VARIABLES


def aggregate(spec: Node, sentence: Sentence) -> tuple[Node, Collect]:
    """What to collect for each answer, and the function of what was collected.

    Raises
    ------
    PuzzleError
        There is no such aggregate.
    """
    key = indicator_of(spec)
    if key == ("count", 0):
        return Constant((), spec.at), len
    if type(spec) is Compound and key in _COLLECT:
        template = spec.args[0] if len(spec.args) == 1 else Compound("-", spec.args, spec.at)
        return template, _COLLECT[key]
    raise sentence.error(
        "there is no such aggregate", spec.at, "count, sum(X), max(X), max(X, Y), min(X), min(X, Y), bag(X) or set(X)"
    )


def _number(term: AnyTerm) -> Number:
    return number(Machine(), term, "aggregate_all")


def _best_with(choose: Callable[..., Any], name: str) -> Collect:
    """The greatest or the least value, with what it came with the first time."""

    def collect(found: list[AnyTerm]) -> AnyTerm:
        if not found:
            return FAIL
        pairs = [(_number(pair.args[0]), pair.args[1]) for pair in found]
        return Term(name, choose(pairs, key=lambda pair: pair[0]))

    return collect


_COLLECT: dict[tuple[str, int], Collect] = {
    ("sum", 1): lambda found: whole(sum(map(_number, found))),
    ("max", 1): lambda found: max(map(_number, found)) if found else FAIL,
    ("min", 1): lambda found: min(map(_number, found)) if found else FAIL,
    ("max", 2): _best_with(max, "max"),
    ("min", 2): _best_with(min, "min"),
    ("bag", 1): tuple,
    ("set", 1): lambda found: tuple(without_repeats(in_order(found, "aggregate_all"))),
}
