"""The search for the best tree in slices: its arrays, its rounds, and the guesses that it found."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from ..kernels.launch import launch, prepare
from ..search.budget import Budget, Halt
from ..wording import counted
from ..workers import Executor
from .branches import Search
from .game import GameDefinition
from .kernels.layout import BIG, DONE, ENTER, PAUSED, SPLIT, Rules
from .kernels.measure import forest
from .kernels.memory import recall
from .result import Node
from .scoring import SCORES, OneStep
from .symmetries import symmetries
from .terms import Numbered, Tick, idle

WIDTHS = (5, 24, 1 << 40)  # guesses tried for each set, by round; in the last, all of them
_NARROW = 8  # in rounds of up to this many guesses, those that leave the least unknown
_GRACE = 10**10  # answers that the first round may still look at after a limit: without it the tree is no better
_DEEPER = 8  # frames at first, beyond the depth of the tree


class Searching:
    """A search in rounds: each tries more guesses for each set of secrets, the last all that can be better.

    Parameters
    ----------
    tree
        Some tree of the game: only better ones are sought. None where none is known.
    table
        The answers of the game as `optimum.numbered` gives them.
    executor
        Who goes on with branches.
    tick
        Called while the symmetries of the game are sought.
    """

    def __init__(
        self, game: GameDefinition, tree: Node | None, table: Numbered, executor: Executor, tick: Tick = idle
    ) -> None:
        lengths = [number for _, number in tree.leaves()] if tree is not None else []
        self.total, self.improved = sum(lengths) if tree is not None else most_questions(len(game.secrets)), False
        self.rules = rules_of(game, table, tick)
        self.whole, self.executor = Search(self.rules, max(lengths, default=0) + _DEEPER), executor
        self.branches: list[Search] = []  # that are not done, or not taken in
        self.fallback = OneStep(game, SCORES["parts"])
        self.least = int(self.rules.least[-1, -1])
        self._grace = _GRACE // len(game.guesses)

    @property
    def nodes(self) -> int:
        """The sets of secrets looked at."""
        return self.whole.nodes + sum(branch.nodes for branch in self.branches)

    def prepare(self) -> None:
        """Load or compile all kernels, also those that give the best tree after a limit."""
        prepare(recall, *self._recalled([0]))
        self.whole.prepare()

    def run(self, budget: Budget) -> None:
        """Search until no tree can be better than the best one found.

        Raises
        ------
        Halt
            A limit was reached.
        """
        for number, width in enumerate(WIDTHS):
            self._begin(number, width)
            halt = self._round(budget, self._grace if number == 0 else 0)
            control = self.whole.trial.control[0]
            if control["high"] < BIG:
                self.total, self.improved = int(control["high"]), True
            self.least = max(self.least, int(control["low"]))
            if self.least == self.total:
                return
            if halt is not None:
                raise halt

    def _round(self, budget: Budget, grace: int) -> Halt | None:
        """Search to the end of a round; after a limit, which is returned, until it has looked at `grace` rows.

        Raises
        ------
        Halt
            The limit of seconds was reached, or another limit and the grace is used up.
        """
        halted, spent = None, 0
        while (code := self._slice(budget.work)) != DONE:
            self.least = max(self.least, self._floor())
            spent += budget.work
            try:
                held = sum(search.n_bytes for search in (self.whole, *self.branches))
                budget.tick(self._progress, held, whole=code == PAUSED)
                budget.full(self.nodes)
            except Halt as halt:
                halted = halted or halt
            if halted is not None and (spent > grace or perf_counter() >= budget.end):
                raise halted
        return halted

    def _slice(self, work: int) -> int:
        """Look at so many rows, or so many for each branch that is not done; what `deduce` would return."""
        if not self.branches:
            code = self.whole.go_on(work)
            if code == SPLIT:
                self.branches = self.whole.branches()
            return code
        codes = self.executor.run(lambda branch: branch.go_on(work), [one for one in self.branches if not one.is_done])
        if all(branch.is_done for branch in self.branches):
            self.whole.take_in(self.branches)
            self.branches = []
        return PAUSED if all(code == PAUSED for code in codes) else SPLIT

    def choose(self, left: Sequence[int]) -> int:
        """The guess of the best tree found when these secrets are left."""
        found = launch(recall, *self._recalled(left))
        return found if found >= 0 else self.fallback(left)  # small sets are not stored: parts is best for them

    def _recalled(self, left: Sequence[int]) -> tuple[NDArray[np.integer], ...]:
        """The arguments of `recall`."""
        secrets, name = np.array(left, np.int32), np.zeros(2, np.uint64)
        return *self.whole.memory, secrets, self.rules.labels, name

    def _begin(self, number: int, width: int) -> None:
        trial = self.whole.trial
        control, frame = trial.control[0], trial.frames[0]
        control["depth"], control["state"], control["round"], control["width"] = 0, ENTER, number, width
        control["narrow"] = width <= _NARROW
        trial.left[0] = np.arange(trial.left.shape[1])
        trial.images[0], trial.fits[0] = -1, 1
        frame["size"], frame["cut"], frame["probe"] = trial.left.shape[1], self.total, 0
        frame["floor"], frame["position"] = 0, -1
        frame["most"] = len(self.rules.least) - 1 - (self.rules.solved >= 0)

    def _floor(self) -> int:
        """The lower bound proved so far in this round, over the guess being tried and those still to come."""
        trial = self.whole.trial
        frame = trial.frames[0]
        if trial.control[0]["narrow"] or not frame["complete"] or frame["position"] < 0:
            return int(frame["floor"])
        rest = trial.menus[0, frame["position"] + 1 : frame["length"]]
        return min(int(frame["best"]), int(frame["proved"]), *(int(line) >> 33 for line in rest[:1]))

    def _progress(self) -> str:
        return f"{counted(self.total, 'question')} at most, {self.least:,} at least; {self.nodes:,} sets of secrets"


def rules_of(game: GameDefinition, table: Numbered, tick: Tick = idle) -> Rules:
    """A game as the kernel takes it."""
    matrix, solved, n_answers = table
    leaves, classes, orders = symmetries(game, tick)
    word = np.uint16 if n_answers <= 16 else np.uint64
    winning = np.zeros(0, np.int32)
    if solved >= 0:
        rows, columns = np.nonzero(matrix == solved)
        if len(rows) == len(matrix) == len(np.unique(rows)) == len(np.unique(columns)):
            winning = columns.astype(np.int32)  # the rows come in order
    return Rules(
        answers=matrix.astype(np.uint8, copy=False),
        bits=np.left_shift(word(1), matrix, dtype=word),  # without a copy of the table in between
        winning=winning,
        solved=solved,
        least=least_questions(len(matrix), n_answers, solved >= 0),
        leaves=leaves,
        classes=classes,
        orders=orders,
        guide=guide(len(matrix)),
        labels=np.random.default_rng(0).integers(1, 1 << 63, (len(matrix), 2), np.uint64),
    )


def most_questions(n_secrets: int) -> int:
    """More questions than any tree for so many secrets takes, in which each question is of use.

    The worst of them part one secret from the others: all are asked that, and it may take one more to end the game.

    >>> most_questions(1), most_questions(2), most_questions(3)
    (2, 5, 9)
    """
    return min(n_secrets * (n_secrets + 3) // 2, BIG - 1)


def guide(n_secrets: int) -> NDArray[np.int64]:
    """For each number of secrets, how much is unknown of them all: n log n, as with the strategy entropy.

    >>> guide(4).tolist()
    [0, 0, 22, 53, 89]
    """
    sizes = np.arange(n_secrets + 1)
    return np.rint(16 * sizes * np.log(np.maximum(sizes, 1))).astype(np.int64)


def least_questions(n_secrets: int, n_answers: int, can_be_solved: bool) -> NDArray[np.int64]:
    """The fewest questions for n secrets, if a guess leads to at most k parts that go on; row k, column n.

    >>> least_questions(5, 3, True)[2].tolist()
    [0, 1, 3, 5, 8, 11]
    """
    least = np.full((n_answers + 1, n_secrets + 1), BIG, np.int64)
    least[:, 0], least[:, 1] = 0, int(can_be_solved)
    for parts in range(1, n_answers + 1):
        for size in range(2, n_secrets + 1):
            if can_be_solved:
                each, over = divmod(size - 1, parts)
                following = least[parts, each + 1] if over else 0
                least[parts, size] = size + (parts - over) * least[parts, each] + over * following
            else:
                least[parts, size] = forest(parts, 1, size)
    return least
