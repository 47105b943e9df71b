"""A clause that is wider than the screen, broken before its goals and arguments. Pure functions returning str."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .folding import columns

_PIECE = re.compile(r"""'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.|"")*"|[][(){}]|, |.""", re.DOTALL)
_DEPTH = {"[": 1, "(": 1, "{": 1, "]": -1, ")": -1, "}": -1}
_INDENT = 4


def clause_lines(clause: str, width: int) -> list[str]:
    """The lines of a clause as the writer writes it; together they mean the same, whatever `width` is.

    Goals have lines of their own. Arguments stand under the first one, as many on a line as fit; nothing is broken
    inside a name or a number, which may be wider.

    >>> print("\\n".join(clause_lines("move(C1, [0, C1, C2], [C1, 0, C2]) :- dif(C2, 0), dif(C2, x).", 24)))
    move(C1, [0, C1, C2],
         [C1, 0, C2]) :-
        dif(C2, 0),
        dif(C2, x).
    """
    if columns(clause) <= width:
        return [clause]
    head, body = _split_neck(clause)
    if not body:
        return _laid(clause, 0, 0, width)
    lines = _laid(f"{head} :-", 0, 0, width)
    *others, last = _split(body)
    for goal in (*(f"{goal}," for goal in others), last):
        first, *rest = _laid(goal, _INDENT, 0, width)
        lines += [" " * _INDENT + first, *rest]
    return lines


def _pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """The pieces of `text`, each with where it ends and how many brackets are open there."""
    end, depth = 0, 0
    for piece in _PIECE.findall(text):
        end, depth = end + len(piece), depth + _DEPTH.get(piece, 0)
        yield piece, end, depth


def _split_neck(clause: str) -> tuple[str, str]:
    for piece, end, depth in _pieces(clause):
        if piece == " " and not depth and clause.startswith(":- ", end):
            return clause[: end - 1], clause[end + 3 :]
    return clause, ""


def _split(text: str) -> list[str]:
    """`text` at the commas that stand in no brackets and no quotes.

    >>> _split("a, f(b, c), 'd, e'")
    ['a', 'f(b, c)', "'d, e'"]
    """
    parts = [""]
    for piece, _, depth in _pieces(text):
        if piece == ", " and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _laid(term: str, column: int, tail: int, width: int) -> list[str]:
    """The lines of a term that begins at `column` and is followed by `tail` more columns; the first has no indent."""
    if column + columns(term) + tail <= width:
        return [term]
    opened, inside, closed = _taken_apart(term)
    if not inside:
        return [term]
    start = column + columns(opened)
    if start > column + width // 3:
        start = column + _INDENT
        return [opened, *_filled(_split(inside), start, columns(closed) + tail, width, closed)]
    first, *rest = _filled(_split(inside), start, columns(closed) + tail, width, closed)
    return [opened + first.lstrip(" "), *rest]


def _filled(args: list[str], start: int, tail: int, width: int, closed: str) -> list[str]:
    """The lines of arguments between brackets, each indented to `start`; the last ends with what closes them."""
    lines = [" " * start]
    for number, arg in enumerate(args, 1):
        last = number == len(args)
        mark, after = (closed, tail) if last else (",", 1)
        gap = "" if not lines[-1].strip() else " "
        if columns(f"{lines[-1]}{gap}{arg}") + after <= width:
            lines[-1] += f"{gap}{arg}{mark}"
            continue
        if gap:
            lines.append(" " * start)
        first, *rest = _laid(arg, start, after, width)
        lines[-1] += first
        lines += rest
        lines[-1] += mark
    return lines


def _taken_apart(term: str) -> tuple[str, str, str]:
    """A term up to its first bracket, what is in the brackets, and the rest; nothing inside where it has no brackets.

    >>> _taken_apart("f(a, b)."), _taken_apart("atom")
    (('f(', 'a, b', ').'), ('atom', '', ''))
    """
    begin = None
    for _, end, depth in _pieces(term):
        if begin is None and depth:
            begin = end
        elif begin is not None and not depth:
            return term[:begin], term[begin : end - 1], term[end - 1 :]
    return term, "", ""
