"""The numbers that the compiler, the kernel and the driver share: tags of cells, places in the state, operations.

A cell is an int64, ``value << 3 | tag``. An unbound variable is a REF to its own address; one on which conditions wait
holds a WATCHED cell, the address of the list of them. A list with an element is two cells, a compound its functor and
its arguments.
"""

from __future__ import annotations

(REF, INT, ATOM, LIST, COMPOUND, BIG, FUNCTOR, WATCHED) = range(8)
NIL = ATOM  # the cell of the empty list: constant number 0
SMALL = 1 << 60  # the integers from -SMALL to SMALL - 1 are cells; others stand in a table

# Why the kernel returns.
(FAILED, ANSWER, SLICE, DECIDE, WOKEN, MISSING, RESOLVE, STALE) = range(10, 18)

# What a step inside the kernel gives.
(NO, YES, NEED, FULL, PYTHON, PENDING) = range(6)
(OTHER, EQUATE) = range(6, 8)  # of a builtin: its clauses tell; ``st[LEFT]`` and ``st[RIGHT]`` are to be equal

# The state, an array of int64.
(
    PC, H, TR, B, CTOP, E, ETOP, CP, HB, FLOOR, COUNT, S, TARGET, WAKES, WOKE, NEEDED, STORE, VALUE, SITE,
    CALLER, NEEDING, KEPT, N_HEAP, N_TRAIL, N_CHOICES, N_ENVS, N_WAKES, N_PDL, N_STORE, N_CALLS,
    WANTED, SCRATCH, LEFT, RIGHT, N_RANKED, N_FUNCTORS, AT_CODE, AT_HEAP,
    AT_TRAIL, AT_WAKES, AT_PDL, AT_ARITY, AT_ARITHMETIC, AT_X, AT_NAMES, AT_RANKS, AT_FUNCTORS,
    WORK, HELD_N, HELD_A, HELD_B, HELD_L, HELD_R, HELD_TOP, HELD_AT, HELD_V, HELD_T, HELD_MARK, HELD_HB, HELD_FLOOR,
    HELD_WAKES, N_STATE,
) = range(62)  # fmt: skip
LONG = 1 << 22  # cells that instructions may look at in one run, beside their calls: some 20 ms
LONGER = 1 << 26  # that one may look at which cannot stop and go on
UNTOLD = 1 << 62  # where what is looked at has been looked at before

# A choice: its fields, then the saved registers.
(C_PREVIOUS, C_ALT, C_H, C_TR, C_E, C_CP, C_PROT, C_FLOOR, C_CALLER, C_N, C_FIELDS) = range(11)

CONDITIONS = 1  # the heap cell that heads the list of the conditions that have waited, the newest first
# Constraints that are noted and not looked at yet: the cell that heads the list of them, the newest first, each a list
# of the number of its predicate and its arguments; the newest choice and the scope when the first was noted.
(NOTES, NOTES_B, NOTES_FLOOR) = range(2, 5)
FIRST_CELL = 8

MARK = 1 << 40  # and an address, in the trail: the term there was marked as ground
FEW = 8  # parts of a term that are looked through again rather than marked

# Operations. Their operands follow them in the code; `decoding` tells what they are. Those up to STOP are done in the
# loop, the others in `steps`.
(
    HALT, FAIL, PROCEED, CALL, EXECUTE, JUMP, ALLOCATE, DEALLOCATE, TRY, RETRY, TRUST, SWITCH,
    GET_CONSTANT, GET_LIST, GET_COMPOUND, GET_VALUE, GET_VALUE_Y,
    U_NEW, U_NEW_Y, U_VALUE, U_VALUE_Y, U_CONSTANT, U_VOID, U_LIST,
    MOVE, TO_Y, FROM_Y, NEW, NEW_Y, CONSTANT, PUT_LIST, PUT_COMPOUND,
    S_VALUE, S_VALUE_Y, S_CONSTANT, S_LIST,
    LEVEL, CUT, WAKE, ADD_CONSTANT, ARITHMETIC, TEST, TEST_CONSTANT, KIND, STOP,
    BARRIER, COMMIT, SCOPE, UNSCOPE, IS_TERM, COMPARE_TERMS, DIFFERENT, IDENTICAL, COLLECT_BEGIN, COLLECT, COLLECT_END,
    CALL_N, FACTS, FACTS_NEXT, LOAD, PRIMITIVE, NEXT, NATIVE, N_OPERATIONS,
) = range(64)  # fmt: skip

FRACTION = 1 << 10  # beside the bits of KIND: a fraction, which is a constant whose kind only Python tells
OPEN = 1 << 9  # beside the bits of KIND: an unknown is none of these, and needs no value

