"""The instructions in an array of code: one table says what each operation is called and what its operands are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np

from .codes import (
    ADD_CONSTANT, ALLOCATE, ARITHMETIC, BARRIER, CALL, CALL_N, COLLECT, COLLECT_BEGIN, COLLECT_END, COMMIT,
    COMPARE_TERMS, CONSTANT, CUT, DEALLOCATE, DIFFERENT, EXECUTE, FACTS, FACTS_NEXT, FAIL, FROM_Y, GET_COMPOUND,
    GET_CONSTANT, GET_LIST, GET_VALUE, GET_VALUE_Y, HALT, IDENTICAL, IS_TERM, JUMP, KIND, LEVEL, LOAD, MOVE, NATIVE,
    NEW, NEW_Y, NEXT, PRIMITIVE, PROCEED, PUT_COMPOUND, PUT_LIST, RETRY, S_CONSTANT, S_LIST, S_VALUE, S_VALUE_Y,
    SCOPE, STOP, SWITCH, TEST, TEST_CONSTANT, TO_Y, TRUST, TRY, U_CONSTANT, U_LIST, U_NEW, U_NEW_Y, U_VALUE,
    U_VALUE_Y, U_VOID, UNSCOPE, WAKE,
)  # fmt: skip

Cells: TypeAlias = "np.ndarray[tuple[int], np.dtype[np.int64]]"
# The kinds of operands that are addresses; 0 is the address of a FAIL.
#   at: where to go     next: the alternative     else, slow: where to go if it does not hold, or is not plain
#   wait: the same as else, but 0 lets the condition wait     unknown, list, other: of a switch
LABELS = frozenset({"at", "next", "else", "slow", "wait", "unknown", "list", "other"})

# Each operation: its name, as books on Warren's machine have it where they do, and the kinds of its operands in order.
#   x: a register     y: a slot of the environment     cell: a constant     functor, predicate, count: numbers
#   arithmetic, order, identity, tags, scope, builtin: what is to be done     table: the address of a table of facts
#   mask: the size of the table of keys and addresses that ends a switch, less 1; -1 for no table
OPERATIONS: dict[int, tuple[str, tuple[str, ...]]] = {
    op: (name, tuple(kinds.split()))
    for op, name, kinds in (
        (HALT, "halt", ""),
        (FAIL, "fail", ""),
        (PROCEED, "proceed", ""),
        (CALL, "call", "predicate"),
        (EXECUTE, "execute", "predicate"),
        (JUMP, "jump", "at"),
        (ALLOCATE, "allocate", "count"),
        (DEALLOCATE, "deallocate", ""),
        (TRY, "try", "count next at"),
        (RETRY, "retry", "next at"),
        (TRUST, "trust", "at"),
        (SWITCH, "switch", "x unknown list other mask"),
        (GET_CONSTANT, "get_constant", "x cell"),
        (GET_LIST, "get_list", "x"),
        (GET_COMPOUND, "get_structure", "x functor"),
        (GET_VALUE, "get_value", "x x"),
        (GET_VALUE_Y, "get_value", "y x"),
        (U_NEW, "unify_variable", "x"),
        (U_NEW_Y, "unify_variable", "y"),
        (U_VALUE, "unify_value", "x"),
        (U_VALUE_Y, "unify_value", "y"),
        (U_CONSTANT, "unify_constant", "cell"),
        (U_VOID, "unify_void", "count"),
        (U_LIST, "unify_list", ""),
        (MOVE, "put_value", "x x"),
        (TO_Y, "get_variable", "x y"),
        (FROM_Y, "put_value", "y x"),
        (NEW, "set_variable", "x"),
        (NEW_Y, "set_variable", "y"),
        (CONSTANT, "put_constant", "x cell"),
        (PUT_LIST, "put_list", "x"),
        (PUT_COMPOUND, "put_structure", "x functor"),
        (S_VALUE, "set_value", "x"),
        (S_VALUE_Y, "set_value", "y"),
        (S_CONSTANT, "set_constant", "cell"),
        (S_LIST, "set_list", ""),
        (LEVEL, "get_level", "y"),
        (CUT, "cut", "y"),
        (WAKE, "wake", ""),
        (ADD_CONSTANT, "add", "x count x slow"),
        (ARITHMETIC, "compute", "arithmetic x x x slow"),
        (TEST, "test", "order x x slow else"),
        (TEST_CONSTANT, "test", "order x cell slow else"),
        (KIND, "test_kind", "tags x else"),
        (STOP, "stop", ""),  # put into the code while one unification is tried
        (BARRIER, "get_barrier", "x"),
        (COMMIT, "commit", "x"),
        (SCOPE, "scope", "y scope"),
        (UNSCOPE, "end_scope", "y"),
        (IS_TERM, "is", "x x"),
        (COMPARE_TERMS, "compare", "order x x wait"),
        (DIFFERENT, "differ", "x x wait"),
        (IDENTICAL, "test_identity", "identity x x else"),
        (COLLECT_BEGIN, "begin_collecting", "y"),
        (COLLECT, "collect", "x y"),
        (COLLECT_END, "end_collecting", "y x"),
        (CALL_N, "call_goal", "count"),
        (FACTS, "facts", "table"),
        (FACTS_NEXT, "next_fact", "table"),
        (LOAD, "load", "predicate"),
        (PRIMITIVE, "python", "predicate"),
        (NEXT, "next_of_python", ""),
        (NATIVE, "builtin", "predicate builtin else"),
    )
}


class Instruction(NamedTuple):
    """An operation and its operands.

    Attributes
    ----------
    at
        Its address.
    keys
        Of a switch: each cell or functor that it knows, with the address for it.
    """

    at: int
    op: int
    operands: tuple[int, ...]
    keys: tuple[tuple[int, int], ...] = ()

    @property
    def name(self) -> str:
        return OPERATIONS[self.op][0]

    @property
    def kinds(self) -> tuple[str, ...]:
        return OPERATIONS[self.op][1]

    @property
    def labels(self) -> list[int]:
        """The addresses where it may go on, but for the next instruction."""
        named = [n for kind, n in zip(self.kinds, self.operands, strict=True) if kind in LABELS]
        return [*named, *(address for _, address in self.keys)]


def instructions(code: Cells, begin: int, end: int) -> Iterator[Instruction]:
    """The instructions from one address up to another, both of which must be beginnings.

    Raises
    ------
    KeyError
        There is no operation of a number.
    """
    at = begin
    while at < end:
        op = int(code[at])
        following = at + 1 + len(OPERATIONS[op][1])
        operands = tuple(int(n) for n in code[at + 1 : following])
        keys: tuple[tuple[int, int], ...] = ()
        if op == SWITCH:
            table, following = following, following + 2 * (operands[-1] + 1)
            pairs = zip(code[table:following:2], code[table + 1 : following : 2], strict=True)
            keys = tuple((int(key), int(address)) for key, address in pairs if address >= 0)
        yield Instruction(at, op, operands, keys)
        at = following
