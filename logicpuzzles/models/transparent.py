"""Which functions are followed for certain: those that can do nothing with a symbol that they do not do with a value.

A function is read instruction by instruction. It may compute, compare, choose and go through loops, and call a few
builtin functions; it may not ask what something is, nor catch errors. What it refers to from outside must be constants,
which count as they are when a model is read. Instructions that are not known here, such as those of later versions of
Python, are not trusted.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Collection
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from .values import Values, is_fraction

_PLAIN = frozenset({int, bool, float, str, type(None)})
_BUILTIN = frozenset({"abs", "all", "any", "bool", "enumerate", "len", "max", "min", "range", "sum", "zip"})
_INSTRUCTIONS = frozenset({
    "RESUME", "NOP", "CACHE", "PRECALL", "PUSH_NULL", "CALL", "CALL_FUNCTION", "KW_NAMES", "COPY_FREE_VARS",
    "MAKE_CELL", "MAKE_FUNCTION", "POP_TOP", "LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_FAST_LOAD_FAST",
    "LOAD_FAST_BORROW", "LOAD_FAST_BORROW_LOAD_FAST_BORROW", "LOAD_CONST", "LOAD_SMALL_INT", "LOAD_GLOBAL",
    "LOAD_DEREF", "LOAD_CLOSURE", "STORE_FAST", "STORE_FAST_LOAD_FAST", "STORE_FAST_STORE_FAST", "BINARY_OP",
    "BINARY_ADD", "BINARY_SUBTRACT", "BINARY_MULTIPLY", "BINARY_TRUE_DIVIDE", "BINARY_FLOOR_DIVIDE",
    "BINARY_MODULO", "BINARY_POWER", "BINARY_AND", "BINARY_OR", "BINARY_XOR", "BINARY_SUBSCR", "UNARY_NEGATIVE",
    "UNARY_POSITIVE", "UNARY_NOT", "TO_BOOL", "COMPARE_OP", "CONTAINS_OP", "BUILD_TUPLE", "BUILD_LIST",
    "LIST_APPEND", "LIST_EXTEND", "LIST_TO_TUPLE", "UNPACK_SEQUENCE", "GET_ITER", "FOR_ITER", "RETURN_GENERATOR",
    "GEN_START", "YIELD_VALUE", "JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_ABSOLUTE", "EXTENDED_ARG",
    "POP_JUMP_IF_FALSE", "POP_JUMP_IF_TRUE", "POP_JUMP_FORWARD_IF_FALSE", "POP_JUMP_FORWARD_IF_TRUE",
    "POP_JUMP_BACKWARD_IF_FALSE", "POP_JUMP_BACKWARD_IF_TRUE", "JUMP_IF_FALSE_OR_POP", "JUMP_IF_TRUE_OR_POP",
    "RETURN_VALUE", "RETURN_CONST", "COPY", "SWAP", "DUP_TOP", "ROT_TWO", "ROT_THREE",
})  # fmt: skip


def is_transparent(function: Callable[..., Any], domains: Collection[Values]) -> bool:
    """Whether what a function does with symbols is what it does with values of the domains.

    >>> is_transparent(lambda a, b: a < b and max(a, b) != 3, [(1, 2), (3,)])
    True
    >>> is_transparent(lambda a, b: type(a) is int, [(1, 2), (3,)])
    False
    """
    if type(function) is not FunctionType or not all(_is_plain(x) for domain in domains for x in domain):
        return False
    given = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    try:
        given += [cell.cell_contents for cell in function.__closure__ or ()]
    except ValueError:  # it is not filled yet
        return False
    return all(map(_is_constant, given)) and _is_read(function.__code__, function.__globals__)


def _is_constant(value: object) -> bool:
    """Whether a value can neither change nor tell symbols from values."""
    if type(value) is tuple:
        return all(map(_is_constant, value))
    return _is_plain(value) or type(value) is range


def _is_plain(value: object) -> bool:
    return type(value) in _PLAIN or is_fraction(value)


def _is_read(code: CodeType, names: dict[str, Any]) -> bool:
    """Whether all its instructions are known, and the names from outside, which are the only ones that these take."""
    if not _has_known_instructions(code) or not all(_is_known(name, names) for name in code.co_names):
        return False
    return all(_is_read(one, names) for one in code.co_consts if isinstance(one, CodeType))


@lru_cache(maxsize=1024)
def _has_known_instructions(code: CodeType) -> bool:
    if getattr(code, "co_exceptiontable", b""):
        return False
    from opcode import opname  # here: many models have no functions that are looked at

    return all(opname[one] in _INSTRUCTIONS for one in set(code.co_code[::2]))


def _is_known(name: str, names: dict[str, Any]) -> bool:
    """Whether a name from outside means a constant, or one of the builtin functions."""
    if name in names:
        return _is_constant(names[name])
    return name in _BUILTIN and hasattr(builtins, name)
