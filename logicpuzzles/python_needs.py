"""Where a rule in Python compares or computes with an unknown: the line, the expression, and the goal to write."""

from __future__ import annotations

import ast
import linecache
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from types import FrameType, TracebackType

from .errors import NeedsValue, PuzzleError

_METHODS = f"{__package__}.logic.variables"  # the module of the methods that refuse
_LIBRARY = sysconfig.get_path("stdlib")
_COMPARED = {ast.Lt: "lt", ast.LtE: "lte", ast.Gt: "gt", ast.GtE: "gte", ast.Eq: "eq", ast.NotEq: "neq"}
_COMPARED |= {ast.Is: "eq", ast.IsNot: "neq", ast.In: "membero"}
_COMPUTED = {ast.Add: ("add", "total"), ast.Sub: ("sub", "difference"), ast.Mult: ("mul", "product")}
_ALONE = {"a test in Python": "the condition {}", "a look inside in Python": "a loop over {}"}
_LONGEST = 60  # characters of an expression in a message


@dataclass(frozen=True, slots=True)
class Touched:
    """An expression in Python that needs the value of an unknown.

    Attributes
    ----------
    place
        The file and line, and the function.
    text
        The expression; "" where the source is not known.
    name
        What the unknown is called there; None where it has no name.
    goal
        What can be written in its place; None where there is nothing of the kind.
    """

    place: str
    text: str
    name: str | None
    goal: str | None

    @property
    def problem(self) -> str:
        """What is wrong, without what the value is needed for."""
        return f"{self.text or 'this line'} needs a value for {self.name or 'an unknown'}"

    def error(self, asked: str | None) -> PuzzleError:
        """The message; the unknown is called `asked` in the query, if there is one."""
        alias = f", which is {asked} in the query" if asked is not None and asked != self.name else ""
        if asked is None:
            other = f"give {self.name or 'it'} a value by a goal before, such as membero or betweeno"
        else:
            other = f"ask what gives {asked} a value before this goal, such as member or between"
        hint = other if self.goal is None else f"write the goal {self.goal}, which takes unknowns, or {other}"
        return PuzzleError(f"{self.problem}{alias}", place=self.place, hint=hint)


def touched(need: NeedsValue) -> Touched | None:
    """The expression in a rule in Python that `need` comes from; None if it comes from a goal."""
    frames = list(_frames(need.__traceback__))
    if not frames or frames[-1][0].f_globals.get("__name__") != _METHODS:
        return None
    frame, line, at = next(((f, n, i) for f, n, i in reversed(frames) if _is_user(f)), (None, 0, 0))
    if frame is None:
        return None
    code = frame.f_code
    function = next((part for part in reversed(code.co_qualname.split(".")) if part[0] != "<"), code.co_name)
    node = _expression(frame, at)
    text = "" if node is None else ast.unparse(node)
    name, goal = next(_names(need, frame), None), _goal(need, node)
    what = _ALONE.get(need.goal, "{}").format(text) if text == name else text
    what = what if len(what) <= _LONGEST else f"{what[: _LONGEST - 3]}..."
    return Touched(f"{code.co_filename}:{line}: {function}", what, name, goal)


def _frames(trace: TracebackType | None) -> Iterator[tuple[FrameType, int, int]]:
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno, trace.tb_lasti
        trace = trace.tb_next


def _is_user(frame: FrameType) -> bool:
    """Whether it runs neither code of this package nor of the standard library."""
    file = frame.f_code.co_filename
    is_library = file.startswith((_LIBRARY, "<frozen")) and "site-packages" not in file
    return not is_library and not frame.f_globals.get("__name__", "").startswith(f"{__package__}.")


def _expression(frame: FrameType, at: int) -> ast.expr | None:
    """The expression that runs at an instruction; None where the source is not known.

    The instruction of a condition, or of a loop, may be that of the whole statement.
    """
    first, last, start, end = next(islice(frame.f_code.co_positions(), at // 2, None), (None,) * 4)
    try:
        read = ast.parse("".join(linecache.getlines(frame.f_code.co_filename, frame.f_globals)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    for node in ast.walk(read):
        where = [getattr(node, name, None) for name in ("lineno", "end_lineno", "col_offset", "end_col_offset")]
        if first is not None and where == [first, last, start, end]:
            if isinstance(node, ast.If | ast.IfExp | ast.While | ast.Assert):
                return node.test
            if isinstance(node, ast.For):
                return node.iter
            if isinstance(node, ast.expr):
                return node
    return None


def _names(need: NeedsValue, frame: FrameType) -> Iterator[str]:
    """What the unknown is called in `frame`: a name, or an element of a list that has one."""
    for name, value in frame.f_locals.items():
        if value is need.variable:
            yield name
    for name, value in frame.f_locals.items():
        if type(value) in (tuple, list):
            yield from (f"{name}[{index}]" for index, one in enumerate(value) if one is need.variable)


def _goal(need: NeedsValue, node: ast.expr | None) -> str | None:
    """The goal that says what the expression does, of unknowns too."""
    match node:
        case ast.Compare(left, [ast.NotIn()], [right]):
            return f"lall(*[neq({ast.unparse(left)}, each) for each in {ast.unparse(right)}])"
        case ast.Compare(left, [operator], [right]):
            return f"{_COMPARED[type(operator)]}({ast.unparse(left)}, {ast.unparse(right)})"
        case ast.BinOp(left, operator, right) if type(operator) in _COMPUTED:
            goal, result = _COMPUTED[type(operator)]
            return f"{goal}({ast.unparse(left)}, {ast.unparse(right)}, {result})"
        case ast.UnaryOp(ast.USub(), operand):
            return f"sub(0, {ast.unparse(operand)}, difference)"
        case ast.Call(ast.Name("len"), [items], []):
            return f"lengtho({ast.unparse(items)}, size)"
        case ast.Call(ast.Name("range"), [stop], []):
            return f"lall(betweeno(0, {ast.unparse(stop)}, number), lt(number, {ast.unparse(stop)}))"
        case ast.UnaryOp(ast.Not(), operand):
            return f"eq({ast.unparse(operand)}, False)"
        case ast.Subscript(items, index) if need.goal != "a look-up in Python" and not isinstance(index, ast.Slice):
            return f"ntho({ast.unparse(index)}, {ast.unparse(items)}, item)"
        case ast.Name(name) if need.goal == "a test in Python":
            return f"eq({name}, True)"
        case ast.Name(name) if need.goal == "a look inside in Python":
            return f"membero(item, {name})"
    return None
