"""The strategy `auto`: a portfolio of searches; the one that promises to prove the most for its cost goes on.

Breadth first, both ends, deepening and A* each prove, step by step, a larger lower bound on the moves of any solution,
and each finds a shortest one or ends where there is none. What the next step will cost each of them is judged by how it
grew from level to level, or from limit to limit, and before that by samples of its tree; the cheapest goes on, and the
others wait where they are. None gets less than one part in 32 of the work, in case it is judged wrongly. All of this is
counted in nodes, never in time, so that the same searches run on every machine, in plain Python and in kernels.
"""

from __future__ import annotations

from dataclasses import replace

from ..endings import Ending, Exhausted, Stopped
from ..wording import about, counted
from .astar import BestFirst
from .bidirectional import BothEnds, worth_reversing
from .budget import UNLIMITED, Budget, Halt, Outcome
from .deepening import Deepening
from .driver import Stream
from .growth import both_ends_to_come
from .levelled import Levelled
from .plan import shortest_choice
from .portfolio_entry import NAMES, STORED, Member
from .problem import SearchProblem
from .size import most_states
from .strategies import STRATEGIES

SMALL = 1 << 15  # states up to which a space is small: breadth first alone
PROVED = 1 << 20  # nodes of deepening with a table of the rule file, before another search is considered
LASTING = 1 << 27  # what all may cost before a stronger bound is asked for, where deepening has not done so
QUEUED = 1 << 22  # what the others may cost before A* begins too: few last so long
SHARE = 32  # no search gets less than one part in this many
TURN = 1 << 12  # what a search may cost before it is judged again


