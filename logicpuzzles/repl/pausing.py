"""After an answer that others may follow: wait for a key that tells whether to go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import FormattedText, fragment_list_width
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window

from .colours import STYLE

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

NEXT, STOP = (";", " ", "n", "tab"), (".", "enter", "c-j", "q", "escape", "c-d", "c-c", "<sigint>")
HINT = "   ; next   Enter stops"


class Pause:
    """Shows the line of an answer and waits behind it; the keys that mean nothing do nothing."""

    def __init__(self, line: FormattedText, input: Input | None, output: Output | None) -> None:
        self.line = line
        self.mark = ""  # what the key was: " ;" or " ."
        self.app: Application[bool] = Application(
            layout=Layout(Window(FormattedTextControl(self._text), wrap_lines=True, dont_extend_height=True)),
            key_bindings=self._keys(),
            style=STYLE,
            include_default_pygments_style=False,
            input=input,
            output=output,
        )

    def wanted(self) -> bool:
        """Whether another answer is wanted."""
        return self.app.run()

    def _text(self) -> FormattedText:
        if self.mark:
            return FormattedText([*self.line, ("", self.mark)])
        room = self.app.output.get_size().columns - fragment_list_width(self.line) - 2
        hint = HINT if room >= len(HINT) else ""
        return FormattedText([*self.line, ("", " "), ("[SetCursorPosition]", ""), ("class:hint", hint)])

    def _keys(self) -> KeyBindings:
        keys = KeyBindings()

        @keys.add("<any>")
        def nothing(event: KeyPressEvent) -> None:
            """No other key does anything."""

        def next_one(event: KeyPressEvent) -> None:
            self.mark = " ;"
            event.app.exit(result=True)

        def stop(event: KeyPressEvent) -> None:
            self.mark = " ."
            event.app.exit(result=False)

        for key in NEXT:
            keys.add(key)(next_one)
        for key in STOP:
            keys.add(key)(stop)
        return keys
