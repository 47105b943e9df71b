"""Completion at the prompt: relations, variables of the query, and files to load."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from functools import partial

from prompt_toolkit.application import run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from .. import LANGUAGES
from ..logic.writer import atom
from ..rulefile import finding
from .session import Session

_WORD = re.compile(r"\w+\Z")
_FILE = re.compile(r"\s*(?:\?-\s*)?(?:\[|consult\(\s*\[?)(?:[^\])'\"]|'[^']*'|\"[^\"]*\")*?(['\"][^'\"]*|[\w./~-]*)\Z")
_VARIABLE = re.compile(r"\b[A-Z_]\w*")


class PromptCompleter(Completer):
    """Completes the word before the cursor."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        """What the word before the cursor may become; what goes wrong is told as everything is, above the prompt."""
        try:
            return list(self.completions(document))
        except Exception as problem:  # else prompt_toolkit shows a traceback
            run_in_terminal(partial(self.session.complain, problem))
            return ()

    def completions(self, document: Document) -> Iterator[Completion]:
        """The same; `PuzzleError` is raised where names are ambiguous."""
        file = _FILE.match(document.text_before_cursor)
        if file is not None:
            yield from _files(file[1])
            return
        word = _WORD.search(document.text_before_cursor)
        if word is None:
            return
        if word[0][0].isupper() or word[0][0] == "_":
            yield from _variables(document.text, word[0])
        else:
            yield from self._relations(word[0])

    def _relations(self, word: str) -> Iterator[Completion]:
        arities: dict[str, set[int]] = {}
        for name, arity in self.session.names().known():
            if name.startswith(word) and name.isidentifier():
                arities.setdefault(name, set()).add(max(arity, 0))
        for name, sizes in sorted(arities.items()):
            yield Completion(name, -len(word), display_meta=", ".join(f"{name}/{size}" for size in sorted(sizes)))


def _variables(text: str, word: str) -> Iterator[Completion]:
    for name in dict.fromkeys(_VARIABLE.findall(text)):
        if name.startswith(word) and name != word:
            yield Completion(name, -len(word))


def _files(typed: str) -> Iterator[Completion]:
    """Names of rule files; with a quote or a slash, paths."""
    if typed[:1] in ("'", '"'):
        yield from _paths(typed[1:])
    elif "/" in typed:
        yield from _paths(typed)
    else:
        for name in finding.available():
            if atom(name).startswith(typed) or name.startswith(typed):
                yield Completion(atom(name), -len(typed))


def _paths(typed: str) -> Iterator[Completion]:
    """Folders, with a slash, and rule files that begin as was typed."""
    start = typed.rpartition("/")[2]
    folder = os.path.expanduser(typed.removesuffix(start)) or "."
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except (OSError, ValueError):  # ValueError: a null character
        return
    for entry in entries:
        is_folder = entry.is_dir()
        wanted = is_folder or entry.name.endswith(tuple(LANGUAGES))
        if wanted and entry.name.startswith(start) and (start or entry.name[0] != "."):
            yield Completion(entry.name + "/" * is_folder, -len(start))
