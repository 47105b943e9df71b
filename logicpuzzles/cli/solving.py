"""Solve a state puzzle: a shortest solution, all of them, or their number."""

from __future__ import annotations

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
from ..puzzles.chosen_bound import BoundChoice
from ..puzzles.puzzle import Puzzle
from ..rulefile.rulebook import RuleFile
from ..search import ANY, ENGINES, Solutions
from ..search import INTERRUPTED as STOPPED_BY_HAND
from ..wording import counted
from . import screen
from .asked import Solving, check_number
from .report import EXIT_CODES, as_json, ended, plain_data
from .rulefiles import placed, read_bound, read_state
from .stopping import INTERRUPTED, raising
from .writing import titled, written


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
    start = _state(puzzle, " ".join(asked["start"]), "START") if asked["start"] else puzzle.start
    goal = None if asked["goal"] is None else _state(puzzle, asked["goal"], "--goal")
    choice = read_bound(puzzle, asked["bound"], asked["bound_memory"])
    many = asked["all_solutions"] or asked["only_count"]
    if asked["html"] is not None and many:
        raise PuzzleError("a page shows one solution", place="--html", hint="leave out --all and --count")
    with placed(rulefile):
        found = _all(puzzle, start, goal, choice, asked) if many else _first(rulefile, start, goal, choice, asked)
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


def _state(puzzle: Puzzle, text: str, place: str) -> State:
    values = [value for domain in puzzle.domains or (puzzle.start,) for value in domain]
    return puzzle.state(read_state(text, puzzle.n_cells, puzzle.symbols, place, values), place=place)


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
    page = None
    if asked["html"] is not None and isinstance(ending, Path):
        page = written(asked["html"], entry("pages.puzzles:of_path")(puzzle, ending, titled(rulefile)))
    if asked["as_object"]:
        yield as_json(ending)
        return code
    yield in_words(ending, puzzle.picture, puzzle.symbols, asked["boards"], screen.width())
    if ending.status == "stopped" and asked["strategy"] == "auto" and ending.bound == "derived":
        hint = "another strategy may be faster: --strategy astar"  # auto tries the others by itself
        yield folding.facts([("next", hint)], screen.text_width())
    if page is not None:
        yield page
    if path is not None:
        yield "checked each move is one of the relation's own"
    return code


def _all(puzzle: Puzzle, start: State, goal: State | None, bound: BoundChoice, asked: Solving) -> Reply:
    """All solutions as they are found, or only their number; none where an invariant forbids it."""
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
        if asked["as_object"]:
            kept.append(path)
        elif not only_count:
            yield numbered(found, path, screen.width())
    ending: Ending | None = solutions.ending if forbidden is None else Exhausted(reason=forbidden, engine="rules")
    assert ending is not None
    number = getattr(ending, "count", None if only_count and ending.status == "stopped" else found)
    length = lengths.pop() if len(lengths) == 1 else None
    cost = costs.pop() if len(costs) == 1 else None
    if asked["as_object"]:
        listed = None if only_count else [plain_data(path.moves) for path in kept]
        yield ended(ending, count=number, length=length, cost=cost, solutions=listed)
        return EXIT_CODES[ending.status]
    each = "" if length is None else f" of {counted(length, 'move')}"
    if puzzle.cost is not None and cost is not None:
        each += f" that costs {cost:,}" if number == 1 else f", each at a cost of {cost:,}"
    solved = ending.status == "solved"
    if found and not only_count:
        yield ""
    yield f"{counted(number or 0, 'solution')}{each}." if solved else sentence(ending, screen.width())
    if ending.nodes:
        yield f"\n{facts(ending, screen.width())}"
    return EXIT_CODES[ending.status]


def numbered(number: int, path: Path, width: int = WIDTH) -> str:
    """The moves of a solution after its number.

    >>> print(numbered(12, Path(moves=(3, 1, 2), states=())))
      12  3 1 2
    """
    head = f"{number:>4}  "
    return head + (moves(path.moves, width - len(head)) or "(no moves)").replace("\n", "\n" + " " * len(head))
