"""Branches of a search that lasts, searched by whoever helps: by the one who asks alone, by threads, or elsewhere.

All take the first branch that is left, so that what is found is soon given out: it is, once all before it was searched.
Nobody works between two slices, so a search that nobody asks for more does not go on.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from threading import Condition
from time import perf_counter
from typing import TYPE_CHECKING

from ..workers.asked import executor_of
from ..workers.here import Here
from .branches import Branch, Tree, cut

if TYPE_CHECKING:
    from ..workers import Executor
    from ..workers.asked import Asked

PATIENCE = 0.25  # seconds until the cores are shared by a search for which no number of workers is asked
GROUPS = 2  # of branches that each worker elsewhere gets at once
MEMBERS = 8  # of a group at most
LONGER = 4  # times as many decisions there for one in a slice here: each group is sent there and back
_WAIT = 0.05  # seconds


class Workers:
    """Who searches the branches of a search.

    Parameters
    ----------
    asked
        As for `executor_of`; None for threads on all cores once it has lasted since `began`.
    """

    def __init__(self, asked: Asked, began: float) -> None:
        self.asked, self.began = asked, began
        self._executor: Executor = Here()

    def now(self) -> Executor:
        """Those who work now."""
        is_late = self.asked is not None or perf_counter() - self.began >= PATIENCE
        if is_late and isinstance(self._executor, Here) and self.asked != 1:
            from ..workers.threads import cores

            self._executor = executor_of(self.asked, threads=True, default=cores())
        return self._executor

    def close(self) -> None:
        """End what was begun here."""
        if self._executor is not self.asked:
            self._executor.close()


class Sharing:
    """What is left of a search, as its branches in order; those before the first that is not done are done.

    Attributes
    ----------
    nodes, found
        Of the branches that are no longer waiting.
    """

    def __init__(self, tree: Tree, branches: Sequence[Branch]) -> None:
        self.tree, self.waiting = tree, list(branches)
        self.nodes = self.found = 0
        self._condition = Condition()
        self._at_work = 0

    @classmethod
    def of(cls, tree: Tree, s: array[int]) -> Sharing:
        """The rest of the search in `s`."""
        return cls(tree, [Branch(piece) for piece in cut(tree.t, s)])

    @property
    def size(self) -> int:
        """How many numbers are held."""
        return sum(branch.size for branch in self.waiting)

    def run(self, executor: Executor, work: int, most: int) -> int:
        """Let each worker make about `work` decisions; all branches together may make `most`. How many were made."""
        before = self._made
        if executor.workers == 1 and executor.shares_memory:
            self.work(work, most)
        elif executor.shares_memory:
            executor.run(partial(self.work, work, most), range(executor.workers))
        else:
            self._send(executor, LONGER * work, most)
        return self._made - before

    @property
    def _made(self) -> int:
        return self.nodes + sum(branch.nodes for branch in self.waiting)

    def work(self, work: int, most: int, _worker: int = 0) -> None:
        """Go on with one branch after the other, for `work` decisions in all."""
        while work > 0 and (taken := self._take(most)) is not None:
            branch, limit = taken
            before, pieces = branch.nodes, list[Branch]()
            try:
                pieces = branch.run(self.tree, before + work, limit)
            finally:
                self._put_back(branch, pieces)
            work -= max(1, branch.nodes - before)
            if self.tree.ask is not None and branch.s is not None:
                return  # perhaps it has asked for long

    def _take(self, most: int) -> tuple[Branch, int] | None:
        """The first branch that can be gone on with, and how many decisions it may make; None where there is none.

        While others are at work, they may leave some.
        """
        with self._condition:
            while True:
                for branch, limit in self._open(most):
                    if not branch.is_taken:
                        branch.is_taken = True
                        self._at_work += 1
                        return branch, limit
                if not self._at_work:
                    return None
                self._condition.wait(_WAIT)

    def _open(self, most: int) -> Iterator[tuple[Branch, int]]:
        """The branches of which something is left, as far as decisions may be made, and how many each may make."""
        left = most - self.nodes
        for number, branch in enumerate(self.waiting):
            if branch.s is not None:
                if branch.nodes >= left and (number or branch.is_full):
                    return
                yield branch, left
            left -= branch.nodes

    def _put_back(self, branch: Branch, pieces: Sequence[Branch]) -> None:
        with self._condition:
            branch.is_taken = False
            self._at_work -= 1
            if pieces:
                at = self.waiting.index(branch) + 1
                self.waiting[at:at] = pieces
            self._condition.notify_all()

    def _send(self, executor: Executor, work: int, most: int) -> None:
        """Let workers that do not share memory go on with the first branches."""
        n = GROUPS * executor.workers
        left = list(islice(self._open(most), MEMBERS * n))
        size = max(1, -(-len(left) // n))
        groups = [left[i : i + size] for i in range(0, len(left), size)]
        results = executor.run(partial(searched, self.tree, work), groups)
        after = [part for result in results for part in result]
        new = {id(branch): parts for (branch, _), parts in zip(left, after, strict=True)}
        self.waiting = [part for branch in self.waiting for part in new.get(id(branch), [branch])]

    def settled(self, most: int, pause: int) -> tuple[array[int], bool]:
        """The solutions of the branches that were searched, as far as all before them were; these no longer wait.

        Ends after the branch by which `pause` decisions were made, and tells whether it has.
        """
        bits = array("q")
        while self.waiting:
            first = self.waiting[0]
            if self.nodes + first.nodes > most:
                first.again(self.tree, most - self.nodes)
            bits += first.bits
            first.bits = array("q")
            if first.s is not None:
                break
            self.nodes, self.found = self.nodes + first.nodes, self.found + first.found
            self.waiting.pop(0)
            if self.nodes >= pause:
                return bits, True
        return bits, False

    @property
    def is_full(self) -> bool:
        """Whether no more decisions are allowed, and another is wanted."""
        return bool(self.waiting) and self.waiting[0].is_full

    @property
    def so_far(self) -> tuple[int, int]:
        """Decisions and solutions, those of the first branch that waits included."""
        if not self.waiting:
            return self.nodes, self.found
        return self.nodes + self.waiting[0].nodes, self.found + self.waiting[0].found


def searched(tree: Tree, work: int, given: Sequence[tuple[Branch, int]]) -> list[list[Branch]]:
    """What becomes of each branch, which may make so many decisions, by `work` decisions for all of them."""
    results = []
    for branch, limit in given:
        part = Sharing(tree, [branch])
        part.work(work, limit)
        work -= sum(one.nodes for one in part.waiting)
        results.append(part.waiting)
    return results
