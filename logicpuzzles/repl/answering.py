"""Answer what is said at the prompt, one answer after another, as the person wishes; and what is said over a pipe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from time import perf_counter
from typing import TextIO

from ..errors import PuzzleError
from ..text.stepping import Aborted
from ..text.syntax.lexical import Source, sentence_at, sentences
from ..wording import counted
from .dispatch import PLACE, Asked, Leave, do, is_complete
from .names import AGAIN, spelled_out
from .proofs import Tracer, proof_text
from .session import Session
from .shown import Shown
from .tracing import WORDS, Follower

More = Callable[[Shown], bool]  # shows an answer; whether the person wants another

Last = Callable[[Shown | None], None]  # shows the last answer, or that there is none
SHAPES = {" [write]": True, " [print]": False}  # what stands behind an answer that is shown again, whole or not
_MARKS = {";": " ;", "w": " [write]", "p": " [print]"}


def take(session: Session, text: str, more: More, last: Last, echo: bool = False) -> None:
    """Do what `text` says, sentence by sentence; one that is wrong does not keep the next from being done.

    `more` shows an answer that others may follow and tells whether to go on; `last` shows the last answer, or that
    there is none. `echo` and what is raised: see `do_each`.
    """
    do_each(session, text, lambda asked: answer(session, asked, more, last), echo)


def do_each(session: Session, text: str, show: Callable[[Asked], None], echo: bool = False) -> None:
    """The same, where `show` shows the answers of a query.

    `echo` repeats each sentence before what it gives, where there are several. `Leave` is raised where the session is
    over.
    """
    source = Source(spelled_out(text, session.files.values()), PLACE)
    try:
        if text.strip() in AGAIN:
            session.again(AGAIN[text.strip()])
            return
        echo = echo and len(list(islice(sentences(source), 2))) > 1
        at = 0
        while (sentence := sentence_at(source, at)) is not None:
            session.unread = source.text[sentence.end :]
            if echo:
                session.say(f"?- {sentence.text.strip()}.".replace("\n", "\n|  "))
            session.held = None
            try:
                asked = do(session, sentence)
                if asked is not None:
                    show(asked)
            except Leave:
                raise
            except Exception as problem:
                if isinstance(problem, OSError) and not isinstance(problem, PuzzleError) and problem.filename is None:
                    raise  # what reads and prints does not work any more
                session.complain(problem)
            at = len(source.text) - len(session.unread)
    except PuzzleError as error:  # the next sentence has no end
        session.complain(error)


def answer(session: Session, asked: Asked, more: More, last: Last) -> None:
    """Show the answers of a query; raise `PuzzleError` where it is wrong, or a limit was reached."""
    try:
        for shown, may_follow in answers(session, asked):
            if not may_follow:
                last(shown)
                session.release(boards=False)  # what was printed until no other answer was found
                session.end_line()
                return
            if not more(shown):
                return
        last(None)
    except Aborted:
        session.say("% aborted")


def answers(session: Session, asked: Asked) -> Iterator[tuple[Shown, bool]]:
    """The answers of a query as they are asked for, each with whether others may follow; what belongs to it is said.

    `PuzzleError` is raised where the query is wrong or a limit was reached, `Aborted` where the person wished so.
    """
    tracer = Tracer() if asked.how == "why" else None
    follower = _follower(session, asked) if tracer is None else None
    run = asked.query.run(tracer.enter if tracer else follower.stepper.enter if follower else None)
    if follower is not None:
        follower.run = run
    is_whole = False  # once all of an answer was asked for, the others of the query are written so too
    before, ahead = 0, 0.0  # inferences until the answer before, and seconds that were spent on looking for the next
    while True:
        session.release()
        began = perf_counter()
        found = next(run, None)
        session.end_line()
        if asked.how == "time":
            seconds = ahead + perf_counter() - began
            session.say(f"% {counted(run.inferences - before, 'inference')}, {seconds:.3f} seconds")
        if found is None:
            return
        if tracer is not None:
            from .unfolding import unfold  # which take a while to import
            from .whynot import tell_reasons

            proof = tracer.tree(run.machine)
            unfold(proof)
            names = run.names() | found.names()
            if said := proof_text(proof, names, session):
                session.say(said)
            tell_reasons(session, run, tracer.recorder, names)
        told = found if follower is None else follower.answer(found)
        shown = session.shown = Shown(told, session.columns(), is_whole, session.writing)
        before, began = run.inferences, perf_counter()
        session.held = []  # what is drawn while the next answer is looked for, for a moment, belongs to that one
        # looking would show what nobody asked for
        may_follow = bool(run.machine.choices) if follower else run.look() is not False
        ahead = perf_counter() - began
        yield shown, may_follow
        if not may_follow:
            return
        is_whole = shown.is_whole


def _follower(session: Session, asked: Asked) -> Follower | None:
    """What follows the goals of a query, where that is wished."""
    if not session.tracing.is_active:
        return None
    if session.width is not None:
        asked.query.seconds = None  # a person takes time
    return Follower(session.tracing, session.step or session.say, session.say)


class Plain:
    """Reads sentences from a stream and writes to another."""

    def __init__(self, session: Session, source: TextIO, target: TextIO) -> None:
        self.session, self.source, self.target = session, source, target
        self.ahead: str | None = None  # a line that was looked at
        session.more_clauses, session.step = lambda before: self._next() or None, self.step

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

    def more(self, shown: Shown) -> bool:
        """Show an answer; the next line tells whether another is wanted, or the same in another way."""
        while True:
            print(shown, end="", file=self.target, flush=True)
            self.ahead = self._next()
            mark = _MARKS.get(self.ahead.strip(), " .")
            if mark != " .":
                self.ahead = None
            print(mark, file=self.target, flush=True)
            if mark not in SHAPES:
                return mark != " ."
            shown.is_whole = SHAPES[mark]

    def step(self, line: str) -> str | None:
        """Show a goal at a port; the next line may tell how to go on."""
        print(line, end="", file=self.target, flush=True)
        self.ahead = self._next()
        command = WORDS.get(self.ahead.strip())
        if command is not None:
            self.ahead = None
        print("" if command is None else f" ? {command}", file=self.target, flush=True)
        return command

    def last(self, shown: Shown | None) -> None:
        """Show the last answer."""
        print("false." if shown is None else f"{shown}.", file=self.target, flush=True)
