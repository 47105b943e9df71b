"""Random programs with conditions that are not relational, and what they mean once every value is known.

An outer unknown takes its values by ("in", name). The conditions are ("lt", term, term), ("add", term, term, term),
("neq", term, term), ("no", local, condition), ("list", local, condition, name) and ("once", local, condition, term),
where the local unknown runs through the values inside, and nothing else knows it.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from random import Random
from typing import Any

from logicpuzzles import Goal, add, conde, eq, findall, fresh, lall, lt, membero, naf, neq, once, vars

VALUES = (-1, 0, 1, 2)
NAMES = ("x", "y", "z")
Known = Mapping[str, Any]


class Program:
    """A random program: `ordered` with the conditions last, `shuffled` with them anywhere."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lists = 0
        enumerated = [("in", name) for name in NAMES]
        conditions = [self.condition(NAMES) for _ in range(self.random.randint(1, 4))]
        late = [c for c in conditions if "'once'" not in repr(c)]  # `once` commits to what it is given: it comes last
        last = [c for c in conditions if "'once'" in repr(c)]
        self.ordered = [*enumerated, *late, *last]
        front = [*enumerated, *late]
        self.random.shuffle(front)
        self.shuffled = [*front, *last]
        self.names = [*NAMES, *(f"list{n}" for n in range(self.lists))]
        self.unknowns = dict(zip(self.names, vars(len(self.names)), strict=True))
        self.template = tuple(self.unknowns.values())

    def condition(self, names: tuple[str, ...], depth: int = 2) -> Any:
        """A condition on `names`."""
        kind = self.random.choice(("lt", "add", "neq", "any", "no", "once", "list") if depth else ("lt", "add", "neq"))
        if kind in ("lt", "neq", "add"):
            return (kind, *(self.term(names) for _ in range(3 if kind == "add" else 2)))
        if kind == "any":
            return (kind, self.condition(names, depth - 1), self.condition(names, depth - 1))
        local = f"local{depth}"
        inner = self.condition((*names, local), 0 if kind == "list" else depth - 1)
        early = self.random.random() < 0.5
        if kind == "no":
            return (kind, local, inner, early)
        if kind == "once":
            return (kind, local, inner, self.term(names))
        if depth < 2:
            return ("no", local, inner, early)
        self.lists += 1
        return (kind, local, inner, f"list{self.lists - 1}")

    def term(self, names: tuple[str, ...]) -> Any:
        """A name, more often than a number."""
        return self.random.choice(names) if self.random.random() < 0.7 else self.random.choice(VALUES)

    # -- as goals ------------------------------------------------------------------------------------

    def goal(self, parts: list[Any], early: bool = False) -> Goal:
        """The parts as one goal of the package; `early`: some conditions inside come before the values there too."""
        self.early = early
        return lall([self._goal(part, self.unknowns) for part in parts])

    def _goal(self, part: Any, known: Known) -> Goal:
        kind, *rest = part
        if kind == "in":
            return membero(known[rest[0]], VALUES)
        if kind in ("lt", "neq", "add"):
            return {"lt": lt, "neq": neq, "add": add}[kind](*(known.get(term, term) for term in rest))
        if kind == "any":
            return conde(*([self._goal(inner, known)] for inner in rest))
        local, inner, last = rest

        def body(unknown: Any) -> Goal:
            goals = [membero(unknown, VALUES), self._goal(inner, {**known, local: unknown})]
            return lall(goals[::-1] if self.early and last is True else goals)

        if kind == "no":
            return naf(fresh(body))
        if kind == "once":
            return once(fresh(lambda unknown: lall(body(unknown), eq(unknown, known.get(last, last)))))
        (unknown,) = vars(1)
        return findall(unknown, body(unknown), known[last])

    # -- what it means -------------------------------------------------------------------------------

    def expected(self) -> tuple[Any, ...]:
        """The answers of `ordered`, by trying all values."""
        return tuple(answer for values in product(VALUES, repeat=len(NAMES)) for answer in self._answers(values))

    def _answers(self, values: tuple[int, ...]) -> list[tuple[Any, ...]]:
        known: dict[str, Any] = dict(zip(NAMES, values, strict=True))
        ways = 1
        for part in self.ordered[len(NAMES) :]:
            if part[0] == "list":
                _, local, inner, name = part
                known[name] = tuple(v for v in VALUES for _ in range(ways_of(inner, {**known, local: v})))
            else:
                ways *= ways_of(part, known)
        return [tuple(known[name] for name in self.names)] * ways


def ways_of(part: Any, known: Known) -> int:
    """In how many ways a condition holds of values."""
    kind, *rest = part
    if kind == "any":
        return sum(ways_of(inner, known) for inner in rest)
    if kind in ("no", "once"):
        local, inner, last = rest
        every = (v for v in VALUES if kind == "no" or v == known.get(last, last))
        found = any(ways_of(inner, {**known, local: v}) for v in every)
        return int(found == (kind == "once"))
    values = [known.get(term, term) for term in rest]
    if kind == "add":
        return int(values[0] + values[1] == values[2])
    return int(values[0] < values[1] if kind == "lt" else values[0] != values[1])
