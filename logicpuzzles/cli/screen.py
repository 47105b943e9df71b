"""The screen: how wide it is, text that fits it, and one line that tells what a long search is doing.

What is no terminal is 80 columns wide, gets long lines whole, and no such line.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock, Timer
from typing import TYPE_CHECKING, TextIO

import click

from ..drawing.folding import WIDEST, WIDTH, fitted
from ..printable import in_a_line
from .stopping import tidying
from .streams import raw

if TYPE_CHECKING:
    from rich.live import Live
    from rich.spinner import Spinner

NARROWEST = 40  # columns of boards: less is drawn over
NARROWEST_TEXT = 20  # columns


def width(stream: TextIO | None = None) -> int:
    """The columns to draw boards in: those of the terminal that `stream` is (standard output), or 80."""
    return max(NARROWEST, _columns(stream))


def _columns(stream: TextIO | None) -> int:
    """Those of the terminal that `stream` is (standard output), or 80."""
    stream = sys.stdout if stream is None else stream
    if not stream.isatty():
        return WIDTH
    if os.environ.get("COLUMNS", "").isdigit():
        return shutil.get_terminal_size().columns
    try:
        return os.get_terminal_size(stream.fileno()).columns or WIDTH
    except (OSError, ValueError):
        return WIDTH


def text_width(stream: TextIO | None = None) -> int:
    """The columns to write text in."""
    return max(NARROWEST_TEXT, min(WIDEST, _columns(stream)))


def on(stream: TextIO, text: str) -> str:
    """`text` as it is shown on `stream`: on a terminal its long lines are folded between words."""
    return fitted(text, text_width(stream)) if stream.isatty() else text


SLOW = 2.0  # seconds until a word is said about a rule file that is being loaded
AFTER = 0.3  # seconds: what is over sooner needs no line


class Progress:
    """Shows the last line it was called with, from `AFTER` seconds on, until it is left.

    The line appears by a timer, because the step that takes long (such as compiling) is announced only once.
    """

    def __init__(self) -> None:
        self._lock, self._line = RLock(), ""  # Ctrl-C takes the line away wherever the main thread is
        self._timer: Timer | None = None
        self._shown: Live | None = None

    def __enter__(self) -> Progress | None:
        tidying.append(self.pause)
        return self if sys.stderr.isatty() else None

    def __call__(self, line: str) -> None:
        with self._lock:
            self._line = line
            if self._shown is not None:
                self._shown.update(_spinner(line))
            elif self._timer is None:
                self._timer = Timer(AFTER, self._show)
                self._timer.daemon = True
                self._timer.start()

    def _show(self) -> None:
        from rich.console import Console
        from rich.live import Live

        with self._lock:
            if self._timer is not None:  # standard output stays what it is: redirected, it would come out as error
                console = Console(file=raw(sys.stderr), highlight=False)
                self._shown = Live(
                    _spinner(self._line),
                    console=console,
                    refresh_per_second=12.5,
                    transient=True,
                    redirect_stdout=False,
                    redirect_stderr=False,
                )
                self._shown.start()

    def __exit__(self, *_: object) -> None:
        tidying.remove(self.pause)
        self.pause()

    def pause(self) -> None:
        """Take the line away until there is another one."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self._shown is not None:
                self._shown.stop()
                self._shown = None


def _spinner(line: str) -> Spinner:
    """What turns before `line`, in which nothing is markup."""
    from rich.spinner import Spinner
    from rich.text import Text

    return Spinner("dots", Text(in_a_line(line)), style="status.spinner")


@contextmanager
def loading(name: str) -> Iterator[None]:
    """Say on standard error, once, that what happens inside takes its time: a rule file may be at work for long."""
    timer = Timer(SLOW, lambda: click.echo(f"still loading {name}; Ctrl-C stops it", err=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
