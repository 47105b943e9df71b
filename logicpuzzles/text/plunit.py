"""Tests in rule files: the blocks between begin_tests and end_tests, as SWI-Prolog's plunit has them.

test(Name) :- Body.                      Body has an answer
test(Name, X == 3) :- Body.              ... and X is 3 in the first; true(Condition) says the same
test(Name, fail) :- Body.                Body has no answer
test(Name, all(X == [1, 2])) :- Body.    these are all values of X, in this order
test(Name, set(X == [1, 2])) :- Body.    these are the values of X, in whatever order
nondet                                   without it, there is a warning where another answer follows
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from ..errors import PuzzleError
from ..limits import SECONDS
from ..logic.operators import Operators
from ..logic.order import in_order, without_repeats
from ..logic.substitution import Substitution
from ..logic.terms import AnyTerm
from ..logic.writer import shown as shown_term
from ..logic.writer import write
from ..rulefile.finding import find, shown, source
from ..rulefile.rulebook import RuleFile, load
from .complaints import Complaints
from .names import Namespace
from .namespaces import FileNamespace
from .program import define
from .query import Query
from .reader import program_of
from .running import Run
from .sentences import Block
from .stated import Clause
from .syntax.nodes import Compound, Constant, Listed, Node, Unknown, indicator_of, term_of
from .tabled.variants import variant_key

_CONDITIONS = frozenset({"==", "\\==", "=", "\\=", "=:=", "=\\=", "<", ">", "=<", ">=", "is", "@<", "@>", "@=<", "@>="})
LONGEST = 500  # characters of a list in a message
Ask = Callable[[Node], Query]
_VALUE = "Value "  # the variable that holds what all(...) collects; no text can name it


@dataclass(frozen=True)
class Outcome:
    """How a test went; `problem` is None where it passed, `warning` tells that it has more answers than it says."""

    problem: str | None
    warning: str | None
    seconds: float


@dataclass(frozen=True)
class Case:
    """One test of a rule file.

    Attributes
    ----------
    block, name
        The block that it stands in, and its name.
    """

    block: str
    name: str
    clause: Clause
    names: Namespace

    @property
    def place(self) -> str:
        """Where it stands."""
        return self.clause.sentence.place(0)

    @property
    def line(self) -> int:
        """The number of its first line."""
        return int(self.place.rsplit(":", 2)[1])

    def run(self, seconds: float | None = SECONDS, memory: int | None = None) -> Outcome:
        """Run the test."""
        began = perf_counter()
        problem = warning = None
        ask = partial(Query, sentence=self.clause.sentence, names=self.names, seconds=seconds, memory=memory)
        try:
            expected = options(self.clause)
            body = self.clause.body or Constant("true", 0)
            if expected.collects is not None:
                problem = _compared(ask, body, *expected.collects)
            else:
                problem, warning = _first(ask, body, expected)
        except PuzzleError as error:
            problem = str(error)
        return Outcome(problem, warning, perf_counter() - began)


def _first(ask: Ask, body: Node, expected: Options) -> tuple[str | None, str | None]:
    """The problem with the first answer, and the warning that others follow."""
    found = ask(body).run()
    first = next(found, None)
    if expected.fails:
        return None if first is None else f"it must fail, but has the answer {first}", None
    if first is None:
        return "it has no answer", None
    for condition in expected.conditions:
        goal = Compound(",", [Compound("once", [body], body.at), condition], condition.at)
        if ask(goal).first() is None:
            return f"{_text(condition, first.operators)} does not hold: {first}", None
    if expected.repeats or not _goes_on(found):
        return None, None
    return None, "it has other answers too; nondet allows them"


def _compared(ask: Ask, body: Node, template: Node, wanted: Node, is_set: bool) -> str | None:
    """The problem with the values of `template` in all answers; None where they are those that are `wanted`."""
    equation = Compound("=", [Unknown(_VALUE, template.at), template], template.at)
    found = tuple(answer[_VALUE] for answer in ask(Compound(",", [body, equation], body.at)))
    values = term_of(wanted, {})
    if is_set:
        found = _as_set(found)
        values = _as_set(values) if isinstance(values, tuple) else values
    compared = f"expected {_listed(values)}, got {_listed(found)}"
    if variant_key(found)[0] != variant_key(values)[0]:
        return compared
    if Substitution().unknowns(values):
        return f"{compared}: unknowns, of which no two are == in all(...)"
    return None


def _as_set(values: tuple[AnyTerm, ...]) -> tuple[AnyTerm, ...]:
    return tuple(without_repeats(in_order(values, "set")))


def _goes_on(run: Run) -> bool:
    """Whether another answer follows, as far as a few thousand steps tell."""
    try:
        return bool(run.look()) and next(run, None) is not None
    except PuzzleError:
        return False


@dataclass
class Options:
    """What a test expects: that it fails, conditions on its first answer, or the values of a term in all answers.

    `collects` is that term, the list of its values, and whether this is a set.
    """

    fails: bool = False
    repeats: bool = False
    conditions: Sequence[Node] = ()
    collects: tuple[Node, Node, bool] | None = None


def options(clause: Clause) -> Options:
    """The options of a test.

    Raises
    ------
    PuzzleError
        One is not known.
    """
    given = clause.head.args[1] if len(clause.head.args) == 2 else Constant((), 0)
    is_empty = type(given) is Constant and given.value == ()
    found = Options()
    for option in [] if is_empty else given.items if type(given) is Listed else [given]:
        key, args = indicator_of(option), option.args
        if key == ("fail", 0):
            found.fails = True
        elif key == ("nondet", 0):
            found.repeats = True
        elif key == ("true", 1) or key is not None and key[0] in _CONDITIONS and key[1] == 2:
            found.conditions = [*found.conditions, args[0] if key == ("true", 1) else option]
        elif key in (("all", 1), ("set", 1)) and indicator_of(args[0]) == ("==", 2):
            template, values = args[0].args
            found.collects = (template, values, key == ("set", 1))
        elif key != ("true", 0):
            known = "true, fail, nondet, X == V, all(X == [..]) or set"
            raise clause.sentence.error("this option is not known", option.at, known)
    return found


def _listed(values: AnyTerm) -> str:
    """The list of values for a message, unknowns without their numbers, cut where it is long."""
    return shown_term(values, LONGEST, dict.fromkeys(Substitution().unknowns(values), "_"))


def _text(node: Node, operators: Operators) -> str:
    variables: dict[str, Any] = {}
    term = term_of(node, variables)
    return write(term, {variable: name for name, variable in variables.items()}, 1200, operators=operators)


def cases_in(path: str | Path) -> Iterator[Case]:
    """The tests of the rule file at `path`, or of that name.

    Raises
    ------
    PuzzleError
        The file is wrong.
    """
    file = find(path)
    if file.suffix != ".pl":
        raise PuzzleError("only rule files in Prolog text hold tests", place=shown(file))
    return cases(source(file), shown(file), partial(load, file))


def cases(text: str, file: str, loaded: Callable[[], RuleFile]) -> Iterator[Case]:
    """The tests of the rule file `text`, whose place in messages is `file`; `loaded` gives what they ask.

    Raises
    ------
    PuzzleError
        The text is wrong.
    """
    program = program_of(text, file)
    if program.blocks:
        names = FileNamespace(loaded())
        for block in program.blocks:
            yield from _cases(block, names)


def _cases(block: Block, parent: Namespace) -> Iterator[Case]:
    names, complaints = Namespace({}, parent), Complaints()
    define(block, names, complaints)
    complaints.tell()
    for clause in block.tests:
        head = clause.head
        name = head.args[0] if head.args else head
        yield Case(block.name, _text(name, names.dialect), clause, names)
