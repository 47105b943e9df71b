"""A round of deepening on several cores: its tree is cut into branches, which workers take in clause order.

One worker at a time goes through the top of the tree, as far as the next branch is wanted. The others are ahead of the
search as it would go on one core: what they find counts when all before it was searched. So solutions, their order,
`least`, and even the nodes at each solution and at a limit are those of one core; what is searched in vain beyond them
is not counted.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import partial
from threading import Lock

from ...workers.threads import Threads
from ..budget import UNLIMITED, Outcome
from ..depth import NO_CUT
from .control import BRANCH, CUT, DEPTH, END, ENDED, FOUND, LIMIT, NODES, PAUSED, SLACK, STEP
from .depth_first import Moves, Stack

BRANCHES = 512  # at the cut at least so many states are looked at, where there are so many
BRANCHES_EACH = 64  # and so many for each worker


@dataclass(eq=False)
class Branch:
    """What is below a state at the depth of the cut; or a solution in the top of the tree.

    Attributes
    ----------
    before
        What was looked at in the top of the tree until its state was met.
    prefix
        For each move that leads to it, the step after it.
    stack
        The search below it; its first state is the one before, so that no move leads straight back. None: a solution.
    outcome
        How far it is.
    is_taken
        Whether a worker is at it.
    """

    before: int
    prefix: list[int]
    stack: Stack | None
    outcome: int = PAUSED
    is_taken: bool = False
    nodes: int = 0
    least: int = NO_CUT

    def run(self, moves: Moves, until: int) -> None:
        """Go on until so many states were looked at."""
        assert self.stack is not None
        self.outcome = self.stack.run(moves, until)
        self.nodes, self.least = self.stack.nodes, self.stack.least
        if self.outcome == ENDED:
            self.stack = None

    def steps(self) -> list[int]:
        """For each move of its solution the step after it."""
        return self.prefix if self.stack is None else self.prefix + self.stack.steps()[1:]


class Shared:
    """The rest of a round, shared by `workers`.

    Parameters
    ----------
    stack
        The search on one core, which is gone on with.
    cut
        The depth of the branches, below the limit.

    Attributes
    ----------
    nodes, least
        As on one core that would be where the first branch is that is not done.
    """

    def __init__(self, stack: Stack, cut: int, moves: Moves, workers: int) -> None:
        self.top, self.cut, self.moves, self.executor = stack, cut, moves, Threads(workers)
        self.branches: deque[Branch] = deque()  # not yet settled
        self.settled = 0  # nodes of the branches that are
        self.settled_least = NO_CUT
        self.has_more = True  # whether the top was not gone through
        self.given: Branch | None = None  # the branch of the solution that was found last
        self.lock = Lock()
        self.nodes = stack.nodes
        if stack.control[DEPTH] >= cut:
            self._cut_off(int(stack.control[DEPTH]))
        stack.control[CUT] = cut

    @property
    def least(self) -> int:
        """The largest slack of a state that was turned back, after `ENDED`."""
        return max(self.settled_least, self.top.least)

    def run(self, work: int, cap: int) -> Outcome:
        """Go on for `work` states by each worker, while no more than `cap` are looked at as on one core.

        After `FOUND`, to the next solution.
        """
        if self.given is not None:
            self.given.outcome = ENDED if self.given.stack is None else PAUSED
            self.given = None
        self._go_on(work, cap)
        return self._settle(cap)

    def steps(self) -> list[int]:
        """For each move of the solution the step after it, after `FOUND`."""
        return self.branches[0].steps()

    def _go_on(self, work: int, cap: int) -> None:
        self.executor.run(partial(self._work, work, cap), range(self.executor.workers))

    def _work(self, work: int, cap: int, _worker: int) -> None:
        """Go on with one branch after the other, for `work` states in all."""
        while work > 0:
            branch = self._take(cap)
            if branch is None:
                break
            nodes = branch.nodes
            branch.run(self.moves, min(nodes + work, cap - self.settled - branch.before))
            work -= branch.nodes - nodes
            branch.is_taken = False

    def _take(self, cap: int) -> Branch | None:
        """The first branch that can be gone on with; none after a solution, or where `cap` is surely reached."""
        with self.lock:
            for branch in self.branches:
                if branch.outcome == FOUND:
                    return None
                if not branch.is_taken and branch.outcome == PAUSED:
                    break
            else:
                if not self._find() or self.branches[-1].outcome == FOUND:
                    return None
                branch = self.branches[-1]
            if self.settled + branch.before + branch.nodes >= cap:
                return None
            branch.is_taken = True
            return branch

    def _find(self) -> bool:
        """Go on in the top to the next branch; False if there is none."""
        outcome = self.top.run(self.moves, UNLIMITED) if self.has_more else ENDED
        if outcome == BRANCH:
            self._cut_off(self.cut)
        elif outcome == FOUND:
            self.branches.append(Branch(self.top.nodes, self.top.steps(), None, FOUND))
        else:
            self.has_more = False
        return self.has_more

    def _cut_off(self, depth: int) -> None:
        """Make a branch of what the top has at the depth of the cut and below, as far as `depth`."""
        top, above = self.top, self.cut - 1
        limit = int(top.control[LIMIT]) - above
        stack = Stack.empty(limit, top.words.shape[1])
        inner = depth - above
        stack.words[: inner + 1] = top.words[above : depth + 1]
        stack.frames[1:inner] = top.frames[self.cut : depth]  # and no step from the state before
        stack.control[:] = top.control
        stack.control[[DEPTH, NODES, LIMIT, CUT]] = inner, 0, limit, 0
        prefix = [int(step) for step in top.frames[: self.cut, 0]]
        self.branches.append(Branch(top.nodes, prefix, stack))
        top.control[DEPTH] = above
        top.control[[STEP, END, SLACK]] = top.frames[above]

    def _settle(self, cap: int) -> Outcome:
        """Count what is done in the order of one core; how far that is."""
        while self.branches or self._find():
            first = self.branches[0]
            self.nodes = self.settled + first.before + first.nodes
            if self.nodes == cap and first.outcome == PAUSED:
                if first.is_taken:  # elsewhere
                    return Outcome.PAUSED
                first.run(self.moves, first.nodes)  # perhaps nothing is left to look at
            if self.nodes > cap or (self.nodes == cap and first.outcome == PAUSED):
                self.nodes = cap
                return Outcome.FULL
            if first.outcome == FOUND:
                self.given = first
                return Outcome.FOUND
            if first.outcome == PAUSED:
                return Outcome.PAUSED
            self.settled += first.nodes
            self.settled_least = max(self.settled_least, first.least)
            self.branches.popleft()
        self.nodes = self.settled + self.top.nodes
        if self.nodes > cap:
            self.nodes = cap
            return Outcome.FULL
        return Outcome.ENDED


def cut_of(root: Stack, moves: Moves, workers: int) -> int | None:
    """At what depth to cut the tree of `root`, a search at its beginning; None where it has too few states."""
    enough = max(BRANCHES, BRANCHES_EACH * workers)
    for cut in range(1, int(root.control[LIMIT])):
        stack = Stack(root.words.copy(), root.frames.copy(), root.control.copy(), root.scratch)
        stack.control[LIMIT] = cut
        while stack.run(moves, UNLIMITED) == FOUND:
            pass
        if stack.nodes >= enough:
            return cut
    return None
