"""Rule files in Prolog text, told from their text: documentation, kind, whether they hold tests."""

from __future__ import annotations

import re
from pathlib import Path

from ..by_name import entry
from ..rulefile.finding import LARGEST, read_bytes
from ..rulefile.outline import RELATIONS
from ..rulefile.parameters import Parameter

LONGEST_COMMENT = 10_000  # characters from the top of a text that are looked at
_BEGIN_TESTS = re.compile(rb"^\s*:-\s*begin_tests\(", re.MULTILINE)
_DECLARES = re.compile(r"^(?::-\s*puzzle\(|(?:start|goal)\()", re.MULTILINE)
_PARAMETERS = re.compile(r"^\s*parameter\(", re.MULTILINE)
_MODELS = re.compile(r"^(?::-\s*model\(|model\()", re.MULTILINE)
_CONSTRAINTS = re.compile(r"#\\?[=<>]|\bins?\b|\ball_di(?:fferent|stinct)\b|\bclpfd\b|\bsat\(")
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)  # one that is not closed goes to the end, and is met once


def documentation(text: str) -> str:
    """The comment at the top."""
    text = text[:LONGEST_COMMENT]
    block = re.match(r"\s*/\*(.*?)\*/", text, re.DOTALL)
    if block:
        return "\n".join(re.sub(r"^\s*\*+ ?", "", line) for line in block[1].strip().splitlines())
    lines = re.match(r"\s*((?:%.*\n?)+)", text)
    return re.sub(r"(?m)^%+!? ?", "", lines[1]).strip() if lines else ""


def kind(text: str) -> str:
    """A puzzle, where a start, a goal or a move relation is declared; a model, where one is, and constraints are.

    Such clauses begin a line.
    """
    text = _COMMENT.sub("", text)
    if _DECLARES.search(text):
        return "puzzle"
    return "model" if _MODELS.search(text) and _CONSTRAINTS.search(text) else RELATIONS


def parameters(text: str) -> tuple[Parameter, ...]:
    """Those that it states, see `text.parameters`; it is read for that, which runs nothing."""
    return entry("text.reader:read")(text, "").parameters if _PARAMETERS.search(text) else ()


def holds_tests(path: Path) -> bool:
    """Whether the file at `path` holds a line that begins tests; no where it cannot be read, or is no rule file."""
    try:
        return bool(_BEGIN_TESTS.search(read_bytes(path, LARGEST, strict=True)))
    except OSError:
        return False
