"""A session at a terminal: history, completion, colours, and single keys after an answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.filters import is_searching
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.lexers import PygmentsLexer
from pygments.lexers.prolog import PrologLexer

from .. import __version__
from ..errors import PuzzleError
from .answering import answer
from .completion import PromptCompleter
from .session import Leave, Session, is_complete

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

PROMPT, CONTINUED = "?- ", "|  "


class Terminal:
    """Reads sentences at a terminal and shows answers.

    Parameters
    ----------
    input, output
        By default those of the process.
    """

    def __init__(self, session: Session, input: Input | None = None, output: Output | None = None) -> None:
        self.session = session
        self.prompt: PromptSession[str] = PromptSession(
            PROMPT,
            input=input,
            output=output,
            history=history(),
            completer=PromptCompleter(session),
            complete_while_typing=False,
            lexer=PygmentsLexer(PrologLexer),
            multiline=True,
            prompt_continuation=lambda width, number, wrapped: CONTINUED,
            key_bindings=_sentence_keys(),
        )
        self.key: PromptSession[str] = PromptSession(
            input=input, output=output, history=InMemoryHistory(), key_bindings=_answer_keys()
        )

    def run(self) -> int:
        """Until Ctrl-D or `halt`; the exit code."""
        self.session.say(f"logicpuzzles {__version__}. Ask, end with a full stop; help. tells more.")
        while True:
            try:
                self.take(self.prompt.prompt())
            except KeyboardInterrupt:
                continue
            except (EOFError, Leave):
                return 0

    def take(self, text: str) -> None:
        """Do what `text` says; Ctrl-C stops it and keeps the session."""
        try:
            for asked in self.session.read(text):
                answer(self.session, asked, self.more, self.last)
        except PuzzleError as error:
            self.session.say(f"Error: {error}")
        except KeyboardInterrupt:
            self.session.say("% stopped with Ctrl-C")

    def more(self, shown: str) -> bool:
        """Show an answer and wait for a key: whether another is wanted."""
        *above, line = shown.split("\n")
        if above:
            self.session.say("\n".join(above))
        return self.key.prompt(f"{line} ") == ";"

    def last(self, shown: str) -> None:
        """Show the last answer."""
        self.session.say(f"{shown}.")


def _sentence_keys() -> KeyBindings:
    """Enter ends a complete sentence, and begins a new line in one that is not."""
    keys = KeyBindings()

    @keys.add("enter", filter=~is_searching)
    def enter(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        if is_complete(buffer.text):
            buffer.validate_and_handle()
        else:
            buffer.insert_text("\n")

    return keys


def _answer_keys() -> KeyBindings:
    """; or space for the next answer, a full stop or Enter to stop; other keys do nothing."""
    keys = KeyBindings()

    def ends(with_: str) -> Any:
        def end(event: KeyPressEvent) -> None:
            event.current_buffer.text = with_
            event.app.exit(result=with_)

        return end

    for key in (";", " ", "n", "tab"):
        keys.add(key)(ends(";"))
    for key in (".", "enter", "q", "c-d", "escape"):
        keys.add(key)(ends("."))

    @keys.add("<any>")
    def ignore(event: KeyPressEvent) -> None:
        """No other key does anything."""

    return keys


def history() -> History:
    """What was asked before, kept in a file of the user's; in memory where there can be none."""
    try:
        from platformdirs import user_state_path

        folder = Path(user_state_path("logicpuzzles", appauthor=False))
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "history"
        file.touch()
        return FileHistory(str(file))
    except OSError:
        return InMemoryHistory()
