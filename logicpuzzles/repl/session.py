"""A session: the rule files that are loaded, and what a person can say beside queries."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from ..drawing.folding import WIDTH, fitted
from ..errors import PuzzleError, defect
from ..limits import SECONDS, Limits
from ..logic.relations import Predicate
from ..rulefile.finding import find, passed_over, shown
from ..rulefile.rulebook import RuleFile, load
from ..text.names import Namespace
from ..text.query import Query, reading
from ..text.syntax.grammar import parse
from ..text.syntax.lexical import Sentence, Source, body_end, layout_end
from ..text.syntax.nodes import Compound, Constant, Listed, Node, indicator_of, parts
from ..text.syntax.writer import atom
from ..watchdog import within
from ..wording import counted
from .vocabulary import PromptNames, is_bare, own

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
    width
        Tells the columns of the terminal; None where there is none.
    wrong
        Whether something that was said was wrong.
    failed
        Whether something went wrong that was nobody's fault but the program's.
    held
        Drawings that belong to an answer that nobody has asked for yet; None while drawings are printed at once.
    """

    say: Callable[[str], None]
    seconds: float | None = SECONDS
    width: Callable[[], int] | None = None
    files: dict[str, RuleFile] = field(default_factory=dict)
    wrong: bool = False
    failed: bool = False
    held: list[str] | None = None
    memory: int | None = None

    def tell(self, text: str) -> None:
        """Print prose, folded to the width of the terminal."""
        self.say(text if self.width is None else fitted(text, self.width()))

    def complain(self, error: PuzzleError) -> None:
        """Print what is wrong."""
        self.wrong = True
        self.tell(f"Error: {error}")

    def fail(self, problem: Exception) -> None:
        """Print what nobody foresaw; the session goes on."""
        self.failed = True
        self.tell(f"Error: {defect(problem)}")

    def draw(self, text: str) -> None:
        """Print a drawing; while the machine looks ahead, keep it."""
        if self.held is None:
            self.say(text)
        else:
            self.held.append(text)

    def release(self) -> None:
        """Print the drawings that were kept."""
        held, self.held = self.held, None
        for text in held or ():
            self.say(text)

    def columns(self) -> int:
        """How wide tables may be."""
        return WIDTH if self.width is None else self.width()

    def names(self) -> Namespace:
        """What names mean in a query."""
        return PromptNames(self)

    def consult(self, names: Sequence[str]) -> None:
        """Load rule files, by name or path; a file that is loaded is read again."""
        for name in names:
            if name == "user":
                raise PuzzleError(
                    "rules are not typed in here", hint="write a file, such as my.pl, and load it: ['my.pl']"
                )
            told = passed_over(name)
            if told is not None:
                self.tell(f"% {name} is {shown(told[0])}; to use {told[1]}, give its path")
            with self.limited():
                rulefile = load(_beside(name))
            before = self.files.get(rulefile.name)
            self.files = {
                known: file
                for known, file in self.files.items()
                if known == rulefile.name or file.file != rulefile.file
            }
            self.files[rulefile.name] = rulefile
            self._tell_of(
                rulefile, "" if before is None or before.file == rulefile.file else f", instead of {before.file}"
            )

    def _tell_of(self, rulefile: RuleFile, note: str = "") -> None:
        from .commands import COMMANDS

        relations = own(rulefile)
        self.tell(f"% {rulefile.name}: {counted(len(relations), 'relation')}{note}")
        for warning in rulefile.warnings:
            self.tell(f"Warning: {warning}")
        for name, arity in relations:
            if (name, arity) in COMMANDS:
                self.tell(f"Warning: {name}/{arity} is a command here; ask for {atom(rulefile.name)}:{name}(...)")

    def make(self) -> None:
        """Read again the rule files that were edited; one that has become wrong stays as it was."""
        changed = [rulefile for rulefile in self.files.values() if rulefile.changed]
        for rulefile in changed:
            try:
                with self.limited():
                    rulefile.reload()
            except PuzzleError as error:
                self.complain(error)
                self.tell(f"% {rulefile.name} stays as it was")
            else:
                self._tell_of(rulefile)
        if not changed:
            self.say("% no rule file has changed")

    def limited(self) -> AbstractContextManager[None]:
        """What is loaded inside has as long as a query has, and as much memory."""
        return within(Limits(seconds=self.seconds, memory=self.memory))

    def do(self, sentence: Sentence) -> Asked | None:
        """Do what `sentence` says; the query to answer, if it is one.

        Raises
        ------
        PuzzleError
            It is no sentence, or not to be done.
        Leave
            The session is over.
        """
        from .commands import COMMANDS

        with reading(self.seconds, self.memory):
            node = parse(sentence)
        key = indicator_of(node)
        if key in (("?-", 1), (":-", 1)):
            (node,) = node.args  # type: ignore[attr-defined]
            key = indicator_of(node)
        if type(node) is Listed or type(node) is Constant and node.value == ():
            self.consult(file_names(node, sentence))
            return None
        if key in COMMANDS:
            return COMMANDS[key].do(self, node.args if type(node) is Compound else (), sentence)
        if key in ((":-", 2), ("table", 1), ("puzzle", 1)):
            raise sentence.error(
                "this belongs in a rule file", node.at, hint="write it there, and load the file: [name]"
            )
        return Asked(self.query(node, sentence))

    def query(self, node: Node, sentence: Sentence) -> Query:
        """The query of a goal that is part of what was said."""
        with reading(self.seconds, self.memory):
            return Query(node, sentence, self.names(), self.seconds, self.memory)

    def stating(self, predicate: Predicate) -> RuleFile | None:
        """The rule file in which this relation is written."""
        files = self.files.values()
        return next((file for file in files if any(known is predicate for known in file.relations.values())), None)

    def owner(self, predicate: Predicate) -> RuleFile | None:
        """The rule file that has this relation."""
        for rulefile in self.files.values():
            if any(known is predicate for known in (*rulefile.relations.values(), *rulefile.offered().values())):
                return rulefile
        return None


def is_complete(text: str) -> bool:
    """Whether `text` ends with a full stop, so that it can be read, or needs none; also where it never could be."""
    if is_bare(text):
        return True
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
    if type(node) is Constant and node.value == ():
        return []
    return [_file_name(part, sentence) for part in (parts(node) if type(node) is Listed else [node])]


def _file_name(node: Node, sentence: Sentence) -> str:
    if type(node) is Constant and isinstance(node.value, str):
        return node.value
    if type(node) is Compound and node.name == "/" and len(node.args) == 2:  # [rules/seven]
        return str(Path(*(_file_name(arg, sentence) for arg in node.args)))
    raise sentence.error("the name of a rule file is missing", node.at, "such as [name] or ['path/to/file.pl']")


def _beside(name: str) -> str | Path:
    """`name`, or the file name.pl of the current folder where there is no rule file of that name."""
    try:
        find(name)
    except PuzzleError:
        beside = Path(f"{name}.pl")
        if os.path.isfile(beside):  # which takes names of any length
            return beside
    return name
