"""Solve a state puzzle: a shortest solution, all of them, or their number."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from typing import Unpack

from ..by_name import entry
from ..commands.command import Reply
from ..drawing import folding
from ..drawing.folding import WIDTH
from ..drawing.gallery import moves
from ..drawing.report import facts, in_words, sentence
from ..endings import Ending, Exhausted, Path, State
from ..errors import PuzzleError
from ..plain_data import plain_data
from ..puzzles.chosen_bound import BoundChoice
from ..puzzles.puzzle import Puzzle
from ..puzzles.written import read_bound, read_start
from ..rulefile.rulebook import RuleFile
from ..search import ANY, ENGINES, Solutions
from ..search import INTERRUPTED as STOPPED_BY_HAND
from ..wording import counted
from . import screen
from .report import EXIT_CODES, as_json, ended
from .rulefiles import placed
from .solving_options import Solving, check_number
from .stopping import INTERRUPTED, raising
from .writing import SVG, board, nothing_written, page, titled

PLAYED = 100  # solutions of a page


def solve_puzzle(rulefile: RuleFile, **asked: Unpack[Solving]) -> Reply:
    """A shortest solution of a state puzzle, all of them, or their number."""
    check_number(asked)
    if asked["engine"] not in ENGINES:
        expected = f"one of {', '.join(ENGINES)}"
        raise PuzzleError(f"{asked['engine']} is for models", place="--engine", expected=expected)
    for option in ("minimize", "maximize"):
        if asked[option] is not None:
            hint = "say what moves cost in the rule file: a relation cost, and Puzzle(cost=cost)"
            raise PuzzleError("moves have costs, not an objective", place=f"--{option}", hint=hint)
    if asked["any_solution"]:
        asked["strategy"] = only_any(asked)
    puzzle: Puzzle = rulefile.puzzle
    start = read_start(puzzle, " ".join(asked["start"]), "START") if asked["start"] else puzzle.start
    goal = None if asked["goal"] is None else read_start(puzzle, asked["goal"], "--goal")
    choice = read_bound(puzzle, asked["bound"], asked["bound_memory"])
    many = asked["all_solutions"] or asked["only_count"]
    with placed(rulefile):
        found = _all(rulefile, start, goal, choice, asked) if many else _first(rulefile, start, goal, choice, asked)
        return (yield from found)


def only_any(asked: Solving) -> str:
    """The strategy for any solution.

    Raises
    ------
    PuzzleError
        If all solutions are asked for too, or another strategy.
    """
    for place, excluded in (("--all", asked["all_solutions"]), ("--count", asked["only_count"])):
        if excluded:
            raise PuzzleError(f"--any and {place} exclude each other", hint="leave one of them out")
    if asked["strategy"] not in ("auto", ANY):
        hint = "leave one of them out"
        raise PuzzleError(
            "--any has a strategy of its own", place="--strategy", expected=ANY, got=asked["strategy"], hint=hint
        )
    return ANY


def _first(rulefile: RuleFile, start: State, goal: State | None, bound: BoundChoice, asked: Solving) -> Reply:
    puzzle: Puzzle = rulefile.puzzle
    with raising() if asked["strategy"] == ANY else nullcontext():
        ending = puzzle.solve(
            start,
            goal,
            strategy=asked["strategy"],
            engine=asked["engine"],
            limits=asked["limits"],
            progress=asked["progress"],
            bound=bound,
            workers=asked["workers"],
        )
    code = INTERRUPTED if ending.why == STOPPED_BY_HAND else EXIT_CODES[ending.status]
    path = ending if asked["verify"] and isinstance(ending, Path) else None
    if path is not None:
        puzzle.check(path, goal, start)
    if asked["as_object"]:
        yield as_json(ending)
        yield from _files(rulefile, start, ending, asked)
        return code
    yield in_words(ending, puzzle.picture, puzzle.symbols, asked["boards"], screen.width())
    if ending.status == "stopped" and asked["strategy"] == "auto" and ending.bound == "derived":
        hint = "another strategy may be faster: --strategy astar"  # auto tries the others by itself
        yield folding.facts([("next", hint)], screen.text_width())
    if path is not None:
        yield "checked each move is one of the relation's own"
    yield from _files(rulefile, start, ending, asked)
    return code


def _files(rulefile: RuleFile, start: State, ending: Ending, asked: Solving) -> Iterable[str]:
    """Write the page and the picture that are asked for; what to tell of them."""
    puzzle, title = rulefile.puzzle, titled(rulefile)
    if isinstance(ending, Path):
        yield from page(asked["html"], lambda: entry("pages.puzzles:of_path")(puzzle, ending, title))
        yield from board(asked["svg"], puzzle, ending.states[-1], title)
    else:
        yield from page(asked["html"], lambda: entry("pages.puzzles:of_unsolved")(puzzle, start, ending, title))
        yield from nothing_written({SVG: asked["svg"]})


def _all(rulefile: RuleFile, start: State, goal: State | None, bound: BoundChoice, asked: Solving) -> Reply:
    """All solutions as they are found, or only their number; none where an invariant forbids it."""
    puzzle: Puzzle = rulefile.puzzle
    only_count = asked["only_count"]
    forbidden = None if asked["engine"] == "relational" else puzzle.unreachable(start, goal)
    search = asked["strategy"], asked["engine"], asked["limits"], asked["progress"]
    wanted = puzzle.goal if goal is None else goal
    problem = puzzle.compiled.problem(start, wanted, bound, asked["limits"], asked["progress"])
    solutions = Solutions(problem, *search, only_count, asked["workers"])
    kept: list[Path] = []
    found, lengths, costs = 0, set(), set()
    for found, path in enumerate(solutions if forbidden is None else (), 1):
        lengths.add(path.length)
        costs.add(path.cost)
        if asked["verify"]:
            puzzle.check(path, goal, start)
        if asked["as_object"] or (asked["html"] is not None and found <= PLAYED):
            kept.append(path)
        if not only_count and not asked["as_object"]:
            yield numbered(found, path, screen.width())
    ending: Ending | None = solutions.ending if forbidden is None else Exhausted(reason=forbidden, engine="rules")
    assert ending is not None
    number = getattr(ending, "count", None if only_count and ending.status == "stopped" else found)
    length = lengths.pop() if len(lengths) == 1 else None
    cost = costs.pop() if len(costs) == 1 else None
    if asked["as_object"]:
        listed = None if only_count else [plain_data(path.moves) for path in kept]
        yield ended(ending, count=number, length=length, cost=cost, solutions=listed)
    each = "" if length is None else f" of {counted(length, 'move')}"
    if puzzle.cost is not None and cost is not None:
        each += f" that costs {cost:,}" if number == 1 else f", each at a cost of {cost:,}"
    said = f"{counted(number or 0, 'solution')}{each}." if ending.status == "solved" else None
    if not asked["as_object"]:
        if found and not only_count:
            yield ""
        yield said or sentence(ending, screen.width())
        if ending.nodes:
            yield f"\n{facts(ending, screen.width())}"
    if asked["html"] is not None:
        told = said or sentence(ending)
        given = (puzzle, start, kept[:PLAYED], found, told, ending, titled(rulefile))
        yield from page(asked["html"], lambda: entry("pages.puzzles:of_paths")(*given))
    return EXIT_CODES[ending.status]


def numbered(number: int, path: Path, width: int = WIDTH) -> str:
    """The moves of a solution after its number.

    >>> print(numbered(12, Path(moves=(3, 1, 2), states=())))
      12  3 1 2
    """
    head = f"{number:>4}  "
    return head + (moves(path.moves, width - len(head)) or "(no moves)").replace("\n", "\n" + " " * len(head))
