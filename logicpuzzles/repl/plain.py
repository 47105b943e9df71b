"""A session over a pipe: no prompts and no colours; a line that is a single ; asks for the next answer."""

from __future__ import annotations

from typing import TextIO

from ..errors import PuzzleError
from .answering import answer
from .session import Leave, Session, is_complete


class Lines:
    """The lines of a stream, of which the next can be looked at."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self.ahead: str | None = None

    def next(self) -> str:
        """The next line; empty at the end."""
        line, self.ahead = self.ahead, None
        return self.stream.readline() if line is None else line

    def peek(self) -> str:
        """The next line, which stays."""
        if self.ahead is None:
            self.ahead = self.stream.readline()
        return self.ahead


class Plain:
    """Reads sentences from a stream and writes to another."""

    def __init__(self, session: Session, source: TextIO, target: TextIO) -> None:
        self.session, self.lines, self.target = session, Lines(source), target
        self.wrong = False

    def run(self) -> int:
        """Until the end of the stream or `halt`; 2 if something was wrong, else 0."""
        text = ""
        try:
            while line := self.lines.next():
                if not text.strip() and line.strip() == ";":
                    continue
                text += line
                if is_complete(text):
                    self.take(text)
                    text = ""
            if text.strip():
                self.take(text)
        except Leave:
            pass
        return 2 if self.wrong else 0

    def take(self, text: str) -> None:
        """Do what `text` says."""
        try:
            for asked in self.session.read(text):
                self.wrong |= not answer(self.session, asked, self.more, self.last)
        except PuzzleError as error:
            self.wrong = True
            self.say(f"Error: {error}")

    def say(self, text: str) -> None:
        print(text, file=self.target, flush=True)

    def more(self, shown: str) -> bool:
        """Show an answer; the next line tells whether another is wanted."""
        print(shown, end="", file=self.target, flush=True)
        wanted = self.lines.peek().strip() == ";"
        if wanted:
            self.lines.next()
        self.say(" ;" if wanted else " .")
        return wanted

    def last(self, shown: str) -> None:
        self.say(f"{shown}.")
