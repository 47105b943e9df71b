"""Queries in a process of the workbench: answers with boards, proofs, and why there is none.

The query that is open stays between calls, so that its next answers can be asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import perf_counter

from ...drawing.folding import cut
from ...drawing.svg import svg
from ...drawing.too_large import too_large
from ...errors import LimitReached, PuzzleError
from ...limits import SECONDS
from ...logic.writer import atom, write
from ...pages.models import numbers
from ...puzzles.shown_states import known_values
from ...repl.names import example
from ...repl.session import Session, show_relation
from ...rulefile.boards import board_of
from ...rulefile.rulebook import RuleFile
from ...text.answer import Answer
from ...text.names import Namespace
from ...text.namespaces import FileNamespace
from ...text.query import Query
from ...text.running import Run
from ..rules import Rules
from .loading import loaded

LONGEST = 2_000  # characters of a value
MOST_PRINTED = 100_000  # characters of what goals print before the query pauses
DRAWN = 500  # answers with boards
MOST_UNKNOWNS = 12  # of a model in the query that is proposed
MOST_ROWS = 2_000  # goals of a proof


@dataclass(frozen=True)
class Row:
    """One answer: the value of each variable as text, its board as SVG where it is a state, and what else must hold."""

    values: tuple[str, ...]
    boards: tuple[str | None, ...]
    rest: str


@dataclass(frozen=True)
class Paused:
    """Where a query stands: whether others may follow, which limit was reached, what it took, and what it printed."""

    is_over: bool
    reason: str | None
    seconds: float
    inferences: int
    printed: str


@dataclass(frozen=True)
class Proof:
    """Why an answer holds: goals with their depths, and from which constraints its values follow."""

    answer: str
    rows: tuple[tuple[int, str], ...]
    reasons: tuple[str, ...]


class _Open:
    """A query that is being answered."""

    def __init__(self, rules: Rules, text: str, seconds: float) -> None:
        self.rulefile = loaded(rules)
        self.printed: list[str] = []
        names = Namespace(_SHOW, FileNamespace(self.rulefile))
        self.run: Run = Query.read(text, names, seconds, write=self.printed.append).run()
        self.n_answers, self.seconds = 0, 0.0


_SHOW = {("show", 1): show_relation(lambda state: None)}  # boards are drawn anyway; in the session it draws them
_open: dict[int, _Open] = {}  # the one that is open, by its number


def ask(
    rules: Rules, text: str, number: int, most: int, seconds: float, progress: Callable[[tuple[str, ...] | Row], None]
) -> Paused:
    """Begin a query: `progress` is given the names of its variables, and each of the first `most` answers.

    Raises
    ------
    PuzzleError
        The rules or the query are wrong.
    """
    _open.clear()
    began = _Open(rules, text, seconds)
    progress(tuple(began.run.query.variables))
    _open[number] = began
    return more(number, most, progress)


def more(number: int, most: int, progress: Callable[[Row], None]) -> Paused:
    """Go on with the query of this number: `progress` is given each of the next `most` answers.

    Raises
    ------
    PuzzleError
        The query is not open any more, or an answer is wrong.
    """
    if number not in _open:
        raise PuzzleError("the query is not open any more", hint="ask it again")
    one, began, reason, over = _open[number], perf_counter(), None, False
    try:
        for answer in islice(one.run, most):
            one.n_answers += 1
            progress(_row(answer, one.rulefile, one.n_answers <= DRAWN))
            most -= 1
        over = most > 0 or one.run.look() is False
    except LimitReached as error:
        reason, over = str(error), True
    one.seconds += perf_counter() - began
    printed = cut("".join(one.printed), MOST_PRINTED)
    one.printed.clear()
    return Paused(over, reason, one.seconds, one.run.inferences, printed)


def _row(answer: Answer, rulefile: RuleFile, draws: bool) -> Row:
    names, shown = answer.names(), list(answer)
    values = [write(answer[name], names, 699, operators=answer.operators) for name in shown]
    equations = sum(1 for name, text in zip(shown, values, strict=True) if text != name)
    rest = answer.goals()[equations:] if answer.unequal or answer.others else []
    boards = [board(rulefile, answer[name]) if draws else None for name in shown]
    return Row(tuple(cut(value, LONGEST) for value in values), tuple(boards), cut(", ".join(rest), LONGEST))


def board(rulefile: RuleFile, value: object) -> str | None:
    """The board that a value is, as SVG; None for other values, and where it is too large."""
    scene = board_of([rulefile], value) if type(value) is tuple else None
    if scene is None or too_large(scene, live=True):
        return None
    values = known_values(rulefile.puzzle) if rulefile.kind == "puzzle" else numbers(rulefile.model)
    return svg(scene, f"board of {rulefile.name}", values)


def why(rules: Rules, text: str, number: int, seconds: float = SECONDS) -> Proof:
    """The proof of the answer with this number, counted from 0.

    Raises
    ------
    PuzzleError
        The rules or the query are wrong, there is no such answer, or a limit was reached.
    """
    from ...repl.proofs import Tracer, proof_rows
    from ...repl.unfolding import unfold
    from ...repl.whynot import tell_reasons

    session, said = _session(rules, seconds)
    tracer = Tracer()
    run = Query.read(text, session.names(), seconds).run(tracer.enter)
    found = next(islice(run, number, None), None)
    if found is None:
        raise PuzzleError("there is no such answer", hint="ask why not")
    tree = tracer.tree(run.machine)
    unfold(tree)
    names = run.names() | found.names()
    rows = [(depth, cut(line, LONGEST)) for depth, line in islice(proof_rows(tree, names, found.operators), MOST_ROWS)]
    tell_reasons(session, run, tracer.recorder, names)
    return Proof(str(found), tuple(rows), tuple(said))


def whynot(rules: Rules, text: str, seconds: float = SECONDS) -> tuple[tuple[int, str], ...]:
    """Why a query has no answer: sentences, each with its depth.

    Raises
    ------
    PuzzleError
        The rules or the query are wrong, or a limit was reached.
    """
    from ...repl.whynot import explain

    session, said = _session(rules, seconds)
    explain(session, Query.read(text, session.names(), seconds))
    return tuple(_depths(said))


def _depths(lines: list[str]) -> Iterator[tuple[int, str]]:
    for line in "\n".join(lines).split("\n"):
        text = line.lstrip(" ")
        yield (len(line) - len(text)) // 2, cut(text, LONGEST)


def _session(rules: Rules, seconds: float) -> tuple[Session, list[str]]:
    """A session over the rules, and what it says."""
    rulefile, said = loaded(rules), list[str]()
    return Session(said.append, seconds, files={rulefile.name: rulefile}), said


@dataclass(frozen=True)
class Known:
    """What can be asked: the names of relations, each with the numbers of its arguments; and an example."""

    names: tuple[tuple[str, tuple[int, ...]], ...]
    example: str


def known(rules: Rules) -> Known:
    """What can be asked over the rules: those of the file first.

    Raises
    ------
    PuzzleError
        The rules are wrong.
    """
    rulefile = loaded(rules)
    arities: dict[str, set[int]] = {}
    for name, arity in FileNamespace(rulefile).known():
        if type(name) is str and name.isidentifier():
            arities.setdefault(name, set()).add(max(arity, 0))
    return Known(tuple((name, tuple(sorted(sizes))) for name, sizes in arities.items()), _example(rulefile))


def _example(rulefile: RuleFile) -> str:
    """A query that shows boards or solutions, where there are some."""
    if rulefile.kind == "puzzle" and rulefile.puzzle.move.arity == 3:
        return f"start(S), {atom(rulefile.puzzle.move.name)}(Move, S, After)"
    if rulefile.kind == "model" and len(rulefile.model.variables) <= MOST_UNKNOWNS:
        unknowns = ", ".join(f"X{number}" for number in range(1, len(rulefile.model.variables) + 1))
        return f"{atom(rulefile.model.relation.name)}({unknowns})"
    return example([rulefile])
