"""Colours of what is read and said at a terminal: those of the terminal's own palette, on any background."""

from __future__ import annotations

import re

from prompt_toolkit.formatted_text import FormattedText, PygmentsTokens
from prompt_toolkit.output import Output
from prompt_toolkit.shortcuts import print_formatted_text
from prompt_toolkit.styles import Style, merge_styles, style_from_pygments_dict
from pygments import lex
from pygments.lexers.prolog import PrologLexer
from pygments.token import Comment, Name, Number, String

LONGEST = 20_000  # characters that are coloured
STYLE = merge_styles(
    [
        style_from_pygments_dict(
            {
                Comment: "ansibrightblack",
                Name.Variable: "ansicyan",
                Name.Function: "bold",
                Number: "ansimagenta",
                String: "ansigreen",
                String.Atom: "noinherit",
            }
        ),
        Style.from_dict(
            {
                "error": "ansired bold",
                "warning": "ansiyellow bold",
                "next": "bold",
                "note": "ansibrightblack",
                "hint": "ansibrightblack",
            }
        ),
    ]
)
_MARKED = re.compile(r"^(?P<error>Error:|\ *\^$)|^(?P<warning>Warning:)|^(?P<next>Next:)|^(?P<note>%.*)", re.MULTILINE)


def answer(text: str) -> FormattedText:
    """An answer, coloured like a query."""
    if len(text) > LONGEST:
        return FormattedText([("", text)])
    tokens = PygmentsTokens(list(lex(text, PrologLexer(stripnl=False, ensurenl=False))))
    return FormattedText(tokens.__pt_formatted_text__())


def message(text: str) -> FormattedText:
    """What else is said: only what it is, is marked."""
    parts: list[tuple[str, str]] = []
    end = 0
    for found in _MARKED.finditer(text):
        parts += [("", text[end : found.start()]), (f"class:{found.lastgroup}", found[0])]
        end = found.end()
    return FormattedText([*parts, ("", text[end:])])


def show(text: FormattedText, output: Output | None = None) -> None:
    """Print on a line of its own; where it goes to no terminal, without colours."""
    print_formatted_text(text, style=STYLE, output=output, include_default_pygments_style=False)
