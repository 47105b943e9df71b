"""Playing by hand line by line: where there is no terminal, or only a plain one."""

from __future__ import annotations

import click

from ...drawing.text import text
from ...errors import PuzzleError
from ..playing import filled, read_line, say
from ..screen import Progress, width
from .hand import Hand, Left

PATIENCE = 0.5  # seconds that are waited for a search before it is told how far it got


def converse(hand: Hand) -> None:
    """Play until the person leaves, or the input ends; after each step the board is printed."""
    say(f"{hand.introduction} Commands are {', '.join(hand.acts)}.")
    shown = None
    while True:
        scene = hand.scene()
        if scene != shown:
            hand.settle(PATIENCE)
            click.echo(f"\n{text(scene, width=width())}\n")
            say(hand.status())
            shown = scene
        typed = read_line(hand.prompt())
        try:
            print_message(_done(hand, typed))
        except Left:
            return
        except PuzzleError as error:
            error.hint = error.hint or "try again, or type help"
            say(str(error), indent="  ")


def _done(hand: Hand, typed: str) -> str:
    command = hand.act(typed)
    if command is None:
        return hand.hear(typed)
    act, rest = command
    if not act.lasts:
        return act.run(rest)
    with Progress() as progress:
        hand.tell(progress)
        return act.run(rest)


def print_message(said: str) -> None:
    """Print what a command says, its lines as they are where there are several."""
    if "\n" in said:
        for line in said.split("\n"):
            click.echo(line if line.startswith(" ") else filled(line))
    elif said:
        say(said)
