"""The engine `learning`: the propagation kernel with nogoods learned from conflicts."""

from __future__ import annotations

from array import array
from itertools import accumulate

from ..search.budget import Budget
from .compiled import CompiledSearch
from .incumbent import Aim
from .kernels import layout, memory
from .loading import Numbers, call
from .packed import Packed, record
from .search import Cuts

_ARENA = 1 << 11  # words for reasons while a nogood is minimised
_POOL = 1 << 14  # words for nogoods at first
_MOST = 2_000  # nogoods before some are forgotten


class LearningSearch(CompiledSearch):
    """One query of a packed model; it never runs uncompiled.

    Attributes
    ----------
    r, w
        What is learned; see `kernels.memory`.
    """

    is_cut = False  # what is learned serves all that is left

    def __init__(self, packed: Packed | None, cuts: Cuts, budget: Budget, aim: Aim | None = None) -> None:
        super().__init__(packed, cuts, budget, aim=aim)
        self.r = self.w = array("q")
        if packed is not None and self.s is not None:
            if isinstance(self.s, list):
                self.hand_over()
            self.r, self.w = memory_for(packed, self.s), watches_for(packed)
            self._room(self.s)

    def left(self) -> Cuts | None:
        return None  # what was learned would be lost

    def progress(self) -> str:
        learned = self.r[memory.LEARNED] if self.r else 0
        return f"{super().progress()}, {learned:,} nogoods kept"

    def _room(self, s: Numbers) -> None:
        self.budget.room(8 * (len(s) + len(self.r) + len(self.w)))

    def _run(self, packed: Packed, s: Numbers, solutions: Numbers, n_nodes: int, n_solutions: int, keep: bool) -> int:
        cells = (packed.compiled_t, s, self.r, self.w, solutions)
        code = call("learning:run_learning", cells, n_nodes, n_solutions, keep)
        if code == layout.FULL:
            for one, room in ((self.r, memory.ROOM), (self.w, memory.W_ROOM)):
                one.frombytes(bytes(8 * len(one)))
                one[room] = len(one)
            self._room(s)
        return code


def memory_for(packed: Packed, s: Numbers) -> array[int]:
    """The array that learning adds, before anything is learned from a search in `s`."""
    t = packed.t
    n = t[layout.N_VARIABLES]
    variables = [record(i) for i in range(n)]
    first = min(t[v + layout.FIRST] for v in variables)
    widest = max(t[v + layout.END] - t[v + layout.FIRST] for v in variables) // layout.STRIDE
    n_words = (max(t[v + layout.END] for v in variables) - first) // layout.STRIDE
    sizes = {
        memory.WORDS: memory.WORD_SIZE * n_words,
        memory.ENTRIES: memory.ENTRY_SIZE * ((s[layout.LEVELS] - s[layout.UNDO]) // 2),
        memory.VARIABLES: memory.RECORD_SIZE * n,
        memory.TOUCHED: n_words,
        memory.SCRATCH: 130 * widest + 4 * n,
        memory.MARKS: n + 2,
        memory.ARENA: _ARENA + 4 * n_words,
        memory.WANTED_WORDS: n_words,
        memory.POOL: max(_POOL, 4 * n_words),
    }
    starts = list(accumulate(sizes.values(), initial=memory.R_HEADER))
    r = array("q", bytes(8 * starts[-1]))
    for part, start in zip(sizes, starts, strict=False):
        r[part] = start
    r[memory.ARENA_END] = r[memory.ARENA] + sizes[memory.ARENA]
    r[memory.WORDS] -= memory.WORD_SIZE // layout.STRIDE * first
    for i, v in enumerate(variables):
        r[r[memory.VARIABLES] + memory.RECORD_SIZE * i + memory.ACTIVITY] = s[t[v + layout.BLAME]]
        r[r[memory.VARIABLES] + memory.RECORD_SIZE * i + memory.SAVED] = -1
        for at in range(t[v + layout.FIRST], t[v + layout.END], layout.STRIDE):
            word = r[memory.WORDS] + memory.WORD_SIZE // layout.STRIDE * at
            r[word + memory.OWNER] = v
            r[word + memory.NOGOOD] = r[word + memory.WANTED] = -1
            r[word + memory.MASK] = r[word + memory.BASE_OF] = r[word + memory.LAST] = -1
            r[word + memory.ROOT] = r[word + memory.START] = s[at]
    r[memory.USED], r[memory.ROOM] = r[memory.POOL], len(r)
    r[memory.MOST], r[memory.BUMP], r[memory.NEXT_RESTART] = _MOST, 1, memory.RESTART_UNIT
    r[memory.LARGEST] = memory.LITERALS + 2 * n_words
    return r


def watches_for(packed: Packed) -> array[int]:
    """The array of watches, before there are any."""
    size = memory.W_HEADER + memory.CHUNK * (2 * packed.t[layout.N_VARIABLES] + 64)
    w = array("q", bytes(8 * size))
    w[memory.W_USED], w[memory.W_ROOM] = memory.W_HEADER, size
    return w
