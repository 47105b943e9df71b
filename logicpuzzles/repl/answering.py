"""Answer a query at the prompt: one answer after another, as the person wishes."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from ..errors import PuzzleError
from ..text.asking import Answer, Run
from .proofs import Tracer, proof_text
from .session import Asked, Session

WIDTH = 80
More = Callable[[str], bool]  # shows an answer; whether the person wants another


def answer(session: Session, asked: Asked, more: More, last: Callable[[str], None]) -> bool:
    """Show the answers of a query; False if it was wrong.

    Parameters
    ----------
    more
        Shows an answer that others may follow, and tells whether to go on.
    last
        Shows the last answer, or that there is none.
    """
    tracer = Tracer() if asked.how == "why" else None
    run = asked.query.run(tracer)
    try:
        while True:
            began, before = perf_counter(), run.machine.inferences
            found = next(run, None)
            if asked.how == "time":
                seconds = perf_counter() - began
                session.say(f"% {run.machine.inferences - before:,} inferences, {seconds:.3f} seconds")
            if found is None:
                last("false")
                return True
            shown = _shown(found, run, tracer)
            if run.look() is False:
                last(shown)
                return True
            if not more(shown):
                return True
    except PuzzleError as error:
        session.say(f"Error: {error}")
        return False


def _shown(found: Answer, run: Run, tracer: Tracer | None) -> str:
    text = as_text(found)
    if tracer is None:
        return text
    return f"{proof_text(tracer.tree(run.machine), found.names())}\n{text}"


def as_text(found: Answer) -> str:
    """An answer on one line, or with an equation a line where that is too long.

    >>> as_text(Answer({"X": 1, "Y": (2,)}))
    'X = 1, Y = [2]'
    """
    goals = found.goals() or ["true"]
    line = ", ".join(goals)
    return line if len(line) <= WIDTH - 2 else ",\n".join(goals)
