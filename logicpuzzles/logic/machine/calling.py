"""What a goal that is known only as a term calls: found out when the first of its kind is met."""

from __future__ import annotations

from typing import Any

from ...errors import PuzzleError
from ..terms import AnyTerm, Term, var
from .clauses import Callee, Unsupported
from .codes import (
    ATOM, COMPOUND, CONSTRUCTS, F_IN, F_WITHIN, FUNCTOR, GOAL, PC, REF, SHAPE, SHAPE_END, SHAPE_UNKNOWN, WITHIN,
)  # fmt: skip
from .conditions import Conditions

MOST_TOKENS = 1000  # of the shape of a goal; each is looked up in the whole table of calls


def resolve(run: Conditions) -> None:
    """Enter what the goal in the first register calls into the table of calls."""
    heap, symbols, image = run.heap, run.symbols, run.image
    cell, names = run.end(int(run.x[0])), 0
    while cell & 7 == COMPOUND and int(heap[cell >> 3]) >> 3 in (F_IN, F_WITHIN):
        p = cell >> 3
        if int(heap[p]) >> 3 == F_IN:
            names = int(heap[p + 1]) >> 3
        else:
            file = run.end(int(heap[p + 1]))
            within = _row(run, file, names, WITHIN)
            if within is None:
                if file & 15 != 8 | ATOM:
                    raise Unsupported("a goal of a file that has no name")
                meant = _found_or_unsupported(_names(run, names).within, symbols.constants[file >> 4])
                image.remember_call(file, names, WITHIN, symbols.constant(meant) >> 3)
                return
            names = within
        cell = run.end(int(heap[p + 2]))
    extra = int(image.code[run.st[PC] + 1])
    key = int(heap[cell >> 3]) if cell & 7 == COMPOUND else cell
    name, arity = symbols.functors[key >> 3] if key & 7 == FUNCTOR else (symbols.constants[key >> 4], 0)
    if not isinstance(name, str):
        raise Unsupported("what is no goal")
    if extra == 0 and (name, arity) in CONSTRUCTS:
        _enter_shape(run, cell, names)
        return
    predicate = _found_or_unsupported(_names(run, names).resolve, name, arity + extra)
    if predicate is None:
        raise Unsupported("a goal")
    _remember(run, key, names, extra, predicate)


def _names(run: Conditions, names: int) -> Any:
    if not names:
        raise Unsupported("a goal without names")
    return run.symbols.constants[names >> 1]


def _found_or_unsupported(find: Any, *key: Any) -> Any:
    try:
        return find(*key)
    except PuzzleError:
        raise Unsupported("an error") from None


def _remember(run: Conditions, key: int, names: int, extra: int, predicate: Callee) -> None:
    image = run.image
    image.registers = max(image.registers, (predicate.arity or 0) + 8)
    image.remember_call(key, names, extra, image.number(predicate))


def _row(run: Conditions, key: int, names: int, extra: int) -> int | None:
    """What a row of the table of calls stands for."""
    rows = run.image.calls.reshape(-1, 4)
    found = rows[(rows[:, 0] == key) & (rows[:, 1] == names) & (rows[:, 2] == extra)]
    return int(found[0, 3]) if len(found) else None


def _enter_shape(run: Conditions, cell: int, names: int) -> None:
    """Compile a goal with goals inside, with unknowns for its arguments, and enter its shape token by token."""
    heap, symbols, image = run.heap, run.symbols, run.image
    tokens: list[int] = []
    parts: list[
        tuple[str, int] | AnyTerm
    ] = []  # names with numbers of arguments, and what has none, each before its parts
    args: list[AnyTerm] = []
    todo = [(cell, GOAL)]
    while todo:
        if len(tokens) > MOST_TOKENS:
            raise Unsupported("a goal of many goals")
        cell, kind = todo.pop()
        cell = run.end(cell)
        if kind == 0 or cell & 7 == REF:
            args.append(var())
            parts.append(args[-1])
            tokens += [SHAPE_UNKNOWN] * (kind != 0)
        elif cell & 7 == COMPOUND:
            p = cell >> 3
            tokens.append(int(heap[p]))
            name, arity = symbols.functors[tokens[-1] >> 3]
            if type(name) is not str:
                raise Unsupported("what is no goal")
            parts.append((name, arity))
            kinds = CONSTRUCTS.get((name, arity), ()) if kind == GOAL else ()
            todo += reversed([(int(heap[p + 1 + n]), kinds[n] if kinds else 0) for n in range(arity)])
        elif cell & 15 == 8 | ATOM:
            tokens.append(cell)
            parts.append(symbols.constants[cell >> 4])
        else:
            raise Unsupported("what is no goal")
    made: list[AnyTerm] = []
    for part in reversed(parts):
        if type(part) is tuple:
            size = len(made) - part[1]
            made[size:] = [Term(part[0], tuple(reversed(made[size:])))]
        else:
            made.append(part)
    predicate = _found_or_unsupported(_names(run, names).shaped, made[0], tuple(args))
    state = 0
    for token in tokens:
        following = _row(run, token, names, SHAPE + state)
        if following is None:
            image.shapes += 1
            following = image.shapes
            image.remember_call(token, names, SHAPE + state, following)
        state = following
    _remember(run, SHAPE_END, names, SHAPE + state, predicate)
