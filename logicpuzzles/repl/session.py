"""A session: the rule files that are loaded, how it speaks, and what it draws."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from ..commands.layout import own
from ..commands.table import SHOW
from ..drawing.folding import WIDTH, fitted
from ..drawing.scene import Scene
from ..drawing.text import text
from ..endings import State
from ..errors import NeedsValue, PuzzleError, defect
from ..limits import SECONDS, Limits
from ..logic.relations import Predicate, Primitive
from ..logic.resolver import Machine
from ..logic.terms import Term
from ..logic.writer import atom
from ..rulefile import finding
from ..rulefile.boards import scene_in
from ..rulefile.rulebook import RuleFile, load
from ..text.names import Namespace
from ..text.syntax.dialect import STANDARD, Dialect
from ..watchdog import Watchdog, within
from ..wording import counted
from .names import COMMANDS, PromptNamespace
from .shown import Shown
from .tracing import Step, Tracing
from .typed import HINT, USER, More, extended, taken


@dataclass
class Session:
    """What is loaded."""

    say: Callable[[str], None]  # prints a text and a new line
    seconds: float | None = SECONDS
    width: Callable[[], int] | None = None  # the columns of the terminal, if there is one
    files: dict[str, RuleFile] = field(default_factory=dict)
    wrong: bool = False  # whether something that was said was wrong
    failed: bool = False  # whether something went wrong that was nobody's fault but the program's
    # boards, and what is printed, of an answer that nobody has asked for yet; None: they are shown at once
    held: list[Scene | str] | None = None
    line: str = ""  # what was printed of a line that has not ended
    memory: int | None = None
    engine: str = "auto"  # what answers queries
    shown: Shown | None = None  # the last answer
    tracing: Tracing = field(default_factory=Tracing)
    step: Step | None = None  # asks how to go on at a port; None: nobody can be asked
    clauses: str = ""  # those that were typed in
    dialect: Dialect = STANDARD  # with what the directives say that were typed
    unread: str = ""  # what stands behind the sentence that is being done
    more_clauses: More = lambda before: None  # what is typed next after [user]
    hint: str = HINT  # how clauses are stated

    def tell(self, text: str) -> None:
        """Print prose, folded to the width of the terminal."""
        self.say(text if self.width is None else fitted(text, self.width()))

    def complain(self, problem: Exception) -> None:
        """Print what is wrong, also what nobody foresaw; the session goes on."""
        if isinstance(problem, PuzzleError):
            self.wrong = True
        else:
            self.failed = True
        self.end_line()
        self.tell(f"Error: {problem if isinstance(problem, PuzzleError) else defect(problem)}")

    def progress(self, line: str) -> None:
        """Print that something is compiled, which takes seconds; what is only loaded is there soon."""
        if line.startswith("compiling"):
            self.tell(f"% {line}")

    def draw(self, state: State) -> None:
        """Show the board of `state`; while the machine looks ahead, keep it."""
        board = scene_in(self.files.values(), state)
        if self.held is None:
            self.show(board)
        else:
            self.held.append(board)

    def show(self, board: Scene) -> None:
        """Print a board."""
        self.end_line()
        with self.writing("drawing the board"):
            drawn = text(board, width=self.columns())
        self.say(drawn)

    def print(self, text: str) -> None:
        """Show what a goal prints, line by line; while the machine looks ahead, keep it."""
        if self.held is not None:
            self.held.append(text)
            return
        *lines, self.line = (self.line + text).split("\n")
        for line in lines:
            self.say(line)

    def end_line(self) -> None:
        """Show what was printed of a line that has not ended."""
        if self.line:
            self.print("\n")

    def release(self, boards: bool = True) -> None:
        """Show what was kept; without `boards` only what was printed."""
        held, self.held = self.held, None
        for one in held or ():
            if isinstance(one, str):
                self.print(one)
            elif boards:
                self.show(one)

    def columns(self) -> int:
        """How wide tables may be."""
        return WIDTH if self.width is None else self.width()

    def names(self) -> Namespace:
        """What names mean in a query."""
        return PromptNamespace(self.files.values(), {("show", 1): show_relation(self.draw)}, self.dialect, self.hint)

    def consult(self, names: Sequence[str]) -> None:
        """Load rule files, by name or path; a file that is loaded is read again."""
        for name in names:
            if name == USER:
                self._take_clauses()
                continue
            if told := finding.passed_over(name):
                self.tell(f"% {told}")
            with self.limited():
                rulefile = load(_beside(name))
            before = self.files.get(rulefile.name)
            others = {name: file for name, file in self.files.items() if file is before or file.file != rulefile.file}
            self.files = others | {rulefile.name: rulefile}
            instead = "" if before is None or before.file == rulefile.file else f", instead of {before.file}"
            self._tell_of(rulefile, instead)

    def again(self, is_whole: bool = True) -> None:
        """Print the last answer again, whole or not.

        Raises
        ------
        PuzzleError
            There was none.
        """
        if self.shown is None:
            raise PuzzleError("there was no answer yet", hint="ask something")
        self.shown.is_whole = is_whole
        self.say(f"{self.shown}.")

    def _take_clauses(self) -> None:
        """Read clauses to the end of input, and let them be a rule file."""
        added, self.unread = taken(self.unread, self.more_clauses)
        if added and added[-1] != "\n":
            added += "\n"
        with self.limited():
            self.clauses, rulefile, note = extended(self.clauses, added, self.complain)
        self.files[USER] = rulefile
        self._tell_of(rulefile, note)

    def _tell_of(self, rulefile: RuleFile, note: str = "") -> None:
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

    def writing(self, what: str = "writing the answer") -> Watchdog:
        """The watchdog of what is written or drawn: it has as long as a query has, and as much memory."""
        return Watchdog(self.seconds, self.memory, what=what, hint="ask for less, or allow more time")

    def limited(self) -> AbstractContextManager[None]:
        """What is loaded inside has as long as a query has, and as much memory."""
        return within(Limits(seconds=self.seconds, memory=self.memory))

    def stating(self, predicate: Predicate) -> RuleFile | None:
        """The rule file in which this relation is written."""
        files = self.files.values()
        return next((file for file in files if any(known is predicate for known in file.relations.values())), None)

    def owner(self, predicate: Predicate) -> RuleFile | None:
        """The rule file that has this relation."""
        has = ((file, (*file.relations.values(), *file.offered().values())) for file in self.files.values())
        return next((file for file, relations in has if any(known is predicate for known in relations)), None)


def _beside(name: str) -> str | Path:
    """`name`, or the file name.pl of the current folder where there is no rule file of that name."""
    try:
        finding.find(name)
    except PuzzleError:
        beside = Path(f"{name}.pl")
        if os.path.isfile(beside):  # which takes names of any length
            return beside
    return name


def show_relation(draw: Callable[[State], None]) -> Primitive:
    """The relation `show`, true of every state; asking it calls `draw`."""

    def show(machine: Machine, state: Term) -> bool:
        value = machine.reify(state)
        for unknown in machine.unknowns(value):
            raise NeedsValue(unknown, "show")
        draw(value)
        return True

    assert SHOW.prompt is not None
    made = Primitive(show)
    made.__doc__, made.parameters = SHOW.prompt.help, ("State",)
    return made
