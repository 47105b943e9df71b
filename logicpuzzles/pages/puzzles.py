"""Pages of state puzzles: what they are, a state, solutions to be played, a whole space behind its bars."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain, islice

from ..drawing.bars import grouped
from ..drawing.gallery import caption, moves
from ..drawing.page import page
from ..drawing.page_boards import MOST, Board
from ..drawing.page_parts import Bar, Chart, Facts, Part, Player, Sheet, Words
from ..drawing.picture import scene_of
from ..drawing.report import apart, in_moves, rows, sentence
from ..drawing.scene import Scene
from ..drawing.svg import svg as svg_of
from ..endings import Ending, Path, State, Value
from ..logic.terms import same
from ..puzzles.puzzle import Puzzle
from ..puzzles.shown_states import known_values, shown_states
from ..search.exploration import Exploration, Unexplored
from ..wording import counted, duration
from .space_words import DRAWN, in_all
from .space_words import hardest as hardest_of

SHOWN = 6  # states behind a bar
LISTED = 500_000_000  # states of a space behind whose bars some stand: to find them takes as long as to explore it
BARS = 120  # depths are put together where there are more


def puzzle_parts(puzzle: Puzzle) -> list[Part]:
    """The start of a puzzle and its goals."""
    states, said = shown_states(puzzle)
    sheet = Sheet([Board(puzzle.scene(state), name) for name, state in states.items()])
    return [sheet, Words(said, is_running=True)] if said else [sheet]


def puzzle_shown(puzzle: Puzzle) -> tuple[str, list[Part], list[Value]]:
    """The same with a title and all values."""
    return titled(puzzle, "Puzzle"), puzzle_parts(puzzle), known_values(puzzle)


def of_state(puzzle: Puzzle, state: State, title: str, facts: Sequence[tuple[str, str]] = ()) -> str:
    """The page of one state, and what is to be said of it."""
    return page(title, [Sheet([Board(puzzle.scene(state), "")]), Facts(facts)], known_values(puzzle))


def svg(puzzle: Puzzle, state: State | None = None) -> str:
    """The board of a state, by default the start."""
    title = titled(puzzle, "Puzzle")
    return svg_of(puzzle.scene(puzzle.start if state is None else state), title, known_values(puzzle))


def of_path(puzzle: Puzzle, path: Path, title: str) -> str:
    """The page of a solution: its moves to be played, its boards, and how it was found."""
    return page(title, path_parts(puzzle, path), known_values(puzzle))


def path_parts(puzzle: Puzzle | None, path: Path) -> list[Part]:
    """What is shown of a solution."""
    told = f"Solved in {in_moves(path)}{apart(path)}." if path.moves else "The start is a goal."
    made = [("moves", moves(path.moves).replace("\n", " "))] if path.moves else []
    return [Words(told, is_running=True), Player([_played(puzzle, path)]), Facts([*made, *rows(path)])]


def path_shown(path: Path) -> tuple[str, list[Part], list[Value]]:
    """The same, drawn by the puzzle that handed it out, with a title and all values."""
    puzzle = drawn_by(path)
    return titled(puzzle, "Solution"), path_parts(puzzle, path), known_values(puzzle)


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
        _played(puzzle, path, f"{number}: {moves(path.moves) or 'no moves'}".replace("\n", " "))
        for number, path in enumerate(paths, 1)
    ]
    if len(paths) < number:
        told += f" The first {len(paths):,} of {number:,} can be played."
    shown = Player(sheets) if sheets else Sheet([Board(puzzle.scene(start), "start")])
    return page(title, [Words(told, is_running=True), shown, Facts(rows(ending))], known_values(puzzle))


def of_unsolved(puzzle: Puzzle, start: State, ending: Ending, title: str) -> str:
    """The page of a state without a solution, or of a search that was stopped: why, and how the search went."""
    boards = [Board(puzzle.scene(start), "start")]
    facts = Facts(rows(ending) if ending.nodes else [])
    return page(title, [Words(sentence(ending), is_running=True), Sheet(boards), facts], known_values(puzzle))


def of_exploration(puzzle: Puzzle, found: Exploration | Unexplored, hardest: Sequence[State], title: str) -> str:
    """The page of a whole space: how many states are how far, some of each behind its bar, and the hardest.

    Of one that a limit stopped, the depths that are complete.
    """
    return page(title, space_parts(puzzle, found, hardest), known_values(puzzle))


def space_parts(puzzle: Puzzle | None, found: Exploration | Unexplored, hardest: Sequence[State]) -> list[Part]:
    """What is shown of a whole space."""
    costs = puzzle is not None and puzzle.cost is not None
    unit = "cost" if costs else "moves"
    bars: list[Bar] = []
    parts: list[Part] = []
    if isinstance(found, Unexplored):
        parts.append(Words(sentence(found), is_running=True))
        bars = [Bar(name, number) for name, number in grouped(found.depths, BARS)]
    else:
        opens = " A bar opens some of its states." if found.count <= LISTED else ""
        parts.append(Words(f"{in_all(found)}.{opens}"))
        bars = _bars(puzzle, found)
    if bars:
        parts.append(Chart(bars, (unit, "states")))
    if hardest:
        boards = [Board(_scene(puzzle, state), "") for state in hardest]
        parts.append(Sheet(boards, hardest_of(found, len(hardest), costs)))
    parts.append(Facts([("time", duration(found.seconds))]))
    return parts


def space_shown(found: Exploration | Unexplored) -> tuple[str, list[Part], list[Value]]:
    """The same, with some of the hardest states, drawn by the puzzle that was explored."""
    puzzle = drawn_by(found)
    hardest = tuple(islice(found.hardest(), DRAWN)) if isinstance(found, Exploration) else ()
    return titled(puzzle, "All states"), space_parts(puzzle, found, hardest), known_values(puzzle)


def _bars(puzzle: Puzzle | None, found: Exploration) -> list[Bar]:
    """A bar for each depth, or for some together, with the first of their states where the space is not too large."""
    size = -(-len(found.depths) // BARS)
    some = list(found.table.first_states(SHOWN)) if found.count <= LISTED else [[]] * len(found.depths)
    bars = []
    for at, (name, number) in enumerate(grouped(found.depths, BARS)):
        states = list(chain.from_iterable(some[at * size : (at + 1) * size]))[:SHOWN]
        more = f"{len(states)} of {number:,}:" if 0 < len(states) < number else ""
        bars.append(Bar(name, number, [Board(_scene(puzzle, state), "") for state in states], more))
    return bars


def changed(states: Sequence[State], number: int) -> list[int]:
    """The cells of a state that a move changed."""
    if number == 0:
        return []
    before, after = states[number - 1], states[number]
    return [cell for cell, (one, other) in enumerate(zip(before, after, strict=True)) if not same(one, other)]


def _played(puzzle: Puzzle | None, path: Path, name: str = "") -> Sheet:
    """The boards of a solution; of each where it is on the way, its lower bound and cost."""
    spent = [0, *accumulate(path.costs or ())]
    boards = []
    for number, state in enumerate(path.states[:MOST]):
        label = caption(number, path.moves[number - 1]) if number else "start"
        told = [f"{label} (of {counted(path.length, 'move')})" if number else label]
        told.append(f"{path.length - number:,} to go")
        if path.bounds is not None:
            told.append(f"lower bound {path.bounds[number]:,}")
        if path.costs is not None:
            told.append(f"cost {spent[number]:,} of {path.cost:,}")
        boards.append(Board(_scene(puzzle, state), label, "; ".join(told), changed(path.states, number)))
    return Sheet(boards, name, len(path.states) - len(boards))


def drawn_by(ending: Ending) -> Puzzle | None:
    """The puzzle that handed an ending out; None where that is not known."""
    return ending.drawing if isinstance(ending.drawing, Puzzle) else None


def titled(puzzle: Puzzle | None, otherwise: str) -> str:
    """What a page of a puzzle is called: as its rule file is, if it has one."""
    return otherwise if puzzle is None or puzzle.source is None else puzzle.source.title


def _scene(puzzle: Puzzle | None, state: State) -> Scene:
    return scene_of(state) if puzzle is None else puzzle.scene(state)
