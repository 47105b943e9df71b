"""The session behind the cells of a notebook: which rules they ask, and the query that can be asked for more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count

from ..drawing.scene import Scene
from ..errors import LimitReached, PuzzleError
from ..repl.answering import answers, do_each
from ..repl.dispatch import Asked, Leave, is_complete
from ..repl.interrupting import Stoppable
from ..repl.session import Session
from ..repl.shown import Shown
from ..rulefile.rulebook import RuleFile, load
from ..rulefile.typed import loads
from .told import Answered, Told

NEXT = ";"  # the query that asks for the next answers of the last one
MORE = f"Others may follow: %ask {NEXT} shows them."
STATED = "a cell that begins with %%rules NAME takes clauses."


class Wrong(Exception):
    """What is wrong in a cell; nothing after it is done."""

    def __init__(self, problem: Exception) -> None:
        super().__init__(problem)
        self.problem = problem


@dataclass
class CellSession(Session):
    """A session that is told cells, and gathers what they give."""

    hint: str = STATED
    told: Told = field(default_factory=Told)
    boards: list[Scene] = field(default_factory=list)  # those of the next answer
    most: int | None = None  # answers of a query at once; None for all
    only_count: bool = False
    left: Iterator[tuple[Shown, bool]] | None = None  # the answers that were not asked for yet

    # -- rules -------------------------------------------------------------------------------------

    def state(self, text: str, name: str) -> RuleFile:
        """The rule file `name` that a cell is, which is asked from now on; lines are counted from that of its name.

        Raises
        ------
        PuzzleError
            The text is wrong.
        """
        with self.limited():
            made = loads(f"\n{text}", name)
        self.use([made])
        return made

    def use(self, files: Iterable[RuleFile]) -> None:
        """Ask these rule files from now on."""
        self.files = {file.name: file for file in files}

    def rule_file(self, name: str, known: Mapping[str, object]) -> RuleFile:
        """The rule file that is a variable of this name, or can be loaded by it.

        Raises
        ------
        PuzzleError
            There is none.
        """
        meant = known.get(name)
        if isinstance(meant, RuleFile):
            return meant
        with self.limited():
            return load(name)

    # -- queries -----------------------------------------------------------------------------------

    def ask(self, text: str, most: int | None = None, only_count: bool = False) -> None:
        """Ask the queries in a cell, one after another, or for the next answers of the last one.

        The last full stop may be left out. What they give is gathered in `told`, also where the person interrupts.

        Raises
        ------
        Wrong
            A query is wrong, or failed.
        """
        self.told, self.most, self.only_count = Told(), most, only_count
        try:
            with Stoppable():
                if text.strip() == NEXT:
                    self._go_on()
                    return
                self.left = None
                do_each(self, text if is_complete(text) else f"{text}\n.", self._answer, echo=True)
        except KeyboardInterrupt:
            self.say("% interrupted")
        except PuzzleError as problem:
            raise Wrong(problem) from None
        except Leave:
            self.say("% the notebook goes on")

    def _answer(self, asked: Asked) -> None:
        if self.only_count:
            self.say(f"{asked.query.count():,}")
        else:
            self.left = answers(self, asked)
            self._go_on()

    def _go_on(self) -> None:
        """Gather the next answers."""
        if self.left is None:
            raise PuzzleError("there is no query that has other answers", hint="ask one: %ask member(X, [1, 2])")
        self.boards = []
        given = Answered(tuple(self.files.values()))
        try:
            for number in count(1):
                shown, may_follow = next(self.left, (None, False))
                if self.told.parts[-1:] != [given]:  # also behind what was said of an answer
                    given = Answered(given.files)
                    self.told.parts.append(given)
                if shown is None:
                    given.end = "false"
                else:
                    given.answers.append((shown, self._drawn()))
                if not may_follow:
                    self.left = None
                    return
                if number == self.most:
                    given.end = MORE
                    return
        except LimitReached as limit:
            self.left = None
            self.say(f"Stopped: {limit}")
        finally:
            self.told.parts += self._drawn()

    def _drawn(self) -> list[Scene]:
        """The boards since the last answer."""
        drawn, self.boards = self.boards, []
        return drawn

    # -- what a session asks of its surroundings ---------------------------------------------------

    def show(self, board: Scene) -> None:
        """Keep a board for the next answer."""
        self.boards.append(board)

    def complain(self, problem: Exception) -> None:
        """Raise `Wrong`: nothing after it is done, so that who runs all cells notices."""
        raise Wrong(problem)
