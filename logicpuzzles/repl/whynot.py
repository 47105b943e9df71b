"""Why a query has no answer: the goal that fails first, and the nearest generalisation of it that holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from ..errors import PuzzleError
from ..text.asking import Answer, Query
from ..text.book import FileNames
from ..text.code.clauses import Clauses
from ..text.code.controls import CONTROLS
from ..text.names import Names
from ..text.syntax.grammar import parse
from ..text.syntax.lexical import Sentence
from ..text.syntax.nodes import Compound, Node, flattened, key_of, unknowns
from .generalising import conjunction, generalisations, text, with_other_names, with_values

if TYPE_CHECKING:
    from .session import Session

SECONDS = 2.0  # for one question on the way
TRIES = 300  # generalisations that are tried
DEEPEST = 20  # relations within relations that are followed
SHOWN = 3  # answers of a generalisation that are shown


def explain(session: Session, goal: Node, sentence: Sentence) -> None:
    """Say why `goal` has no answer.

    Raises
    ------
    PuzzleError
        It asks what there is not, or for more than a moment.
    """
    names = session.names()
    first = _ask(goal, sentence, names).first()
    if first is not None:
        session.say(f"It holds: {first}.")
        return
    _Search(session).follow(goal, sentence, names, 0)


def _ask(goal: Node, sentence: Sentence, names: Names) -> Query:
    return Query(goal, sentence, names, SECONDS)


class _Search:
    """Follows the goals that fail down to one that rests on no other."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def say(self, depth: int, line: str) -> None:
        self.session.say("  " * depth + line)

    def follow(self, goal: Node, sentence: Sentence, names: Names, depth: int) -> None:
        """Say which part of `goal` fails, and why."""
        goals = conjuncts(goal)
        number, before = _first_failing(goals, sentence, names)
        part = goals[number]
        if before is None:
            self.say(depth, f"{text(part)} fails.")
        else:
            part = with_values(part, before)
            self.say(depth, f"{text(conjunction(goals[:number]))} holds{_with(before)}.")
            self.say(depth, f"Then {text(part)} fails.")
        if key_of(part) in (("\\+", 1), ("not", 1)):
            (denied,) = part.args  # type: ignore[attr-defined]
            self.say(depth + 1, f"{text(denied)} holds{_with(_ask(denied, sentence, names).first())}.")
        elif not self._descend(part, sentence, names, depth):
            self._generalise(part, sentence, names, depth)

    def _descend(self, goal: Node, sentence: Sentence, names: Names, depth: int) -> bool:
        """Follow the clause that gets furthest; False where the goal rests on no clauses."""
        key = key_of(goal)
        predicate = None if key is None or key in CONTROLS else names.find(*key)
        owner = None if predicate is None else self.session.owner(predicate)
        if not isinstance(predicate, Clauses) or owner is None or depth >= DEEPEST:
            return False
        inside = FileNames(owner)
        bodies = list(_bodies(predicate, goal, inside))
        if not bodies:
            self.say(depth + 1, f"No clause of {predicate.name}/{predicate.arity} fits it.")
            return False
        body, where = max(bodies, key=lambda one: _first_failing(conjuncts(one[0]), one[1], inside)[0])
        self.say(depth + 1, f"{where.place(0)}, the clause that gets furthest:")
        self.follow(body, where, inside, depth + 1)
        return True

    def _generalise(self, goal: Node, sentence: Sentence, names: Names, depth: int) -> None:
        """Say which unknowns in place of as few values as can be make the goal hold."""
        for general in islice(generalisations(goal), TRIES):
            try:
                found = list(islice(_ask(general, sentence, names), SHOWN + 1))
            except PuzzleError:  # it needs a value, or a limit was reached
                continue
            if found:
                answers = " ; ".join(map(str, found[:SHOWN])) + (" ; ..." if len(found) > SHOWN else "")
                self.say(depth + 1, f"{text(general)} holds: {answers}.")
                return


def _with(found: Answer | None) -> str:
    return f", first with {found}" if found else ""


def _first_failing(goals: list[Node], sentence: Sentence, names: Names) -> tuple[int, Answer | None]:
    """The number of the first goal with which the conjunction fails, and the first answer of what is before it."""
    before: Answer | None = None
    for number in range(len(goals)):
        found = _ask(conjunction(goals[: number + 1]), sentence, names).first()
        if found is None:
            return number, before
        before = found
    return len(goals) - 1, before


def conjuncts(goal: Node) -> list[Node]:
    """The goals of a conjunction."""
    found = []
    for part in flattened(goal, ","):
        found += conjuncts(part) if key_of(part) == (",", 2) else [part]
    return found


def _bodies(predicate: Clauses, goal: Node, names: Names) -> Iterator[tuple[Node, Sentence]]:
    """The bodies of the clauses whose heads fit `goal`, with the values that it gives their variables."""
    for clause in predicate.clauses:
        whole = parse(clause.sentence)
        if key_of(whole) == (":-", 2):
            head, body = whole.args  # type: ignore[attr-defined]
            other = with_other_names(goal, unknowns(whole))
            found = _ask(Compound("=", [other, head], head.at), clause.sentence, names).first()
            if found is not None:
                yield with_values(body, found), clause.sentence
