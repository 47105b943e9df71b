"""A session over a pipe: no prompts and no colours; a line that is a single ; asks for the next answer."""

from __future__ import annotations

from typing import TextIO

from .answering import take
from .dispatch import Leave, is_complete
from .session import Session


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
