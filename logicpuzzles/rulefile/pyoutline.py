"""Rule files in Python, told from their text without running them: documentation, kind, parameters."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from typing import Literal

from ..errors import PuzzleError
from .contents import KINDS
from .finding import GLANCED
from .grid import Grid
from .parameters import REQUIRED, Kind, Parameter, Value, Written

_TYPES = {"int": int, "float": float, "str": str, "bool": bool, "Grid": Grid}
_ROWS = frozenset({"tuple", "list", "Tuple", "List", "Sequence"})
_DOCSTRING = re.compile(r'(?:\s|#[^\n]*\n)*[rR]?("""|\'\'\')[\s\S]*?(?<!\\)\1')
_Constants = dict[str, ast.expr]  # what the names of the module are first given


def parsed(text: str) -> ast.Module:
    """The syntax of a rule file; what Python warns of is told when the file is run.

    Raises
    ------
    one of outline.UNREADABLE
        It is not Python.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def documentation(text: str) -> str | None:
    """The docstring of the module, of which a part may be all that there is."""
    try:
        return ast.get_docstring(parsed(text))
    except SyntaxError:
        found = _DOCSTRING.match(text) if len(text) > GLANCED // 2 else None  # it was cut off
        if found is None:
            raise
        return ast.get_docstring(parsed(found[0]))


def kind(text: str) -> str | None:
    """The kind whose class the file calls, if it is one only."""
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Call)
    }
    kinds = [kind for kind in KINDS if kind.capitalize() in called]
    return kinds[0] if len(kinds) == 1 else None


def parameters(text: str) -> tuple[Parameter, ...]:
    """The parameters of the function that declares the puzzle, model or game."""
    module = parsed(text)
    constants = {
        target.id: node.value
        for node in reversed(module.body)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    functions = {node.name: node for node in module.body if isinstance(node, ast.FunctionDef)}
    function = next((functions[name] for name in KINDS if name in functions), None)
    return () if function is None else tuple(_declared(function.args, constants))


def _declared(args: ast.arguments, constants: _Constants) -> Iterator[Parameter]:
    named = [*args.posonlyargs, *args.args]
    defaults = [*[None] * (len(named) - len(args.defaults)), *args.defaults, *args.kw_defaults]
    for arg, default in zip((*named, *args.kwonlyargs), defaults, strict=True):
        value = REQUIRED if default is None else _value(default, constants)
        kind, optional = _kind(arg.annotation)
        if kind is None:
            kind = type(value) if type(value) in _TYPES.values() else str
        if not isinstance(value, Written) and value is not REQUIRED and value is not None:
            try:
                value = Parameter(arg.arg, kind, REQUIRED).accept(value, str(arg.arg))
            except PuzzleError:  # which is told when the file is run
                value = Written(ast.unparse(default)) if default is not None else REQUIRED
        yield Parameter(arg.arg, kind, value, optional or value is None)


def _value(node: ast.expr, constants: _Constants) -> Value:
    """The value of a literal, or of a name for one."""
    try:
        return ast.literal_eval(constants.get(node.id, node) if isinstance(node, ast.Name) else node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return Written(ast.unparse(node))


def _kind(node: ast.expr | None) -> tuple[Kind, bool]:
    """The type that an annotation means, None where it is unknown; and whether a value may be None."""
    if isinstance(node, ast.Constant):
        try:
            return (None, True) if node.value is None else _kind(ast.parse(str(node.value), mode="eval").body)
        except SyntaxError:
            return None, False
    if isinstance(node, ast.BinOp):
        sides = _kind(node.left), _kind(node.right)
        return sides[0][0] or sides[1][0], any(optional for _, optional in sides)
    if isinstance(node, ast.Subscript):
        name = _name(node.value)
        inner = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if name == "Literal":
            return Literal[tuple(_value(part, {}) for part in inner)], False
        if name in ("Optional", "Union"):
            kinds = [_kind(part) for part in inner]
            optional = name == "Optional" or any(optional for _, optional in kinds)
            return next((kind for kind, _ in kinds if kind is not None), None), optional
        return (tuple, False) if name in _ROWS else (None, False)
    name = _name(node)
    return tuple if name in _ROWS else _TYPES.get(name), False


def _name(node: ast.expr | None) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
