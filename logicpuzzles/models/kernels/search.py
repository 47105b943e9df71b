"""Depth-first search with propagation, in slices: the variable with the fewest values for its conflicts first."""

from __future__ import annotations

from ...kernels.kernel import kernel
from . import layout
from .covers import fewest_options
from .domains import clip, highest, is_fixed, least, lowest, most, narrow, nth, push, size
from .layout import CONFLICT, OK, QUESTION, Problem, Solutions, State
from .revising import revise


@kernel
def variable(t: Problem, i: int) -> int:
    """The variable with number `i`."""
    return t[layout.VARIABLES] + layout.VARIABLE_SIZE * i


@kernel
def answered(t: Problem, s: State) -> bool:
    """The values that Python did not allow leave the open variable."""
    v = s[layout.OPEN]
    reply = s[layout.REPLY]
    for at in range(t[v + layout.FIRST], t[v + layout.END], layout.STRIDE):
        new = s[at] & s[reply]
        if new != s[at] and not narrow(t, s, v, at, new):
            return False
        reply += 1
    return True


@kernel
def pop(t: Problem, s: State, late: int) -> int:
    """The next propagator of a queue, which is not empty."""
    n = t[layout.N_PROPAGATORS]
    head = s[layout.HEAD + late]
    p = s[s[layout.QUEUES] + late * n + head]
    s[layout.HEAD + late] = head + 1 if head + 1 < n else 0
    s[layout.WAITING + late] -= 1
    s[t[p + layout.QUEUED]] = 0
    return p


@kernel
def propagate(t: Problem, s: State) -> int:
    """Run the waiting propagators until none waits, one fails, or one asks Python."""
    while True:
        late = 0 if s[layout.WAITING] else 1
        if s[layout.WAITING + late] == 0:
            return OK
        p = pop(t, s, late)
        outcome = revise(t, s, p)
        if outcome == OK:
            continue
        if outcome == CONFLICT:
            conflict(t, s, p)
        return outcome


@kernel
def conflict(t: Problem, s: State, p: int) -> None:
    """Blame the variables of propagator `p`, and forget what waits."""
    if t[p + layout.KIND] != layout.COVER:  # it is about nearly all variables, and blames none more than another
        for i in range(t[p + layout.SCOPE], t[p + layout.SCOPE_END], 2):
            s[t[t[i] + layout.BLAME]] += 1
    for late in range(2):
        while s[layout.WAITING + late]:
            pop(t, s, late)


@kernel
def choose(t: Problem, s: State) -> int:
    """The open variable with the fewest values for its blame, main variables first; 0 if all are fixed.

    Items of exact covers come before: one of them with the fewest options, while any is open.
    Source: F. Boussemart et al., Boosting systematic search by weighting constraints (2004).
    """
    if t[layout.COVERS] < t[layout.COVERS_END]:
        v = fewest_options(t, s)
        if v:
            return v
    s[layout.VALUE] = -1
    best = 0
    best_size = best_blame = 1
    for i in range(t[layout.N_VARIABLES]):
        if best and i >= t[layout.N_MAIN]:
            break
        v = variable(t, i)
        if is_fixed(t, s, v):
            continue
        n, blame = size(t, s, v), s[t[v + layout.BLAME]]
        if not best or n * best_blame < best_size * blame:
            best, best_size, best_blame = v, n, blame
    return best


@kernel
def rank(t: Problem, s: State, v: int) -> int:
    """Which open variable is next: that with the least rank, as s[SELECTION] says."""
    rule = s[layout.SELECTION]
    if rule == layout.FEWEST:
        return size(t, s, v)
    if rule == layout.MOST_CONSTRAINED:
        return (size(t, s, v) << 32) - (t[v + layout.WATCH_END] - t[v + layout.WATCH])
    return least(t, s, v) if rule == layout.LEAST else -most(t, s, v)


@kernel
def next_in_order(t: Problem, s: State) -> int:
    """The open variable of the least rank, the first of several, main variables first; 0 if all are fixed."""
    best = best_rank = 0
    for i in range(t[layout.N_VARIABLES]):
        if best and i >= t[layout.N_MAIN]:
            break
        v = variable(t, i)
        if is_fixed(t, s, v):
            continue
        if s[layout.SELECTION] == layout.LEFTMOST:
            return v
        found = rank(t, s, v)
        if not best or found < best_rank:
            best, best_rank = v, found
    return best


@kernel
def decide(t: Problem, s: State, v: int) -> None:
    """Try the value that is wanted, else the first of `v`, or the last; after a restart, a random one."""
    k = highest(t, s, v) if s[layout.DESCENDING] else lowest(t, s, v)
    if s[layout.VALUE] >= 0:
        k = s[layout.VALUE]
    elif s[layout.DICE]:
        s[layout.DICE] = (s[layout.DICE] * 1103515245 + 12345) & 0x7FFFFFFF
        k = nth(t, s, v, (s[layout.DICE] >> 8) % size(t, s, v))
    level = s[layout.LEVELS] + layout.LEVEL_SIZE * s[layout.DEPTH]
    s[level] = v
    s[level + 1] = k
    s[level + 2] = s[layout.TRAIL]
    s[layout.DEPTH] += 1
    s[layout.DECISION] += 1
    s[level + layout.STAMP] = s[layout.DECISION]
    s[layout.NODES] += 1
    s[layout.PHASE] = layout.PROPAGATE
    clip(t, s, v, k, k)


