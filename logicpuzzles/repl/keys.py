"""What keys and pasting do at the prompt."""

from __future__ import annotations

import re

from prompt_toolkit.filters import is_searching
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

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
