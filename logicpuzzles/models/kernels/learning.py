"""Depth-first search with propagation that learns a nogood from every conflict, in slices.

Before the first solution the search may leave any level, and begins anew from time to time. After a solution its last
decision is refuted, and all levels before it become the floor: they are left only when all below them was searched,
one after the other, so that every solution is met once and no nogood needs to say which were met.
Sources: O. Ohrimenko, P. Stuckey and M. Codish, Propagation via lazy clause generation (2009); M. Gebser et al.,
Conflict-driven answer set enumeration (2007), for the floor.
"""

from __future__ import annotations

from ...kernels.kernel import kernel
from . import layout
from .analysis import begin_level, conflict_level, drop_needs, learn, need_conflict, resolve, retreat
from .covers import fewest_options
from .domains import clip, drop, has, is_fixed, lowest, push, size
from .layout import CONFLICT, OK, QUESTION, Problem, Solutions, State
from .memory import (
    ACTIVITY,
    BOUND,
    BUMP,
    CONFLICTS,
    DECIDED,
    FAILED,
    FLOOR,
    NEXT_RESTART,
    RECORD_SIZE,
    ROOT,
    ROOTED,
    SAVED,
    VARIABLES,
    Memory,
    Watches,
)
from .nogoods import follow, is_full, note, variable_record, word_record
from .restarting import restart
from .revising import revise
from .search import answered, keep_solution, pop, variable


@kernel
def settle(t: Problem, s: State, r: Memory, w: Watches) -> int:
    """Follow nogoods and run propagators until nothing changes, one fails, or one asks Python."""
    while True:
        if not follow(t, s, r, w):
            return CONFLICT
        late = 0 if s[layout.WAITING] else 1
        if s[layout.WAITING + late] == 0:
            return OK
        p = pop(t, s, late)
        begin = s[layout.TRAIL]
        s[layout.DECISION] += 1
        outcome = revise(t, s, p)
        note(s, r, p, begin)
        if outcome == CONFLICT:
            r[FAILED] = p
        if outcome != OK:
            return outcome


@kernel
def silence(t: Problem, s: State) -> None:
    """Forget what waits."""
    for late in range(2):
        while s[layout.WAITING + late]:
            pop(t, s, late)


@kernel
def choose(t: Problem, s: State, r: Memory) -> int:
    """The open variable with the most activity for its values, main variables first; 0 if all are fixed.

    Items of exact covers come before, as in `search.choose`; s[VALUE] is the value that is wanted then, else -1.
    """
    if t[layout.COVERS] < t[layout.COVERS_END]:
        v = fewest_options(t, s)
        if v:
            return v
    s[layout.VALUE] = -1
    best = best_size = best_activity = 0
    for i in range(t[layout.N_VARIABLES]):
        if best and i >= t[layout.N_MAIN]:
            break
        v = variable(t, i)
        if is_fixed(t, s, v):
            continue
        n, activity = size(t, s, v), r[r[VARIABLES] + i * RECORD_SIZE + ACTIVITY]
        if not best or activity * best_size > best_activity * n:
            best, best_size, best_activity = v, n, activity
    return best


@kernel
def decide(t: Problem, s: State, r: Memory, v: int) -> None:
    """Try the value that is wanted, or the last that `v` had, or its first."""
    k = s[layout.VALUE]
    if k < 0:
        k = r[variable_record(t, r, v) + SAVED]
    if k < 0 or not has(t, s, v, k):
        k = lowest(t, s, v)
    level = s[layout.LEVELS] + layout.LEVEL_SIZE * s[layout.DEPTH]
    s[level] = v
    s[level + 1] = k
    s[level + 2] = begin = s[layout.TRAIL]
    s[layout.DEPTH] += 1
    s[layout.DECISION] += 1
    s[level + layout.STAMP] = s[layout.DECISION]
    s[layout.NODES] += 1
    s[layout.PHASE] = layout.PROPAGATE
    clip(t, s, v, k, k)
    note(s, r, DECIDED, begin)


@kernel
def flip(t: Problem, s: State, r: Memory) -> None:
    """The last decision is refuted; all levels before it are the floor."""
    if s[layout.DEPTH] == 0:
        s[layout.PHASE] = layout.ENDED
        return
    depth = s[layout.DEPTH] - 1
    retreat(t, s, r, depth)
    r[FLOOR] = depth
    level = s[layout.LEVELS] + layout.LEVEL_SIZE * depth
    begin = s[layout.TRAIL]
    s[layout.PHASE] = layout.PROPAGATE if drop(t, s, s[level], s[level + 1]) else layout.BACKTRACK
    note(s, r, DECIDED, begin)
    if s[layout.PHASE] == layout.BACKTRACK:
        silence(t, s)


