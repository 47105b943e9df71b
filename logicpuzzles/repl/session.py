"""A session: the rule files that are loaded, and what a person can say beside queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import PuzzleError
from ..logic.relations import Predicate
from ..rulefile.rulebook import RuleFile, load
from ..text.asking import Query
from ..text.book import BookNames
from ..text.names import Names
from ..text.syntax.grammar import parse
from ..text.syntax.lexical import Sentence, Source, body_end, layout_end, sentences
from ..text.syntax.nodes import Compound, Constant, Listed, Node, key_of
from ..watchdog import SECONDS

PLACE = "query"


@dataclass
class Asked:
    """A query to answer; `how` tells what to show of it: "answers", "time" or "why"."""

    query: Query
    how: str = "answers"


class Leave(Exception):
    """The person wants to leave."""


@dataclass
class Session:
    """What is loaded.

    Attributes
    ----------
    say
        Prints a text and a new line.
    """

    say: Callable[[str], None]
    seconds: float | None = SECONDS
    files: dict[str, RuleFile] = field(default_factory=dict)

    def names(self) -> Names:
        """What names mean in a query."""
        from .showing import show_relation

        book = BookNames(self.files.values())
        return Names({("show", 1): show_relation(self)}, book)

    def consult(self, names: Sequence[str]) -> None:
        """Load rule files, by name or path; a file that is loaded is read again."""
        for name in names:
            rulefile = load(name)
            self.files[rulefile.name] = rulefile
            self.say(f"% {rulefile.name}: {_counted(len(rulefile.relations), 'relation')}")
            self._warn(rulefile)

    def _warn(self, rulefile: RuleFile) -> None:
        for warning in rulefile.warnings:
            self.say(f"Warning: {warning}")

    def make(self) -> None:
        """Read again the rule files that were edited."""
        changed = [rulefile for rulefile in self.files.values() if rulefile.changed]
        for rulefile in changed:
            rulefile.reload()
            self.say(f"% {rulefile.name}: {_counted(len(rulefile.relations), 'relation')}")
            self._warn(rulefile)
        if not changed:
            self.say("% no rule file has changed")

    def read(self, text: str) -> Iterator[Asked]:
        """Do what `text` says, sentence by sentence; what it asks is to be answered before the next is taken.

        Raises
        ------
        PuzzleError
            It is no sentence, or not to be done.
        Leave
            The session is over.
        """
        for sentence in sentences(Source(text, PLACE)):
            if sentence.text.strip():
                yield from self._do(parse(sentence), sentence)

    def _do(self, node: Node, sentence: Sentence) -> Iterator[Asked]:
        from .commands import COMMANDS

        key = key_of(node)
        if type(node) is Listed or type(node) is Constant and node.value == ():
            self.consult(file_names(node, sentence))
        elif key in COMMANDS:
            args = node.args if type(node) is Compound else ()
            asked = COMMANDS[key](self, list(args), sentence)
            if asked is not None:
                yield asked
        else:
            yield Asked(Query.of(sentence, self.names(), self.seconds))

    def query(self, node: Node, sentence: Sentence) -> Query:
        """The query of a goal that is part of a command."""
        return Query(node, sentence, self.names(), self.seconds)

    def owner(self, predicate: Predicate) -> RuleFile | None:
        """The rule file that has this relation."""
        for rulefile in self.files.values():
            if any(own is predicate for own in (*rulefile.relations.values(), *rulefile.offered().values())):
                return rulefile
        return None


def is_complete(text: str) -> bool:
    """Whether `text` ends with a full stop, so that it can be read; also where it never could be."""
    source = Source(text, PLACE)
    start = layout_end(text, 0)
    try:
        while start < len(text):
            end = body_end(source, start)
            if end is None:
                return False
            start = layout_end(text, end + 1)
    except PuzzleError:
        return True
    return True


def file_names(node: Node, sentence: Sentence) -> list[str]:
    """The names in ``[file, 'path/to/file.pl']``, or in a single atom."""
    parts = node.items if type(node) is Listed else [] if type(node) is Constant and node.value == () else [node]
    return [_file_name(part, sentence) for part in parts]


def _file_name(node: Node, sentence: Sentence) -> str:
    if type(node) is Constant and isinstance(node.value, str):
        return node.value
    if type(node) is Compound and node.name == "/" and len(node.args) == 2:  # [rules/seven]
        return str(Path(*(_file_name(arg, sentence) for arg in node.args)))
    raise sentence.error("the name of a rule file is missing", node.at, "such as [seven] or ['./mine.pl']")


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
