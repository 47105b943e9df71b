"""What is played by hand, whatever shows it: one table of commands, and what is drawn and said."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from ...drawing.scene import Scene
from ...endings import Value
from ...errors import PuzzleError
from ...limits import Limits, Progress

Place = tuple[int, int]  # a cell of the board: its row and column


class Left(Exception):
    """The person leaves."""


@dataclass(frozen=True)
class Act:
    """What a word does, and a key where there is a full screen.

    Attributes
    ----------
    run
        Given the text behind the word; what it says.
    help
        A line.
    key, shown
        The key as prompt_toolkit names it, and as it is told; "" for none.
    lasts
        Whether it may take long: then it runs apart, and can be stopped.
    takes
        What may stand behind the word, as it is told; "" for nothing.
    """

    run: Callable[[str], str]
    help: str
    key: str = ""
    shown: str = ""
    lasts: bool = False
    takes: str = ""


class Hand:
    """A puzzle or model in hand.

    Attributes
    ----------
    acts
        The table of commands, by word.
    title, introduction
        What it is, in a line; what may be typed.
    limits
        Of each question that needs a search.
    selected
        What `Cell.at` is of the cell that is pointed at; None for none.
    """

    title: str
    introduction: str
    doc: str
    limits: Limits
    selected: Value = None
    arrows: str  # what they do, in a word or two; "" for nothing

    def __init__(self) -> None:
        self.acts: dict[str, Act] = {}
        self.listener: Callable[[], None] = lambda: None  # called, from any thread, when there is more to show

    def quitting(self) -> Mapping[str, Act]:
        """The commands that all have."""
        return {
            "help": Act(self.help, "what can be typed", "f1", "F1"),
            "quit": Act(self.leave, "leave", "c-q", "^Q"),
        }

    # -- what is shown -----------------------------------------------------------------------------

    def scene(self) -> Scene:
        """The board."""
        raise NotImplementedError

    def status(self) -> str:
        """Where it stands, in a sentence or two."""
        raise NotImplementedError

    def prompt(self) -> str:
        """What to ask."""
        raise NotImplementedError

    def marks(self) -> Mapping[str, Collection[Value]]:
        """What `Cell.at` is of the cells that are marked, by what they are: "wrong", "given", "moved"."""
        return {}

    @property
    def is_over(self) -> bool:
        """Whether it is solved."""
        raise NotImplementedError

    # -- what is done ------------------------------------------------------------------------------

    def act(self, typed: str) -> tuple[Act, str] | None:
        """The command that is typed, and the text behind it; None where it is none."""
        word, _, rest = typed.strip().partition(" ")
        found = self.acts.get(word.casefold())
        return (
            None if found is None or (rest.strip() and not found.takes) or self.means(typed) else (found, rest.strip())
        )

    def means(self, typed: str) -> bool:
        """Whether it is a move or a value, even where a command is called so."""
        raise NotImplementedError

    def hear(self, typed: str) -> str:
        """Make the move, or fill in the value, that is typed; what there is to say.

        Raises
        ------
        PuzzleError
            It is none.
        """
        raise NotImplementedError

    def enters(self, typed: str) -> bool:
        """Whether what is typed can mean nothing else however it goes on, so that no Enter is needed."""
        return False

    def arrow(self, direction: str) -> str:
        """What an arrow key does; what there is to say."""
        raise NotImplementedError

    def click(self, at: Value) -> str:
        """What a click on a cell does, of which this is `Cell.at`; what there is to say."""
        raise NotImplementedError

    def press(self) -> str:
        """What the space bar does where nothing is typed."""
        return ""

    def erase(self) -> str:
        """What the key that erases does where nothing is typed."""
        raise NotImplementedError

    def leave(self, _: str) -> str:
        """Leave."""
        raise Left

    def help(self, _: str) -> str:
        """What can be typed, and what the puzzle is."""
        wide = max(len(f"{word} {act.takes}".strip()) for word, act in self.acts.items())
        lines = [f"{f'{word} {act.takes}'.strip():{wide}}  {act.help}" for word, act in self.acts.items()]
        return "\n".join([self.introduction, *lines])

    def settle(self, seconds: float) -> None:
        """Wait for what is searched in the background, no longer than so many seconds."""

    def tell(self, progress: Progress | None) -> None:
        """Let `progress` know how far a search is."""

    def close(self) -> None:
        """Stop what goes on in the background."""


def number(text: str, what: str) -> int | None:
    """A whole number that may be typed behind a command; None for nothing.

    Raises
    ------
    PuzzleError
        It is something else.
    """
    if not text:
        return None
    if not text.isdecimal() or len(text) > 9:
        raise PuzzleError(f"{text!r} is no number", place=what, expected="a whole number, or nothing")
    return int(text)
