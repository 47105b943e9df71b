"""Queries that are followed at the prompt: which goals and ports are shown, and where one may say how to go on."""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Any

from ..logic.terms import VARIABLES
from ..logic.writer import fresh_names, write
from ..text.answer import Answer
from ..text.names import Indicator
from ..text.running import Run
from ..text.stepping import COMMANDS, PORTS, Port, Stepper
from .renaming import Named
from .shown import DEEPEST

Step = Callable[[str], str | None]  # shows a port and tells how to go on; None: nobody says
HELP = """\
c, Enter, space  creep: to the next port
l                leap: to the next goal that is spied
s                skip: to where this goal is left
r                retry: call this goal once more
f                fail: let this goal fail
a                abort: end the query"""
WORDS = {word: command for command in COMMANDS for word in (command, command[0])}


@dataclass
class Tracing:
    """What is followed of the queries that come.

    Attributes
    ----------
    is_on
        Whether every goal is, and not only those that are spied.
    """

    is_on: bool = False
    spied: dict[Indicator, None] = field(default_factory=dict)
    visible: tuple[str, ...] = PORTS
    leashed: tuple[str, ...] = PORTS

    @property
    def is_active(self) -> bool:
        """Whether anything is followed."""
        return self.is_on or bool(self.spied)

    @property
    def mark(self) -> str:
        """What stands before the prompt."""
        return "[trace] " if self.is_on else "[debug] " if self.spied else ""


class Follower:
    """Shows the goals of one run at their ports; `stepper` is what follows them."""

    def __init__(self, tracing: Tracing, step: Step, say: Callable[[str], None]) -> None:
        self.tracing, self.step, self.say = tracing, step, say
        self.stepper = Stepper(self._at, tracing.visible, tracing.spied, not tracing.is_on)
        self.run: Run | None = None  # of which it is told before anything is asked
        self.named: dict[Any, str] = {}
        self.fresh = fresh_names(())

    def _at(self, port: Port) -> str | None:
        line = f"{port.name.capitalize():>7}: ({port.depth}) {self._text(port)}"
        if port.name in self.tracing.leashed:
            return self.step(line)
        self.say(line)
        return None

    def _text(self, port: Port) -> str:
        """The goal; its unknowns have the names that they have in the query, or new ones."""
        run = self.run
        assert run is not None
        query, taken = run.query, {*run.query.variables, *run.query.hidden}
        for name in taken:
            value = run.machine.walk(run.frame[query.layout.slots[name]])
            if type(value) in VARIABLES and (self.named.get(value, "_")[0] == "_" or name in query.variables):
                self.named[value] = name
        for unknown in run.machine.unknowns(port.term):
            self._name(unknown, taken)
        return write(port.term, self.named, 999, DEEPEST, query.names.dialect)

    def _name(self, unknown: Any, taken: Container[str]) -> str:
        """What an unknown is called, by a new name if it has none."""
        if unknown not in self.named:
            self.named[unknown] = next(name for name in self.fresh if name not in taken)
        return self.named[unknown]

    def answer(self, found: Answer) -> Answer:
        """An answer whose unknowns are called as they were at the ports."""
        names, own = found.names(), {*found, *found.hidden}
        return Named(found, {one: name if name in own else self._name(one, own) for one, name in names.items()})
