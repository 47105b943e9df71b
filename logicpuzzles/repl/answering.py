"""Answer what is said at the prompt, one answer after another, as the person wishes; and what is said over a pipe."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from time import perf_counter
from typing import TextIO

from ..errors import PuzzleError
from ..text.answer import Answer
from ..text.syntax.lexical import Source, sentences
from ..wording import counted
from .dispatch import PLACE, Asked, Leave, do, is_complete
from .names import spelled_out
from .proofs import Tracer, proof_text
from .session import Session

More = Callable[[str], bool]  # shows an answer; whether the person wants another


def take(session: Session, text: str, more: More, last: Callable[[str], None], echo: bool = False) -> None:
    """Do what `text` says, sentence by sentence; one that is wrong does not keep the next from being done.

    `more` shows an answer that others may follow and tells whether to go on; `last` shows the last answer, or that
    there is none. `echo` repeats each sentence before what it gives, where there are several. `Leave` is raised where
    the session is over.
    """
    source = Source(spelled_out(text, session.files.values()), PLACE)
    try:
        echo = echo and len(list(islice(sentences(source), 2))) > 1
        for sentence in sentences(source):
            if echo:
                session.say(f"?- {sentence.text.strip()}.".replace("\n", "\n|  "))
            session.held = None
            try:
                asked = do(session, sentence)
                if asked is not None:
                    answer(session, asked, more, last)
            except Leave:
                raise
            except Exception as problem:
                if isinstance(problem, OSError) and not isinstance(problem, PuzzleError) and problem.filename is None:
                    raise  # what reads and prints does not work any more
                session.complain(problem)
    except PuzzleError as error:  # the next sentence has no end
        session.complain(error)


def answer(session: Session, asked: Asked, more: More, last: Callable[[str], None]) -> None:
    """Show the answers of a query; raise `PuzzleError` where it is wrong, or a limit was reached."""
    tracer = Tracer() if asked.how == "why" else None
    run = asked.query.run(None if tracer is None else tracer.enter)
    before, ahead = 0, 0.0  # inferences until the answer before, and seconds that were spent on looking for the next
    while True:
        session.release()
        began = perf_counter()
        found = next(run, None)
        if asked.how == "time":
            seconds = ahead + perf_counter() - began
            session.say(f"% {counted(run.inferences - before, 'inference')}, {seconds:.3f} seconds")
        if found is None:
            last("false")
            return
        if tracer is not None:
            from .unfolding import unfold  # which takes a while to import

            proof = tracer.tree(run.machine)
            unfold(proof)
            if said := proof_text(proof, run.names() | found.names(), session):
                session.say(said)
        shown = as_text(found, session.columns())
        before, began = run.inferences, perf_counter()
        session.held = []  # what is drawn while the next answer is looked for, for a moment, belongs to that one
        if run.look() is False:
            last(shown)
            return
        ahead = perf_counter() - began
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


class Plain:
    """Reads sentences from a stream and writes to another."""

    def __init__(self, session: Session, source: TextIO, target: TextIO) -> None:
        self.session, self.source, self.target = session, source, target
        self.ahead: str | None = None  # a line that was looked at

    def run(self) -> int:
        """Until the end of the stream or `halt`; 4 if something failed, 2 if something was wrong, else 0."""
        self.session.wrong = self.session.failed = False
        text = ""
        try:
            while line := self._next():
                if not text.strip() and line.strip() == ";":
                    continue
                text += line
                if is_complete(text):
                    take(self.session, text, self.more, self.last)
                    text = ""
            if text.strip():
                take(self.session, text, self.more, self.last)
        except Leave:
            pass
        return 4 if self.session.failed else 2 if self.session.wrong else 0

    def _next(self) -> str:
        """The next line; empty at the end."""
        line, self.ahead = self.ahead, None
        return self.source.readline() if line is None else line

    def more(self, shown: str) -> bool:
        """Show an answer; the next line tells whether another is wanted."""
        print(shown, end="", file=self.target, flush=True)
        self.ahead = self._next()
        wanted = self.ahead.strip() == ";"
        if wanted:
            self.ahead = None
        print(" ;" if wanted else " .", file=self.target, flush=True)
        return wanted

    def last(self, shown: str) -> None:
        """Show the last answer."""
        print(f"{shown}.", file=self.target, flush=True)