@kernel
def succeed(t: Problem, s: State) -> None:
    """Count a solution; what follows from the last decision on a main variable is not searched further."""
    s[layout.FOUND] += 1
    s[layout.SOLUTIONS] += 1
    s[layout.PHASE] = layout.BACKTRACK
    first_auxiliary = variable(t, t[layout.N_MAIN])
    while s[layout.DEPTH] and s[s[layout.LEVELS] + layout.LEVEL_SIZE * (s[layout.DEPTH] - 1)] >= first_auxiliary:
        s[layout.DEPTH] -= 1


@kernel
def backtrack(t: Problem, s: State) -> None:
    """Take back the last decision and remove its value; or, past the limit, take back all decisions: a restart.

    Until a first solution is found the search restarts from time to time, each time after half as many decisions
    again. It keeps the blame, and tries values in random order. (In a fixed order a magic square of order 6 took
    millions of decisions, in random order hundreds.) Values that were removed without a decision stay removed, so the
    search ends.
    """
    if s[layout.DEPTH] == 0:
        s[layout.PHASE] = layout.ENDED
        return
    restart = s[layout.SOLUTIONS] == 0 and s[layout.NODES] >= s[layout.LIMIT] and s[layout.SELECTION] == 0
    if restart:
        s[layout.DICE] |= 1
        s[layout.CUTOFF] += s[layout.CUTOFF] >> 1
        s[layout.LIMIT] = s[layout.NODES] + s[layout.CUTOFF]
    s[layout.DEPTH] = 0 if restart else s[layout.DEPTH] - 1
    level = s[layout.LEVELS] + layout.LEVEL_SIZE * s[layout.DEPTH]
    for i in range(s[layout.TRAIL] - 1, s[level + 2] - 1, -1):
        entry = s[layout.UNDO] + 2 * i
        s[s[entry]] = s[entry + 1]
    s[layout.TRAIL] = s[level + 2]
    s[layout.DECISION] += 1
    s[layout.PHASE] = layout.PROPAGATE
    if t[layout.OBJECTIVE]:
        push(t, s, t[layout.OBJECTIVE])  # its bound may have sunk since it last ran
    if restart:
        return
    v, k = s[level], s[level + 1]
    at = t[v + layout.FIRST] + layout.STRIDE * (k >> 6)
    narrow(t, s, v, at, s[at] & ~(1 << (k & 63)))


@kernel
def keep_solution(t: Problem, s: State, solutions: Solutions) -> None:
    """The bits of the variables, all of which are fixed, go behind those of the solutions that this call has found."""
    first = s[layout.FOUND] * t[layout.N_VARIABLES]
    for i in range(t[layout.N_VARIABLES]):
        solutions[first + i] = lowest(t, s, variable(t, i))


@kernel(entry=True)
def run(t: Problem, s: State, solutions: Solutions, n_nodes: int, n_solutions: int, keep: bool) -> int:
    """Go on from where the last call stopped; return why this one stopped.

    Parameters
    ----------
    t, s
        The arrays of `layout`. Solutions that agree on the main variables count once.
    solutions
        [n * n_variables], out: the bit of each variable in the first n_solutions found, if `keep`.
    n_nodes
        Pause after as many decisions.
    n_solutions
        Return after as many solutions, at most n if they are kept.

    Returns
    -------
    int
        DONE, PAUSED, BUFFER_FULL or ASK: the function of propagator s[ASKED] must filter the values of variable
        s[OPEN] into the words at s[REPLY] before the next call. s[FOUND] is the number of solutions of this call.
    """
    stop = s[layout.NODES] + n_nodes
    s[layout.FOUND] = 0
    if s[layout.ASKED]:
        if not answered(t, s):
            conflict(t, s, s[layout.ASKED])
            s[layout.PHASE] = layout.BACKTRACK
        s[layout.ASKED] = 0
    while s[layout.PHASE] != layout.ENDED:
        if s[layout.PHASE] == layout.PROPAGATE:
            outcome = propagate(t, s)
            if outcome == QUESTION:
                return layout.ASK
            s[layout.PHASE] = layout.BACKTRACK if outcome == CONFLICT else layout.BRANCH
        if s[layout.PHASE] == layout.BRANCH:
            dice = s[layout.DICE]
            v = next_in_order(t, s) if s[layout.SELECTION] else choose(t, s)
            if v:
                if s[layout.NODES] >= stop:
                    s[layout.DICE] = dice  # it is chosen again
                    return layout.PAUSED
                decide(t, s, v)
                continue
            if keep:
                keep_solution(t, s, solutions)
            succeed(t, s)
            if s[layout.FOUND] == n_solutions:
                return layout.BUFFER_FULL
        backtrack(t, s)
    return layout.DONE
