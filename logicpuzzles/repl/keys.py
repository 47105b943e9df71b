"""What keys and pasting do at the prompt, and keys after an answer that others may follow."""

from __future__ import annotations

import re

from prompt_toolkit.application import Application
from prompt_toolkit.filters import is_searching
from prompt_toolkit.formatted_text import FormattedText, fragment_list_width
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import Output

from .colours import STYLE
from .dispatch import is_complete

_PROMPT = re.compile(r"\s*(?:\d+ )?\?- ?")
_CONTINUED = re.compile(r"\s*\| {0,4}")


def sentence_keys() -> KeyBindings:
    """Enter ends a complete sentence, and begins a new line in one that is not; pasted prompts are left out."""
    keys = KeyBindings()

    @keys.add("enter", filter=~is_searching)
    def enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if is_complete(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n")

    @keys.add(Keys.BracketedPaste)
    def paste(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text(as_typed(event.data))

    return keys


def as_typed(pasted: str) -> str:
    """What was typed in a session that is pasted, without its prompts and answers; other text as it is.

    >>> as_typed("?- p(X),\\n|  q(X).\\nX = 1.\\n\\n?- halt.\\n")
    'p(X),\\nq(X).\\nhalt.'
    >>> as_typed("p(X).\\r\\nq(X).\\r\\n")
    'p(X).\\nq(X).'
    """
    text = pasted.replace("\r\n", "\n").replace("\r", "\n").removesuffix("\n")
    lines = text.split("\n")
    if not any(_PROMPT.match(line) for line in lines):
        return text
    kept: list[str] = []
    inside = False
    for line in lines:
        prompt = _PROMPT.match(line) or (_CONTINUED.match(line) if inside else None)
        inside = prompt is not None
        if prompt is not None:
            kept.append(line[prompt.end() :])
    return "\n".join(kept)


MORE = " ;"
_MARKS = {MORE: (";", " ", "n", "tab"), " .": (".", "enter", "c-j", "q", "escape", "c-d", "c-c", "<sigint>")}
HINT = "   ; next   Enter stops"


def wants_more(line: FormattedText, input: Input | None, output: Output | None) -> bool:
    """Show the line of an answer and wait behind it for a key, shown as its mark: whether another answer is wanted."""
    keys = KeyBindings()
    keys.add("<any>")(lambda event: None)  # no other key does anything
    for mark, names in _MARKS.items():
        for name in names:
            keys.add(name)(lambda event, mark=mark: event.app.exit(result=mark))

    def text() -> FormattedText:
        if app.future is not None and app.future.done():
            return FormattedText([*line, ("", app.future.result())])
        room = app.output.get_size().columns - fragment_list_width(line) - 2
        hint = HINT if room >= len(HINT) else ""
        return FormattedText([*line, ("", " "), ("[SetCursorPosition]", ""), ("class:hint", hint)])

    app: Application[str] = Application(
        layout=Layout(Window(FormattedTextControl(text), wrap_lines=True, dont_extend_height=True)),
        key_bindings=keys,
        style=STYLE,
        include_default_pygments_style=False,
        input=input,
        output=output,
    )
    return app.run() == MORE
