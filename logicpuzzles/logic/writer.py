"""Write terms in query syntax: what is written can be pasted into a query and means the same.

Without recursion, so that the depth of a term is bounded by memory.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import inf
from typing import Any
from unicodedata import category

from ..integers import as_text, write_integer
from ..printable import quoted
from .operators import ARGUMENT, HIGHEST, STANDARD, SYMBOLS, Operator, Operators
from .terms import VARIABLES, AnyTerm, Cons, Suffix, Term

_ATOM = re.compile(r"[a-z][A-Za-z0-9_]*")
_SYMBOLS = frozenset(SYMBOLS.replace("\\-", "-").replace("\\\\", "\\")) | {";"}
# Atoms that no letter begins: a full stop at the end would end a sentence, but behind another.
_ALONE = re.compile(rf";|!|\{{\}}|=?\.\.|(?!/\*)[{SYMBOLS}]*[{SYMBOLS.replace('.', '')}]")
_WORD = re.compile(r"[^\W\d_A-Z]\w*")  # as it is read
_TIGHT = frozenset({"+", "-", "*", "/", "//", "**", "^", ":", "..", "\\/", "#"})  # written without spaces around
_CLOSED = frozenset({"!", "{}", ";"})  # before a bracket they would be terms of their own
_SIGNS = frozenset({"+", "-"})
_PREFIXES = _SIGNS | {":-", "?-", "~"}  # written right before their operand
_DIRECTIVES = frozenset({":-", "?-"})
_SINGLE = VARIABLES | {int, str, Fraction}
WRITTEN = _SINGLE | {Term, Cons, Suffix}  # types of terms; other Python values are written as atoms
Names = Mapping[Any, str]  # how variables are called


@dataclass(frozen=True)
class Style:
    """Whether atoms stand in quotes where they need them to be read again, and whether spaces set terms apart.

    `comma` is what stands between two arguments, or two elements of a list.
    """

    quotes: bool = True
    spaces: bool = True
    comma: str = ", "


READABLE = Style()


def write(
    term: AnyTerm,
    names: Names | None = None,
    highest: int = ARGUMENT,
    deepest: int | None = None,
    operators: Operators = STANDARD,
    style: Style = READABLE,
) -> str:
    """`term` in query syntax.

    Parameters
    ----------
    names
        The names of variables; the others are numbered.
    highest
        The highest priority that may stand without brackets around it.
    deepest
        How many levels are written, and of a list how many elements less one; `...` stands for the others. What is
        inside of something begins a level deeper, and so does each element of a list and the rest behind it.
    operators
        How compounds are written.
    style
        How atoms are written, and what is around them.

    >>> write((1, "red", "two words", Term("at", ("x", ()))))
    "[1, red, 'two words', at(x, [])]"
    >>> write(Term("is", ("n", Term("-", (1, Term("-", (-2, 3)))))))
    'n is 1-(-2-3)'
    >>> write((1, (2, 3), 4, 5), deepest=4)
    '[1, [2|...], 4|...]'
    >>> write((Term("-", (1, "two words")), Term(":-", ("a", "b"))), style=Style(quotes=False, spaces=False, comma=","))
    '[1-two words,(a:-b)]'
    """
    if type(term) is int or type(term) is str:
        text = constant(term, style=style)
        return f"({text})" if highest < ARGUMENT and type(term) is str and text[0] in _SYMBOLS else text
    pieces: list[str] = []
    todo: list[Any] = [(term, highest, 1)]
    most = inf if deepest is None else deepest
    while todo:
        part = todo.pop()
        if isinstance(part, str):
            if pieces and _sticks(pieces[-1], part):
                pieces.append(" ")
            pieces.append(part)
            continue
        value, limit, level = part
        if level > most:
            todo.append("...")
            continue
        if type(value) is Term and (written := getattr(value.name, "written", None)):  # of a lambda
            value, own = written(value.args)
            names = {**(names or {}), **own}
        if type(value) is Term and value.args:
            todo.extend(reversed(list(_compound(value, limit, level + 1, operators, style))))
        elif isinstance(value, tuple | list | Suffix):
            todo.extend(reversed(list(_list(value, (), names, level, most, style))))
        elif type(value) is Cons:
            todo.extend(reversed(list(_list(list(value.elements()), value.rest(), names, level, most, style))))
        else:
            todo.append(constant(value, names, style))
    return "".join(pieces)


class _Prefix(str):
    """What stands right before a term: `- 1` is no number, and `- (a)` no name before its bracket."""

    __slots__ = ()


def _sticks(before: str, after: str) -> bool:
    """Whether two pieces would be read as one word."""
    left, right = before[-1:], after[:1]
    if type(before) is _Prefix and (right == "(" or right.isdigit() and before in _SIGNS):
        return True
    return left in _SYMBOLS and right in _SYMBOLS or _in_word(left) and _in_word(right)


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _compound(term: Term, limit: int, level: int, operators: Operators, style: Style) -> Iterator[Any]:
    if term.name == "{}" and len(term.args) == 1:
        yield "{"
        yield (term.args[0], HIGHEST, level)
        yield "}"
        return
    infix = operators.infix.get(term.name) if len(term.args) == 2 else None
    prefix = operators.prefix.get(term.name) if len(term.args) == 1 else None
    if infix is None and (prefix is None or prefix.priority > 900 and term.name not in _DIRECTIVES):
        is_closed = style.quotes and term.name in _CLOSED
        yield quoted(term.name) if is_closed else constant(term.name, style=style)
        yield "("
        for index, arg in enumerate(term.args):
            if index:
                yield style.comma
            yield (arg, ARGUMENT, level)
        yield ")"
        return
    operator: Operator = infix or prefix  # type: ignore[assignment]
    brackets = operator.priority > limit
    if brackets:
        yield "("
    if infix is not None:
        is_tight = infix.name in _TIGHT or not style.spaces and not _in_word(infix.name[0])
        yield _operand(term.args[0], infix.left, level, operators, style)
        yield style.comma if infix.name == "," else infix.name if is_tight else f" {infix.name} "
        yield _operand(term.args[1], infix.right, level, operators, style)
    else:
        is_tight = operator.name in _PREFIXES or not style.spaces and not _in_word(operator.name[0])
        yield _Prefix(operator.name) if is_tight else f"{operator.name} "
        yield _operand(term.args[0], operator.right, level, operators, style)
    if brackets:
        yield ")"


def _operand(term: AnyTerm, limit: int, level: int, operators: Operators, style: Style) -> Any:
    """What is to be written beside an operator; an atom that could be taken for another one stands in brackets."""
    if type(term) is str and (term in operators.infix or term in operators.prefix or _SYMBOLS.issuperset(term)):
        text = constant(term, style=style)
        return text if text[:1] in ("'", "") else f"({text})"
    return (term, limit, level)


def _list(
    items: Sequence[AnyTerm], rest: AnyTerm, names: Names | None, level: int, most: float, style: Style
) -> Iterator[Any]:
    room, ends = max(1, most - level), type(rest) is tuple and not rest
    is_cut = len(items) > room or len(items) == room and not ends
    if is_cut:
        items = items[: int(room)]
    yield "["
    texts: list[str] = []  # of elements to which no comma or bracket sticks
    for index, item in enumerate(items):
        if type(item) in _SINGLE and level < most:
            texts.append(constant(item, names, style))
            continue
        if texts:
            yield style.comma.join(texts) + style.comma
            texts = []
        yield (item, ARGUMENT, level + index + 1)
        if index + 1 < len(items):
            yield style.comma
    if texts:
        yield style.comma.join(texts)
    if is_cut:
        yield "|..."
    elif not ends:
        yield " | " if style.spaces else "|"
        yield (rest, ARGUMENT, level + len(items) + 1)
    yield "]"


def constant(value: AnyTerm, names: Names | None = None, style: Style = READABLE) -> str:
    """A number, an atom or a variable; other Python values as a quoted atom.

    >>> constant(7), constant(Fraction(-1, 3))
    ('7', '-1r3')
    """
    if type(value) is int:
        return write_integer(value)
    if type(value) is Fraction:
        return f"{write_integer(value.numerator)}r{write_integer(value.denominator)}"
    if isinstance(value, str):
        return atom(value) if style.quotes else value
    if type(value) in VARIABLES:
        return names and names.get(value) or f"_{str(value).lstrip('~_')}"
    return f"{atom(value.name)}()" if type(value) is Term else atom(as_text(value))


def atom(name: str) -> str:
    """`name`, in quotes where it needs them.

    >>> atom("red"), atom("Red"), atom("it's"), atom("[]"), atom("#="), atom("élan")
    ('red', "'Red'", "'it\\\\'s'", "'[]'", '#=', 'élan')
    """
    if _ATOM.fullmatch(name) or _ALONE.fullmatch(name):
        return name
    is_word = _WORD.fullmatch(name) and name.isidentifier() and (name[0].islower() or category(name[0]) == "Lo")
    return name if is_word else quoted(name)


def shown(term: AnyTerm, longest: int = 60, names: Names | None = None) -> str:
    """`term` for a message, cut where it is long."""
    text = write(term, names)
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def fresh_names(taken: Container[str]) -> Iterator[str]:
    """Names for variables that have none: _A, _B, ... _A1, ..., without those in `taken`."""
    for number in count():
        for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
            name = f"_{letter}{number or ''}"
            if name not in taken:
                yield name
