"""The one machine that runs goals: bindings with a trail, a stack of choices, and constraints that wait.

Python goals, Prolog text and the compiler all run here. Conjunctions are linked continuations
``(goal, rest)`` and choices lie on a list, so depth is bounded by memory and not by Python's stack.
Answers come in clause order, depth first, as in Prolog; `interleave` gives kanren's fair order.

kanren's own search is not used: of 400 random programs it answers 111 wrongly, and its recursion ends at Python's
limit (miniKanren 1.0.5; docs/explanation/kanren.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol, TypeAlias

from unification import Var

from ..errors import NeedsValue, PuzzleError
from .bindings import key, serial
from .later import SETTLED, Misplaced, Stale
from .substitution import FAIL, Substitution
from .variables import VARIABLES, AnyTerm, outside

Continuation = Any  # (goal, continuation) or None: what is left to prove
Tracer: TypeAlias = "Callable[[Machine, Any, Continuation], Continuation]"  # what is left to prove, or FAIL
PAUSED: Final = object()
_CHECK_EVERY = 2048  # inferences between two calls of the watchdog


class Provable(Protocol):
    """What the machine asks of a goal, see `goal.Goal`."""

    def run(self, machine: Machine, rest: Continuation) -> Continuation: ...


class Waiting(Protocol):
    """What the machine asks of a constraint, see `goal.Constraint`."""

    residual: bool
    silent: bool
    over_integers: bool

    @property
    def is_free(self) -> bool: ...

    @property
    def root(self) -> Waiting: ...

    @property
    def terms(self) -> AnyTerm: ...

    def attempt(self, machine: Machine) -> bool: ...

    def reified(self, machine: Machine) -> Waiting: ...

    def excludes(self, value: AnyTerm) -> bool: ...

    def needs(self, variable: Var, scope: str = "") -> NeedsValue: ...


class Machine(Substitution):
    """Runs goals over one substitution.

    Attributes
    ----------
    released
        Under 0 the goals that have waited and are to be asked next, the newest first; empty without one.
    universal
        Unknowns with a serial below it stand for every value at once (the cells of a state that is being
        compiled): no choice may be committed on them.
    inferences
        Goals run so far.
    foreign
        Whether a goal of kanren's own has run.
    pause
        Set by a goal to let `answers` yield `PAUSED` before it goes on.
    stuck
        Where a goal has raised an error: what is left to prove after it.
    tracer
        Told of every call of a relation before it runs.
    calling
        Where the goal stands whose relation was called last, for messages; None outside of texts.
    propagation
        What propagates constraints over integers, see `integers.propagation`; None before the first.
    is_reference
        Whether compiled engines keep out of it.
    defers, hands_over
        Whether constraints over integers may be propagated later than they are posted; whether to pause at the first.
    deferred
        Those that are posted and not yet propagated, see `integers.deferred`.
    stating
        What is told of goals over integers in their place, see `text.modelling.statements`; None where they run.
    evaluating
        The evaluation of tables that runs, see `text.tabled.tabling`; None outside of any.
    """

    def __init__(self, watchdog: Callable[[], object] | None = None) -> None:
        super().__init__()
        self.choices: list[tuple[int, Any, int, Continuation]] = []
        self.watched: dict[Any, tuple[Any, ...]] = {}  # by key, a variable and the constraints that watch it
        self.agenda: list[Waiting] = []
        self.released: dict[int, Any] = {}
        self.draining = False
        self.universal = 0
        self.inferences = 0
        self.foreign = False
        self.pause = False
        self.stuck: Continuation = None
        self.tracer: Tracer | None = None
        self.calling: Any = None
        self.propagation: Any = None
        self.is_reference = False
        self.defers = self.hands_over = False
        self.deferred: Any = {}
        self.stating: Any = None
        self.evaluating: Any = None
        self.watchdog = watchdog

    # -- running -----------------------------------------------------------------------------------

    def answers(self, goal: Provable) -> Iterator[object]:
        """Run `goal`; at each yield but of `PAUSED` the substitution is one answer. Lazy.

        Raises
        ------
        NeedsValue
            A goal that cannot run on an unknown met one, or still waits for one at the end.
        """
        following: Continuation = (goal, None)
        while True:
            following = outside(self._advance, following)  # a relation may ask a query of its own while it is built
            if self.pause:
                self.pause = False
                yield PAUSED
            elif following is FAIL:
                return
            else:
                yield None
                following = FAIL

    def _advance(self, following: Continuation) -> Continuation:
        """Run goals until all is proved (None), a goal asks for a pause, or nothing is left to try (FAIL)."""
        watchdog = self.watchdog
        while following is not None or self.deferred:
            if following is None:
                following = (SETTLED, None)
            if following is FAIL:
                following = self.retry()
                if following is FAIL:
                    return FAIL
                if self.released:
                    following = self.with_released(following)
                continue
            self.inferences += 1
            if watchdog is not None and self.inferences % _CHECK_EVERY == 0:
                watchdog()
            goal, rest = following
            try:
                following = self.deferred.advance(goal, rest) if self.deferred else goal.run(self, rest)
            except (NeedsValue, PuzzleError) as error:
                following = self.recover(error, following, rest)
            except Misplaced as wrapped:
                following = self.recover(wrapped.error, wrapped.rest, wrapped.rest)
            if self.released:
                following = self.with_released(following)
            if self.pause:
                return following
        self.require_decided()
        return None

    def release(self, goal: Provable) -> None:
        """Let a goal that has waited be asked before what is left to prove."""
        older = self.released.get(0)
        self.trail.append((self.released, 0, older))
        self.released[0] = (goal, older)

    def with_released(self, following: Continuation) -> Continuation:
        """What is left to prove once the goals that were released are asked before `following`."""
        if following is not FAIL:
            goals = self.released.pop(0)
            self.trail.append((self.released, 0, goals))
            while goals is not None:
                goal, goals = goals
                following = (goal, following)
        return following

    def recover(self, error: NeedsValue | PuzzleError, following: Continuation, rest: Continuation) -> Continuation:
        """What is left to prove where something catches `error`, raised by the first goal of `following`.

        Raises
        ------
        NeedsValue, PuzzleError
            Nothing does; `rest` is where it is stuck.
        """
        from .catching import caught  # only now: most queries never get here

        self.stuck = rest
        found = caught(self, error, following)
        if found is None:
            raise error
        return found

    def is_any(self, variable: Var) -> bool:
        """Whether an unknown stands for every value at once."""
        variable = self.walk(variable)
        return type(variable) in VARIABLES and serial(variable) < self.universal

    def tick(self, work: int = 1) -> None:
        """Count a step of a goal that may take very many, as much as it costs, so that a watchdog can end it."""
        before = self.inferences
        self.inferences += work
        if self.watchdog is not None and self.inferences // _CHECK_EVERY > before // _CHECK_EVERY:
            self.watchdog()

    def retry(self) -> Continuation:
        """Undo to the newest choice that has an alternative left, and continue there; FAIL without one."""
        choices = self.choices
        while choices:
            mark, source, index, rest = choices[-1]
            if index < 0:
                try:
                    found = next(source, FAIL)
                except (NeedsValue, PuzzleError) as error:
                    return self.recover(error, rest, rest)
                if found is not FAIL:
                    return rest
                choices.pop()
            else:
                self.undo(mark)
                choices.pop()
                if index + 1 < len(source):
                    choices.append((mark, source, index + 1, rest))
                return (source[index], rest)
        return FAIL

    def choose(self, goals: Sequence[Provable], rest: Continuation) -> Continuation:
        """Try `goals` one after another, each followed by `rest`."""
        if not goals:
            return FAIL
        if len(goals) > 1:
            if self.deferred:
                raise Stale
            self.choices.append((len(self.trail), goals, 1, rest))
        return (goals[0], rest)

    def branch(self, alternatives: Iterator[Any], rest: Continuation) -> Continuation:
        """Go on with `rest` at every yield of a generator, which binds before it yields.

        When it is resumed it first undoes to its own mark, and with that all that came after.
        """
        self.choices.append((len(self.trail), alternatives, -1, rest))
        return self.retry()

    def cut(self, height: int) -> None:
        """Drop the choices above `height`: commit to what was chosen."""
        del self.choices[height:]

    # -- constraints -------------------------------------------------------------------------------

    def unify(self, left: AnyTerm, right: AnyTerm, more: Callable[[], tuple[AnyTerm, AnyTerm]] | None = None) -> bool:
        """Make two terms equal and wake the constraints on what this binds; False if that cannot be.

        `more` gives two further terms to be made equal with them, once these are. After False some bindings may
        remain; the caller undoes them.
        """
        mark = len(self.trail)
        if more is None:
            equal = self.equate(left, right)
        else:
            equal = self.together(lambda: self.equate(left, right) and self.equate(*more()))
        return equal and (not self.watched or self.wake(mark))

    def excludes(self, variable: Var, value: AnyTerm) -> bool:
        waiting = self.watched.get(key(variable), ())[1:]
        return any(constraint.over_integers and constraint.excludes(value) for constraint in waiting)

    def wake(self, mark: int) -> bool:
        """Attempt the constraints that watch a variable bound since `mark`."""
        for bound in self.trail[mark:]:
            if type(bound) in VARIABLES and (watching := self.watched.get(key(bound))):
                self.agenda += watching[1:]
                self.watch(bound)
        if self.draining:
            return True
        self.draining = True
        try:
            while self.agenda:
                if not self.agenda.pop(0).attempt(self):
                    return False
            return True
        finally:
            self.agenda.clear()
            self.draining = False

    def suspend(self, constraint: Waiting, variable: Var) -> None:
        """Let `constraint` wait until `variable` (walked, unbound) is bound.

        Raises
        ------
        NeedsValue
            The variable belongs to the outside of a negation.
        """
        if self.floor and self.is_outside(variable):
            raise constraint.needs(variable, self.scope)
        waiting = self.watched.get(key(variable), ())[1:]
        if self.deferred:
            raise Stale  # what waits is told in the order in which it began to
        if not any(known.root is constraint.root for known in waiting):
            self.watch(variable, (*waiting, constraint))

    def watch(self, variable: Var, constraints: tuple[Waiting, ...] = ()) -> None:
        """Let these constraints, and no others, wait until `variable` (walked, unbound) is bound."""
        name = key(variable)
        self.trail.append((self.watched, name, self.watched.get(name)))
        if constraints:
            self.watched[name] = (variable, *constraints)
        else:
            self.watched.pop(name, None)

    def waiting(self) -> Iterator[tuple[Any, Waiting]]:
        """Each unbound variable with each constraint that watches it."""
        for variable, *constraints in self.watched.values():
            for constraint in constraints:
                yield variable, constraint

    def require_decided(self) -> None:
        """Raise `NeedsValue` if a constraint that no answer may carry still waits."""
        open_ = [(variable, constraint) for variable, constraint in self.waiting() if not constraint.residual]
        if open_:
            since = self._waiting_since()
            variable, constraint = min(open_, key=lambda each: since[id(each[1].root)])
            raise constraint.needs(variable)

    def _waiting_since(self) -> dict[int, int]:
        """For each constraint that waits, by the identity of its root: the length of the trail when it was stated."""
        now: dict[Any, Any] = dict(self.watched)
        since: dict[int, int] = {}
        for at in range(len(self.trail) - 1, -1, -1):  # backwards: what stays last is where it came first
            entry = self.trail[at]
            if type(entry) is tuple and entry[0] is self.watched:
                _, name, before = entry
                since.update((id(constraint.root), at) for constraint in now.get(name, ())[1:])
                now[name] = before or ()
        return since
