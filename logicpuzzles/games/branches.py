"""The kernel's search from a set of secrets on: the whole one, or a branch of it, which tries one guess.

Where the whole search is to try guesses for a large set, it stops. The next few, always as many, become branches, each
a search of its own that any thread may go on with: it looks up what was known of sets when it began, and notes what it
finds in a memory of its own. Once all are done, the whole search takes in what they found, in the order of the menu.
So the tree, and even `nodes`, are the same with any number of threads.
"""

from __future__ import annotations

import numpy as np

from ..kernels.launch import launch, prepare
from .kernels.deduce import deduce, lines_left
from .kernels.layout import CONTROL, DEEP, DONE, FRAME, NEXT, PIECE, ROOM, Memory, Rules, Trial
from .kernels.memory import spread_out, take_in

LARGE = 512  # secrets of a set whose guesses become branches
AT_ONCE = 8  # branches; what one finds is of use to those after these
_FEWEST_SLOTS = 1 << 16  # of the whole search
_FEW_SLOTS = 1 << 10  # of a branch


class Search:
    """A search of the kernel, with all that it works on.

    Parameters
    ----------
    rules
        The game.
    n_frames
        So many questions one after another there is room for at first.
    known
        What branches look up; None for the whole search.
    """

    def __init__(self, rules: Rules, n_frames: int, known: Memory | None = None) -> None:
        self.rules, self.is_done = rules, False
        self.trial = trial_of(rules, n_frames)
        self.memory = memory_of(_FEWEST_SLOTS if known is None else _FEW_SLOTS)
        self.known = memory_of(1) if known is None else known
        self.bounds = np.zeros((2, len(rules.least)), np.int64)
        self.trial.control["whole"], self.trial.control["large"] = known is None, LARGE

    @property
    def nodes(self) -> int:
        """The sets of secrets looked at."""
        return int(self.trial.control[0]["nodes"])

    @property
    def n_bytes(self) -> int:
        """What its arrays take."""
        return sum(array.nbytes for array in (*self.trial, *self.memory))

    def prepare(self) -> None:
        """Load or compile the kernels."""
        prepare(take_in, self.memory, self.trial, *self.memory)
        prepare(lines_left, self.trial)
        prepare(spread_out, *self.memory, _FEWEST_SLOTS, *self.memory)
        prepare(deduce, self.rules, self.trial, self.memory, self.known, self.bounds, _FEWEST_SLOTS)

    def go_on(self, work: int) -> int:
        """Look at about so many rows of the table; what `deduce` returns, with room made where it asks for it."""
        code = launch(deduce, self.rules, self.trial, self.memory, self.known, self.bounds, work)
        if code == ROOM:
            enlarge(self.memory)
        elif code == DEEP:
            self._deepen()
        self.is_done = code == DONE
        return code

    def branches(self) -> list[Search]:
        """The next guesses of the set that it has stopped at, as searches of their own."""
        depth = int(self.trial.control[0]["depth"])
        n_guesses = min(AT_ONCE, launch(lines_left, self.trial))
        return [self._branch(depth, number) for number in range(n_guesses)]

    def _branch(self, depth: int, number: int) -> Search:
        """The search that tries the guess so many places after the last one that was tried."""
        branch = Search(self.rules, len(self.trial.frames) - depth, self.memory)
        own, whole = branch.trial, self.trial
        for name in ("round", "width", "narrow"):
            own.control[name] = whole.control[name]
        own.control["state"] = NEXT
        own.frames[0], own.left[0] = whole.frames[depth], whole.left[depth]
        own.images[0], own.fits[0] = whole.images[depth], whole.fits[depth]
        frame = own.frames[0]
        own.menus[0, 0] = whole.menus[depth, frame["position"] + 1 + number]
        frame["length"], frame["position"], frame["complete"], frame["cut"] = 1, -1, 1, frame["best"]
        return branch

    def take_in(self, branches: list[Search]) -> None:
        """Go on after these guesses, with all that is known of them now."""
        control = self.trial.control[0]
        frame = self.trial.frames[control["depth"]]
        frame["position"] += len(branches)
        for branch in branches:
            found = branch.trial.frames[0]
            if found["best"] < frame["best"]:
                frame["best"], frame["guess"] = found["best"], found["guess"]
            frame["complete"] &= found["complete"]
            control["nodes"] += branch.nodes
            while control["entries"] + branch.trial.control[0]["entries"] > len(self.memory.names) // 4 * 3:
                enlarge(self.memory)
            launch(take_in, self.memory, self.trial, *branch.memory)

    def _deepen(self) -> None:
        deeper = trial_of(self.rules, 2 * len(self.trial.frames))
        for old, new in zip(self.trial, deeper, strict=True):
            new[: len(old)] = old
        self.trial = deeper


def memory_of(n_slots: int) -> Memory:
    """An empty memory."""
    return Memory(np.zeros((n_slots, 2), np.uint64), np.zeros((n_slots, 3), np.int32))


def enlarge(memory: Memory) -> None:
    """Double a memory in place: with a copy beside it, it would take half as much again."""
    n_slots = len(memory.names)
    for array in memory:
        array.resize((2 * n_slots, array.shape[1]), refcheck=False)  # the kernel holds no part of it
    names, values = memory
    n_first = int(np.argmin(names[:n_slots, 0] != 0))  # one slot at least was empty
    first = names[:n_first].copy(), values[:n_first].copy()
    names[:n_first] = 0
    launch(spread_out, names, values, n_slots, *first)


def trial_of(rules: Rules, n_frames: int) -> Trial:
    """The arrays of a search that can ask so many questions one after another."""
    n_secrets, n_guesses = rules.answers.shape
    n_answers = len(rules.least) - 1
    return Trial(
        control=np.zeros(1, CONTROL),
        frames=np.zeros(n_frames, FRAME),
        left=np.zeros((n_frames, n_secrets), np.int32),
        menus=np.zeros((n_frames, n_guesses), np.int64),
        parts=np.zeros((n_frames, n_answers), PIECE),
        images=np.zeros((n_frames, len(rules.orders), len(rules.classes)), np.int16),
        fits=np.zeros((n_frames, len(rules.orders)), np.uint8),
        names=np.zeros((n_frames, 2), np.uint64),
        masks=np.zeros(n_guesses, rules.bits.dtype),
        counts=np.zeros(n_answers + 1, np.int32),
        ordered=np.zeros(n_secrets, np.int32),
    )
