"""How far a state is from the goal: what is known at once, and what a search in the background finds out."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Lock, Thread
from time import monotonic

from ..endings import Exhausted, Label, Path, State
from ..errors import PuzzleError, defect
from ..limits import Limits, Listener, Progress
from ..logic.termdict import TermDict
from ..logic.terms import same
from ..puzzles.puzzle import Puzzle
from ..search.exploration import Exploration
from ..stop import Stop, current, stoppable
from ..wording import counted

SECONDS = 60.0  # that a search in the background may take, where no limit is given
ENDING = 1.0  # seconds that `stop` waits for a search to be gone


@dataclass(frozen=True, kw_only=True)
class Distance:
    """How far a state is from the nearest goal, as far as is known.

    Attributes
    ----------
    exact
        The fewest moves, or the least cost; None where that is not known, or no goal can be reached.
    at_least
        It is proved that it is no less.
    next, after
        The label of the first move of a shortest solution, and the state after it; None where none is known.
    reason
        Why no goal can be reached, in a sentence; None where one may be.
    stopped
        Why a search for it ended without an answer; None where it did not.
    in_cost
        Whether moves have costs, and it is these that are counted.
    """

    exact: int | None = None
    at_least: int = 0
    next: Label | None = None
    after: State | None = None
    reason: str | None = None
    stopped: str | None = None
    in_cost: bool = False

    @property
    def is_settled(self) -> bool:
        """Whether no search can tell more."""
        return self.exact is not None or self.reason is not None

    def in_words(self) -> str:
        """The same in words, to follow the state.

        >>> Distance(exact=12, at_least=12).in_words(), Distance(at_least=9).in_words()
        ('12 moves from the goal', 'at least 9 moves from the goal')
        """
        if self.reason is not None:
            return f"no goal can be reached: {self.reason}"
        if self.exact == 0:
            return "a goal"
        if self.exact is not None:
            return f"{self._amount(self.exact)} from the goal"
        return f"at least {self._amount(self.at_least)} from the goal" if self.at_least else "how far is not known yet"

    def _amount(self, number: int) -> str:
        return f"a cost of {number:,}" if self.in_cost else counted(number, "move")


class Searched:
    """The distances of a puzzle's states, found by searches in the background, one at a time; the last wish counts.

    What was found once is kept, and so is what follows from it: along a solution each state is known, and where the
    whole space was explored every state is.

    Parameters
    ----------
    limits
        Of each search; by default a minute.
    listener
        Called, in the thread of the search, when more is known about the state that was asked for last.
    """

    def __init__(
        self, puzzle: Puzzle, limits: Limits | None = None, listener: Callable[[], None] | None = None
    ) -> None:
        self.puzzle, self.listener = puzzle, listener
        self.limits = Limits(seconds=SECONDS) if limits is None else limits
        self.progress: Progress | None = None  # is told how far a search is
        self._known: TermDict[Distance] = TermDict()
        self._lock = Lock()
        self._running: _Search | None = None
        self._state: State | None = None  # that was asked for last

    # -- what is asked -----------------------------------------------------------------------------

    def known(self, state: State) -> Distance:
        """What is known now, without a search."""
        with self._lock:
            found = self._known.get(state)
        whole = self.puzzle.space.explored_whole
        if whole is not None and (found is None or not found.is_settled):
            return self._keep(state, self._looked_up(whole, state))
        if found is None:
            found = Distance(in_cost=self._in_cost)
            if self.puzzle.goal_holds(state):
                found = replace(found, exact=0)
                self._keep(state, found)
        return found

    def ask(self, state: State, again: bool = False) -> Distance:
        """What is known now; where that is not all, a search begins that finds out more, and any other is stopped.

        A search that a limit stopped is not begun `again` unless that is wished.
        """
        found = self.known(state)
        before, self._state = self._state, state
        if not found.is_settled:
            found = self._at_least(state, self._following(before, state))
        with self._lock:
            running = self._running
            if found.is_settled or (found.stopped is not None and not again):
                wanted = None
            elif running is not None and running.is_for(state):
                return found
            else:
                wanted = _Search(self, state)
                wanted.thread.start()
            self._running = wanted
        if running is not None:
            running.stop.now()
        return found

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the search that runs has ended, no longer than so many seconds; whether it has.

        What may stop the work of this thread ends the waiting, too.
        """
        end, stop = None if seconds is None else monotonic() + seconds, current()
        while (running := self._running) is not None:
            left = 0.05 if end is None else min(0.05, end - monotonic())  # a wait without an end lets no Ctrl-C through
            if left <= 0 or (stop is not None and stop.wished):
                return False
            running.thread.join(left)
        return True

    @property
    def is_searching(self) -> bool:
        """Whether a search runs."""
        return self._running is not None

    def stop(self) -> None:
        """Stop the search that runs, and wait until it is gone: within two tenths of a second, as a rule."""
        with self._lock:
            running, self._running = self._running, None
        if running is not None:
            running.stop.now()
            running.thread.join(ENDING)

    # -- what is found -----------------------------------------------------------------------------

    @property
    def _in_cost(self) -> bool:
        return self.puzzle.cost is not None

    def _keep(self, state: State, found: Distance) -> Distance:
        with self._lock:
            self._known[state] = found
        return found

    def _at_least(self, state: State, least: int) -> Distance:
        """Keep that a state is no nearer, unless more is known by now; what is known then."""
        with self._lock:
            found = self._known.get(state) or Distance(in_cost=self._in_cost)
            if not found.is_settled and least > found.at_least:
                found = self._known[state] = replace(found, at_least=least)
        return found

    def _following(self, before: State | None, state: State) -> int:
        """The least distance of `state` that follows from what is known of states from which a move leads to it.

        A move gains no more than it costs. Looked at are the state that was asked for `before`, and those to which a
        move leads, which mostly have one that leads back.
        """
        near, least = [] if before is None else [before], 0
        with suppress(PuzzleError):  # of the relation; the search tells it
            near += [after for _, after, _ in self._priced(state) if after in self._known]
            for one in near:
                prices = [cost for _, after, cost in self._priced(one) if same(after, state)]
                if prices:
                    least = max(least, self.known(one).at_least - min(prices))
        return least

    def _priced(self, state: State) -> list[tuple[Label, State, int]]:
        rules = self.puzzle.compiled.rules
        return list(self.puzzle.priced(state) if rules is None else rules.priced(state))

    def _looked_up(self, whole: Exploration, state: State) -> Distance:
        """The distance by the depths of all states that reach a goal."""
        depth = whole.table.depth(state)
        if depth is None:
            reason = self.puzzle.unreachable(state) or "of all states that reach a goal, this is none"
            return Distance(reason=reason, in_cost=self._in_cost)
        found = Distance(exact=depth, at_least=depth, in_cost=self._in_cost)
        if depth == 0 and self.puzzle.goal_holds(state):
            return found
        for label, after, cost in self._priced(state):
            left = whole.table.depth(after)
            if left is not None and left + cost == depth and (cost or not self._in_cost):
                return replace(found, next=label, after=after)
        return found

    def _settle(self, search: _Search, found: list[tuple[State, Distance]]) -> None:
        """Keep what a search has found, and tell of it."""
        with self._lock:
            self._known.update(TermDict(found))
            is_current = search is self._running
            if is_current:
                self._running = None
        if is_current and self.listener is not None:
            self.listener()

    def _prove(self, search: _Search, least: int) -> None:
        """Keep that a state is no nearer, while a search for it goes on."""
        if self.known(search.state).at_least < least:
            self._at_least(search.state, least)
            if search is self._running and self.listener is not None:
                self.listener()


