"""A deduction game as a dialogue at the terminal: each line that a person types is a turn or a command."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Callable
from contextlib import suppress

import click

from ..errors import PuzzleError
from ..games.answer_parsing import words
from ..games.naming import Names
from ..games.play import Deduction
from ..games.terms import Answer
from ..printable import in_a_line
from ..rulefile.rulebook import RuleFile
from ..wording import counted, plain_spaces, unbroken
from .screen import Progress, text_width
from .stopping import raising

LISTED = 20  # secrets that `list` names
_COMMAND = re.compile(r"([a-z]+)(?: +([0-9]{1,9}))?", re.IGNORECASE)


class Over(Exception):
    """The person leaves the game."""


class Dialogue:
    """What both players have in common: turns until the secret is found, and commands in between.

    `commands` has what each word does; `help` prints the docstring.
    """

    def __init__(self, rulefile: RuleFile, strategy: str) -> None:
        self.doc, self.game, self.strategy = rulefile.doc, rulefile.game, strategy
        with Progress() as progress:
            if progress is not None:
                progress("looking for all secrets")
            self.deduction = Deduction.begin(self.game)
        self.commands: dict[str, Callable[[int | None], None]] = {"help": self.help, "list": self.list}

    def play(self) -> None:
        """Play to the end; raise `Over` where the person leaves the game."""
        *words, last = self.commands
        say(f"{self.introduction()} You may also type {', '.join(words)} or {last}.")
        click.echo()
        while not self.deduction.over:
            self.turn()
        say(self.conclusion())

    def turn(self) -> None:
        """Ask the person once, and act on what is typed."""
        prompt, names = self.prompt()
        typed = read_line(prompt)
        command = _COMMAND.fullmatch(typed)
        act = self.commands.get(command[1].lower()) if command else None
        try:  # what is the text of one of the terms is no command
            if command and act and not any(words(names.tell(term)) == words(typed) for term in names.terms):
                act(int(command[2]) if command[2] else None)
            else:
                self.hear(typed, names)
        except PuzzleError as error:
            error.hint = error.hint or "try again, or type help"
            say(str(error), indent="  ")

    def introduction(self) -> str:
        """What the person is to do."""
        raise NotImplementedError

    def prompt(self) -> tuple[str, Names]:
        """What to ask, and what may be typed for an answer."""
        raise NotImplementedError

    def hear(self, typed: str, names: Names) -> None:
        """Take in what the person typed."""
        raise NotImplementedError

    def conclusion(self) -> str:
        """What is said in the end."""
        raise NotImplementedError

    def progressed(self, before: str, answer: Answer) -> None:
        """Print the answer of the last turn, and how many secrets are left."""
        left = counted(len(self.deduction.left), "secret")
        say(f"{before}{self.game.tell(answer)}; {left} left", indent="  ")

    # -- commands ----------------------------------------------------------------------------------

    def help(self, _: int | None) -> None:
        """The rules, and what can be typed."""
        for paragraph in filter(None, self.doc.strip().split("\n\n")):
            click.echo(textwrap.indent(paragraph, "  ") if paragraph[0] == " " else filled(paragraph, "  "))
            click.echo()
        for word, command in self.commands.items():
            say(f"{word:<6} {(command.__doc__ or '').strip()}", indent="  ", hanging=" " * 9)

    def list(self, _: int | None) -> None:
        """The secrets that are left."""
        names = ", ".join(unbroken(self.game.name(secret)) for secret in self.deduction.secrets[:LISTED])
        more = ", ..." if len(self.deduction.left) > LISTED else ""
        say(f"{counted(len(self.deduction.left), 'secret')} left: {names}{more}", indent="  ")


def read_line(prompt: str) -> str:
    """What the person types; printed after the prompt where it comes from a pipe. `Over` at the end of the input."""
    from_terminal = sys.stdin.isatty()
    if from_terminal:
        with suppress(ImportError):
            import readline  # noqa: F401  arrows and history in `input`
    try:
        with raising():  # a terminal that reads a line is in another state
            text = input(in_a_line(prompt))  # readline prints it, past what makes output harmless
    except EOFError:
        click.echo()
        raise Over from None
    except UnicodeDecodeError:
        text = "\N{REPLACEMENT CHARACTER}"
    if not from_terminal:
        click.echo(text)
    return text.strip()


def closed(text: str, mark: str) -> str:
    """`text` with a mark at its end, and a space; it may have a question mark already.

    >>> closed("0123", ":"), closed("Does it fly?", "?")
    ('0123: ', 'Does it fly? ')
    """
    return f"{text} " if text.endswith("?") else f"{text}{mark} "


def filled(text: str, indent: str = "", hanging: str | None = None) -> str:
    """`text` in lines that fit the terminal."""
    after = indent if hanging is None else hanging
    lines = textwrap.fill(text, text_width(), initial_indent=indent, subsequent_indent=after, break_on_hyphens=False)
    return plain_spaces(lines)


def say(text: str, indent: str = "", hanging: str | None = None) -> None:
    """Print `text` in lines that fit the terminal."""
    click.echo(filled(text, indent, hanging))
