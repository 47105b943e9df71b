"""Completion in cells of queries: relations of the rules that are asked, and variables of the query."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Any

from prompt_toolkit.document import Document

from ..errors import PuzzleError
from ..repl.completion import PromptCompleter
from ..repl.session import Session

_CELL = re.compile(r"\s*%%ask\b[^\n]*\n")
_LINE = re.compile(r"\s*%ask\s")


class Completing:
    """A matcher of IPython's completer, as its second interface has them."""

    matcher_api_version = 2
    matcher_identifier = "logicpuzzles"

    def __init__(self, session: Session) -> None:
        self.completer = PromptCompleter(session)
        self.__qualname__ = self.matcher_identifier  # which every matcher must have

    def __call__(self, context: Any) -> dict[str, Any]:
        """What the word before the cursor may become, where it stands in a query; nothing elsewhere.

        `context` is a `CompletionContext` of IPython.
        """
        lines = context.full_text.split("\n")[: context.cursor_line]
        before = "\n".join([*lines, context.text_until_cursor])
        begin = _CELL.match(before) or _LINE.match(before)
        if begin is None:
            return {"completions": []}
        try:
            found = list(self.completer.completions(Document(before[begin.end() :])))
        except PuzzleError:  # a name that two rule files have: the query itself tells
            found = []
        made = import_module("IPython.core.completer").SimpleCompletion
        shown = {"completions": [made(one.text, type="function") for one in found], "suppress": True}
        return shown | ({"matched_fragment": before[found[0].start_position :]} if found else {})
