"""What a rule file seems to declare, by a look at its text: nothing is run, so it may be unknown."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from .finding import UNREADABLE, parsed, source

RELATIONS = "relations"  # nothing but these
_KINDS = {"Puzzle": "puzzle", "Model": "model", "Game": "game"}
_DECLARES = re.compile(r"^(?::-\s*puzzle\(|(?:start|goal)\()", re.MULTILINE)
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


def glance(path: Path) -> str | None:
    """ "puzzle", "model", "game" or "relations"; None where the text does not tell, as where it is wrong."""
    try:
        text = source(path)
        return _of_python(text) if path.suffix == ".py" else _of_prolog(text)
    except UNREADABLE:
        return None


def _of_python(text: str) -> str | None:
    """The kind whose class the file calls, if it is one only."""
    called = {
        node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        for node in ast.walk(parsed(text))
        if isinstance(node, ast.Call)
    }
    kinds = [kind for name, kind in _KINDS.items() if name in called]
    return kinds[0] if len(kinds) == 1 else None


def _of_prolog(text: str) -> str:
    """A puzzle, where a start, a goal or a move relation is declared; such clauses begin a line."""
    return "puzzle" if _DECLARES.search(_COMMENT.sub("", text)) else RELATIONS
