"""Pages of state puzzles: what they are, a state, solutions to be played, a whole space behind its bars."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, islice

from ..drawing.bars import grouped
from ..drawing.gallery import caption, moves
from ..drawing.page import page
from ..drawing.page_boards import Board
from ..drawing.page_parts import Bar, Chart, Facts, Part, Player, Sheet, Words
from ..drawing.report import apart, in_moves, rows, sentence
from ..endings import Ending, Path, State, Value
from ..puzzles.puzzle import Puzzle
from ..puzzles.shown_states import shown_states
from ..search.exploration import Exploration, Unexplored
from ..wording import counted, duration

SHOWN = 6  # states behind a bar
BARS = 120  # depths are put together where there are more


def of_puzzle(puzzle: Puzzle, title: str, about: Iterable[Part] = ()) -> str:
    """The page of a puzzle: what is said about it, its start and its goals."""
    states, said = shown_states(puzzle)
    boards = [Board(puzzle.scene(state), name) for name, state in states.items()]
    more = [Words(said, is_running=True)] if said else []
    return page(title, [*about, Sheet(boards), *more], _values(puzzle))


def of_state(puzzle: Puzzle, state: State, title: str, facts: Sequence[tuple[str, str]] = ()) -> str:
    """The page of one state, and what is to be said of it."""
    return page(title, [Sheet([Board(puzzle.scene(state), "")]), Facts(facts)], _values(puzzle))


def of_path(puzzle: Puzzle, path: Path, title: str) -> str:
    """The page of a solution: its moves to be played, its boards, and how it was found."""
    told = f"Solved in {in_moves(path)}{apart(path)}:\n{moves(path.moves)}" if path.moves else "The start is a goal."
    return page(title, [Words(told), Player([Sheet(_played(puzzle, path))]), Facts(rows(path))], _values(puzzle))


def of_paths(
    puzzle: Puzzle, start: State, paths: Sequence[Path], number: int, told: str, ending: Ending, title: str
) -> str:
    """The page of several solutions, each to be played: what is told of them, and how they were found.

    Parameters
    ----------
    number
        How many were found; there may be too many to play them all.
    """
    sheets = [
        Sheet(_played(puzzle, path), f"{number}: {moves(path.moves) or 'no moves'}".replace("\n", " "))
        for number, path in enumerate(paths, 1)
    ]
    if len(paths) < number:
        told += f" The first {len(paths):,} of {number:,} can be played."
    shown = Player(sheets) if sheets else Sheet([Board(puzzle.scene(start), "start")])
    return page(title, [Words(told, is_running=True), shown, Facts(rows(ending))], _values(puzzle))


def of_unsolved(puzzle: Puzzle, start: State, ending: Ending, title: str) -> str:
    """The page of a state without a solution, or of a search that was stopped: why, and how the search went."""
    boards = [Board(puzzle.scene(start), "start")]
    facts = Facts(rows(ending) if ending.nodes else [])
    return page(title, [Words(sentence(ending), is_running=True), Sheet(boards), facts], _values(puzzle))


def of_exploration(
    puzzle: Puzzle, found: Exploration | Unexplored, hardest: Sequence[State], title: str, from_start: bool = False
) -> str:
    """The page of a whole space: how many states are how far, some of each behind its bar, and the hardest.

    Of one that a limit stopped, the depths that are complete.
    """
    unit = "cost" if puzzle.cost else "moves"
    size = -(-len(found.depths) // BARS)
    what = "can be reached from the start" if from_start else "can reach a goal"
    bars: list[Bar] = []
    parts: list[Part] = []
    if isinstance(found, Unexplored):
        parts.append(Words(sentence(found), is_running=True))
        bars = [Bar(name, number) for name, number in grouped(found.depths, BARS)]
    else:
        parts.append(Words(f"{counted(found.count, 'state')} {what}. A bar opens some of its states."))
        bars = [_bar(puzzle, found, first, size) for first in range(0, len(found.depths), size)]
    if bars:
        parts.append(Chart(bars, (unit, "states")))
    if hardest:
        depth, number = len(found.depths) - 1, found.depths[-1]
        far = counted(depth, "move") if puzzle.cost is None else f"a cost of {depth:,}"
        shown = f"{len(hardest):,} of the {number:,}" if len(hardest) < number else "The"
        parts.append(Sheet([Board(puzzle.scene(state), "") for state in hardest], f"{shown} hardest, {far}"))
    parts.append(Facts([("time", duration(found.seconds))]))
    return page(title, parts, _values(puzzle))


def _bar(puzzle: Puzzle, found: Exploration, first: int, size: int) -> Bar:
    """The bar of so many depths from `first` on, with some of their states."""
    depths = range(first, min(first + size, len(found.depths)))
    number = sum(found.depths[depth] for depth in depths)
    states = chain.from_iterable(found.table.states(depth) for depth in depths if found.depths[depth])
    boards = [Board(puzzle.scene(state), "") for state in islice(states, SHOWN)]
    name = str(first) if size == 1 else f"{first}-{depths[-1]}"
    return Bar(name, number, boards, f"{SHOWN} of {number:,}:" if number > SHOWN else "")


def changed(states: Sequence[State], number: int) -> list[int]:
    """The cells of a state that a move changed."""
    if number == 0:
        return []
    before, after = states[number - 1], states[number]
    return [cell for cell, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]


def _played(puzzle: Puzzle, path: Path) -> list[Board]:
    """The boards of a solution; of each where it is on the way, its lower bound and cost."""
    spent = [0, *accumulate(path.costs or ())]
    boards = []
    for number, state in enumerate(path.states):
        label = caption(number, path.moves[number - 1]) if number else "start"
        told = [f"{label} (of {counted(path.length, 'move')})" if number else label]
        told.append(f"{path.length - number:,} to go")
        if path.bounds is not None:
            told.append(f"lower bound {path.bounds[number]:,}")
        if path.costs is not None:
            told.append(f"cost {spent[number]:,} of {path.cost:,}")
        boards.append(Board(puzzle.scene(state), label, "; ".join(told), changed(path.states, number)))
    return boards


def _values(puzzle: Puzzle) -> list[Value]:
    return [value for domain in puzzle.domains or () for value in domain]
