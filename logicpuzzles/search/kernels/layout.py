"""What the arrays of the kernels hold: types by name, each with its shape; `..coding.arrays` has those of the rules.

Symbols: n_words words a packed state; n_cells cells. A kernel's docstring says what it reads and what it writes.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

# Any search.
Words: TypeAlias = NDArray[np.uint64]  # [n_states, n_words]: packed states
Fields: TypeAlias = NDArray[np.uint64]  # [n]: single words, such as masks and shifts
Control: TypeAlias = NDArray[np.int64]  # [n]: all that a search knows beside its other arrays
Starts: TypeAlias = NDArray[np.int64]  # [n + 1]: where each of n consecutive blocks begins, and where the last ends
Rows: TypeAlias = NDArray[np.int64]  # [n]: one number for each row

# States that are stored.
Records: TypeAlias = NDArray[np.int32] | NDArray[np.int64]  # [capacity, n_columns]: what is known of each state
Slots: TypeAlias = NDArray[np.int64]  # [2**k]: a hash table of rows
Marks: TypeAlias = NDArray[np.uint8]  # [capacity]: 1 for the rows that are wanted
Edges: TypeAlias = NDArray[np.int64]  # [n, 3]: the row, the rule, the row after
LeanRecords: TypeAlias = NDArray[np.uint32]  # [capacity, n_columns]: what is known of each state; see `lean`
LeanSlots: TypeAlias = NDArray[np.uint32]  # [n_slots]: bits of the hash and a row, or NONE
Side: TypeAlias = NDArray[np.uint32]  # [n_entries, 3]: row, cost so far, the reference below in its pile
Piles: TypeAlias = NDArray[np.int64]  # [n_piles]: for each estimate the reference on top, or NONE
Buckets: TypeAlias = NDArray[np.int64]  # [most_cost + 1, 2]: the first and the last state of each cost, or -1
Ties: TypeAlias = NDArray[np.int64]  # [n_ties, 2]: a state that leads to another at the same cost, and the next such
Meeting: TypeAlias = NDArray[np.int64]  # [3]: what a path through both sides costs, and its row on each

# Depth first: one row for each state on the path.
Frames: TypeAlias = NDArray[np.int64]  # [n_frames, n_columns]
Order: TypeAlias = NDArray[np.int64]  # [n_frames, most_steps, 2]: the steps to try; scratch
Costs: TypeAlias = NDArray[np.int32]  # [n_steps, 2**n_bits]: by what a move lowers the slack, by the piece
Spans: TypeAlias = NDArray[np.int64]  # [n_steps, 2]: the steps that can follow
Masks: TypeAlias = NDArray[np.uint64]  # [n_goals, 2]: the bits that each goal fixes, and their values
CellSets: TypeAlias = NDArray[np.uint64]  # [n_sets, n_words]: sets of cells as bits
Steps: TypeAlias = NDArray[np.int64]  # [n_steps, 2]: the cell entered and the rule

# Spaces with bits for each state.
Planes: TypeAlias = NDArray[np.uint64]  # [n_planes, n_words] or [2, n_regions, n_words]: a bit of each state a plane
Live: TypeAlias = NDArray[np.uint8]  # [n_chunks]: 1 where states may be open
Chunks: TypeAlias = NDArray[np.uint8]  # [n_regions, n_chunks]: the same
Cursor: TypeAlias = NDArray[np.int64]  # [n_regions, 3]: the move and the word to go on with, and the states marked
Bytes: TypeAlias = NDArray[np.uint8]  # [n_bytes]
Numbers: TypeAlias = NDArray[np.int64] | NDArray[np.uint32]  # [n]: numbers of states
Places: TypeAlias = NDArray[np.int64]  # [n, 2]: a word and a shift, or a region and a number
Parities: TypeAlias = NDArray[np.int64]  # [n_regions, 2]: of the orders, and of the depths
Counts: TypeAlias = NDArray[np.int64]  # [n_values + 1]: how often each value stands; the number of arrangements
Digits: TypeAlias = NDArray[np.int64]  # [n_pieces]: scratch
Moves: TypeAlias = NDArray[np.int64]  # [n_moves, 10]: see `board`
Move: TypeAlias = NDArray[np.int64]  # [10]: one of them
Tables: TypeAlias = NDArray[np.uint32]  # [size], or while they are filled [2, n_orders] and [1, size]
