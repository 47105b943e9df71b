"""The search tree of the kernel, cut into branches: each is an array `s`, which holds all that its search goes by.

A branch is searched for so many decisions; what is left of it then is cut into branches again, which begin with what
was learned of contradictions until then. So what is found in a branch depends on that branch alone, not on who searches
it or when, and all branches in order give the same solutions after the same decisions every time.

Source: D. Avis and C. Jordan, mts: a light framework for parallelizing tree search codes (2021), whose budget this is.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import NamedTuple

from .kernels import layout
from .loading import call

SIZE = 1 << 11  # decisions in a branch until it is cut
WIDTH = 8  # levels that are cut off at once, from the top: what is left there is the most
_BUFFER = 1 << 14  # numbers of solutions that a run of the kernel keeps
_ALL = 1 << 62
_ASKED = 16  # questions between two looks at the clock


class Tree(NamedTuple):
    """What the branches of one search have in common.

    Attributes
    ----------
    t
        The array that the kernel only reads.
    width
        Numbers of a solution; 0 where solutions are only counted.
    size
        Decisions in a branch until it is cut.
    is_limited
        Whether decisions are limited: branches then keep how they began, to be searched again for fewer.
    ask
        What answers the kernel's questions in an array; None where it has none.
    model
        The model that answers them elsewhere, pickled.
    """

    t: array[int]
    width: int
    size: int
    is_limited: bool = False
    ask: Callable[[array[int]], None] | None = None
    model: bytes | None = None


class Branch:
    """A branch, and what was found in it.

    Attributes
    ----------
    s
        How far its search is; None once nothing is left of it.
    begin
        How it was before, where that may be needed.
    nodes, found
        Decisions made, solutions met.
    bits
        The solutions that were not given out yet, those of one behind those of the other.
    is_taken
        Whether a worker is at it.
    is_full
        Whether it wants to make another decision than those that it was allowed.
    """

    __slots__ = ("begin", "bits", "found", "is_full", "is_taken", "nodes", "s")

    def __init__(self, s: array[int]) -> None:
        self.s: array[int] | None = s
        self.begin: array[int] | None = None
        self.nodes = self.found = 0
        self.bits = array("q")
        self.is_taken = self.is_full = False

    def run(self, tree: Tree, stop: int, most: int) -> list[Branch]:
        """Go on until `stop` decisions were made, of the `most` that it may make.

        Gives the branches into which what is left is cut, where that is due.
        """
        assert self.s is not None
        if tree.is_limited and self.begin is None:
            self.begin = self.s[:]
        s, stop, asked = self.s, min(stop, most, tree.size), 0
        n = max(1, _BUFFER // tree.width) if tree.width else _ALL
        solutions = array("q", bytes(8 * n * tree.width if tree.width else 8))
        code = layout.BUFFER_FULL
        while code == layout.BUFFER_FULL or (code == layout.ASK and asked < _ASKED):
            code = call("search:run", (tree.t, s, solutions), stop - self.nodes, n, tree.width > 0, alone=False)
            self.nodes = s[layout.NODES]
            self.found += s[layout.FOUND]
            self.bits += solutions[: s[layout.FOUND] * tree.width]
            if code == layout.ASK:
                assert tree.ask is not None
                tree.ask(s)
                asked += 1
        self.is_full = code == layout.PAUSED and self.nodes == most
        if code == layout.DONE:
            self.s = None
        elif code == layout.PAUSED and self.nodes == tree.size:
            self.s = None
            return [Branch(piece) for piece in cut(tree.t, s)]
        return []

    def again(self, tree: Tree, most: int) -> None:
        """Search it anew for as many decisions only: fewer than were made."""
        assert self.begin is not None
        self.s, self.begin = self.begin, None
        self.nodes = self.found = 0
        del self.bits[:]
        while True:
            self.run(tree, most, most)
            if self.s is None or self.is_full:
                return

    @property
    def size(self) -> int:
        """How many numbers it holds."""
        return len(self.bits) + sum(len(one) for one in (self.s, self.begin) if one is not None)


def cut(t: array[int], s: array[int]) -> list[array[int]]:
    """What is left to search in `s`, which is used up, in order: below the levels cut off, then beside each.

    The search stands between two decisions, and has met a solution or does not restart. Levels of auxiliary variables
    stay together: after a solution, what is beside them is not searched.
    """
    depth, levels, first = s[layout.DEPTH], s[layout.LEVELS], s[layout.UNDO]
    auxiliary = t[layout.VARIABLES] + layout.VARIABLE_SIZE * t[layout.N_MAIN]
    tops = [levels + layout.LEVEL_SIZE * i for i in range(min(depth, WIDTH))]
    tops = [level for level in tops if s[level] < auxiliary]
    pieces = [_below(s, len(tops))]
    trail = s[layout.TRAIL]
    for level in reversed(tops):
        for entry in range(first + 2 * (trail - 1), first + 2 * s[level + 2] - 1, -2):
            s[s[entry]] = s[entry + 1]
        trail = s[level + 2]
        pieces.append(_beside(s, level))
    return pieces


def _below(s: array[int], n: int) -> array[int]:
    """The search in `s` below its first `n` levels, which are for good there."""
    s = s[:]
    depth, levels, undo = s[layout.DEPTH], s[layout.LEVELS], s[layout.UNDO]
    begin, end = levels + layout.LEVEL_SIZE * n, levels + layout.LEVEL_SIZE * depth
    gone = s[begin + 2] if n < depth else s[layout.TRAIL]
    s[undo : undo + 2 * (s[layout.TRAIL] - gone)] = s[undo + 2 * gone : undo + 2 * s[layout.TRAIL]]
    s[levels : levels + end - begin] = s[begin:end]
    for level in range(levels, levels + end - begin, layout.LEVEL_SIZE):
        s[level + 2] -= gone
    s[layout.DEPTH], s[layout.TRAIL], s[layout.NODES] = depth - n, s[layout.TRAIL] - gone, 0
    return s


def _beside(s: array[int], level: int) -> array[int]:
    """The search without the value of `level`, as in `s`, where its decision was taken back."""
    s = s[:]
    levels = s[layout.LEVELS]
    s[levels : levels + layout.LEVEL_SIZE] = s[level : level + layout.LEVEL_SIZE]
    s[levels + 2] = 0
    s[layout.DEPTH], s[layout.TRAIL], s[layout.NODES] = 1, 0, 0
    s[layout.PHASE] = layout.BACKTRACK
    return s
