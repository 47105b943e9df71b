"""Where things are after a collection: what is left slides together, and all that points to it follows."""

from __future__ import annotations

from ....kernels.cells import Cells, Marks
from ....kernels.kernel import kernel
from ..codes import C_E, C_FIELDS, C_FLOOR, C_H, C_N, C_TR, COMPOUND, FLOOR, INT, LIST, MARK, REF, STORE, TR, WATCHED, E

BLOCK = 6  # as a power of 2, the cells whose marks tell how many live ones stand before them in their block


@kernel
def forward(marks: Marks, sums: Cells, a: int) -> int:
    """Where the cell at `a` is after the slide; if it is dead, the next one that lives."""
    m = marks[a]
    return sums[a >> BLOCK] + (m if m > 0 else -m) - 1


@kernel
def moved(marks: Marks, sums: Cells, h: int, t: int) -> int:
    """The cell `t` after the slide."""
    tag = t & 7
    if tag == REF or tag == LIST or tag == COMPOUND or tag == WATCHED and t >> 3:
        if t >> 3 >= h:
            return INT
        return forward(marks, sums, t >> 3) << 3 | tag
    return t


@kernel
def slide_roots(
    h: int,
    trail: Cells,
    choices: Cells,
    envs: Cells,
    x: Cells,
    store: Cells,
    st: Cells,
    live: int,
    marks: Marks,
    sums: Cells,
    seen: Marks,
    bases: Cells,
    n_bases: int,
) -> None:
    """Let all that points to the heap from outside point to where things are now; trail entries of dead cells go."""
    for n in range(live):
        x[n] = moved(marks, sums, h, x[n])
    st[FLOOR] = forward(marks, sums, st[FLOOR])
    for i in range(-1, n_bases):
        e = st[E] if i < 0 else choices[bases[i] + C_E]
        while e > 0 and seen[e] == 1:
            seen[e] = 2
            for n in range(e + 2, e + 2 + (envs[e + 1] & 0xFFFF)):
                envs[n] = moved(marks, sums, h, envs[n])
            e = envs[e]
    at, kept = 0, 0
    for i in range(n_bases - 1, -2, -1):  # the trail below each choice, from the oldest on
        end = choices[bases[i] + C_TR] if i >= 0 else st[TR]
        while at < end:
            if at + 1 < end and trail[at + 1] < 0:
                if marks[~trail[at + 1]] > 0:
                    trail[kept], trail[kept + 1] = (
                        moved(marks, sums, h, trail[at]),
                        ~forward(marks, sums, ~trail[at + 1]),
                    )
                    kept += 2
                at += 2
            else:
                if trail[at] < MARK and marks[trail[at]] > 0:
                    trail[kept] = forward(marks, sums, trail[at])
                    kept += 1
                at += 1
        if i >= 0:
            b = bases[i]
            choices[b + C_TR] = kept
            choices[b + C_H] = forward(marks, sums, choices[b + C_H])
            choices[b + C_FLOOR] = forward(marks, sums, choices[b + C_FLOOR])
            for n in range(choices[b + C_N]):
                choices[b + C_FIELDS + n] = moved(marks, sums, h, choices[b + C_FIELDS + n])
    st[TR] = kept
    at = 0
    while at < st[STORE]:
        size = store[at]
        for n in range(at + 1, at + 1 + size):
            if store[n] & 7 == REF:
                store[n] = moved(marks, sums, h, store[n])
        at += size + 1
