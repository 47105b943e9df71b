"""Why a goal cannot be reached: what no sequence of moves changes, found from the rewrite rules without a search.

Parity is one such thing: where the places of a wandering blank can be coloured with two colours so that every odd
rule changes the colour and every even rule keeps it, colour plus sign of the permutation never changes. Colours of a
closed tour, numbers of a value and the like are found the same way: as sums that every rule keeps, modulo 2 or exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..endings import State
from ..logic.writer import write
from ..memo import memo
from ..rewriting.numbered import Guards
from ..rewriting.program import Program, program_of
from ..rewriting.rewrite import Pattern, Rewriting, matches
from ..rewriting.values import Numbers, members
from .features import Features, total
from .linear import LARGE, Seen, Span, Vector, centred, product, whole
from .reasons import Invariant, in_words
from .relaxation import Relaxed

MOST_RULES = 20_000  # rules and goals up to which a reason is looked for
MOST_GOALS = 1000


def invariants(rewriting: Rewriting, state: State | None = None) -> list[Invariant]:
    """The invariants of all states with the values of `state`, the simplest first.

    Without `state` the values that rules move about count as different where there are as many values as cells. Sums
    that cannot differ are left out, such as the number of a value where rules only move values about.
    """
    program = program_of(rewriting, state or ())
    return Conserved(program, _all_different(program) if state is None else program.values.encode(state)).invariants()


def _all_different(program: Program) -> Numbers | None:
    held = tuple(members(program.held))
    return held if len(held) == program.n_cells else None


def why_unreachable(rewriting: Rewriting, start: State, goals: Sequence[Pattern]) -> str | None:
    """Why no state that matches one of `goals` can be reached from `start`, in plain words; None if none is known."""
    if any(matches(goal, start) for goal in goals) or len(rewriting.rules) > MOST_RULES:
        return None
    if not rewriting.rules:
        return "no move is possible from any state: the relation has no answer"
    program = program_of(rewriting, start, goals)
    begin = program.values.encode(start)
    single = [program.wandering[n] for n in program.blanks(start)]
    parts = [part for goal in map(program.guards, goals) for part in _placed(program, goal, single)]
    if len(parts) > MOST_GOALS:
        return None
    conserved, relaxed = conserved_from(program, begin), Relaxed(program, begin)
    reasons: dict[str, str] = {}  # each with the part of the goals that it was found for
    for where, part in parts:
        reason = relaxed.why_not(part) or conserved.why_not(begin, part, relaxed)
        if reason is None:
            return None
        reasons.setdefault(reason, where)
    if len(reasons) < 2:
        return next(iter(reasons), "there is no goal state")
    reason, where = next(iter(reasons.items()))
    if len(goals) == 1:
        return f"no state that matches the goal can be reached; of those {where}: {reason}"
    return f"none of the {len(goals)} goals can be reached; of the first{', ' if where else ''}{where}: {reason}"


def _placed(program: Program, goal: Guards, single: Sequence[int]) -> Iterator[tuple[str, Guards]]:
    """`goal`, split by the cells of the values that stand in only one, so that each part says more; and those cells.

    No two of the values are in the same cell. A goal that leaves no room for one of them is not split by it.
    """
    parts: list[tuple[dict[int, int], Guards]] = [({}, goal)]
    held = goal.fixed()
    for value in single:
        possible = [c for c in range(program.n_cells) if held.get(c, value) == value]
        cells = [c for c in possible if c in held][:1] or possible
        parts = [
            ({**at, cell: value}, _only_at(cell, value, part, program.n_cells))
            for at, part in parts
            for cell in cells
            if cell not in at
        ] or parts
    for at, part in parts:
        chosen = [f"{write(program.values[v])} on position {cell}" for cell, v in at.items() if cell not in held]
        yield f"with {' and '.join(chosen)}" if chosen else "", part


def _only_at(cell: int, value: int, guards: Guards, n_cells: int) -> Guards:
    """`guards`, and that `cell` alone holds `value`."""
    bit = 1 << value
    allowed = {c: guards.allowed.get(c, -1) & (bit if c == cell else ~bit) for c in range(n_cells)}
    return Guards(allowed, guards.tests)


class Conserved:
    """The sums that every rule keeps, over the states that have the values of `state`."""

    def __init__(self, program: Program, state: Numbers | None) -> None:
        self.program = program
        self.features = Features(program, state)
        self.changes = self.features.changes()
        self.known: list[tuple[int, Vector]] = []  # modulus and weights of earlier proofs, tried first
        self.spans: dict[int, Span] = {}

    def why_not(self, start: Numbers, goal: Guards, relaxed: Relaxed) -> str | None:
        """The invariant, in words, by which `start` differs from all states that match `goal`; None without one."""
        choice = self.features.choice(goal)
        if choice is None:
            return None
        end, open_cells = choice
        open_cells = [*open_cells, *self.features.incomparable(start, end)]
        difference = total([self.features.vector(end)], [self.features.vector(start)])
        found = self._known_witness(difference, open_cells) or self._witness(difference, open_cells)
        if found is None:
            return None
        self.known.append(found)
        is_settled = not any(at in found[1] for change in open_cells for at in change)
        return in_words(self.invariant(*found), relaxed, start, end, is_settled)

    def _known_witness(self, difference: Vector, open_cells: list[Vector]) -> tuple[int, Vector] | None:
        for modulus, weights in self.known:
            kept = all(product(weights, change) % modulus == 0 for change in open_cells)
            if kept and product(weights, difference) % modulus:
                return modulus, weights
        return None

    def _witness(self, difference: Vector, open_cells: list[Vector]) -> tuple[int, Vector] | None:
        """The simplest sum that every rule and any choice for the open cells keeps, but `difference` does not."""
        numbers = self.features.numbers
        if product(numbers, difference) and not any(product(numbers, c) for c in (*self.changes, *open_cells)):
            return LARGE, numbers
        if self._all(2, open_cells).remainder(difference):
            for bases in self._plain_first():
                seen = Seen(bases, 2)
                chosen = Span(2).extended(map(seen, (*self.changes, *open_cells))).witness(seen(difference))
                if chosen is not None:
                    return 2, self._of_one_value(seen.weights(chosen))
        weights = self._all(LARGE, open_cells).witness(self._unsigned(difference))
        return None if weights is None else (LARGE, self._plainest(weights))

    @property
    def _cells(self) -> range:
        return range(self.features.n_cells)

    def _all(self, modulus: int, open_cells: list[Vector]) -> Span:
        """The span of what may change, over all coordinates; without the signs where they mean nothing."""
        span = self.spans.get(modulus)
        if span is None:
            changes = self.changes if modulus == 2 else map(self._unsigned, self.changes)
            span = self.spans[modulus] = Span(modulus).extended(changes)
        return span.extended(open_cells if modulus == 2 else map(self._unsigned, open_cells))

    def _unsigned(self, vector: Vector) -> Vector:
        return {at: number for at, number in vector.items() if at < self.features.first_sign}

    def _of_one_value(self, weights: Vector) -> Vector:
        """The same sum modulo 2, up to a constant, over one value where cells hold only two."""
        features = self.features
        held = list(members(features.held))
        if len(held) != 2 or any(at >= features.first_sign for at in weights):
            return weights
        other, value = sorted(held, key=lambda number: bool(self.program.values[number]))
        pairs = {cell: (features.at(cell, value), features.at(cell, other)) for cell in self._cells}
        return {one: 1 for one, two in pairs.values() if (weights.get(one, 0) + weights.get(two, 0)) % 2}

    def _plainest(self, weights: Vector) -> Vector:
        """The same sum up to a constant: in each cell the commonest weight is 0; weights are whole, most positive."""
        values, n_cells = list(members(self.features.held)), self.features.n_cells
        plain: Vector = {}
        for cell in range(n_cells):
            places = [self.features.at(cell, value) for value in values]
            ((commonest, _),) = Counter(weights.get(at, 0) for at in places).most_common(1)
            plain.update((at, (weights.get(at, 0) - commonest) % LARGE) for at in places)
        plain = whole(plain, LARGE)
        negative = sum(centred(number, LARGE) < 0 for number in plain.values())
        if 2 * negative > sum(number != 0 for number in plain.values()):
            plain = {at: -number % LARGE for at, number in plain.items()}
        return {at: number for at, number in plain.items() if number}

    def _plain_first(self) -> Iterator[list[Vector]]:
        """Bases for sums, simplest first: counts; the colours of one value with signs and counts; everything."""
        features, cells = self.features, self._cells
        signs = [{at: 1} for at in range(features.first_sign, len(features))]
        counts = []
        if not self.program.permutes:
            counts = [{features.at(cell, value): 1 for cell in cells} for value in members(features.held)]
        named = Counter(value for rule in self.program.rules if rule for value in rule.guards.fixed().values())
        yield counts
        for value in sorted(members(features.held), key=lambda value: -named[value]):
            yield [{features.at(cell, value): 1} for cell in cells] + signs + counts
        yield [{at: 1} for at in range(len(features))]

    def invariants(self) -> list[Invariant]:
        """The sum of all numbers where it is one, and independent invariants modulo 2 that tell some states apart."""
        known, found = self._trivial(), []
        numbers = self.features.numbers
        if not self.program.permutes and numbers and not any(product(numbers, change) for change in self.changes):
            found.append(self.invariant(LARGE, numbers))
        for bases in self._plain_first():
            seen = Seen(bases, 2)
            for chosen in Span(2).extended(map(seen, self.changes)).vanishing(range(len(bases))):
                weights = seen.weights(chosen)
                if known.add(weights):
                    found.append(self.invariant(2, weights))
        return found

    def _trivial(self) -> Span:
        """Sums that are the same in all states: of one cell, of what it never holds, of values that only move about."""
        features, cells = self.features, self._cells
        values = list(members(features.held))
        known = Span(2).extended({features.at(cell, value): 1 for value in values} for cell in cells)
        for cell, domain in enumerate(self.program.domains):
            known.extend({features.at(cell, value): 1} for value in values if not domain >> value & 1)
        if self.program.permutes:
            known.extend({features.at(cell, value): 1 for cell in cells} for value in values)
        return known

    def invariant(self, modulus: int, weights: Vector) -> Invariant:
        """The invariant with these weights."""
        features, terms = self.features, []
        for value in members(features.held):
            factors = [centred(weights.get(features.at(cell, value), 0), modulus) for cell in range(features.n_cells)]
            for factor in dict.fromkeys(factors):
                if factor:
                    terms.append((value, tuple(c for c, each in enumerate(factors) if each == factor), factor))
        regions = tuple(r for number, r in enumerate(features.regions, features.first_sign) if weights.get(number))
        return Invariant(tuple(terms), regions, modulus, features, weights)


_conserved = memo(Conserved)


def conserved_from(program: Program, start: Numbers) -> Conserved:
    """What is conserved from `start` on; worked out once for all arrangements of the same different values."""
    is_different = len(set(start)) == len(start)
    return _conserved(program, tuple(sorted(start)) if is_different else start)
