"""Iterative deepening: rounds of a depth-first search under rising limits, with a lower bound (IDA*) or without.

Source: R. E. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial Intelligence 27,
1985. There the limit jumps to the least value that was cut off; here, where every move costs 1, the limits in between
are listed, with 0 nodes.

A search that lasts leaves out sequences of moves that lead where cheaper or earlier ones lead, see `coding.redundancy`:
from the first round that begins after so many nodes, so that plain Python and kernels do it alike. That changes neither
the first solution nor the limits that are empty. Goals on the relation itself, the reference, do without.
"""

from __future__ import annotations

from collections.abc import Callable

from ..background import load_kernels
from ..endings import Path
from ..wording import counted
from .asked_workers import Workers
from .background_enumeration import Survey
from .bfs import PlainBreadth
from .budget import UNLIMITED, Budget, Outcome
from .coding.pruned import without_redundancy
from .depth import NO_CUT, DepthFirst, PlainDepth
from .driver import Search, all_seen, found_so_far
from .problem import SearchProblem
from .size import most_states
from .space import space_of

LASTING = 1 << 25  # nodes of deepening before a stronger bound is asked for: half a second, where tables take two
PRUNE_AFTER = 1 << 17  # nodes of deepening, and 64 for each pair of rules, before a look for redundant moves pays
LOOKS = ((0, 1 << 12), (1 << 23, 1 << 15), (1 << 30, 1 << 17))  # nodes, and from then on the sequences looked at


