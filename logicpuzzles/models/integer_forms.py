"""The forms of constraints over integers, for the compiled engine; what is not here is a table, or tested."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Protocol

from ..logic.integers.booleans import Formula, Joint, booleans
from ..logic.integers.cardinality import Cardinality
from ..logic.integers.circuits import Circuit
from ..logic.integers.cumulative import Cumulative
from ..logic.integers.diagrams import FALSE, TRUE
from ..logic.integers.distinct import AllDifferent
from ..logic.integers.linear import Linear
from ..logic.integers.operations import Operation
from ..logic.integers.ordering import Lexicographic
from ..logic.integers.propagation import Propagation, Propagator
from ..logic.integers.rectangles import Disjoint
from ..logic.integers.reified import Member, Reified
from ..logic.integers.tables import Element, Table
from ..logic.terms import VARIABLES, AnyTerm
from .constraints.base import Lowering
from .constraints.cardinality import each_counted
from .constraints.circuit import RoundTrip
from .constraints.cumulative import sharing
from .constraints.diagrams import diagram
from .constraints.element import item_at
from .constraints.equality import AllDifferent as Different
from .constraints.forms import Form, Never
from .constraints.lexicographic import InOrder
from .constraints.linear import comparison, fits
from .constraints.no_overlap import boxes_apart
from .constraints.products import Product
from .constraints.tables import Table as Rows
from .values import LARGEST, Scope, Test, Values

FEW_ROWS = 2_000  # of a table that says more than a sum


class Numbering(Protocol):
    """What numbers the unknowns as the variables of a model."""

    on: Propagation
    domains: list[Values]
    lowering: Lowering

    def scope(self, terms: Sequence[AnyTerm]) -> Scope:
        """The numbers of terms."""

    def constant(self, value: int) -> int:
        """The number of a new variable with one value."""

    def bit(self) -> int:
        """The number of a new variable that is 0 or 1."""

    def tested(self, scope: Scope, test: Test) -> list[Form]:
        """The variables of `scope` pass a test."""


def _linear(to: Numbering, posted: Linear) -> list[Form] | None:
    left, rest = posted.open(to.on)
    scope = to.scope([unknown for _, unknown in left])
    multipliers = [multiplier for multiplier, _ in left]
    if not fits(to.lowering, scope, multipliers, rest):
        return None
    return comparison(scope, multipliers, posted.relation, rest)


def _reified(to: Numbering, posted: Reified) -> list[Form] | None:
    """Large sums with a multiple of the truth in them, so that they only hold back where it says so."""
    truth, linear = to.on.value(posted.truth), posted.linear
    if truth is not None:
        return _linear(to, linear if truth else linear.denied())
    left, rest = linear.open(to.on)
    scope = to.scope([unknown for _, unknown in left])
    (bit,) = to.scope([posted.truth])
    if 2 * prod(len(to.domains[v]) for v in scope) <= FEW_ROWS:
        return None
    multipliers = [multiplier for multiplier, _ in left]
    if not fits(to.lowering, scope, [4 * m for m in multipliers], 4 * abs(rest)):
        return None
    if linear.relation == "<=":
        return _at_most(to, scope, multipliers, rest, bit)
    below, above = to.bit(), to.bit()  # at least one of them holds, and both where the sum is equal
    bound = 1 if linear.relation == "==" else 2
    sign = -1 if linear.relation == "==" else 1
    return [
        *_at_most(to, scope, multipliers, rest, below),
        *_at_most(to, scope, [-m for m in multipliers], -rest, above),
        *comparison((below, above, bit), (1, 1, sign), "==", bound),
    ]


def _member(to: Numbering, posted: Member) -> list[Form] | None:
    """A domain with many values of which those above or below a number are meant: as a sum is."""
    truth, scope = to.on.value(posted.truth), to.scope([posted.term])
    values = sorted(to.domains[scope[0]])
    inside = [value for value in values if value in posted.domain]
    if truth is not None or 2 * len(values) <= FEW_ROWS or len(inside) in (0, len(values)):
        return None
    n, (bit,) = len(inside), to.scope([posted.truth])
    if inside == values[:n]:
        return _at_most(to, scope, [1], inside[-1], bit)
    return _at_most(to, scope, [-1], -inside[0], bit) if inside == values[-n:] else None


def _at_most(to: Numbering, scope: Scope, multipliers: Sequence[int], bound: int, bit: int) -> list[Form]:
    """`bit` is 1 if the sum is at most `bound`, and 0 if not."""
    spans = [(m * min(to.domains[v]), m * max(to.domains[v])) for m, v in zip(multipliers, scope, strict=True)]
    low, high = sum(map(min, spans)), sum(map(max, spans))
    if high <= bound or low > bound:
        return comparison((bit,), (1,), "==", int(high <= bound))
    whole = (*scope, bit)
    return [
        *comparison(whole, (*multipliers, high - bound), "<=", high),
        *comparison(whole, (*multipliers, bound + 1 - low), ">=", bound + 1),
    ]


def _operation(to: Numbering, posted: Operation) -> list[Form] | None:
    if posted.operator != "*" or to.on.value(posted.defined) != 1:
        return None
    scope = to.scope((posted.left, posted.right, posted.result))
    sizes = [max(1, *map(abs, to.domains[v])) for v in scope]
    is_small = len(to.domains[scope[0]]) * len(to.domains[scope[1]]) <= FEW_ROWS
    if is_small or len(set(scope)) < 3 or prod(sizes) >= LARGEST:
        return None
    return [Product(scope, True, 0, 0)]


def _different(to: Numbering, posted: AllDifferent) -> list[Form]:
    left = [term for term in map(to.on.walk, posted.terms) if type(term) in VARIABLES]
    return [Different(to.scope(left))] if len(left) > 1 else []


def _table(to: Numbering, posted: Table) -> list[Form]:
    scope = to.scope(posted.terms)
    first = [scope.index(v) for v in scope]  # a variable that is there twice has one value
    places = sorted(set(first))
    rows = [row for row in posted.rows if all(row[i] == x for i, x in zip(first, row, strict=True))]
    kept = tuple(dict.fromkeys(tuple([row[place] for place in places]) for row in rows))
    return [Rows(tuple([scope[place] for place in places]), kept)]


def _element(to: Numbering, posted: Element) -> list[Form]:
    index, value, *items = to.scope(posted.terms)
    return item_at(to.lowering, index, tuple(items), value, 1)


def _lexicographic(to: Numbering, posted: Lexicographic) -> list[Form]:
    pairs = posted.pairs()
    scope = (*to.scope([left for left, _ in pairs]), *to.scope([right for _, right in pairs]))
    if not scope:
        return [Never(to.scope((0,)))] if posted.is_strict else []
    return [InOrder(scope, posted.is_strict)]


def _circuit(to: Numbering, posted: Circuit) -> list[Form] | None:
    scope = to.scope(posted.terms)
    if len(set(scope)) < len(scope) or len(scope) < 2:
        return None
    return [RoundTrip(scope, tuple(range(1, len(scope) + 1)))]


def _cardinality(to: Numbering, posted: Cardinality) -> list[Form]:
    split = len(posted.terms) - len(posted.values)
    return each_counted(to.lowering, to.scope(posted.terms[:split]), posted.values, to.scope(posted.terms[split:]))


def _cumulative(to: Numbering, posted: Cumulative) -> list[Form] | None:
    """What tasks last and need must be known."""
    amounts = list(map(to.on.value, posted.terms))
    durations, needs, limit = amounts[1:-1:3], amounts[2:-1:3], amounts[-1]
    known = [amount for amount in (*durations, *needs, limit) if amount is not None]
    if len(known) < 2 * len(durations) + 1:
        return None
    scope = to.scope(posted.terms[:-1:3])
    times = max(abs(time) for v in scope for time in to.domains[v])
    if (times + sum(known)) ** 2 >= LARGEST:
        return None
    return sharing(list(zip(scope, known[: len(scope)], known[len(scope) : -1], strict=True)), known[-1])


def _rectangles(to: Numbering, posted: Disjoint) -> list[Form] | None:
    """How wide and how high they are must be known, and above 0."""
    terms = list(map(to.on.walk, posted.terms))
    lengths = [term for term in terms[1::2] if type(term) is int and term > 0]
    unknowns = [term for term in terms[::2] if type(term) is not int]
    if 2 * len(lengths) < len(terms) or len(set(unknowns)) < len(unknowns):
        return None
    corners = tuple(to.constant(term) if type(term) is int else to.scope((term,))[0] for term in terms[::2])
    times = max(abs(x) for v in corners for x in to.domains[v])
    return None if (times + sum(lengths)) ** 2 >= LARGEST else boxes_apart(to.lowering, corners, tuple(lengths), 2)


def _formula(to: Numbering, posted: Formula) -> list[Form]:
    """Its decision diagram, each layer a variable: a state is what is left to be true."""
    own = booleans(to.on.machine)
    f = own.for_all_atoms(posted.function(to.on))
    levels = own.levels(f)
    scope = to.scope([own.names[level] for level in levels])
    if not levels:
        return [] if f == TRUE else [Never(to.scope((0,)))]

    def step(state: int, place: int, value: int) -> int | None:
        after = state
        if own.level[state] == levels[place]:
            after = own.high[state] if value else own.low[state]
        return None if after == FALSE else after

    return diagram(scope, [(0, 1)] * len(scope), f, step, lambda state: state == TRUE)


LOWERED: dict[type[Propagator], Callable[[Any, Any], list[Form] | None]] = {
    Linear: _linear,
    Reified: _reified,
    Member: _member,
    Operation: _operation,
    AllDifferent: _different,
    Table: _table,
    Element: _element,
    Lexicographic: _lexicographic,
    Circuit: _circuit,
    Cumulative: _cumulative,
    Cardinality: _cardinality,
    Disjoint: _rectangles,
    Formula: _formula,
    Joint: lambda to, posted: [],  # the formulas say the same
}
