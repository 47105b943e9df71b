"""What the search for the best tree remembers: every entry is found again after the table has grown."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles.games.kernels.memory import put, slot_of, spread_out

N_SLOTS = 16
# The first half tells the home: of many entries the same, or at the end of the table, so that they come around it.
NAMES = st.tuples(st.sampled_from((1, 14, 15, 16, 30, 31, 47)) | st.integers(1, 2**63), st.integers(0, 2**63))


@settings(max_examples=scale(200, 2000))
@given(st.lists(NAMES, max_size=N_SLOTS - 1, unique=True))
def test_a_table_that_has_grown_holds_what_it_held(entries):
    """In the slots where they are looked for, each once; however they had pushed each other away."""
    names, values = np.zeros((N_SLOTS, 2), np.uint64), np.zeros((N_SLOTS, 3), np.int32)
    for number, (first, second) in enumerate(entries):
        put(names, values, np.uint64(first), np.uint64(second), number, number + 1, number + 2)
    for array in (names, values):
        array.resize((2 * N_SLOTS, array.shape[1]), refcheck=False)
    spread_out(names, values, N_SLOTS)
    assert np.count_nonzero(names[:, 0]) == len(entries)
    for number, (first, second) in enumerate(entries):
        slot = int(slot_of(names, np.uint64(first), np.uint64(second)))
        assert (names[slot].tolist(), values[slot].tolist()) == ([first, second], [number, number + 1, number + 2])
