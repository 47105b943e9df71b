"""Branches of a search that lasts, searched by whoever helps: by the one who asks alone, by threads, or elsewhere.

All take the first branch that is left, so that what is found is soon given out: it is, once all before it was searched.
Nobody works between two slices, so a search that nobody asks for more does not go on.
"""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import islice
from threading import Condition
from time import perf_counter, thread_time
from typing import TYPE_CHECKING

from ..workers.here import Here
from ..workers.specification import executor_of
from ..workers.together import together
from .branches import SIZE, Branch, Tree, cut

if TYPE_CHECKING:
    from ..search.budget import Budget
    from ..workers import Executor
    from ..workers.specification import Asked
    from .constraints.base import Posted
    from .packed import Packed
    from .search import Helpers, Read

PATIENCE = 0.25  # seconds until the cores are shared by a search for which no number of workers is asked
GROUPS = 2  # of branches that each worker elsewhere gets at once
MEMBERS = 8  # of a group at most
AWAY = 0.2  # seconds that a group takes there at least, if it is not done before: it is sent there and back
SLICE, LONGEST = 0.02, 0.1  # seconds: the first slice, and from when later ones do not last twice as long
CALL = 0.008  # seconds of a processor's time that a call of the kernel takes at most, roughly
_WAIT = 0.05  # seconds


class Workers:
    """Who searches the branches of a search.

    Parameters
    ----------
    asked
        As for `executor_of`; None for threads on all cores once it has lasted since `began`.
    threads
        Whether threads serve; else a number asks for processes.
    """

    def __init__(self, asked: Asked, began: float, threads: bool = True) -> None:
        self.asked, self.began, self.threads = asked, began, threads
        self._executor: Executor = Here()

    def now(self) -> Executor:
        """Those who work now."""
        is_late = self.asked is not None or (self.threads and perf_counter() - self.began >= PATIENCE)
        if is_late and isinstance(self._executor, Here) and self.asked != 1:
            from ..workers.threads import cores

            executor = executor_of(self.asked, threads=self.threads, default=cores())
            if self.threads or not executor.shares_memory:
                self._executor = executor
        return self._executor

    def close(self) -> None:
        """End what was begun here."""
        if self._executor is not self.asked:
            self._executor.close()


def sharing(s: array[int], packed: Packed, width: int, helpers: Helpers, budget: Budget) -> tuple[Sharing, Workers]:
    """The branches of the search in `s`, solutions having so many numbers that are kept, and who searches them."""
    tree = Tree(packed.compiled_t, width, SIZE, budget.limits.nodes is not None)
    if not packed.functions:
        return Sharing.of(tree, s), Workers(helpers.asked, budget.began)
    tree, asked = tree._replace(ask=packed.answer), helpers.asked
    model = helpers.model
    if asked not in (None, 1) and model is not None and model.reading.packed is packed and model.origin is not None:
        tree = tree._replace(model=pickle.dumps(model))  # others load the rule file; a module may have other data there
    made = Sharing.of(tree, s)
    made.posted = [] if model is None else model.reading.posted
    return made, Workers(asked if tree.model else 1, budget.began, threads=False)


class Sharing:
    """What is left of a search, as its branches in order; those before the first that is not done are done.

    Attributes
    ----------
    nodes, found
        Of the branches that are no longer waiting.
    slice
        Seconds that the next slice lasts.
    step
        Decisions until a worker looks at the clock.
    posted
        The constraints of a model whose functions are called elsewhere.
    """

    def __init__(self, tree: Tree, branches: Sequence[Branch]) -> None:
        self.tree, self.waiting = tree, list(branches)
        self.nodes = self.found = 0
        self.slice, self.step = SLICE, max(1, tree.size // 8)
        self.posted: Sequence[Posted] = ()
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

    def run(self, executor: Executor, most: int) -> None:
        """Let each worker go on for a slice; all branches together may make `most` decisions."""
        end = perf_counter() + self.slice
        self.slice = min(2 * self.slice, LONGEST)
        if executor.shares_memory:
            self._at_work = 0  # an interrupt may have come between two steps
            for branch in self.waiting:
                branch.is_taken = False
            together(executor.workers, partial(self.work, end, most))
        else:
            self._send(executor, most)

    def work(self, end: float, most: int) -> None:
        """Go on with one branch after the other, until that time."""
        while (taken := self._take(most)) is not None:
            branch, limit = taken
            began, pieces = thread_time(), list[Branch]()
            try:
                pieces = branch.run(self.tree, branch.nodes + self.step, limit)
            finally:
                self._put_back(branch, pieces)
            took = thread_time() - began
            if took > CALL:
                self.step = max(1, self.step // 2)
            elif took < CALL / 4:
                self.step = min(2 * self.step, self.tree.size)
            if perf_counter() >= end:
                return

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

    def _send(self, executor: Executor, most: int) -> None:
        """Let workers that do not share memory go on with the first branches."""
        n = GROUPS * executor.workers
        left = list(islice(self._open(most), MEMBERS * n))
        size = max(1, -(-len(left) // n))
        groups = [left[i : i + size] for i in range(0, len(left), size)]
        results = executor.run(partial(searched, self.tree._replace(ask=None), AWAY), groups)
        after = [part for result, _ in results for part in result]
        for number in {number for _, raised in results for number in raised}:
            self.posted[number].guarded.raised = True
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


def searched(tree: Tree, seconds: float, given: Sequence[tuple[Branch, int]]) -> tuple[list[list[Branch]], list[int]]:
    """What becomes of each branch, which may make so many decisions, in so many seconds for all of them.

    And the numbers of the constraints whose functions have raised something.
    """
    posted: Sequence[Posted] = ()
    if tree.model is not None:
        reading = _model(tree.model).reading
        assert reading.packed is not None
        assert reading.packed.compiled_t == tree.t
        tree, posted = tree._replace(ask=reading.packed.answer), reading.posted
        for one in posted:
            one.guarded.raised = False
    end = perf_counter() + seconds
    results: list[list[Branch]] = []
    for branch, limit in given:
        part = Sharing(tree, [branch])
        if not results or perf_counter() < end:
            part.work(end, limit)
        results.append(part.waiting)
    return results, [number for number, one in enumerate(posted) if one.guarded.raised]


@lru_cache(maxsize=2)
def _model(content: bytes) -> Read:
    """A model that was sent: read once, and then used again with what was worked out of it."""
    found: Read = pickle.loads(content)
    return found
