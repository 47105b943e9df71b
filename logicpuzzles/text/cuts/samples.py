"""Small questions about a relation: some arguments known, the others open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import combinations, islice, product

from ...errors import NeedsValue, PuzzleError
from ...logic.relations import Predicate
from ...logic.resolver import Machine
from ...logic.terms import AnyTerm, var
from ..code.clauses import Clause
from ..syntax.nodes import Constant, Listed, Node, Unknown, is_ground, term_of, walk
from ..tabled.variants import variant_key

NUMBERS = (0, 1, 2, 3)
LISTS = ((), (1,), (2, 1), (1, 2), (1, 1), (1, 2, 3))
MOST_VALUES = 9  # of one argument
MOST_QUESTIONS = 250  # with the same arguments open
MOST_ANSWERS = 12  # of one question
LONGEST = 3  # thousands of inferences for a question
TOTAL = 400_000  # inferences for a file


class _Enough(Exception):
    """The question takes too long."""


class Ending(Enum):
    """Whether a question has no other answers, or may have, or whether a goal needs a value or is wrong."""

    ALL = auto()
    MORE = auto()
    ERROR = auto()


class Asker:
    """Asks small questions, as long as there is time for it; it is counted in inferences."""

    def __init__(self) -> None:
        self.left = TOTAL
        self._kept = 0  # for later

    def share(self, part: int, whole: int) -> None:
        """Leave `part` of `whole` of what is left, and keep the rest for when this is called again."""
        left = max(0, self.left + self._kept)
        self.left = left * part // whole
        self._kept = left - self.left

    def answers(self, predicate: Predicate, args: Sequence[AnyTerm]) -> tuple[list[tuple[AnyTerm, ...]], Ending]:
        """The arguments as the first answers have them, and how that ended."""
        found: list[tuple[AnyTerm, ...]] = []
        machine = Machine()

        def check() -> None:
            if machine.inferences > 1000 * LONGEST:
                raise _Enough

        machine.watchdog = check
        try:
            for _ in machine.answers(predicate(*args)):
                found.append(machine.reify(tuple(args)))
                if len(found) == MOST_ANSWERS:
                    return found, Ending.MORE
        except (_Enough, RecursionError):
            return found, Ending.MORE
        except (NeedsValue, PuzzleError):
            return found, Ending.ERROR
        finally:
            self.left -= machine.inferences + 50
        return found, Ending.ALL

    def holds(self, predicate: Predicate, args: Sequence[AnyTerm]) -> bool:
        """Whether the relation holds of `args`."""
        return bool(self.answers(predicate, args)[0])


def keys(answers: Sequence[tuple[AnyTerm, ...]]) -> list[object]:
    """The answers, alike where they differ in the names of unknowns only."""
    return [variant_key(answer)[0] for answer in answers]


def questions(clauses: Sequence[Clause], opened: frozenset[int]) -> Iterator[tuple[AnyTerm, ...]]:
    """Arguments for a relation; those whose numbers are in `opened` are unknown."""
    arity = len(clauses[0].head.args)
    pools = [[None] if number in opened else _values(clauses, number) for number in range(arity)]
    for row in islice(product(*pools), MOST_QUESTIONS):
        yield tuple(var() if number in opened else value for number, value in enumerate(row))


def openings(arity: int) -> Iterator[frozenset[int]]:
    """Which arguments are open: one, the last first; then two; then all."""
    yield from (frozenset((number,)) for number in reversed(range(arity)))
    yield from (frozenset(pair) for pair in reversed(list(combinations(range(arity), 2))) if arity > 2)
    if arity > 1:
        yield frozenset(range(arity))


def _values(clauses: Sequence[Clause], number: int) -> list[AnyTerm]:
    """Values for an argument: those that the heads have there, lists where one has a list, small numbers."""
    args = [clause.head.args[number] for clause in clauses]
    found: dict[AnyTerm, None] = {}
    for part in (part for arg in args for part in walk(arg)):
        if type(part) is Constant and part.value != ():
            found[part.value] = None
    for arg in args:
        if is_ground(arg):
            found[term_of(arg, {})] = None
    lists = [part for one in clauses for part in walk(one.head) if type(part) is Listed]
    ends = {part.rest.name for part in lists if type(part.rest) is Unknown}
    in_grammar = number >= len(clauses[0].head.args) - 2 and any("-->" in one.sentence.text for one in clauses)
    if in_grammar or any(_is_list(arg) or type(arg) is Unknown and arg.name in ends for arg in args):
        return list(dict.fromkeys([*LISTS, *(value for value in found if isinstance(value, tuple))]))[:MOST_VALUES]
    compared = (part for clause in clauses if clause.node is not None for part in walk(clause.node))
    bounds = [part.value for part in compared if type(part) is Constant and type(part.value) is int]
    near = [*(value for bound in bounds for value in (bound, bound + 1)), *(bound - 1 for bound in bounds)]
    return list(dict.fromkeys([*found, *near, *NUMBERS, "a"]))[:MOST_VALUES]


def _is_list(arg: Node) -> bool:
    return type(arg) is Listed or type(arg) is Constant and arg.value == ()
