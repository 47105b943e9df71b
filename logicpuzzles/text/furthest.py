"""Which goal of a clause's body fails: the one that is reached last, with what it was called with."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import PuzzleError
from ..limits import SECONDS
from ..logic.goals import Goal
from ..logic.relations import Predicate
from ..logic.resolver import Continuation, Machine
from ..logic.substitution import Substitution
from ..logic.terms import AnyTerm, Term
from ..logic.writer import atom, shown
from ..watchdog import Watchdog
from ..wording import counted
from .code.clauses import Clause, Clauses
from .code.frames import Frame
from .code.instructions import At
from .parameters import Resized
from .syntax.nodes import conjuncts, is_anonymous, term_of, unknowns, walk

LONGEST = 100  # characters of the goal in the message
LONGEST_ARGUMENT = 40  # of each argument, where the goal is longer


class Furthest:
    """Finds the goal in the body of one of `clauses` that a run without an answer reaches last, in the text's order.

    `enter` is the tracer of the run. All goals before the one found have an answer together, and with it they have
    none.
    """

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self._clauses = clauses
        self._goals = [[] if clause.node is None else conjuncts(clause.node) for clause in clauses]
        self._place = {
            id(part): (number, index)
            for number, goals in enumerate(self._goals)
            for index, goal in enumerate(goals)
            for part in walk(goal)
        }
        self._frames: dict[int, Frame] = {}  # by the number of a clause: the frame of its first call
        self._found: tuple[int, int] | None = None  # the number of a clause, and of a goal in its body
        self._text = ""  # that goal, when it was called first
        self._calls = 0

    def enter(self, machine: Machine, goal: Goal, rest: Continuation) -> Continuation:
        """Note `goal` if no goal before got further."""
        if not isinstance(goal, At):
            return rest
        place = self._place.get(id(goal.instruction.origin.node))
        if place is None or self._frames.setdefault(place[0], goal.frame) is not goal.frame:
            return rest  # of another clause, or a call of the clause within itself
        node = self._goals[place[0]][place[1]]
        if self._found is None or place[1] > self._found[1]:
            slots = goal.instruction.origin.layout.slots
            terms = {name: goal.frame[slots[name]] for name in unknowns(node) if name in slots}
            self._found, self._calls, self._text = place, 0, _in_words(machine, term_of(node, dict(terms)), terms)
        if place == self._found and goal.instruction.origin.node is node:
            self._calls += 1
        return rest

    def error(self, problem: str, place: str, resized: Sequence[Resized]) -> PuzzleError:
        """The message for `problem` at `place`, which names the goal found and its place if the run reached one.

        Grids that are `resized` are likely to be the reason, so it names the size of the first.
        """
        expected, got, hint = None, None, "ask this goal in a query, to see what it needs"
        for parameter, given in resized[:1]:
            rows, columns = parameter.default.size
            expected = f"{counted(rows, 'row')} of {columns} for {parameter.name}, as in its default"
            got = f"{counted(len(given), 'row')} of {len(given[0])}"
            hint = "give a grid of this size, or of another for which this goal has an answer"
        if self._found is None:
            return PuzzleError(problem, place=place, expected=expected, got=got)
        number, index = self._found
        more = f", nor have {counted(self._calls - 1, 'more call')} of it" if self._calls > 1 else ""
        problem = f"{problem}: {self._text} has no answer{more}"
        return self._clauses[number].sentence.error(problem, self._goals[number][index].at, expected, got, hint)


def failure(
    relation: Predicate, args: tuple[AnyTerm, ...], problem: str, place: str, resized: Sequence[Resized]
) -> PuzzleError:
    """The message for `problem`: `relation` has no answer for `args`. It is asked once more to find the goal."""
    furthest = Furthest(relation.clauses if isinstance(relation, Clauses) else ())
    with Watchdog(SECONDS, what=f"asking {relation.name}") as watchdog:
        machine = Machine(watchdog.check)
        machine.tracer = furthest.enter
        next(machine.answers(relation(*args)), None)
    return furthest.error(problem, place, resized)


def _in_words(known: Substitution, goal: AnyTerm, named: dict[str, AnyTerm]) -> str:
    """The goal with what is known, its arguments shortened if it is long; unknowns without a name are `_`."""
    goal = known.reify(goal)
    names = dict.fromkeys(known.unknowns(goal), "_")
    names |= {term: name for name, value in named.items() if (term := known.walk(value)) in names}
    names = {term: "_" if is_anonymous(name) else name for term, name in names.items()}
    text = shown(goal, LONGEST + 1, names)
    if len(text) <= LONGEST or type(goal) is not Term:
        return text
    args = [shown(arg, LONGEST_ARGUMENT, names) for arg in goal.args]
    if atom(goal.name).isidentifier():
        return f"{goal.name}({', '.join(args)})"
    return f" {goal.name} ".join(args) if len(args) == 2 else text
