"""Completion at the prompt: relations, variables of the query, and files inside [ ]."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from ..rulefile import rulebook
from .commands import COMMANDS

if TYPE_CHECKING:
    from .session import Session

_WORD = re.compile(r"\w+\Z")
_FILE = re.compile(r"(?:\[|consult\()[^\])]*?(['\w./~-]*)\Z")
_VARIABLE = re.compile(r"\b[A-Z_]\w*")


class PromptCompleter(Completer):
    """Completes the word before the cursor."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What the word before the cursor may become."""
        before = document.text_before_cursor
        file = _FILE.search(before)
        if file is not None and before.lstrip().startswith(("[", "consult(")):
            yield from self._files(file[1])
            return
        word = _WORD.search(before)
        if word is None:
            return
        if word[0][0].isupper() or word[0][0] == "_":
            yield from self._variables(document.text, word[0])
        else:
            yield from self._relations(word[0])

    def _relations(self, word: str) -> Iterator[Completion]:
        arities: dict[str, list[int]] = {}
        for name, arity in [*(key for key in COMMANDS if key is not None), *self.session.names().known()]:
            if name.startswith(word) and name.isidentifier():
                arities.setdefault(name, []).append(arity)
        for name, sizes in sorted(arities.items()):
            shown = ", ".join(f"{name}/{max(size, 0)}" for size in sorted(set(sizes)))
            yield Completion(name, -len(word), display_meta=shown)

    def _variables(self, text: str, word: str) -> Iterator[Completion]:
        for name in dict.fromkeys(_VARIABLE.findall(text)):
            if name.startswith(word) and name != word:
                yield Completion(name, -len(word))

    def _files(self, typed: str) -> Iterator[Completion]:
        """Names of rule files; with a quote or a slash, paths."""
        from prompt_toolkit.completion import PathCompleter

        if typed.startswith("'") or "/" in typed:
            path = typed.lstrip("'")
            completer = PathCompleter(file_filter=lambda name: name.endswith((".pl", ".py")) or "." not in name)
            yield from completer.get_completions(Document(path, len(path)), CompleteEvent())
            return
        for name in rulebook.available():
            quoted = name if name.isidentifier() else f"'{name}'"
            if quoted.startswith(typed):
                yield Completion(quoted, -len(typed))
