"""The two arrays that the propagation kernel works on: `t`, which a search only reads, and `s`, which it changes.

Both hold integers, of 64 bits where the kernel is compiled, and are flat. They hold records at addresses: a variable
`v` is the address of its record in `t`, so that ``t[v + FIRST]`` is a field of it, and a propagator `p` likewise.
(Passing thirty arrays through every call instead took five times as long to run.)

A domain is a set of bits in one or more words in `s`: bit k stands for the k-th value of the variable's class,
the variables that are compared with each other. In a class integers come first, ascending. Words of a domain are
STRIDE apart; behind each is the number of the decision that changed it last.
"""

from __future__ import annotations

from typing import TypeAlias

from ...kernels.cells import Cells

Ints: TypeAlias = Cells
Problem: TypeAlias = Ints  # [n], `t`: the variables, their values and the propagators
State: TypeAlias = Ints  # [n], `s`: the domains, the queues, the trail and the registers
Solutions: TypeAlias = Ints  # [n * n_variables]: the bits of the variables of one solution after the other

# The beginning of `t`.
N_VARIABLES, N_MAIN, VARIABLES, N_PROPAGATORS = range(4)  # VARIABLES: the address of the first record; main ones first
COVERS, COVERS_END = 4, 5  # addresses of the numbers of the COVER propagators
OBJECTIVE = 6  # the propagator by which a solution must be better than the best so far; 0 for none
T_HEADER = 7

# The record of a variable in `t`.
FIRST, END = 0, 1  # addresses in `s` of its words: from FIRST, before END
NUMBERS, SPAN, DENSE = 2, 3, 4  # address of its integers in `t`, how many, 1 if without a gap
WATCH, WATCH_END = 5, 6  # addresses in `t` of pairs: a propagator that waits for events of the variable, and which
BLAME = 7  # address in `s`: how many contradictions were met in constraints on it
VARIABLE_SIZE = 8

# The record of a propagator in `t`.
KIND = 0
SCOPE, SCOPE_END = 1, 2  # addresses in `t` of pairs: a variable, and its weight (what that is depends on the kind)
LATE = 3  # 1 if it is expensive, and so runs when no other waits
QUEUED = 4  # address in `s`: 1 while it waits
NUMBER = 5  # its parameters

# The kinds of propagators; `revising.revise` says by which function each runs: of `t`, `s` and the address of the
# record that says whether its constraint can still hold. number is t[p + NUMBER:].
ALL_DIFFERENT = 0  # one class; weight: domains of one word are moved up by it; number as in `sets.all_different`
SUM = 1  # sum of weight * variable <= number[0], or == if number[1]
UNEQUAL_SUM = 2  # sum of weight * variable != number[0]
TABLE = 3  # a set of rows is number[0] words; those with value k of a variable at t[weight + k * number[0]:]
CIRCUIT = 4  # one class; weight: the value for the variable; place of value k at t[number[0] + k]
COUNT = 5  # number[0] <= variables with a value in the mask at t[weight:] <= number[1]; or the last one if number[2]
ALL_EQUAL = 6  # one class
PRODUCT = 7  # number[0] <= product of number[2] variables, minus the next if number[3], <= number[1]
FUNCTION = 8  # Python decides about function number[0] once at most one variable is open
COVER = 9  # exact cover; number as told in covers.py; which item is next is chosen there too
CONNECTED = 10  # places of a graph with a value in the mask at t[weight:] hang together; number as in connected.py
DISJUNCTIVE = 11  # tasks that take turns; weight: how long each lasts; number[0] is more than any time
BOXES = 12  # boxes that do not overlap; weight: the length of a side; number[0]: sides a box
CUMULATIVE = 13  # tasks that share number[0]; t[weight:] tells how long each lasts and what it needs
DISTINCT = 14  # ALL_DIFFERENT of one word, domain consistent; number[0]: place in the cache
CARDINALITY = 15  # see `cardinalities`
LAYERS = 16  # see `layers`
DIAGRAM = 17  # see `diagrams`
ELEMENT = 18  # see `elements`
IN_ORDER = 19  # see `orders`
INVERSE = 20  # see `inverses`
MATCHING = 21  # ALL_DIFFERENT of several words, domain consistent; number[0]: place in the cache
TOTALS = 22  # see `totals`
FORMULA = 23  # a formula of numbers, see `formulas`; number[0]: the function that Python decides by

OK, CONFLICT, QUESTION = range(3)  # what came of a run of a propagator; QUESTION: Python must be asked

# Events that a propagator waits for; a change carries every event that it is.
CHANGED, BOUNDS, FIXED = 1, 2, 4

# The beginning of `s`: registers, then the addresses of its parts.
TRAIL, DEPTH, DECISION, PHASE, NODES, SOLUTIONS, FOUND = range(7)  # TRAIL, DEPTH: how many entries
ASKED, OPEN = 7, 8  # the FUNCTION propagator and the variable that Python is asked about, 0 for none
CUTOFF, LIMIT = 9, 10  # decisions until the next restart: how many, and the number of the last
DICE = 11  # 0 until the first restart, then the state of a random generator
HEAD, WAITING = 12, 14  # of the prompt queue; + 1 for the late one
QUEUES, UNDO, LEVELS, SCRATCH, REPLY = range(16, 21)
SELECTION = 21  # which variable is next, as below; but for WEIGHTED there are no restarts
DESCENDING = 22  # 1 where the greatest value is tried first
CACHE = 23  # what propagators keep from call to call; it can be worked out anew from the domains
VALUE = 24  # the bit of the value that `choose` wants tried, -1 for any
S_HEADER = 25
STRIDE = 2
LEVEL_SIZE = 4  # the variable, its bit, the length of the trail before, and at STAMP the number of the decision
STAMP = 3
FLOW = 9 * 64 + 2  # words of scratch that `flows` needs, and three for each variable

# The fewest values for the contradictions met; the first; the fewest values; of these the most propagators; the least
# value; the greatest.
WEIGHTED, LEFTMOST, FEWEST, MOST_CONSTRAINED, LEAST, GREATEST = range(6)
SELECTIONS = {"leftmost": LEFTMOST, "ff": FEWEST, "ffc": MOST_CONSTRAINED, "min": LEAST, "max": GREATEST}  # in text
PROPAGATE, BRANCH, BACKTRACK, ENDED = range(4)  # phases
BUFFER_FULL, DONE, PAUSED, ASK, FULL = range(5)  # what `search.run` and `learning.run_learning` return
