"""How many states there can be at most, and how long solutions are, found without looking at states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import factorial, prod
from typing import Any

from ..logic.terms import typed
from ..memo import memo
from ..rewriting.numbered import Guards
from ..rewriting.program import Program
from .coding.move_pruning import pruning_of
from .problem import SearchProblem


def most_states(problem: SearchProblem) -> int | None:
    """An upper bound on the number of states that can be reached from the start; None if nothing is known.

    Where every rule permutes the cells, they are arrangements of the start's values; else every cell may hold each
    value of its domain.
    """
    if problem.rewriting is None:
        return None
    start = tuple(map(typed, problem.start))
    if problem.rewriting.permutes:
        return arrangements(Counter(start))
    domains = [set(map(typed, domain)) for domain in problem.rewriting.domains]
    if all(key in domain for key, domain in zip(start, domains, strict=True)):
        return prod(map(len, domains))
    return None


def arrangements(counts: Counter[Any]) -> int:
    """The number of arrangements of values that stand so often each."""
    return factorial(counts.total()) // prod(map(factorial, counts.values()))


def same_length(problem: SearchProblem) -> int | None:
    """The number of moves of every solution, where the rules tell: each move uses up the same amount of some value.

    None if they do not tell. Otherwise no sequence of moves comes to a state twice, and each that ends in a goal has
    this length (there may be none): any solution is a shortest one.
    """
    if problem.rewriting is None or problem.test is not None:
        return None
    program = problem.program
    start = program.values.encode(problem.start)
    goals = program.goals(problem.goals)
    blanks = program.blanks(problem.start)
    for number, change in steady_gains(program, blanks).items():
        wanted = {count_of(number, guards, program.n_cells) for guards in goals}
        if len(wanted) == 1 and (count := wanted.pop()) is not None:
            moves, rest = divmod(count - start.count(number), change)
            if rest == 0 and moves >= 0:
                return moves
    return None


@memo
def steady_gains(program: Program, blanks: tuple[int, ...]) -> dict[int, int]:
    """The values whose count every rule changes by the same number other than 0, each with that number."""
    pruning = pruning_of(program, blanks)
    found: dict[int, int] = {}
    for value in range(len(program.values)):
        gains = {
            gain(value, pruning.facts_before(number), rule.sources)
            for number, rule in enumerate(program.rules)
            if rule is not None
        }
        if len(gains) == 1 and (only := gains.pop()):
            found[value] = only
    return found


def gain(value: int, before: Sequence[int], sources: Sequence[int]) -> int | None:
    """By how much a rule raises the count of `value`; None if that depends on the state."""
    total = 0
    for cell, source in enumerate(sources):
        if source == cell:
            continue
        for facts, sign in ((before[sources[cell]], 1), (before[cell], -1)):
            if facts == 1 << value:
                total += sign
            elif facts >> value & 1:
                return None
    return total


def count_of(value: int, guards: Guards, n_cells: int) -> int | None:
    """How many cells hold `value` in each state that `guards` allow; None if that differs."""
    bits = [guards.allowed.get(cell, -1) for cell in range(n_cells)]
    if any(b >> value & 1 and b != 1 << value for b in bits):
        return None
    return sum(b == 1 << value for b in bits)
