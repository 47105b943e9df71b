"""Plain functions as one module of LLVM instructions; see `plain`."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from typing import Any

from llvmlite import ir

from .cells import Cells
from .expressions import WORD
from .plain import Plain
from .statements import KINDS, Statements


def module_of(entries: Iterable[Plain]) -> str:
    """The text of a module with these functions, which have their own names, and with all that they call."""
    made = ir.Module("kernel")
    found: dict[Plain, ir.Function] = {}
    todo: list[tuple[Plain, ast.FunctionDef]] = []

    def function_of(meant: Plain) -> ir.Function:
        if meant not in found:
            node = _node(meant)
            kind = _kind(node, meant.function.__globals__)
            function = ir.Function(made, kind, meant.function.__name__ if meant.is_entry else meant.name)
            function.attributes.add("nounwind")
            if not meant.is_entry:
                function.linkage = (
                    "linkonce_odr hidden"  # were it `internal`, what is called once would be put in place
                )
            if meant.is_placed:
                function.attributes.add("alwaysinline")
            found[meant] = function
            todo.append((meant, node))
        return found[meant]

    for one in entries:
        function_of(one)
    while todo:
        meant, node = todo.pop()
        code = meant.function.__code__
        Statements(node, code.co_filename, meant.function.__globals__, found[meant], function_of).write()
    return str(made).replace(" nounwind", ' nounwind "no-builtins"')  # no loop becomes a call of memset


def _node(meant: Plain) -> ast.FunctionDef:
    """The syntax tree of a plain function, with the lines of its file."""
    lines, first = inspect.getsourcelines(meant.function)
    made = ast.parse("".join(lines)).body[0]
    assert isinstance(made, ast.FunctionDef)
    ast.increment_lineno(made, first - 1)
    return made


def _kind(node: ast.FunctionDef, names: dict[str, Any]) -> ir.FunctionType:
    """The types of its arguments and of what it gives."""
    result, given = node.returns, ir.VoidType()
    if isinstance(result, ast.Subscript) and isinstance(result.slice, ast.Tuple):  # of integers
        given = ir.LiteralStructType([WORD] * len(result.slice.elts))
    elif isinstance(result, ast.Name):
        given = KINDS[result.id]
    kinds = [arg.annotation.id for arg in node.args.args if isinstance(arg.annotation, ast.Name)]
    # Other names of cells are known by what they stand for; marks, which are bytes, stand for the same as cells do.
    taken = [KINDS["Cells" if kind not in KINDS and names.get(kind) == Cells else kind] for kind in kinds]
    return ir.FunctionType(given, taken)
