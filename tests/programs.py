"""Random programs of equations, disequalities, alternatives and facts, and what they mean: two independent readings.

A program is a tree: ("eq", term, term), ("neq", term, term), ("fact", relation, terms), ("all", parts), ("any", parts).
Unknowns are numbers wrapped in `Hole`. `proofs` reads it as a depth-first search in clause order that keeps plain
lists of bindings and of disequalities; `times` says how often it holds of given values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from random import Random
from typing import Any

from logicpuzzles import Goal, Relation, Term, conde, eq, facts, lall, lany, neq

CONSTANTS = (1, 2, True, "a")
VALUES = (*CONSTANTS, (1,), Term("f", (1,)))
Bindings = Mapping[int, Any]


@dataclass(frozen=True)
class Hole:
    """An unknown of a program."""

    number: int


def typed(term: Any) -> Any:
    """A term that Python compares as logic does: 1 is not True."""
    if isinstance(term, tuple):
        return ("tuple", *map(typed, term))
    if isinstance(term, Term):
        return ("term", term.name, *map(typed, term.args))
    return term if isinstance(term, Hole) else (type(term).__name__, term)


class Author:
    """Writes programs over `holes` unknowns; bigger ones with a bigger `size`."""

    def __init__(self, seed: int, holes: int = 3) -> None:
        self.random = Random(seed)
        self.holes = [Hole(number) for number in range(holes)]
        self.tables = {"one": self.rows(1), "two": self.rows(2)}

    def rows(self, arity: int) -> list[tuple[Any, ...]]:
        """Some facts, a few of them with unknowns of their own; each once."""
        made = [tuple(self.value(fact=True) for _ in range(arity)) for _ in range(self.random.randint(0, 5))]
        return list({typed(row): row for row in made}.values())

    def value(self, fact: bool = False) -> Any:
        """A ground term; in a fact sometimes an unknown."""
        if fact and self.random.random() < 0.08:
            return Hole(self.random.randint(100, 101))
        return self.random.choice(VALUES)

    def term(self, depth: int = 2) -> Any:
        """A term that may hold unknowns."""
        kind = self.random.random()
        if kind < 0.5:
            return self.random.choice(self.holes)
        if kind < 0.8 or depth == 0:
            return self.random.choice(CONSTANTS)
        parts = tuple(self.term(depth - 1) for _ in range(self.random.randint(1, 2)))
        return parts if kind < 0.93 else Term("f", parts)

    def program(self, size: int) -> Any:
        """A program of about `size` goals."""
        if size <= 1:
            return self.random.choice((self.pair, self.pair, self.pair, self.fact))()
        parts = []
        while size > 0:
            share = self.random.randint(1, max(1, size - 1))
            parts.append(self.program(share))
            size -= share
        return (self.random.choice(("all", "all", "any")), parts)

    def pair(self) -> Any:
        """An equation or a disequality."""
        return (self.random.choice(("eq", "neq")), self.term(), self.term())

    def fact(self) -> Any:
        """A question to one of the tables."""
        name = self.random.choice(list(self.tables))
        return ("fact", name, tuple(self.term(1) for _ in self.tables[name][0])) if self.tables[name] else ("any", [])


def to_goal(program: Any, unknowns: Sequence[Any], tables: Mapping[str, Sequence[tuple[Any, ...]]]) -> Goal:
    """The program as a goal of the package."""
    relations = {name: Relation(name) for name in tables}
    for name, rows in tables.items():
        facts(relations[name], *(filled(row, {100: unknowns[-2], 101: unknowns[-1]}) for row in rows))
    known = dict(enumerate(unknowns))

    def make(part: Any) -> Goal:
        kind, *rest = part
        if kind == "eq":
            return eq(*filled(tuple(rest), known))
        if kind == "neq":
            return neq(*filled(tuple(rest), known))
        if kind == "fact":
            return relations[rest[0]](*filled(rest[1], known))
        goals = [make(inner) for inner in rest[0]]
        if kind == "all":
            return lall(*goals)
        return lany(*goals) if len(goals) % 2 else conde(*([goal] for goal in goals))

    return make(program)


def filled(term: Any, known: Bindings) -> Any:
    """`term` with what is known for its unknowns."""
    if isinstance(term, Hole):
        return known.get(term.number, term)
    if isinstance(term, tuple):
        return tuple(filled(part, known) for part in term)
    return Term(term.name, filled(term.args, known)) if isinstance(term, Term) else term


# -- how often it holds of values --------------------------------------------------------------------


def times(program: Any, known: Bindings, tables: Mapping[str, Sequence[tuple[Any, ...]]]) -> int:
    """In how many ways a program holds of the values in `known`."""
    kind, *rest = program
    if kind in ("eq", "neq"):
        return int((typed(filled(rest[0], known)) == typed(filled(rest[1], known))) == (kind == "eq"))
    if kind == "fact":
        asked = filled(rest[1], known)
        return sum(unified([(asked, row)], {}) is not None for row in tables[rest[0]])
    return (prod if kind == "all" else sum)(times(part, known, tables) for part in rest[0])


# -- the naive search --------------------------------------------------------------------------------


def walk(term: Any, known: Bindings) -> Any:
    """What a term is bound to."""
    while isinstance(term, Hole) and term.number in known:
        term = known[term.number]
    return term


def whole(term: Any, known: Bindings) -> Any:
    """A term with all that is known in it."""
    term = walk(term, known)
    if isinstance(term, tuple):
        return tuple(whole(part, known) for part in term)
    return Term(term.name, whole(term.args, known)) if isinstance(term, Term) else term


def holes(term: Any) -> set[int]:
    """The numbers of the unknowns in a term."""
    if isinstance(term, Hole):
        return {term.number}
    parts = term.args if isinstance(term, Term) else term
    return set().union(*map(holes, parts)) if isinstance(parts, tuple) else set()


def unified(pairs: Sequence[tuple[Any, Any]], known: Bindings) -> dict[int, Any] | None:
    """The bindings after making both sides of each pair equal; None if that cannot be."""
    made = dict(known)
    todo = list(pairs)
    while todo:
        left, right = (whole(side, made) for side in todo.pop(0))
        if typed(left) == typed(right):
            continue
        if isinstance(right, Hole) and not isinstance(left, Hole):
            left, right = right, left
        if isinstance(left, Hole):
            if left.number in holes(right):
                return None
            made[left.number] = right
        elif isinstance(left, Term) and isinstance(right, Term) and left.name == right.name:
            todo.insert(0, (left.args, right.args))
        elif isinstance(left, tuple) and isinstance(right, tuple) and len(left) == len(right):
            todo[:0] = zip(left, right, strict=True)
        else:
            return None
    return made


State = tuple[dict[int, Any], list[tuple[Any, Any]]]  # bindings and disequalities


def proofs(program: Any, state: State, tables: Mapping[str, Sequence[tuple[Any, ...]]]) -> Iterator[State]:
    """The states in which a program holds, depth first in clause order."""
    kind, *rest = program
    if kind == "all":
        yield from _all(rest[0], state, tables)
    elif kind == "any":
        for part in rest[0]:
            yield from proofs(part, state, tables)
    elif kind == "neq":
        yield from _kept((state[0], [*state[1], (rest[0], rest[1])]))
    else:
        for other in [rest[1]] if kind == "eq" else map(_renamed, tables[rest[0]]):
            bindings = unified([(rest[0] if kind == "eq" else rest[1], other)], state[0])
            if bindings is not None:
                yield from _kept((bindings, state[1]))


def _all(parts: Sequence[Any], state: State, tables: Mapping[str, Sequence[tuple[Any, ...]]]) -> Iterator[State]:
    if not parts:
        yield state
        return
    for after in proofs(parts[0], state, tables):
        yield from _all(parts[1:], after, tables)


def _kept(state: State) -> Iterator[State]:
    """The state, unless two sides that must differ are the same in it."""
    bindings, unequal = state
    if all(typed(whole(left, bindings)) != typed(whole(right, bindings)) for left, right in unequal):
        yield state


_fresh = iter(range(1000, 10**9))


def _renamed(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """A fact with unknowns of its own."""
    return filled(row, {number: Hole(next(_fresh)) for number in holes(row)})
