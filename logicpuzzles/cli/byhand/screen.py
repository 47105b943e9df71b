"""Playing by hand in full screen: a board to be clicked on, a line to be typed in, and keys."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import warnings
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from threading import Thread
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Dimension,
    FormattedTextControl,
    HSplit,
    Layout,
    Window,
)
from prompt_toolkit.layout.processors import BeforeInput
from prompt_toolkit.output import Output
from prompt_toolkit.output.defaults import create_output
from prompt_toolkit.styles import Style

from ...drawing.folding import fitted
from ...endings import Value
from ...errors import PuzzleError, defect
from ...printable import harmless, in_a_line
from ...stop import Stop, stoppable
from ..stopping import raising
from ..streams import raw
from .drawn import beside, drawn
from .hand import Act, Hand, Left

STYLE = Style.from_dict({
    "title": "bold", "given": "bold", "moved": "bold underline", "wrong": "ansired bold underline",
    "selected": "reverse", "status": "", "message": "ansicyan", "keys": "ansibrightblack",
})  # fmt: skip
LOW = 12  # rows: where there are fewer, title and keys are left out
ENDINGS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))


class Ended(Exception):
    """A signal ends the process; it is its number."""


class FullScreen:
    """Shows a hand, and passes on what is typed and clicked.

    Attributes
    ----------
    message
        What was said last.
    running, stop, doing
        A command that lasts, in a thread of its own; what stops it; how far it is.
    """

    def __init__(self, hand: Hand, input: Input | None = None, output: Output | None = None) -> None:
        self.hand, self.message, self.scroll = hand, hand.introduction, 0
        self.running: Thread | None = None
        self.stop, self.doing = Stop(), ""
        self.buffer = Buffer(multiline=False, on_text_changed=lambda _: self._typed())
        is_high = Condition(lambda: self.app.output.get_size().rows >= LOW)
        line = BufferControl(self.buffer, [BeforeInput(lambda: [("", hand.prompt())])])
        rows = [
            ConditionalContainer(Window(_shown(lambda: [("class:title", in_a_line(hand.title))]), height=1), is_high),
            ConditionalContainer(Window(height=1), is_high),
            Window(_shown(self._board), height=self._high, wrap_lines=False, always_hide_cursor=True),
            ConditionalContainer(Window(height=1), is_high),
            Window(_shown(self._status), wrap_lines=True, height=Dimension(min=1), dont_extend_height=True),
            Window(_shown(self._message), wrap_lines=False, height=Dimension(min=0, weight=1)),
            Window(line, height=1),
            ConditionalContainer(Window(_shown(self._keys), dont_extend_height=True), is_high),
        ]  # fmt: skip
        self.app: Application[None] = Application(
            Layout(HSplit(rows), focused_element=line), key_bindings=self._bindings(), style=STYLE, full_screen=True,
            mouse_support=True, include_default_pygments_style=False, input=input, output=output,
        )  # fmt: skip
        hand.listener = self.app.invalidate
        hand.tell(self._progress)

    def run(self) -> None:
        """Play until the person leaves.

        Raises
        ------
        KeyboardInterrupt
            By Ctrl-C.
        Ended
            A signal ends the process.
        """
        before = warnings.showwarning
        warnings.showwarning = self._warned
        try:
            with raising(), suppress(EOFError):
                self.app.run(pre_run=self._listen)
        finally:
            warnings.showwarning = before
            self.hand.listener = lambda: None
            self.stop.now()

    def _listen(self) -> None:
        """Leave the screen clean where a signal ends the process."""
        loop = asyncio.get_running_loop()
        for number in ENDINGS:
            with suppress(NotImplementedError, RuntimeError, ValueError):
                loop.add_signal_handler(number, partial(self._end, number))

    def _end(self, number: int) -> None:
        self.app.exit(exception=Ended(number))

    def _warned(self, message: Warning | str, *_: Any, **__: Any) -> None:
        """A warning is said where it does not spoil the board."""
        self._say(str(message))

    # -- what is shown -----------------------------------------------------------------------------

    def _width(self) -> int:
        return max(1, self.app.output.get_size().columns)

    def _board(self) -> StyleAndTextTuples:
        hand = self.hand
        try:
            return drawn(hand.scene(), self._width(), hand.marks(), hand.selected, self._clicked)
        except PuzzleError as error:  # a picture that fails
            return [("class:wrong", harmless(str(error)))]

    def _high(self) -> Dimension:
        lines = sum(part[1].count("\n") for part in self._board())
        return Dimension(min=1, preferred=max(1, lines), max=max(1, lines))

    def _status(self) -> StyleAndTextTuples:
        if self.running is not None:
            return [("class:status", in_a_line(f"{self.doing or 'Working'} ... Escape stops it."))]
        try:
            return [("class:status", harmless(fitted(self.hand.status(), self._width())))]
        except PuzzleError as error:
            return [("class:wrong", harmless(fitted(str(error), self._width())))]

    def _message(self) -> StyleAndTextTuples:
        return [("class:message", "\n".join(self._message_lines()[self.scroll :]))]

    def _message_lines(self) -> list[str]:
        """The lines of the message."""
        return harmless(fitted(self.message, self._width())).split("\n")

    def _keys(self) -> StyleAndTextTuples:
        keys = [f"{act.shown} {word}" for word, act in self.hand.acts.items() if act.shown]
        arrows = [f"Arrows {self.hand.arrows}"] if self.hand.arrows else []
        more = ["PgDn reads on"] if "\n" in self.message else []
        return [("class:keys", beside([*arrows, *keys, *more], self._width()))]

    # -- what is done ------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self.message, self.scroll = text, 0
        self.app.invalidate()

    def _do(self, act: Any, *given: Any) -> None:
        """Do something of the hand's, and say what it says."""
        self._halt()
        try:
            self._say(act(*given))
        except Left:
            self.app.exit()
        except PuzzleError as error:
            self._say(str(error))
        except Exception as problem:
            self._say(defect(problem))

    def _clicked(self, at: Value) -> None:
        self._do(self.hand.click, at)

    def _entered(self, typed: str) -> None:
        command = self.hand.act(typed)
        if command is None:
            self._do(self.hand.hear, typed)
        else:
            self._act(*command)

    def _typed(self) -> None:
        text = self.buffer.text
        if text and self.hand.enters(text):
            self.buffer.reset()
            self._entered(text)

    def _act(self, act: Act, rest: str = "") -> None:
        if not act.lasts:
            self._do(act.run, rest)
            return
        self._halt()
        stop = self.stop = Stop()
        self.doing, self.message = "", ""
        work = copy_context()  # in which long integers are written
        self.running = Thread(
            target=work.run, args=(self._work, act, rest, stop), name="logicpuzzles play", daemon=True
        )
        self.running.start()

    def _work(self, act: Act, rest: str, stop: Stop) -> None:
        """Run a command that lasts, in its thread."""
        try:
            with stoppable(stop):
                said = act.run(rest)
        except PuzzleError as error:
            said = str(error)
        except BaseException as problem:  # it must not be lost in a thread
            said = defect(problem)
        if not stop.wished:
            self.running = None
            self._say(said)

    def _progress(self, line: str) -> None:
        self.doing = line
        self.app.invalidate()

    def _halt(self) -> None:
        """Stop the command that runs, if any."""
        self.stop.now()
        if self.running is not None:
            self.running.join(1.0)
            self.running = None
            self._say("Stopped.")

    # -- keys --------------------------------------------------------------------------------------

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        nothing_typed = Condition(lambda: not self.buffer.text)

        @keys.add("c-c")
        @keys.add("<sigint>")
        def interrupt(event: KeyPressEvent) -> None:
            event.app.exit(exception=KeyboardInterrupt)

        @keys.add("enter")
        @keys.add("c-j")
        def enter(event: KeyPressEvent) -> None:
            text = self.buffer.text
            self.buffer.reset()
            if text.strip():
                self._entered(text)

        @keys.add("escape", eager=True)  # the key after it is one of its own, not held with Alt
        def escape(event: KeyPressEvent) -> None:
            self._halt()
            self.buffer.reset()

        @keys.add("backspace", filter=nothing_typed)
        @keys.add("delete", filter=nothing_typed)
        def erase(event: KeyPressEvent) -> None:
            self._do(self.hand.erase)

        @keys.add(" ", filter=nothing_typed)
        def press(event: KeyPressEvent) -> None:
            self._do(self.hand.press)

        @keys.add("c-d", filter=nothing_typed)
        def leave(event: KeyPressEvent) -> None:
            event.app.exit()

        @keys.add("pageup")
        @keys.add("pagedown")
        def scroll(event: KeyPressEvent) -> None:
            step = -5 if event.key_sequence[0].key == "pageup" else 5
            self.scroll = max(0, min(self.scroll + step, len(self._message_lines()) - 1))

        for direction in ("up", "down", "left", "right"):
            keys.add(direction, filter=nothing_typed)(lambda event, way=direction: self._do(self.hand.arrow, way))
        for act in self.hand.acts.values():
            if act.key:
                keys.add(act.key)(lambda event, act=act: self._act(act))
        return keys


def _shown(text: Any) -> FormattedTextControl:
    return FormattedTextControl(text, focusable=False, show_cursor=False)


def show(hand: Hand) -> None:
    """Play a hand on the terminal until the person leaves."""
    try:
        FullScreen(hand, output=create_output(stdout=raw(sys.stdout))).run()
    except Ended as ended:
        hand.close()
        number = ended.args[0]
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
