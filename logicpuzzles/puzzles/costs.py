"""What moves cost: asked of the relation that says it, of a state or of a rule, and checked.

The relation is `cost(label, n)`, or the move relation itself, with four places: `move(label, before, after, n)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..endings import Label, State
from ..errors import PuzzleError
from ..logic.answers import Constrained
from ..logic.goals import Goal, eq, lall
from ..logic.relations import Predicate, Rule
from ..logic.substitution import Substitution
from ..logic.termdict import TermDict
from ..logic.terms import AnyTerm, var, vars
from ..logic.writer import write
from ..rewriting import rewrite
from ..rewriting.pricing import split_by_cost
from ..rewriting.rewrite import Rewriting, resolve
from .relation_answers import answers_of, place_of

Priced = tuple[Label, State, int]  # the label of a move, the state after, and the cost
EXPECTED = "a whole number from 0"


class WithoutCost(Rule):
    """The moves of a relation of four places, `move(label, before, after, n)`, whatever they cost."""

    def __init__(self, priced: Predicate) -> None:
        def move(label: AnyTerm, before: AnyTerm, after: AnyTerm) -> Goal:
            return priced(label, before, after, var())

        move.__doc__, move.__module__ = priced.__doc__, priced.__module__
        super().__init__(move, priced.name)
        self.priced = priced

    @property
    def place(self) -> str:
        """Where the relation of four places is stated."""
        return place_of(self.priced)

    def spelled(self, goal: str) -> str:
        """What whoever wrote the relation calls `goal`."""
        return self.priced.spelled(goal)

    def __reduce__(self) -> Any:
        return WithoutCost, (self.priced,)


class Costs:
    """What the moves of a puzzle cost.

    Parameters
    ----------
    move
        The relation `move(label, before, after)`.
    cost
        The relation `cost(label, n)`, or the one of four places that `move` was made from.
    """

    def __init__(self, move: Predicate, cost: Predicate, n_cells: int) -> None:
        self.move, self.cost, self.n_cells = move, cost, n_cells
        self.by_label = cost.arity != 4
        self.known: TermDict[int] = TermDict()

    def of_label(self, label: Label) -> int:
        """What the move `label` costs.

        Raises
        ------
        PuzzleError
            The relation gives no cost, two, or what is none.
        """
        if label not in self.known:
            number = var()
            found = answers_of(self.cost, (label, number), number)
            costs = [self._number(each, label) for each in found]
            if not costs:
                raise self._wrong(label, "no cost")
            self._one(label, costs)
            self.known[label] = costs[0]
        return self.known[label]

    def of_moves(self, state: State, successors: Callable[[State], Any]) -> tuple[Priced, ...]:
        """Every move from `state` with what it costs; `successors` are those of the relation without costs.

        Raises
        ------
        PuzzleError
            The relation gives no cost, two, or what is none.
        """
        if self.by_label:
            return tuple((label, after, self.of_label(label)) for label, after in successors(state))
        label, after, number = var(), vars(self.n_cells), var()
        found = []
        costs: TermDict[list[int]] = TermDict()
        for answer in answers_of(self.cost, (label, state, after, number), (label, after, number)):
            told = answer.value if isinstance(answer, Constrained) else answer
            move = told[:2]
            if Substitution().unknowns(move):  # asked without costs, it tells what is open
                successors(state)
            cost = self._number(told[2], told[0])
            costs.setdefault(move, []).append(cost)
            found.append((*move, cost))
        for move, several in costs.items():
            self._one(move[0], several)
        return tuple(found)

    def labelled(self, label: AnyTerm, before: AnyTerm, after: AnyTerm) -> Goal:
        """The moves, with a pair of the label and the cost for a label, where the relation has four places."""
        if self.by_label:
            return self.move(label, before, after)
        plain, number = var(), var()
        return lall(eq(label, (plain, number)), self.cost(plain, before, after, number))

    def of_rules(self, rewriting: Rewriting, pieces: Sequence[State]) -> Rewriting:
        """The rules of `labelled`, each with its own label and what it costs; `pieces` are those of a declaration.

        Raises
        ------
        PuzzleError
            A move that some state may have has no cost, two, or what is none.
        Refusal
            There would be very many rules.
        """
        if self.by_label:
            return split_by_cost(
                rewriting, pieces, lambda rule: rule.label, lambda rule, held: self.of_label(resolve(rule.label, held))
            )

        def price(rule: rewrite.Rule, held: Mapping[int, Any]) -> int:
            label, number = rule.label
            return self._number(resolve(number, held), label)

        priced = split_by_cost(rewriting, pieces, lambda rule: rule.label[1], price)
        rules = tuple(rewrite.Rule(rule.guards, rule.effect, rule.label[0], rule.cost) for rule in priced.rules)
        return rewrite.Rewriting(priced.n_cells, rules, priced.domains, priced.ordered, priced.exact)

    def _number(self, found: AnyTerm, label: Label) -> int:
        number = found.value if isinstance(found, Constrained) else found
        if type(number) is not int or number < 0:
            unknown = found is not number or Substitution().unknowns(number)
            raise self._wrong(label, "no cost" if unknown else "what is no cost", None if unknown else write(number))
        return number

    def _one(self, label: Label, costs: list[int]) -> None:
        different = sorted(set(costs))
        if len(different) > 1:
            raise self._wrong(label, "two costs", " and ".join(map(str, different[:2])))

    def _wrong(self, label: Label, what: str, got: str | None = None) -> PuzzleError:
        problem = f"{self.cost.name} gives {what} for the move {write(label)}"
        hint = None
        if what == "no cost":
            hint = f"let {self.cost.name} hold for it" if self.by_label else "let every clause say what its move costs"
        expected = "one" if what == "two costs" else EXPECTED
        return PuzzleError(problem, place=place_of(self.cost), expected=expected, got=got, hint=hint)