@kernel
def look_at_bound(t: Problem, s: State, r: Memory) -> None:
    """Begin anew where the objective's bound has sunk meanwhile, but where all is searched."""
    bound = t[t[layout.OBJECTIVE] + layout.NUMBER]
    if bound == r[BOUND]:
        return
    r[BOUND] = bound
    if s[layout.DEPTH] == 0 and s[layout.PHASE] != layout.PROPAGATE and s[layout.PHASE] != layout.BRANCH:
        return
    if s[layout.DEPTH]:  # what waits at the root must run
        silence(t, s)
        retreat(t, s, r, 0)
    push(t, s, t[layout.OBJECTIVE])
    s[layout.PHASE] = layout.PROPAGATE


@kernel
def succeed(t: Problem, s: State, r: Memory) -> None:
    """Count a solution; what follows from the last decision on a main variable is not searched further.

    With an objective the next solution must be better, so that the search may begin anew.
    """
    s[layout.FOUND] += 1
    s[layout.SOLUTIONS] += 1
    if t[layout.OBJECTIVE]:
        if s[layout.DEPTH] == 0:
            s[layout.PHASE] = layout.ENDED
            return
        retreat(t, s, r, 0)
        push(t, s, t[layout.OBJECTIVE])
        s[layout.PHASE] = layout.PROPAGATE
        return
    first_auxiliary = variable(t, t[layout.N_MAIN])
    depth = s[layout.DEPTH]
    while depth and s[s[layout.LEVELS] + layout.LEVEL_SIZE * (depth - 1)] >= first_auxiliary:
        depth -= 1
    retreat(t, s, r, depth)
    flip(t, s, r)


@kernel
def recover(t: Problem, s: State, r: Memory, w: Watches) -> None:
    """Learn from a failure and go on where the nogood asserts something; at the floor, refute its last decision."""
    silence(t, s)
    r[CONFLICTS] += 1
    if s[layout.DEPTH] <= r[FLOOR]:
        flip(t, s, r)
        return
    need_conflict(t, s, r)
    level = conflict_level(t, s, r)
    retreat(t, s, r, level)
    if level <= r[FLOOR]:
        drop_needs(r)
        flip(t, s, r)
        return
    begin_level(t, s, r)
    v = resolve(t, s, r)
    learn(t, s, r, w, v, r[FLOOR])
    s[layout.PHASE] = layout.PROPAGATE
    r[BUMP] += (r[BUMP] >> 4) + 1
    if r[BUMP] > 1 << 40:
        r[BUMP] >>= 20
        for i in range(t[layout.N_VARIABLES]):
            r[r[VARIABLES] + i * RECORD_SIZE + ACTIVITY] >>= 20
    if r[CONFLICTS] >= r[NEXT_RESTART]:
        restart(t, s, r, w)


@kernel
def take_root(s: State, r: Memory) -> None:
    """What the words are at level 0 is the root."""
    for i in range(r[ROOTED], s[layout.TRAIL]):
        at = s[s[layout.UNDO] + 2 * i]
        r[word_record(r, at) + ROOT] = s[at]
    r[ROOTED] = s[layout.TRAIL]


@kernel(entry=True)
def run_learning(
    t: Problem, s: State, r: Memory, w: Watches, solutions: Solutions, n_nodes: int, n_solutions: int, keep: bool
) -> int:
    """Go on from where the last call stopped; return why this one stopped.

    Parameters
    ----------
    t, s
        The arrays of `layout`. Solutions that agree on the main variables count once.
    r, w
        The arrays of `memory`.
    solutions
        [n * n_variables], out: the bit of each variable in the first n_solutions found, if `keep`.
    n_nodes
        Pause after as many decisions.
    n_solutions
        Return after as many solutions, at most n if they are kept.

    Returns
    -------
    int
        What `search.run` does, or FULL: `r` or `w` must grow before the next call.
    """
    stop = s[layout.NODES] + n_nodes
    s[layout.FOUND] = 0
    if s[layout.ASKED]:
        begin = s[layout.TRAIL]
        s[layout.DECISION] += 1
        if not answered(t, s):
            r[FAILED] = s[layout.ASKED]
            s[layout.PHASE] = layout.BACKTRACK
        note(s, r, s[layout.ASKED], begin)
        s[layout.ASKED] = 0
    if t[layout.OBJECTIVE]:
        look_at_bound(t, s, r)
    while s[layout.PHASE] != layout.ENDED:
        if s[layout.PHASE] == layout.PROPAGATE:
            outcome = settle(t, s, r, w)
            if outcome == QUESTION:
                return layout.ASK
            s[layout.PHASE] = layout.BACKTRACK if outcome == CONFLICT else layout.BRANCH
        if is_full(t, r, w):
            return layout.FULL
        if s[layout.PHASE] == layout.BACKTRACK:
            recover(t, s, r, w)
            continue
        if s[layout.DEPTH] == 0:
            take_root(s, r)
        v = choose(t, s, r)
        if v:
            if s[layout.NODES] >= stop:
                return layout.PAUSED
            decide(t, s, r, v)
            continue
        if keep:
            keep_solution(t, s, solutions)
        succeed(t, s, r)
        if s[layout.FOUND] == n_solutions:
            return layout.BUFFER_FULL
    return layout.DONE
