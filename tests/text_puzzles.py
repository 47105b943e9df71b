"""Random puzzles as Prolog text, and what the text says in plain Python, written apart from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random

State = tuple[int, ...]
Moves = Callable[[State], list[tuple[int, State, int]]]  # label, state after and cost, in clause order
Clause = tuple[str, str, Callable[[State], State | None]]  # states before and after with a body, and the same


@dataclass(frozen=True)
class Made:
    """A puzzle: its text, the same moves and goals in plain Python, and the start."""

    text: str
    moves: Moves
    is_goal: Callable[[State], bool]
    start: State


def cells(n_cells: int, **other: str) -> str:
    """The unknowns of a state, with others in the place of some."""
    return "[" + ", ".join(other.get(f"C{cell}", f"C{cell}") for cell in range(n_cells)) + "]"


def put(state: State, *changes: tuple[int, int]) -> State:
    """`state` with other values in some cells."""
    changed = dict(changes)
    return tuple(changed.get(cell, value) for cell, value in enumerate(state))


def slides(random: Random) -> tuple[list[Clause], State, list[list[int]]]:
    """Pieces, some equal, slide into one of one or two gaps; some ways lead in one direction only."""
    n_cells = random.randint(3, 5)
    state = [0] * random.choice((1, 1, 2))
    state += [random.randint(1, 3) for _ in range(n_cells - len(state))]
    random.shuffle(state)
    clauses: list[Clause] = []
    for one in range(n_cells):
        for two in range(n_cells):
            if one != two and (abs(one - two) == 1 or random.random() < 0.2) and random.random() < 0.9:

                def slide(state: State, one: int = one, two: int = two) -> State | None:
                    return put(state, (one, state[two]), (two, 0)) if state[one] == 0 != state[two] else None

                names = {f"C{one}": f"C{two}", f"C{two}": "0"}
                text = f"{cells(n_cells, **{f'C{one}': '0'})}, {cells(n_cells, **names)}"
                clauses.append((text, f"dif(C{two}, 0)", slide))
    return clauses, tuple(state), [[0, 1, 2, 3]] * n_cells


def turns(random: Random) -> tuple[list[Clause], State, list[list[int]]]:
    """Values change places in any order."""
    n_cells = random.randint(3, 5)
    clauses: list[Clause] = []
    for _ in range(random.randint(2, 4)):
        order = random.sample(range(n_cells), n_cells)

        def turn(state: State, order: list[int] = order) -> State:
            return tuple(state[source] for source in order)

        after = cells(n_cells, **{f"C{cell}": f"C{source}" for cell, source in enumerate(order)})
        clauses.append((f"{cells(n_cells)}, {after}", "true", turn))
    values = [random.randint(0, 3) for _ in range(n_cells)]
    return clauses, tuple(values), [[0, 1, 2, 3]] * n_cells


def pours(random: Random) -> tuple[list[Clause], State, list[list[int]]]:
    """Jugs are filled, and poured from one into another."""
    sizes = [random.randint(1, 4) for _ in range(random.randint(2, 3))]
    clauses: list[Clause] = []
    for one, size in enumerate(sizes):
        for two, room in enumerate(sizes):

            def pour(state: State, one: int = one, two: int = two, room: int = room) -> State | None:
                much = min(state[one], room - state[two])
                return put(state, (one, state[one] - much), (two, state[two] + much)) if much > 0 else None

            def fill(state: State, one: int = one, size: int = size) -> State | None:
                return put(state, (one, size)) if state[one] < size else None

            before = cells(len(sizes))
            if one != two:
                body = f"M is min(C{one}, {room} - C{two}), M > 0, A is C{one} - M, B is C{two} + M"
                clauses.append((f"{before}, {cells(len(sizes), **{f'C{one}': 'A', f'C{two}': 'B'})}", body, pour))
            elif random.random() < 0.6:
                clauses.append((f"{before}, {cells(len(sizes), **{f'C{one}': str(size)})}", f"C{one} < {size}", fill))
    return clauses, tuple(random.randint(0, size) for size in sizes), [list(range(size + 1)) for size in sizes]


def counters(random: Random) -> tuple[list[Clause], State, list[list[int]]]:
    """Sums that stay within limits, some only where two counters differ."""
    n_cells, top = random.randint(2, 3), random.randint(2, 4)
    clauses: list[Clause] = []
    for _ in range(random.randint(2, 5)):
        one, two, step = random.randrange(n_cells), random.randrange(n_cells), random.choice((1, 2, -1, -2))
        differ = one != two and random.random() < 0.4

        def count(
            state: State, one: int = one, two: int = two, step: int = step, differ: bool = differ
        ) -> State | None:
            ok = not differ or state[one] != state[two]
            return put(state, (one, max(0, min(state[one] + step, top)))) if ok else None

        body = f"X is max(0, min(C{one} + {step}, {top}))" + (f", C{one} \\== C{two}" if differ else "")
        clauses.append((f"{cells(n_cells)}, {cells(n_cells, **{f'C{one}': 'X'})}", body, count))
    return clauses, tuple(random.randint(0, top) for _ in range(n_cells)), [list(range(top + 1))] * n_cells


def costs_from(moves: Moves, start: State) -> dict[State, int]:
    """What it costs to come from `start` to each state."""
    best, heap = {start: 0}, [(0, start)]
    while heap:
        so_far, state = heappop(heap)
        for _, after, cost in moves(state) if so_far == best[state] else ():
            if so_far + cost < best.get(after, 1 << 60):
                best[after] = so_far + cost
                heappush(heap, (so_far + cost, after))
    return best


def made(seed: int) -> Made:
    """The puzzle of this number; a clause is its own label, and costs 1, what `cost/2` or what its last place says."""
    random = Random(seed)
    kind = random.choice((slides, turns, pours, counters))
    clauses, start, values = kind(random)
    said = random.choice(("no cost", "cost/2", "move/4"))
    least = random.choice((0, 1))
    costs = [1 if said == "no cost" else random.randint(least, 3) for _ in clauses]

    def moves(state: State) -> list[tuple[int, State, int]]:
        found = ((number, then(state), costs[number]) for number, (_, _, then) in enumerate(clauses))
        return [(number, after, cost) for number, after, cost in found if after is not None]

    met = list(costs_from(moves, start))
    state = random.choice(met[len(met) * 2 // 3 :])  # far from the start: others are found at once
    if random.random() < 0.1:
        state = tuple(random.choice(held) for held in values) if kind in (pours, counters) else state[::-1]
    wanted = {cell: state[cell] for cell in range(len(state)) if random.random() < 0.85 or cell == 0}
    places = {f"C{cell}": str(wanted[cell]) if cell in wanted else "_" for cell in range(len(state))}
    lines = [f"start({list(start)}).", f"goal({cells(len(start), **places)})."]
    for number, (states, body, _) in enumerate(clauses):
        lines.append(f"move({number}, {states}{f', {costs[number]}' if said == 'move/4' else ''}) :- {body}.")
        lines += [f"cost({number}, {costs[number]})."] if said == "cost/2" else []
    lines += [f"values({cell}, {held})." for cell, held in enumerate(values)] if kind in (pours, counters) else []
    lines.sort(key=lambda line: line.partition("(")[0])
    return Made("\n".join(lines), moves, lambda one: all(one[cell] == v for cell, v in wanted.items()), start)
