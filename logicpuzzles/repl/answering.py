"""Answer what is said at the prompt: one answer after another, as the person wishes."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from time import perf_counter

from ..errors import PuzzleError
from ..text.asking import Answer
from ..text.syntax.lexical import Source, sentences
from .proofs import Tracer, proof_text
from .session import PLACE, Asked, Session, counted
from .unfolding import unfold
from .vocabulary import spelled_out

More = Callable[[str], bool]  # shows an answer; whether the person wants another


def take(session: Session, text: str, more: More, last: Callable[[str], None], echo: bool = False) -> None:
    """Do what `text` says, sentence by sentence; one that is wrong does not keep the next from being done.

    Parameters
    ----------
    more
        Shows an answer that others may follow, and tells whether to go on.
    last
        Shows the last answer, or that there is none.
    echo
        Whether to repeat each sentence before what it gives, where there are several.

    Raises
    ------
    Leave
        The session is over.
    """
    source = Source(spelled_out(text, session), PLACE)
    try:
        echo = echo and len(list(islice(sentences(source), 2))) > 1
        for sentence in sentences(source):
            if echo:
                session.say(f"?- {sentence.text.strip()}.".replace("\n", "\n|  "))
            try:
                asked = session.do(sentence)
                if asked is not None:
                    answer(session, asked, more, last)
            except PuzzleError as error:
                session.complain(error)
    except PuzzleError as error:  # the next sentence has no end
        session.complain(error)


def answer(session: Session, asked: Asked, more: More, last: Callable[[str], None]) -> None:
    """Show the answers of a query.

    Raises
    ------
    PuzzleError
        It is wrong, or a limit was reached.
    """
    tracer = Tracer() if asked.how == "why" else None
    run = asked.query.run(tracer)
    while True:
        began, before = perf_counter(), run.machine.inferences
        found = next(run, None)
        if asked.how == "time":
            seconds = perf_counter() - began
            session.say(f"% {counted(run.machine.inferences - before, 'inference')}, {seconds:.3f} seconds")
        if found is None:
            last("false")
            return
        if tracer is not None:
            proof = tracer.tree(run.machine)
            unfold(proof)
            session.say(proof_text(proof, found.names(), session))
        shown = as_text(found, session.columns())
        if run.look() is False:
            last(shown)
            return
        if not more(shown):
            return


def as_text(found: Answer, width: int) -> str:
    """An answer on one line, or with an equation a line where that is too long.

    >>> as_text(Answer({"X": 1, "Y": (2,)}), 80)
    'X = 1, Y = [2]'
    """
    goals = found.goals() or ["true"]
    line = ", ".join(goals)
    return line if len(line) <= width - 2 else ",\n".join(goals)
