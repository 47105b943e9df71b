"""Nogoods are minimised: what is left of one follows from the model as before, and nothing else changes."""

from __future__ import annotations

from functools import partial

import pytest
from scale import scale
from test_models_learning import squares

from logicpuzzles import Model
from logicpuzzles.models.kernels import analysis, layout, learning, memory
from logicpuzzles.models.kernels.nogoods import word_record
from logicpuzzles.models.learning import memory_for, watches_for
from logicpuzzles.models.loading import int64s
from logicpuzzles.models.packed import Packed, record

Cells = list[int]


def run_uncompiled(packed: Packed, n_nodes: int) -> Cells:
    """Search for so many decisions, or to the end, by the functions of the kernel as they are; its memory."""
    s = packed.s[:]
    r = [*memory_for(packed, int64s(s)), *[0] * (1 << 16)]
    w = [*watches_for(packed), *[0] * (1 << 14)]
    r[memory.ROOM], w[memory.W_ROOM] = len(r), len(w)
    for at in words_of(packed):
        r[word_record(r, at) + memory.ROOT] = r[word_record(r, at) + memory.START] = s[at]
    learning.run_learning(packed.t, s, r, w, [], n_nodes, 1 << 60, False)
    return r


def words_of(packed: Packed) -> range:
    """The addresses of all words of domains."""
    first = min(packed.t[record(i) + layout.FIRST] for i in range(len(packed.order)))
    return range(first, packed.s[layout.QUEUES], layout.STRIDE)


def masks(r: Cells) -> dict[int, int]:
    """The literals that are needed: the mask of each word."""
    touched = [r[r[memory.TOUCHED] + i] for i in range(r[memory.N_TOUCHED])]
    found = {at: r[word_record(r, at) + memory.MASK] for at in touched}
    return {at: mask for at, mask in found.items() if mask != -1}


def test_literals_are_left_out_or_ask_for_less(monkeypatch: pytest.MonkeyPatch) -> None:
    """None is new or asks for more; the trail and the domains are as they were."""
    minimise, seen = analysis.minimise, [0, 0]

    def watched(packed: Packed, t: Cells, s: Cells, r: Cells) -> None:
        before, state, bump = masks(r), s[:], r[memory.BUMP]
        lasts = [r[word_record(r, at) + memory.LAST] for at in words_of(packed)]
        minimise(t, s, r)
        after = masks(r)
        assert (s, r[memory.BUMP]) == (state, bump)
        assert [r[word_record(r, at) + memory.LAST] for at in words_of(packed)] == lasts
        assert all(at in before and before[at] & ~mask == 0 for at, mask in after.items())
        seen[0] += len(before)
        seen[1] += len(after)

    for seed in range(scale(5, 200)):
        packed = Model(partial(squares, seed)).reading.packed
        assert packed is not None
        monkeypatch.setattr(analysis, "minimise", partial(watched, packed))
        run_uncompiled(packed, 200)
    assert 0 < seen[1] < seen[0]
