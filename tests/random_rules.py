"""Random small rule sets for property tests, and obvious searches to compare with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from boards import gap_rules
from hypothesis import strategies as st

from logicpuzzles.endings import State
from logicpuzzles.logic.terms import Term, same
from logicpuzzles.rewriting.rewrite import Among, Cell, Differs, Equals, Guard, Rewriting, Rule, Same, pattern_of
from logicpuzzles.search import SearchProblem

VALUES = (0, 1, 2, "a", True, 1.0, Term("on", (1, "b")), (1, 2))  # 1, True and 1.0 are three values


@st.composite
def guards(draw: st.DrawFn, n_cells: int, values: tuple[Any, ...]) -> Guard:
    """A guard of any kind."""
    cell, other = st.integers(0, n_cells - 1), st.integers(0, n_cells - 1)
    value = st.sampled_from(values)
    sides = st.one_of(other.map(Cell), value)
    return draw(
        st.one_of(
            st.builds(Equals, cell, value),
            st.builds(Equals, cell, value),
            st.builds(Among, cell, st.lists(value, min_size=1, max_size=3).map(tuple)),
            st.builds(Same, cell, other),
            st.builds(Differs, st.lists(st.tuples(cell.map(Cell), sides), min_size=1, max_size=3).map(tuple)),
        )
    )


@st.composite
def rewritings(draw: st.DrawFn, n_cells: int, values: tuple[Any, ...]) -> Rewriting:
    """Up to six rules over `n_cells` cells with the same domain each."""
    pattern = st.lists(guards(n_cells, values), max_size=2).map(tuple)
    source = st.one_of(st.integers(0, n_cells - 1).map(Cell), st.sampled_from(values))
    rules = []
    for label in range(draw(st.integers(2, 6))):
        changed = draw(st.dictionaries(st.integers(0, n_cells - 1), source, max_size=3))
        effect = tuple(changed.get(cell, Cell(cell)) for cell in range(n_cells))
        rules.append(Rule(draw(pattern), effect, (label, draw(source))))
    return Rewriting(n_cells, tuple(rules), (values,) * n_cells)


@st.composite
def problems(
    draw: st.DrawFn, n_cells: st.SearchStrategy[int], n_values: int = 4, bounded: bool = False, exact: bool = False
) -> SearchProblem:
    """A random problem; its goals are states or (unless `exact`) patterns, its table, if `bounded`, any numbers."""
    cells = draw(n_cells)
    values = VALUES[:n_values] + tuple(range(100, 100 + max(0, n_values - len(VALUES))))
    if n_values <= len(VALUES):
        values = tuple(draw(st.permutations(VALUES))[:n_values])
    states = st.tuples(*[st.sampled_from(values)] * cells)
    rules = draw(rewritings(cells, values))
    start = draw(states)
    goal = st.lists(guards(cells, values), min_size=2, max_size=3).map(tuple)
    if exact or draw(st.booleans()):
        # Random goals are met at once or never: one of the states farthest from the start makes the search work.
        far = reached(rules, start, 200)
        goal = st.sampled_from(far[len(far) // 2 :]).map(pattern_of)
    more: dict[str, Any] = {}
    if bounded:
        row = st.tuples(*[st.integers(0, 2)] * cells)
        more["table"] = {value: draw(row) for value in draw(st.sets(st.sampled_from(values)))}
        more["divisor"] = draw(st.integers(1, 3))
    return SearchProblem.of(rules, start, tuple(draw(st.lists(goal, min_size=1, max_size=3))), **more)


@st.composite
def boards(draw: st.DrawFn, bounded: bool = True) -> SearchProblem:
    """A sliding puzzle on a random board, some pieces equal; the table has the distance to the nearest like place."""
    n_cells = draw(st.integers(3, 6))
    cells = st.integers(0, n_cells - 1)
    joined = {(cell, draw(st.integers(0, cell - 1))) for cell in range(1, n_cells)}
    joined |= draw(st.sets(st.tuples(cells, cells)))
    neighbours = {a: sorted({b for pair in joined if a in pair for b in pair} - {a}) for a in range(n_cells)}
    state = st.permutations([0, *(draw(st.integers(1, n_cells)) for _ in range(n_cells - 1))]).map(tuple)
    start, goal = draw(state), draw(state)
    apart = {a: naive_distances(neighbours, a) for a in range(n_cells)}
    places = {piece: [cell for cell in range(n_cells) if goal[cell] == piece] for piece in set(goal) - {0}}
    table = {
        piece: tuple(min(apart[cell][place] for place in places[piece]) for cell in range(n_cells)) for piece in places
    }
    rules = gap_rules(neighbours, sorted(set(goal)))
    return SearchProblem.of(rules, start, (pattern_of(goal),), table=table if bounded else None, bound_name="distance")


def naive_distances(neighbours: dict[int, list[int]], cell: int) -> dict[int, int]:
    """The number of steps from `cell` to every cell."""
    found = {cell: 0}
    for here in (queue := [cell]):
        for there in neighbours[here]:
            if there not in found:
                found[there] = found[here] + 1
                queue.append(there)
    return found


def reached(rules: Rewriting, start: State, most: int) -> list[State]:
    """The states that can be reached, nearest first, up to about `most` of them."""
    queue, seen = [start], {key(start)}
    for state in queue:
        for _, after in rules.successors(state) if len(queue) < most else ():
            if key(after) not in seen:
                seen.add(key(after))
                queue.append(after)
    return queue


def key(term: Any) -> Any:
    """Equal just for terms that are the same; as text, so that nothing is shared with what is tested."""
    return repr(term)


def naive_levels(problem: SearchProblem, most: int = 3000) -> dict[Any, int] | None:
    """The depth of every state that can be reached, by its key; None if there are more than `most`."""
    depths, level, depth = {key(problem.start): 0}, [problem.start], 0
    while level:
        depth += 1
        following = []
        for state in level:
            for _, after in problem.successors(state):
                if key(after) not in depths:
                    depths[key(after)] = depth
                    following.append(after)
        if len(depths) > most:
            return None
        level = following
    return depths


def naive_length(problem: SearchProblem) -> int | None:
    """The fewest moves from the start to a goal; None if there is no way."""
    seen, level, depth = {key(problem.start)}, [problem.start], 0
    while level:
        if any(problem.is_goal(state) for state in level):
            return depth
        following = []
        for state in level:
            for _, after in problem.successors(state):
                if key(after) not in seen:
                    seen.add(key(after))
                    following.append(after)
        level, depth = following, depth + 1
    return None


def naive_first(problem: SearchProblem, length: int) -> list[tuple[Any, State]]:
    """The first in clause order of the shortest solutions, `length` moves: each goes to where one move less is left."""
    moves: list[tuple[Any, State]] = []
    for left in reversed(range(length)):
        here = moves[-1][1] if moves else problem.start
        moves.append(
            next(move for move in problem.successors(here) if naive_length(replace(problem, start=move[1])) == left)
        )
    return moves


def naive_sequences(problem: SearchProblem, length: int) -> Iterator[list[tuple[Any, State]]]:
    """Every sequence of `length` moves that ends in its first goal, in clause order, never straight back."""

    def extend(states: list[State], moves: list[tuple[Any, State]]) -> Iterator[list[tuple[Any, State]]]:
        for label, after in problem.successors(states[-1]):
            if len(states) > 1 and same(after, states[-2]):
                continue
            if problem.is_goal(after):
                if len(states) == length:
                    yield [*moves, (label, after)]
            elif len(states) < length:
                yield from extend([*states, after], [*moves, (label, after)])

    yield from extend([problem.start], [])


def naive_round(problem: SearchProblem, limit: int, most: int) -> tuple[int, bool]:
    """The states that deepening looks at under `limit`, and whether it meets a goal; it stops after `most`."""
    looked = 1

    def search(states: list[State]) -> bool:
        nonlocal looked
        for _, after in problem.successors(states[-1]):
            if len(states) > 1 and same(after, states[-2]):
                continue
            looked += 1
            if looked > most:
                return True
            if len(states) + problem.bound(after) <= limit and (
                problem.is_goal(after) or (len(states) < limit and search([*states, after]))
            ):
                return True
        return False

    found = search([problem.start])
    return looked, found
