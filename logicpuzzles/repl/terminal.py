"""A session at a terminal: history, completion, colours, and single keys after an answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.filters import Condition, is_done
from prompt_toolkit.formatted_text import FormattedText, fragment_list_width
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.input import Input
from prompt_toolkit.layout.processors import AfterInput, ConditionalProcessor
from prompt_toolkit.lexers import PygmentsLexer
from prompt_toolkit.output import Output, create_output
from pygments.lexers.prolog import PrologLexer

from .. import __version__
from ..errors import PuzzleError
from ..printable import harmless
from . import colours
from .answering import SHAPES, take
from .completion import PromptCompleter
from .dispatch import Leave
from .interrupting import Stoppable, unmoved
from .keys import AFTER_ANSWER, AT_PORT, HINT, MORE, PORT_HINT, SHORTENED, chosen, sentence_keys
from .names import example
from .session import Session
from .shown import Shown
from .tracing import HELP, WORDS
from .typed import readable

PROMPT, CLAUSE, CONTINUED = "?- ", "|: ", "|  "
UNFINISHED = "   end with a full stop; Ctrl-C drops it"


class Terminal:
    """Reads sentences at a terminal, by default that of the process, and shows answers; the session speaks here."""

    def __init__(self, session: Session, input: Input | None = None, output: Output | None = None) -> None:
        self.session, self.input, self.output = session, input, guarded(output or create_output())
        session.say, session.width, session.more_clauses = self.say, self.width, self.clauses
        session.step = self.step
        self.told: set[str] = set()  # the commands of which the session has told
        unfinished = Condition(self._is_unfinished) & ~is_done
        reminder = ConditionalProcessor(AfterInput(UNFINISHED, "class:hint"), unfinished)
        self.prompt: PromptSession[str] = PromptSession(
            PROMPT,
            input=input,
            output=self.output,
            history=history(),
            completer=PromptCompleter(session),
            complete_while_typing=False,
            lexer=PygmentsLexer(PrologLexer),
            style=colours.STYLE,
            include_default_pygments_style=False,
            multiline=True,
            enable_suspend=True,
            prompt_continuation=lambda width, number, wrapped: CONTINUED,
            key_bindings=sentence_keys(),
            input_processors=[reminder],
        )

    def say(self, text: str) -> None:
        """Print what is no answer."""
        colours.show(colours.message(text), self.output)

    def width(self) -> int:
        """The columns of the terminal."""
        return self.output.get_size().columns

    def run(self, files: Sequence[str] = ()) -> int:
        """Load `files`, then until Ctrl-D or `halt`; the exit code."""
        for name in files:
            try:
                self.session.consult([name])
            except PuzzleError as error:  # the file can be mended while the session goes on
                self.session.complain(error)
        first = example(self.session.files.values())
        self.session.tell(f"logicpuzzles {__version__}. Ask, and end with a full stop: {first}.")
        unloaded = "" if self.session.files else "listing. tells which rule files there are, "
        self.session.tell(f"{unloaded}help. tells more, halt. leaves.")
        with unmoved():
            while True:
                try:
                    self.take(self.prompt.prompt(self.session.tracing.mark + PROMPT))
                except KeyboardInterrupt:
                    continue
                except (EOFError, Leave):
                    return 0

    def clauses(self, before: str) -> str | None:
        """The clauses that are typed next, behind others, without those that cannot be read, of which it tells at once.

        None for Ctrl-D; Ctrl-C raises KeyboardInterrupt.
        """
        try:
            text = self.prompt.prompt(CLAUSE) + "\n"
        except EOFError:
            return None
        return readable(self.session.clauses + before, text, self.session.complain)

    def take(self, text: str) -> None:
        """Do what `text` says; Ctrl-C stops it and keeps the session."""
        try:
            with Stoppable():
                take(self.session, text, self.more, self.last, echo=True)
        except KeyboardInterrupt:
            self.session.say("% stopped with Ctrl-C")

    def more(self, shown: Shown) -> bool:
        """Show an answer and wait for a key: whether another is wanted."""
        while True:
            with self.session.writing():
                *above, line = str(shown).split("\n")
                first, last = colours.answer("\n".join(above)), colours.answer(line)
            if above:
                colours.show(first, self.output)
            if fragment_list_width(last) > 3 * self.width():  # longer than what can be drawn anew
                colours.show(last, self.output)
                last = FormattedText()
            hint = SHORTENED if shown.is_shortened else HINT
            mark = chosen(last, AFTER_ANSWER, hint, self.prompt.input, self.output)
            if mark not in SHAPES:
                return mark == MORE
            shown.is_whole = SHAPES[mark]

    def step(self, line: str) -> str:
        """Show a goal at a port and wait for a key: how to go on."""
        while True:
            mark = chosen(FormattedText([("", f"{line} ?")]), AT_PORT, PORT_HINT, self.prompt.input, self.output)
            if mark.strip() in WORDS:
                return mark.strip()
            self.say(HELP)

    def last(self, shown: Shown | None) -> None:
        """Show the last answer."""
        with self.session.writing():
            text = colours.answer("false" if shown is None else str(shown))
        colours.show(FormattedText([*text, ("", ".")]), self.output)
        if shown is None and "whynot" not in self.told:
            self._tell_of("whynot", "whynot(Goal). tells why")
        elif shown is not None and "w" not in self.told and shown.is_shortened:
            self._tell_of("w", "w writes all")

    def _tell_of(self, command: str, what: str) -> None:
        """Tell of a command, once."""
        self.told.add(command)
        self.session.tell(f"% {what}")

    def _is_unfinished(self) -> bool:
        """Whether Enter was pressed before the full stop."""
        *above, last = self.prompt.default_buffer.text.split("\n")
        return bool(above) and not last.strip()


def guarded(output: Output) -> Output:
    """The same `output`, through which no text steers the terminal; what prompt_toolkit itself steers with is raw."""
    write = output.write

    def write_harmless(data: str) -> None:
        write(data if data.isprintable() else "\r".join(map(harmless, data.split("\r"))))

    output.write = write_harmless  # type: ignore[method-assign]
    return output


def history() -> History:
    """What was asked before, kept in a file of the user's; in memory where there can be none."""
    try:
        from platformdirs import user_state_path

        folder = Path(user_state_path("logicpuzzles", appauthor=False))
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "history"
        file.touch()
        if file.is_file():  # a folder holds no lines, and to open a pipe would wait for who writes to it
            return Kept(str(file))
    except (OSError, ValueError):  # ValueError: a null character
        pass
    return InMemoryHistory()


class Kept(FileHistory):
    """A history in a file, which may be unreadable or stop being writable."""

    def load_history_strings(self) -> Iterable[str]:
        """What was asked before, as far as it can be read."""
        try:
            return list(super().load_history_strings())
        except OSError:
            return []

    def store_string(self, string: str) -> None:
        """Add to the file, where that can be done."""
        with suppress(OSError, UnicodeError):  # half of a character can be typed, but not written
            super().store_string(string)
