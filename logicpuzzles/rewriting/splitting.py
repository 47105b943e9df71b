"""A machine for states of unknown cells: where a goal needs a value, it goes on from there once for each of a cell.

Nothing before that goal is run again, but for two cases. A goal that is not relational is run again as a whole, from
where the outermost such goal began, since what is inside of it must not bind a cell. And where arithmetic has waited
for the cell while choices were made, it goes on from that arithmetic: the value may rule out most of them. Answers that
were found since then do not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import itemgetter
from typing import Any

from unification import Var

from ..errors import NeedsValue, PuzzleError
from ..logic.catching import caught
from ..logic.goal import Goal
from ..logic.resolver import Continuation, Machine, Waiting
from ..logic.substitution import FAIL
from ..logic.terms import AnyTerm, is_flat, next_serial

_CHECK_EVERY = 512  # inferences between two calls of the watchdog
IN_VAIN = 10_000  # times in a row that values were tried in vain: what is enumerated may have no end
LISTS_IN_VAIN = 8  # the same for a cell that may hold lists: they may become longer without end


class Restart(Exception):
    """The query must be asked anew for each value of `cell`: its goals cannot be run again from halfway."""

    def __init__(self, cell: int) -> None:
        self.cell = cell
        super().__init__(cell)


Step = tuple[int, int, int, Continuation]  # to go back to: lengths of trail, choices, answers; what was to be proved


class Suppose(Goal):
    """The cell number `cell` holds `value`."""

    __slots__ = ("cell", "value")

    def __init__(self, cell: int, value: AnyTerm) -> None:
        self.cell, self.value = cell, value

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        assert isinstance(machine, Splitting)
        machine.renewed = machine.inferences
        try:
            return rest if machine.unify(machine.before[self.cell], self.value) else FAIL
        except PuzzleError:  # raised by what waited for this value: asked anew, it knows its place
            raise Restart(self.cell) from None


class Splitting(Machine):
    """Runs a query on the cells `before` and tries `values(cell)` where one is needed.

    Attributes
    ----------
    found
        What was made of the answers so far; whoever asks adds to it.
    renewed
        How many inferences there had been when a cell got its value last.
    in_vain
        How often values have been tried since something was made of an answer; whoever asks sets it to 0.
    """

    def __init__(
        self,
        before: Sequence[AnyTerm],
        values: Callable[[int], Sequence[AnyTerm]],
        watchdog: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(watchdog)
        self.before, self.values = before, values
        self.universal = next_serial()
        self.found: list[Any] = []
        self.renewed = self.in_vain = 0
        self.step: Step = (0, 0, 0, None)
        self.outermost = self.step
        self.waited: dict[int, tuple[Waiting, Step]] = {}  # by identity: the step in which a condition began to wait

    def _advance(self, following: Continuation) -> Continuation:
        watchdog, trail, choices, found = self.watchdog, self.trail, self.choices, self.found
        while True:
            if following is FAIL:
                following = self.retry()
                if following is FAIL:
                    return FAIL
            if self.released:
                following = self.with_released(following)
            self.step = (len(trail), len(choices), len(found), following)
            try:
                if following is None:
                    self.require_decided()
                    return None
                self.inferences += 1
                if watchdog is not None and self.inferences % _CHECK_EVERY == 0:
                    watchdog()
                goal, rest = following
                following = goal.run(self, rest)
            except (NeedsValue, PuzzleError) as error:
                following = self._recover(error, self.step)

    def _recover(self, error: NeedsValue | PuzzleError, step: Step) -> Continuation:
        """Go on from where `error`, raised by the goal of `step`, is caught, or for each value of the cell it needs."""
        try:
            following = caught(self, error, step[3])
        except NeedsValue as need:
            return self._split(need, step)
        if following is not None:
            return following
        if isinstance(error, PuzzleError):
            raise error
        return self._split(error, step)

    def is_any(self, variable: AnyTerm) -> bool:
        return super().is_any(variable) or self.cell_behind(variable) is not None

    def set_scope(self, floor: int, allowed: frozenset[Any] = frozenset(), scope: str = "") -> None:
        if not self.floor:
            self.outermost = self.step
        for variable, constraint in self.waiting() if floor and self.watched else ():
            # What `once` and `findall` choose depends on what is known; `once` lets all but the cells be bound.
            is_chosen = floor <= self.universal or not allowed.isdisjoint(self.unknowns(constraint.terms))
            if is_chosen and not constraint.residual and self.cell_behind(variable) is not None:
                raise constraint.needs(variable, scope)
        super().set_scope(floor, allowed, scope)

    def suspend(self, constraint: Waiting, variable: Var) -> None:
        super().suspend(constraint, variable)
        root = constraint.root
        if not constraint.residual and not self.floor and id(root) not in self.waited:
            self.trail.append((self.waited, id(root), None))
            self.waited[id(root)] = (root, self.step)

    def branch(self, alternatives: Iterator[Any], rest: Continuation) -> Continuation:
        """The same; kept with the alternatives is where they began."""
        self.choices.append((len(self.trail), alternatives, -1, (rest, self.step)))
        return self.retry()

    def retry(self) -> Continuation:
        while self.choices:
            _, alternatives, index, kept = self.choices[-1]
            if index >= 0:
                return super().retry()
            rest, began = kept
            try:
                if next(alternatives, FAIL) is not FAIL:
                    return rest
            except (NeedsValue, PuzzleError) as error:
                return self._recover(error, began)
            self.choices.pop()
        return FAIL

    def _split(self, need: NeedsValue, step: Step) -> Continuation:
        """Go on from `step` for each value of the cell that is needed, or from the earlier step told above.

        Raises
        ------
        NeedsValue
            What is needed is in no cell.
        Restart
            What needs it cannot be run again, or what was enumerated before it may have no end.
        """
        behind = map(self.cell_behind, (need.variable, *self._undecided()))
        cell = next((cell for cell in behind if cell is not None), None)
        if cell is None:
            # A body that Python built knows the cell by the unknown that stood for it.
            cell = next((cell for cell, known in enumerate(self.before) if known is need.variable), None)
            if cell is None:
                raise need
            raise Restart(cell)
        values = self.values(cell)
        self.in_vain += 1
        if need.is_spent or self.in_vain > (IN_VAIN if all(map(is_flat, values)) else LISTS_IN_VAIN):
            raise Restart(cell)
        if self.floor:
            step = self.outermost
        # Where nothing but values was chosen since a condition began to wait, the value can rule out nothing else.
        earlier = [began for began in self._waiting_for(cell) if self._has_chosen(began[1], step[1])]
        step = min([step, *earlier], key=itemgetter(0, 1))
        goals = [Suppose(cell, value) for value in values]
        self.draining = False  # a head may have been left halfway
        self.agenda.clear()
        mark, height, n_found, following = step
        self.undo(mark)
        self.cut(height)
        del self.found[n_found:]
        return self.choose(goals, following)

    def _waiting_for(self, cell: int) -> Iterator[Step]:
        """The steps in which conditions began to wait for what is in `cell`, at first hand or by way of others."""
        concerned = set(self.unknowns(self.before[cell]))
        waiting = {id(c.root): set(self.unknowns(c.terms)) for _, c in self.waiting() if id(c.root) in self.waited}
        while linked := [name for name, unknowns in waiting.items() if unknowns & concerned]:
            for name in linked:
                concerned |= waiting.pop(name)
                yield self.waited[name][1]

    def _has_chosen(self, since: int, until: int) -> bool:
        """Whether a choice between these heights is one of goals, not of the values of a cell."""
        choices = self.choices[since:until]
        return any(index < 0 or type(alternatives[0]) is not Suppose for _, alternatives, index, _ in choices)

    def _undecided(self) -> Iterator[AnyTerm]:
        """The unknowns on which a condition waits that no answer may carry: one that fails settles the others."""
        for variable, constraint in self.waiting():
            if not constraint.residual or constraint.over_integers:
                yield variable

    def cell_behind(self, wanted: AnyTerm) -> int | None:
        """The cell that is or holds the unknown `wanted`, or is linked to it by waiting constraints."""
        found = {self.walk(wanted)}
        holding = [set(self.unknowns(cell)) for cell in self.before]
        linked = [set(self.unknowns(constraint.terms)) for _, constraint in self.waiting()]
        while True:
            cell = next((cell for cell, unknowns in enumerate(holding) if unknowns & found), None)
            further = found.union(*(unknowns for unknowns in linked if unknowns & found))
            if cell is not None or further == found:
                return cell
            found = further

    @property
    def at_work(self) -> str:
        """The clause tried last in the first relation with others left, in words; nothing where it is not known."""
        places = (getattr(goals[0], "tried", None) for _, goals, index, _ in self.choices if index == 0)
        place = next(filter(None, places), None)
        return "" if place is None else f", in the clause at {place}"
