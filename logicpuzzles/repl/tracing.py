"""Queries that are followed at the prompt: which goals and ports are shown, and where one may say how to go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..errors import PuzzleError
from ..logic.terms import VARIABLES
from ..logic.writer import fresh_names, write
from ..text.names import Indicator, suggestion
from ..text.predicates import CONTROLS
from ..text.running import Run
from ..text.stepping import COMMANDS, PORTS, Port, Stepper
from .shown import DEEPEST

if TYPE_CHECKING:
    from .session import Session

Step = Callable[[str], str | None]  # shows a port and tells how to go on; None: nobody says
Change = tuple[str, str]  # "+", "-" or "", and a port
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
            if unknown not in self.named:
                self.named[unknown] = next(name for name in self.fresh if name not in taken)
        return write(port.term, self.named, 999, DEEPEST)


def trace(session: Session) -> None:
    """Follow every goal of the queries that come."""
    session.tracing.is_on = True
    session.tell("% every goal is shown; notrace. ends it")


def notrace(session: Session) -> None:
    """Follow no goal but those that are spied."""
    session.tracing.is_on = False


def nodebug(session: Session) -> None:
    """Follow nothing."""
    session.tracing = Tracing()


def spy(session: Session, relations: Sequence[tuple[str, int | None]]) -> None:
    """Follow the goals of relations; raise `PuzzleError` where there is none of that name."""
    for name, arity in relations:
        found = _meant(session, name, arity)
        session.tracing.spied |= dict.fromkeys(found)
        session.tell(f"% spied: {', '.join(f'{name}/{n}' for name, n in found)}")


def nospy(session: Session, relations: Sequence[tuple[str, int | None]]) -> None:
    """Follow the goals of relations no more."""
    for name, arity in relations:
        for key in [key for key in session.tracing.spied if key[0] == name and arity in (None, key[1])]:
            del session.tracing.spied[key]


def _meant(session: Session, name: str, arity: int | None) -> list[Indicator]:
    names = session.names()
    known: Iterable[Indicator] = (*names.known(), *CONTROLS)
    found = [key for key in dict.fromkeys(known) if key[0] == name and arity in (None, key[1])]
    if not found:
        what = name if arity is None else f"{name}/{arity}"
        raise PuzzleError(f"there is no relation {what}", hint=suggestion(name, arity or 0, names.known()))
    return found


def visible(session: Session, changes: Sequence[Change]) -> None:
    """Show the goals at these ports only."""
    session.tracing.visible = _changed(session.tracing.visible, changes)
    session.tell(f"% shown: {', '.join(session.tracing.visible) or 'no port'}")


def leash(session: Session, changes: Sequence[Change]) -> None:
    """Wait at these ports only."""
    session.tracing.leashed = _changed(session.tracing.leashed, changes)
    session.tell(f"% waits at: {', '.join(session.tracing.leashed) or 'no port'}")


def _changed(ports: Sequence[str], changes: Sequence[Change]) -> tuple[str, ...]:
    """`ports` with what is added and taken away; those that are named alone in their place."""
    kept = set(ports) if all(sign for sign, _ in changes) else set()
    for sign, port in changes:
        named = PORTS if port == "all" else (port,)
        kept = kept.difference(named) if sign == "-" else kept.union(named)
    return tuple(port for port in PORTS if port in kept)