class Portfolio:
    """The searches for a shortest solution of `problem`; the start is known not to be a goal.

    It begins with one of them alone: deepening where the rule file has a table of distances, which mostly is a good
    one, else breadth first, which is the best there is while the space is small.
    """

    def __init__(
        self, problem: SearchProblem, engine: str, budget: Budget, all: bool = False, only_count: bool = False
    ) -> None:
        if only_count and problem.exact is not None:  # orders of the same moves are not counted one by one
            problem = replace(problem, exact=None, bound_name=None)
        self.problem, self.engine, self.budget, self.all, self.only_count = problem, engine, budget, all, only_count
        self.n_states = most_states(problem)
        self.gone_nodes, self.gone_least = 0, 0  # of searches given up for lack of memory
        self.alone = True
        self.may_strengthen = problem.stronger is not None
        self.third = QUEUED  # what the others cost until A* begins
        first = shortest_choice(problem)
        self.cap = PROVED if first == "ida" else SMALL
        self.current = self._begin(first)
        self.members = [self.current]
        self.current.search.prepare(self.current.budget)
        self.why = self._first(first)

    def _first(self, name: str) -> str:
        """Why the search `name` begins."""
        if name == "ida" and self.problem.exact is not None:
            return "ida: linear algebra tells the exact distance"
        if name == "ida":
            bound = "patterns are looked up" if self.problem.patterns is not None else "the distance table is proved"
            return f"ida: {bound}; others begin at {counted(self.cap, 'node')}"
        if self.n_states is not None and self.n_states <= self.cap:
            return f"bfs: there are at most {counted(self.n_states, 'state')}"
        return f"bfs: others begin at {counted(self.cap, 'state')}"

    def _begin(self, name: str) -> Member:
        # When A* begins anew with a stronger bound is decided here.
        problem = replace(self.problem, stronger=None) if name == "astar" else self.problem
        search = STRATEGIES[name].engines[self.engine](problem)
        assert isinstance(search, Levelled | Deepening | BestFirst)
        search.share(self.budget.workers)
        if self.all:
            search.want_all(self.only_count)
        if isinstance(search, BothEnds):
            search.balanced = True
        return Member(name, search, self.budget.another(), self.n_states, self.problem)

    @property
    def nodes(self) -> int:
        """What all searches have counted."""
        return self.gone_nodes + sum(member.search.nodes for member in self.members)

    @property
    def least(self) -> int:
        """No solution has fewer moves."""
        return max([self.gone_least, *(member.search.least for member in self.members)])

    def reach(self) -> Ending | None:
        """None as soon as the current search has found a solution; else how the search ended without one."""
        try:
            while True:
                self.current, cap = self._turn()
                outcome = self._go_on(self.current, cap)
                search = self.current.search
                if outcome == Outcome.FOUND:
                    return None
                if outcome == Outcome.ENDED:
                    return Exhausted(reason=search.reason(), nodes=self.nodes, limits=search.limits)
        except Halt as halt:
            search = self.current.search
            proved = self.problem.none_below(self.least)
            if isinstance(search, Deepening) and search.found:
                proved = search.proved()
            return Stopped(reason=f"{halt}; {proved}", nodes=self.nodes, limits=search.limits)

    def _turn(self) -> tuple[Member, int]:
        """The search that goes on, and up to how many of its nodes."""
        spent = sum(member.spent for member in self.members) + STORED * self.gone_nodes
        if self.may_strengthen and spent >= LASTING:
            self._strengthen()
        if self.alone and self.current.search.nodes >= self.cap:
            self._look_around()
        if self.alone:
            return self.current, self.cap
        if len(self.members) == 1:
            only = self.members[0]
            return only, only.search.nodes + LASTING // STORED if self.may_strengthen else UNLIMITED
        target = self.least + 1
        self.current.wait()
        prices = {member.name: member.price(target) for member in self.members}
        total = sum(member.spent for member in self.members)
        if total >= self.third:
            self.third = UNLIMITED
            if self.problem.is_bounded and not self.all and self._offers("astar"):
                self.members.append(self._begin("astar"))
                return self._turn()
        neglected = [member for member in self.members if member.spent * SHARE < total]
        chosen = min(neglected or self.members, key=lambda member: prices[member.name])
        others = min(price for name, price in prices.items() if name != chosen.name)
        # A wrong estimate is corrected before it has cost more than everything so far.
        budget = max(TURN, total // SHARE if neglected else min(others, total))
        self.why = self._compared(chosen, prices, target)
        return chosen, chosen.search.nodes + budget // chosen.weight

    def _compared(self, chosen: Member, prices: dict[str, int], target: int) -> str:
        """Why `chosen` goes on: what each search would cost until no solution has fewer than `target` moves."""
        others = [member for member in self.members if member is not chosen]
        told = [f"{NAMES.get(other.name, other.name)} about {other.describe(prices[other.name])}" for other in others]
        goes = f"{chosen.name}: about {chosen.describe(prices[chosen.name])} to go at {self.problem.in_cost(target)}"
        return ", ".join([goes, *told])

    def _look_around(self) -> None:
        """Begin the other searches, unless deepening with a table of the rule file still promises more."""
        reversible = self._offers("bidirectional") and worth_reversing(self.problem, SMALL)
        search = self.current.search
        if isinstance(search, Deepening):
            known = self.n_states or UNLIMITED
            others = min(
                both_ends_to_come(search.weaker or search.rounds, self.least // self.problem.usual_cost + 1)
                if reversible
                else UNLIMITED,
                known,
            )
            if STORED * others >= self.current.price(self.least + 1):
                self.cap += self.cap // 4
                price = self.current.describe(self.current.price(self.least + 1))
                name = "both ends" if reversible else "all there are"
                self.why = f"ida: about {price} to go at limit {search.limit}, {name} about {about(others)} states"
                return
            search.survey = None  # another search sees all states now
        elif self.guided is not None:
            self._begin_guided()
        both = self._begin("bidirectional") if reversible else None
        if both is not None and self.nodes + both.search.nodes <= self.budget.most:
            if not isinstance(search, Deepening):
                self._give_up(self.current)  # both ends do the same, and mostly sooner
            self.members.append(both)
        elif isinstance(search, Deepening):
            self.members.append(self._begin("bfs"))
        self.alone = False
        if len(self.members) == 1:
            reason = "no lower bound is known" if both is not None else "nothing else can search here"
            self.why = f"{self.members[0].name}: over {counted(self.cap, 'state')}, and {reason}"

    def _offers(self, name: str) -> bool:
        """Whether a strategy is written for the engine."""
        return self.engine in STRATEGIES[name].engines

    @property
    def guided(self) -> str | None:
        """The search that a bound is worth most to; None where there is no bound, or no such search.

        Where moves may cost nothing it is A*, which keeps what it met: deepening would follow each path of such moves.
        """
        if not self.problem.is_bounded:
            return None
        if not self.problem.free:
            return "ida"
        return "astar" if self._offers("astar") and not self.all else None

    def _begin_guided(self) -> None:
        """Begin that search beside the others."""
        assert self.guided is not None
        self.members.append(self._begin(self.guided))
        if self.guided == "astar":
            self.third = UNLIMITED

    def _strengthen(self) -> None:
        """Let deepening go on with a stronger bound, or begin it with that; A* begins anew."""
        self.may_strengthen = False
        deepening = next((member.search for member in self.members if isinstance(member.search, Deepening)), None)
        if deepening is not None:
            deepening.strengthen()
            problem = deepening.strengthened
        else:
            problem = self.problem.strengthened()
        if problem is None:
            return
        self.problem = problem
        again = [member for member in self.members if isinstance(member.search, BestFirst)]
        for member in again:
            self._give_up(member)
            self.members.append(self._begin(member.name))
        if deepening is None and self.guided is not None and not (again and self.guided == "astar"):
            self.alone = False
            self._begin_guided()
            self.members[-1].search.strengthened = problem

    def _give_up(self, member: Member) -> None:
        self.gone_nodes, self.gone_least = self.gone_nodes + member.search.nodes, self.least
        self.members.remove(member)

    def _go_on(self, member: Member, cap: int) -> Outcome:
        """Run one search up to `cap` of its nodes; `FULL` also where it was given up."""
        search, budget = member.search, member.budget
        budget.resume()
        most = budget.most - (self.nodes - search.nodes)
        while True:
            budget.teller.prove(lambda: self.least)
            outcome = budget.during(search.run, budget.work, min(cap, most))
            budget.reached.note(self.nodes, self.least)
            if outcome in (Outcome.FOUND, Outcome.ENDED):
                return outcome
            if outcome == Outcome.BEYOND:
                budget.beyond()
            if outcome == Outcome.FULL:
                budget.full(self.nodes)
            fits = self._fits(member, search.larger() if outcome == Outcome.ROOM else search.memory())
            if outcome == Outcome.FULL or not fits:
                return Outcome.FULL
            if outcome == Outcome.ROOM:
                search.grow()
            budget.tick(search.line, whole=outcome == Outcome.PAUSED)

    def _fits(self, member: Member, memory: int) -> bool:
        """Make room for `memory` bytes of `member`: the search that promises least is given up; False if it is that."""
        while member in self.members:
            held = memory + sum(other.search.memory() for other in self.members if other is not member)
            tables = [each.search.tables for each in self.members]
            held -= sum(tables) - max(tables)  # all look the same ones up
            if held <= self.budget.memory:
                return True
            if self.alone:
                self._look_around()
            elif len(self.members) == 1 and self.may_strengthen:
                self._strengthen()
            elif len(self.members) == 1:
                self.budget.room(memory)
            else:
                stored = [other for other in self.members if other.keeps]
                dearest = max(stored, key=lambda other: other.price(self.least + 1))
                self._give_up(dearest)
                self.why = (
                    f"{self.members[0].name}: {NAMES.get(dearest.name, dearest.name)} does not fit into the memory"
                )
        return False

    def ending(self) -> Ending:
        """How it ends, with a shortest solution."""
        ending = self.reach()
        search = self.current.search
        return ending or replace(search.path(), nodes=self.nodes, limits=search.limits)

    def solutions(self) -> Stream:
        """Every shortest solution."""
        ending = self.reach()
        if ending is not None:
            return ending
        search, budget = self.current.search, self.current.budget
        budget.resume()
        return (yield from search.solutions(budget, self.nodes - search.nodes))
