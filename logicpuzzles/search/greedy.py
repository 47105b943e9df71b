"""Any solution fast, then better ones while there is time, each with a proved gap to the best.

The first pass is greedy: the state with the least bound comes next, whatever it cost. Each pass after it begins anew
and weighs the cost so far more, until the last one is A*, which proves what it finds to be a best solution; what surely
costs as much as the best solution so far is left out. So a pass ends soon, and the next one mostly finds a better
solution. Source: S. Richter, J. T. Thayer, W. Ruml, The joy of forgetting: faster anytime search via restarting, ICAPS
2010.

A search that lasts goes on with a stronger bound, if there is one, as others do.

Why the gap is proved: all passes but the greedy one take up a state again when a cheaper path to it is found. While
such a pass has not met a best solution, some state of its queue lies on one, and was reached as cheaply as there. So
the least sum of cost so far and lower bound in the queue is no more than what a best solution costs; or the best
solution so far is one. Where no lower bound is known, the number of cells that are not as the goal has them
leads the search; it proves nothing, and then the cost so far alone counts for the gap.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ..endings import Path
from ..logic.termdict import TermDict, is_among
from ..rewriting.rewrite import Among, Equals
from .astar import BestFirst, PlainBestFirst, Relayed, Weights
from .budget import UNLIMITED, Budget, Outcome
from .driver import all_seen
from .problem import SearchProblem
from .space import space_of

IMPROVE = 1 << 20  # states after the first solution, where neither states nor seconds are limited
IMPROVE_BY_RELATION = 1 << 14  # the same where the relation itself is asked for each of them
LOOK = 1 << 18  # states of a pass after which its queue is looked through, and again after each half as many more
LASTING = 1 << 20  # states after which a stronger bound is asked for: some seconds
# What the cost so far and the bound count in the estimate, pass by pass: with a lower bound, and without.
PASSES = ((0, 1), (1, 5), (1, 3), (1, 2), (2, 3), (1, 1))
UNPROVED = ((0, 1), (1, 3), (1, 1), (1, 0))
BLIND = ((1, 0),)  # where nothing is known of the goal but a test

Begin = Callable[[SearchProblem, Weights], BestFirst]


class Anytime(Relayed):
    """Passes of a best-first search, each weighing the cost so far more than the one before.

    Parameters
    ----------
    begin
        Makes a pass of the search.

    Attributes
    ----------
    best
        The best solution so far.
    least
        No solution costs less.
    """

    def __init__(self, problem: SearchProblem, begin: Begin) -> None:
        self.problem, self.begin = problem, begin
        self.guided, self.is_proved = (problem, True) if problem.is_bounded else (guided(problem), False)
        self.passes = list(PASSES if self.is_proved else UNPROVED if problem.test is None else BLIND)
        self.may_strengthen = problem.stronger is not None
        self.best: Path | None = None
        self.before, self.until, self.improve = 0, UNLIMITED, UNLIMITED
        self._least = max(problem.least_cost, problem.bound(problem.start) or 0)
        self._next()
        known = self.search.least_open(UNLIMITED)  # now, so that its kernel is there in time
        if known < UNLIMITED:  # else the start cannot reach a goal, as far as look-ups tell: the search will say so
            self._least = max(self._least, known)

    def prepare(self, budget: Budget) -> None:
        """Improve the first solution for a while only, unless a limit says how long."""
        if budget.limits.nodes is None and budget.limits.seconds is None:
            self.improve = IMPROVE if self.problem.rewriting is not None else IMPROVE_BY_RELATION
            self.may_strengthen = False  # that takes as long

    def _next(self) -> None:
        """Begin the next pass."""
        made, bound = self.passes.pop(0)
        cut = UNLIMITED if self.best is None else self.best.cost
        if self.before:  # the first pass tells solutions that cost too much from none at all
            cut = min(cut, self.problem.affordable + 1)
        self.reopens, self.look = made > 0, LOOK
        weights = Weights(made, bound, 1, 0 if self.is_proved else -1, cut, self.reopens)
        self.search = self.begin(self.guided, weights)

    @property
    def nodes(self) -> int:
        """States taken from the queue, in all passes."""
        return self.before + self.search.nodes

    @property
    def least(self) -> int:
        """No solution costs less."""
        return self._least

    def run(self, work: int, cap: int) -> Outcome:
        """Take up to `work` states."""
        affordable = self.problem.affordable
        if self._least > affordable:
            return Outcome.BEYOND
        if self.nodes >= self.until:
            self._note(f"improved for {self.improve:,} states; a limit of seconds or nodes improves it for longer")
            return Outcome.FOUND
        if self.best is not None and self.search.nodes >= self.look:
            self.look += self.look // 2
            self._note()
        if self.best is not None and self.may_strengthen and self.nodes >= LASTING:
            self._strengthen()
        outcome = self.search.run(work, min(cap, self.until, self._due()) - self.before)
        if outcome == Outcome.FOUND and (found := self.search.path()).cost > affordable and not self.passes:
            self._least = found.cost  # the only pass went by cost alone
            return Outcome.BEYOND
        if outcome == Outcome.FOUND and found.cost <= affordable:
            if self.best is None:
                self.until = min(UNLIMITED, self.nodes + self.improve)
            if self.best is None or found.cost < self.best.cost:
                self.best = found
            self._note()
        if outcome == Outcome.ENDED and self.best is not None:
            self._least = self.best.cost  # whatever is cheaper was looked at
        elif outcome == Outcome.ENDED and self.before:  # after a solution that cost more than it may
            self._least = affordable + 1
            return Outcome.BEYOND
        if self.best is not None and (self._least >= self.best.cost or (outcome == Outcome.FOUND and not self.passes)):
            return Outcome.FOUND
        if outcome != Outcome.FOUND:
            return Outcome.PAUSED if outcome == Outcome.FULL and self.nodes < cap else outcome
        self.before = self.nodes
        self._next()
        return Outcome.PAUSED

    def _note(self, why: str | None = None) -> None:
        """Note what the queue of this pass proves, and why the search ends."""
        assert self.best is not None
        if self.reopens:
            self._least = max(self._least, self.search.least_open(self.best.cost))
        self.why = why

    def _due(self) -> int:
        """After how many states the queue is looked through, or a stronger bound is asked for."""
        if self.best is None:
            return UNLIMITED
        return min(self.before + self.look, LASTING if self.may_strengthen else UNLIMITED)

    def _strengthen(self) -> None:
        """Begin the pass anew with a stronger bound, if there is one."""
        self.may_strengthen = False
        problem = self.problem.strengthened()
        if problem is None:
            return
        self._note()
        self.passes = list(PASSES[-len(self.passes) - 1 :] if self.is_proved else PASSES[1:])
        self.is_proved = True
        self.problem = self.guided = self.strengthened = problem
        self._least = max(self._least, problem.bound(problem.start) or 0)
        self.before = self.nodes
        self._next()

    def so_far(self, reason: str) -> Path | None:
        """The best solution so far, if there is one; `reason` is why the search ends here.

        A long queue is not looked through then: that could take longer than a search may after its limit.
        """
        if self.best is None:
            return None
        self.why = reason
        if self.search.nodes < LOOK:
            self._note(reason)
        return replace(self.path(), nodes=self.nodes)

    def path(self) -> Path:
        """The best solution so far, with its gap."""
        assert self.best is not None
        return replace(self.best, gap=max(0, self.best.cost - self._least))

    def line(self) -> str:
        """How far it is."""
        looked = f"{self.nodes:,} states"
        if self.best is None:
            return looked
        return f"{self.problem.in_cost(self.best.cost)}, at most {self.best.cost - self._least:,} too many: {looked}"

    def proved(self) -> str:
        """What is known before there is a solution."""
        return self.problem.none_below(self._least)

    def reason(self) -> str:
        """Every state was seen."""
        return all_seen(self.search.met)


def guided(problem: SearchProblem) -> SearchProblem:
    """`problem` with a table that counts the cells that are not as a goal has them; it is no lower bound."""
    n_cells = len(problem.start)
    wanted: list[list[object] | None] = [[] for _ in range(n_cells)]  # for each cell; None where anything will do
    for pattern in problem.goals if problem.test is None else ():
        allowed = {guard.cell: guard.values for guard in pattern if isinstance(guard, Equals | Among)}
        for cell in range(n_cells):
            here = wanted[cell]
            if here is not None:
                wanted[cell] = [*here, *allowed[cell]] if cell in allowed else None
    domains = problem.rewriting.domains if problem.rewriting is not None else ()
    values = TermDict((value, None) for values in (problem.start, *domains, *filter(None, wanted)) for value in values)
    table = TermDict(
        (value, tuple(int(bool(some) and not is_among(value, some)) for some in wanted))  # type: ignore[arg-type]
        for value in values
    )
    return replace(problem, table=table, divisor=1, bound_name=None)


def plain_pass(problem: SearchProblem, weights: Weights) -> BestFirst:
    """A pass in plain Python."""
    return PlainBestFirst(space_of(problem, bounded=True), weights)


greedy = partial(Anytime, begin=plain_pass)


def greedy_compiled(problem: SearchProblem) -> Anytime:
    """The same by a kernel."""
    from ..background import load_kernels

    load_kernels(__package__, "astar")
    from .kernels.astar import CompiledBestFirst

    return Anytime(problem, CompiledBestFirst)