class Deepening(Search):
    """Rounds of `search` under rising limits on cost; the start is known not to be a goal.

    A limit below the least one that the round before left possible is listed with 0 nodes where every move costs 1.

    Parameters
    ----------
    search
        What searches under a limit.
    enumeration
        Makes the search of the survey that ends it where there is no solution.
    anew
        Makes what searches under a limit for the problem with a stronger bound, or without redundant moves; None for a
        search that does without either.

    Attributes
    ----------
    limit
        No solution has fewer moves, or costs less.
    found
        How many solutions there were so far under this limit, the first that allows one.
    """

    def __init__(
        self,
        problem: SearchProblem,
        search: DepthFirst,
        bounded: bool,
        enumeration: Callable[[], Search],
        anew: Callable[[SearchProblem], DepthFirst] | None = None,
    ) -> None:
        self.problem, self.search, self.enumeration, self.bounded = problem, search, enumeration, bounded
        self.limit = max(problem.least_cost, problem.bound(problem.start) or 0 if bounded else 0)
        self.divisor = problem.divisor if bounded and problem.patterns is None else 1
        self.anew, self.may_strengthen = anew, bounded and anew is not None and problem.stronger is not None
        n_rules = len(problem.rewriting.rules) if problem.rewriting else 0
        self.prune_at = UNLIMITED if anew is None else PRUNE_AFTER + 64 * n_rules * n_rules
        self.looks = 0  # at sequences that may be redundant
        self.all = False
        self.weaker: list[tuple[int, int]] = []  # the limits under a weaker bound, and their nodes
        self.rounds: list[tuple[int, int]] = []  # those under this bound before this limit
        self.before = 0  # the nodes of all these
        self.survey: Survey | None = None
        self.n_states: int | None = None  # after the survey saw them all
        search.begin(self.limit)

    def prepare(self, budget: Budget) -> None:
        """Have a survey under this budget."""
        # Where the relation is asked once for each state, looking at a state again costs next to nothing.
        share = 4 if self.problem.rewriting is None else 256
        self.survey = Survey(self.enumeration, most_states(self.problem), budget, share)

    def share(self, workers: Workers) -> None:
        """Search by these workers from when a round lasts."""
        self.search.workers = workers

    def want_all(self, only_count: bool) -> None:
        """Look for all solutions, or only for their number; called before `run`."""
        super().want_all(only_count)
        self.all = True

    @property
    def nodes(self) -> int:
        """States looked at, under all limits."""
        return self.before + self.search.nodes

    @property
    def limits(self) -> tuple[tuple[int, int], ...]:  # type: ignore[override]
        """Pairs of a limit and its nodes, those under a weaker bound included."""
        known = dict(self.weaker)
        for limit, nodes in (*self.rounds, (self.limit, self.search.nodes)):
            known[limit] = known.get(limit, 0) + nodes
        return tuple(known.items())

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for about `work` states, while no more than `cap` are looked at; after `FOUND`, to the next solution.

        `ENDED` after `FOUND`: there is no other solution.
        """
        while True:
            before = self.nodes
            outcome = self._go_on(work, cap)
            work -= self.nodes - before
            if outcome != Outcome.FULL or self.nodes >= cap:
                return outcome
            if work <= 0:  # not before: a slice that is cut short says nothing about how long slices take
                return Outcome.PAUSED

    def _go_on(self, work: int, cap: int) -> Outcome:
        """As `run`; `FULL` also where a survey or a stronger bound is due first."""
        if self.nodes >= LASTING:
            self.strengthen()  # before the limit of cost is looked at: a stronger bound may raise this one
        survey = self.survey
        if self.limit > self.problem.affordable:
            return Outcome.BEYOND
        if survey is not None and not self.found and self.nodes >= survey.due:
            self.n_states = survey.work(self.nodes, self.line())
            if self.n_states is not None:
                return Outcome.ENDED
        most = cap if survey is None or self.found else min(cap, survey.due)
        if self.may_strengthen and not self.found:
            most = min(most, LASTING)
        while True:
            outcome = self.search.run(work, most - self.before)
            if outcome == Outcome.FOUND:
                self.found += 1
                if not self.counting:
                    return Outcome.FOUND
            elif outcome == Outcome.ENDED:
                if self.found:
                    return Outcome.FOUND if self.counting else Outcome.ENDED
                if self.search.least == NO_CUT:
                    return Outcome.ENDED
                self._rise()
                if self.limit > self.problem.affordable:
                    return Outcome.BEYOND
            else:
                return outcome

    def strengthen(self) -> None:
        """Go on from this limit with a stronger bound, if there is one yet: all limits before are proved empty.

        A bound only leaves out what leads to no solution within the limit, so the first one stays the first.
        """
        if not self.may_strengthen or self.found:
            return
        problem, self.may_strengthen = self.problem.strengthened(), False
        if problem is None:
            return
        following = max(self.limit, problem.bound(problem.start) or 0)
        self.weaker = [*self.limits, *self._skipped(following)]
        self.rounds, self.limit = [], following
        self.before += self.search.nodes
        self.problem = self.strengthened = problem
        self.divisor = 1
        self._search(problem)

    def _rise(self) -> None:
        """Begin a round under the least limit still possible."""
        following = self.limit - self.search.least // self.divisor
        self.before += self.search.nodes
        self.rounds += [(self.limit, self.search.nodes), *self._skipped(following)]
        self.limit = following
        looks = max((looks for nodes, looks in LOOKS if self.before >= max(nodes, self.prune_at)), default=0)
        if looks > self.looks:
            self.looks = looks
            if self.pruned is not None:
                self._search(self.problem)
                return
        self.search.begin(following)

    @property
    def pruned(self) -> SearchProblem | None:
        """The problem without redundant moves, if they are left out and there are any."""
        return without_redundancy(self.problem, self.all, self.looks) if self.looks else None

    def _search(self, problem: SearchProblem) -> None:
        """Begin a round of another search, for `problem`."""
        assert self.anew is not None
        self.search.workers.cancel()  # what they have of a round that is not gone on with
        workers, self.search = self.search.workers, self.anew(self.pruned or problem)
        self.search.workers = workers
        self.search.begin(self.limit)

    def _skipped(self, following: int) -> list[tuple[int, int]]:
        """The limits between this one and the following, which need no search."""
        return [] if self.problem.weighted else [(limit, 0) for limit in range(self.limit + 1, following)]

    @property
    def least(self) -> int:
        """Each limit before was too small."""
        return self.limit

    @property
    def tables(self) -> int:
        """The bytes of the tables that are looked up."""
        return self.problem.table_bytes if self.bounded else 0

    def memory(self) -> int:
        """The bytes of the tables that are looked up; the rest is next to nothing."""
        return self.tables

    def path(self) -> Path:
        """The solution, after `FOUND`."""
        return self.search.path()

    def line(self) -> str:
        """How far it is."""
        many = f", {counted(self.found, 'solution')}" if self.found else ""
        return f"limit {self.limit}: {counted(self.nodes, 'state')}{many}"

    def proved(self) -> str:
        """Each round before was empty."""
        if self.found:
            return found_so_far(self.found, f" of {self.problem.in_cost(self.limit)}")
        return self.problem.none_below(self.limit)

    def reason(self) -> str:
        """The survey saw everything, or the last round turned nothing back."""
        if self.n_states is not None:
            return all_seen(self.n_states)
        more = f"costs more than {self.limit:,}" if self.problem.weighted else f"is longer than {self.limit}"
        ends = f"no sequence of moves {more}"
        if self.pruned is not None:
            ends = "no sequence of moves that no cheaper or earlier one replaces is left"
        if self.problem.free:
            ends = "no sequence of moves without a repeated state is left"
        if self.bounded and self.problem.patterns is not None:
            ends += " without coming to a state from which no goal can be reached"
        return f"{ends}, and all of them were tried"


def deepening(problem: SearchProblem, bounded: bool) -> Deepening:
    """Deepening in plain Python, `bounded` by the table of `problem`."""
    space = space_of(problem, bounded)

    def anew(problem: SearchProblem) -> DepthFirst:
        return PlainDepth(space_of(problem, bounded))

    return Deepening(problem, PlainDepth(space), bounded, lambda: PlainBreadth(space), anew)


def deepening_compiled(problem: SearchProblem, bounded: bool) -> Deepening:
    """The same by kernels."""
    load_kernels(__package__, "breadth", "depth")
    from .kernels.breadth import CompiledBreadth
    from .kernels.depth import compiled_depth

    def anew(problem: SearchProblem) -> DepthFirst:
        return compiled_depth(problem, bounded)

    search = compiled_depth(problem, bounded)
    return Deepening(problem, search, bounded, lambda: CompiledBreadth(problem), anew)