class _Search(Listener):
    """A search for the distance of a state, in a thread of its own."""

    def __init__(self, of: Searched, state: State) -> None:
        self.of, self.state, self.stop = of, state, Stop()
        self.thread = Thread(target=self._run, name="logicpuzzles distance", daemon=True)

    def is_for(self, state: State) -> bool:
        """Whether it searches for the distance of this state."""
        return same(self.state, state)

    def __call__(self, line: str) -> None:
        if self.of.progress is not None and not self.stop.wished:
            self.of.progress(line)

    def proved(self, least: int) -> None:
        self.of._prove(self, least)

    def _run(self) -> None:
        try:
            found = self._found()
        except PuzzleError as error:
            found = [(self.state, self._stopped(str(error)))]
        except BaseException as problem:  # whatever it is, it must not be lost in a thread
            found = [(self.state, self._stopped(defect(problem)))]
        self.of._settle(self, [] if self.stop.wished else found)

    def _found(self) -> list[tuple[State, Distance]]:
        with stoppable(self.stop):
            ending = self.of.puzzle.solve(self.state, limits=self.of.limits, progress=self, workers=1)
        if isinstance(ending, Path):
            return self._along(ending)
        if isinstance(ending, Exhausted):
            return [(self.state, Distance(reason=ending.reason, in_cost=self.of._in_cost))]
        return [(self.state, self._stopped(getattr(ending, "reason", "")))]

    def _stopped(self, why: str) -> Distance:
        return replace(self.of.known(self.state), stopped=why)

    def _along(self, path: Path) -> list[tuple[State, Distance]]:
        """The distances of the states along a shortest solution."""
        left, found = path.cost, []
        costs = path.costs or (1,) * path.length
        for number, state in enumerate(path.states):
            known = Distance(exact=left, at_least=left, in_cost=self.of._in_cost)
            if number < path.length:
                known = replace(known, next=path.moves[number], after=path.states[number + 1])
                left -= costs[number]
            found.append((state, known))
        return found
