"""Distances that patterns are compared with, by brute force over every state of a small case."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from random import Random
from typing import Any

from small_rules import Case, key

from logicpuzzles.endings import State
from logicpuzzles.rewriting.rewrite import Rewriting

Edge = tuple[Any, Any, int]  # from, to, cost


def priced(case: Case, random: Random, most: int = 3) -> Case:
    """The case with costs from 0 to `most`."""
    rules = tuple(replace(rule, cost=random.randint(0, most)) for rule in case.rewriting.rules)
    return Case(replace(case.rewriting, rules=rules))


def moves(rewriting: Rewriting, states: Iterable[State]) -> list[tuple[State, State, int]]:
    """Every move from one of the states: before, after, cost."""
    return [(s, rule.apply(s), rule.cost) for s in states for rule in rewriting.rules if rule.applies(s)]


def cheapest(edges: Iterable[Edge], goals: Iterable[Any]) -> dict[Any, int]:
    """The least cost to one of `goals` from every node that can reach one."""
    before: dict[Any, list[tuple[Any, int]]] = {}
    for one, other, cost in edges:
        before.setdefault(other, []).append((one, cost))
    found: dict[Any, int] = {}
    queue = [(0, number, goal) for number, goal in enumerate(goals)]
    number = len(queue)
    while queue:
        cost, _, node = heappop(queue)
        if node in found:
            continue
        found[node] = cost
        for earlier, more in before.get(node, ()):
            number += 1
            heappush(queue, (cost + more, number, earlier))
    return found


def distances(rewriting: Rewriting, states: Sequence[State], is_goal: Callable[[State], bool]) -> dict[str, int]:
    """The least cost to a goal from every state that can reach one, by its key."""
    edges = [(key(one), key(other), cost) for one, other, cost in moves(rewriting, states)]
    return cheapest(edges, [key(state) for state in states if is_goal(state)])


def seen(state: State, values: Iterable[Any] | None, cells: Iterable[int] | None) -> tuple[str, ...]:
    """What a pattern of values, or of cells, keeps of a state."""
    if cells is not None:
        return tuple(key(state[cell]) for cell in cells)
    named = set(map(key, values or ()))
    return tuple(key(value) if key(value) in named else "" for value in state)
