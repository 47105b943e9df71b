"""What keys and pasting do at the prompt, and keys after an answer that others may follow."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from prompt_toolkit.application import Application
from prompt_toolkit.filters import is_searching
from prompt_toolkit.formatted_text import FormattedText, fragment_list_width
from prompt_toolkit.input import Input
from prompt_toolkit.input.typeahead import get_typeahead, store_typeahead
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import KEY_ALIASES, Keys
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import Output

from .colours import STYLE, show
from .dispatch import is_complete

Marks = Mapping[str, Sequence[str]]  # the mark that stands for a choice, with the names of its keys
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


MORE, WRITE, PRINT = " ;", " [write]", " [print]"
_STOP = (".", "enter", "c-j", "q", "escape", "c-d", "c-c", "<sigint>")
AFTER_ANSWER = {MORE: (";", " ", "n", "tab"), " .": _STOP, WRITE: ("w",), PRINT: ("p",)}
AT_PORT = {
    " creep": ("enter", "c-j", " ", "c"),
    " leap": ("l",),
    " skip": ("s",),
    " retry": ("r",),
    " fail": ("f",),
    " abort": ("a", "c-c", "c-d", "<sigint>"),
    " help": ("h", "?"),
}
PORT_HINT = "   Enter goes on   h help"
HINT, SHORTENED = "   ; next   Enter stops", "   ; next   w all   Enter stops"


def chosen(line: FormattedText, marks: Marks, hint: str, input: Input, output: Output | None) -> str:
    """Show a line and wait behind it for a key, which is shown as its mark: that mark.

    What was typed before the line is shown is no answer to it, unless it is nothing but such keys, or begins with one
    that begins no sentence: it is kept for who reads next.
    """
    named = {KEY_ALIASES.get(name, name): mark for mark, names in marks.items() for name in names}
    before = typed_ahead(input)
    mark = None
    if before and (_is_no_text(before[0]) or all(press.key in named for press in before)):
        mark = named.get(before[0].key)
    try:
        if mark is None:
            return _waited(line, named, hint, before, input, output)
        before = before[1:]
        show(FormattedText([*line, ("", mark)]), output)
        return mark
    finally:
        after = get_typeahead(input)
        store_typeahead(input, [*before, *after])


def typed_ahead(input: Input) -> list[KeyPress]:
    """What was typed and nothing has read yet; it is taken."""
    with input.raw_mode():  # else the terminal keeps a line to itself until its end
        found = [*get_typeahead(input), *input.read_keys(), *input.flush_keys()]
    return [press for press in found if press.key != Keys.CPRResponse]


def _is_no_text(press: KeyPress) -> bool:
    """Whether no sentence begins with a key."""
    return press.key == ";" or isinstance(press.key, Keys)


def _waited(
    line: FormattedText, named: dict[str, str], hint: str, kept: list[KeyPress], input: Input, output: Output | None
) -> str:
    """Show the line and wait for one of the keys `named`; what is pasted is added to `kept`, all else does nothing."""
    keys = KeyBindings()
    keys.add("<any>")(lambda event: None)
    keys.add(Keys.BracketedPaste)(lambda event: kept.extend(event.key_sequence))
    for name, mark in named.items():
        keys.add(name)(lambda event, mark=mark: event.app.exit(result=mark))

    def text() -> FormattedText:
        if app.future is not None and app.future.done():
            return FormattedText([*line, ("", app.future.result())])
        room = app.output.get_size().columns - fragment_list_width(line) - 2
        return FormattedText(
            [*line, ("", " "), ("[SetCursorPosition]", ""), ("class:hint", hint if room >= len(hint) else "")]
        )

    app: Application[str] = Application(
        layout=Layout(Window(FormattedTextControl(text), wrap_lines=True, dont_extend_height=True)),
        key_bindings=keys,
        style=STYLE,
        include_default_pygments_style=False,
        input=input,
        output=output,
    )
    return app.run()
