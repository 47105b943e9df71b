"""The commands that say what is followed of queries: which goals are shown, at which ports, and where to wait."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import PuzzleError
from ..text.names import Indicator, suggestion
from ..text.predicates import CONTROLS
from ..text.stepping import PORTS
from .session import Session
from .tracing import Tracing

Change = tuple[str, str]  # "+", "-" or "", and a port


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
        found = _indicators_named(session, name, arity)
        session.tracing.spied |= dict.fromkeys(found)
        session.tell(f"% spied: {', '.join(f'{name}/{n}' for name, n in found)}")


def nospy(session: Session, relations: Sequence[tuple[str, int | None]]) -> None:
    """Follow the goals of relations no more; raise `PuzzleError` where none of that name is spied."""
    spied = session.tracing.spied
    for name, arity in relations:
        found = [key for key in spied if key[0] == name and arity in (None, key[1])]
        for key in found:
            del spied[key]
        if not found:
            what = name if arity is None else f"{name}/{arity}"
            hint = f"what is spied: {', '.join(f'{one}/{n}' for one, n in spied)}" if spied else None
            raise PuzzleError(f"{what} is not spied", hint=hint)


def _indicators_named(session: Session, name: str, arity: int | None) -> list[Indicator]:
    names = session.names()
    known: Iterable[Indicator] = (*names.known(), *CONTROLS)
    found = [key for key in dict.fromkeys(known) if key[0] == name and arity in (None, key[1])]
    if not found:
        what = name if arity is None else f"{name}/{arity}"
        hint = suggestion(name, arity or 0, names.known()) or "listing. tells what is loaded"
        raise PuzzleError(f"there is no relation {what}", hint=hint)
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