# The arithmetic of expressions.
(
    A_ADD,
    A_SUB,
    A_MUL,
    A_QUOT,
    A_DIV,
    A_MOD,
    A_REM,
    A_MIN,
    A_MAX,
    A_POW,
    A_NEG,
    A_POS,
    A_ABS,
    A_SIGN,
    A_AND,
    A_OR,
    A_XOR,
    A_LEFT,
    A_RIGHT,
    A_NOT,
    A_GCD,
    A_MSB,
) = range(22)
(LT, LE, EQ, NE, GE, GT) = range(6)  # comparisons
(W_DIFFERENT, W_IS, W_COMPARE) = range(3)  # kinds of conditions that wait; W_COMPARE + a comparison
W_NTH1 = 20  # beside them: what waits in nth1/3
WAITING_CELLS = 6  # of a condition that waits: its functor, kind, site, left, right, the condition before

# Kept ground terms: where the next goes, where the run begins, how many there are, the slots of their table less 1.
(G_TOP, G_LIMIT, G_COUNT, G_MASK, N_GROUND) = range(5)
# A batch of calls: the index of the term in hand and the last, whether its call has begun, how many answers there are,
# how many of these are of calls that are over, the most for a term, the predicate, the address of FAIL.
(B_AT, B_END, B_BEGUN, B_OUT, B_WHOLE, B_MOST, B_ENTRY, B_FAIL, N_BATCH) = range(9)
(OVER, ROOM) = range(40, 42)  # why a batch returns, beside what the kernel gives
# A table of facts: how many, their arguments, where the cells and the pool are, how many unknowns the fact with most
# has, whether the reference looks whole terms up; then the fields of an index for each argument.
(F_ROWS, F_ARITY, F_CELLS, F_POOL, F_UNKNOWNS, F_WHOLE, F_INDEXES) = range(7)
# An index: where its places are (0: not made yet), the last of them, where the next fact of each is, how many facts
# have an unknown there, and the first of these.
(I_SLOTS, I_MASK, I_NEXT, I_OPENED, I_OPEN, I_FIELDS) = range(6)
FACTS_CURSORS = 3  # registers behind the arguments that a choice among facts saves
FEW_FACTS = 8  # that are not worth an index

# The builtin relations that kernels run.
(
    P_APPEND, P_MEMBERCHK, P_SCOPED, P_LENGTH, P_REVERSE, P_SAME_LENGTH, P_NTH0, P_NTH1, P_NTH0_REST, P_NTH1_REST,
    P_NTHO, P_PUT, P_EXCHANGE, P_NUMLIST, P_SUM, P_MAX, P_MIN, P_COUNT, P_MAX_WITH, P_MIN_WITH, P_IS_LIST, P_GROUND,
    P_ENDS, P_TAG, P_BETWEEN, P_SUCC, P_PLUS, P_FUNCTOR, P_ARG, P_UNIV, P_COMPARE, P_BEFORE, P_AFTER, P_NOT_AFTER,
    P_NOT_BEFORE, P_MSORT, P_SORT, P_SET, P_SORT4, P_NOTE,
) = range(40)  # fmt: skip
# P_NOTE + n: note a constraint of n arguments
LONGEST = 10_000_000  # elements of a list, and of a compound a tenth, that is made at once; larger ones are Python's

# Constants and functors with a number known to kernels; `Symbols` enters them first, in this order.
ATOMS = ("<", "=", ">", "inf", "infinite", "@<", "@=<", "@>", "@>=", "[|]", "-")
(K_LESS, K_SAME, K_GREATER, K_INF, K_INFINITE, K_BEFORE, K_NOT_AFTER, K_AFTER, K_NOT_BEFORE, K_PAIR, K_MINUS) = (
    number << 4 | 8 | ATOM for number in range(1, 12)
)
(F_WAITING, F_IN, F_MAX, F_MIN, F_WITHIN) = range(5)

# What call/N has met; see `kernels.calling`.
GOAL, SAID = 1, 2  # an argument of a control construct: a goal; a term whose name is part of the construct
WITHIN, SHAPE = 1 << 20, 1 << 21  # in place of a number of arguments: what names mean in a file; a state of a shape
SHAPE_UNKNOWN, SHAPE_END = INT, 1 << 3 | INT  # tokens of a shape: an unknown goal; its end
CONSTRUCTS = {
    (",", 2): (GOAL, GOAL),
    (";", 2): (GOAL, GOAL),
    ("->", 2): (GOAL, GOAL),
    ("\\+", 1): (GOAL,),
    ("not", 1): (GOAL,),
    ("once", 1): (GOAL,),
    ("ignore", 1): (GOAL,),
    ("call", 1): (GOAL,),
    ("forall", 2): (GOAL, GOAL),
    ("findall", 3): (0, GOAL, 0),
    ("aggregate_all", 3): (SAID, GOAL, 0),
    (":", 2): (SAID, GOAL),
}
