"""What the search for the best tree remembers: every entry is found again after the table has grown."""

from __future__ import annotations

import numpy as np
from as_python import as_python
from hypothesis import given, settings
from hypothesis import strategies as st
from scale import scale

from logicpuzzles.games.branches import enlarge, memory_of
from logicpuzzles.games.kernels.memory import put, slot_of

N_SLOTS = 16
# The first half tells the home: of many entries the same, or at the end of the table, so that they come around it.
NAMES = st.tuples(st.sampled_from((1, 14, 15, 16, 30, 31, 47)) | st.integers(1, 2**63), st.integers(0, 2**63))


@settings(max_examples=scale(200, 2000))
@given(st.lists(NAMES, max_size=N_SLOTS - 1, unique=True))
def test_a_table_that_has_grown_holds_what_it_held(entries):
    """In the slots where they are looked for, each once; however they had pushed each other away."""
    memory = names, values = memory_of(N_SLOTS)
    for number, (first, second) in enumerate(entries):
        as_python(put, names, values, first, second, number, number + 1, number + 2)
    enlarge(memory)
    assert len(names) == 2 * N_SLOTS
    assert np.count_nonzero(names[:, 0]) == len(entries)
    for number, (first, second) in enumerate(entries):
        slot = as_python(slot_of, names, first, second)
        assert (names[slot].tolist(), values[slot].tolist()) == ([first, second], [number, number + 1, number + 2])
