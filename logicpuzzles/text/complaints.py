"""What is wrong with a text, all of it told at once: the reader goes on behind each mistake."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..errors import LimitReached, PuzzleError, several
from .refusals import REFUSED, TOLERATED

MOST_COUNTED = 1_000  # finding the line of a mistake scans the text


class Complaints:
    """The mistakes that were met so far.

    Attributes
    ----------
    broken
        The names with which sentences begin that could not be read: what calls them is not to blame.
    asked
        What is wrong only where it is asked for, such as changing the database: warned of, once the text is loaded.
    """

    def __init__(self) -> None:
        self.found: list[PuzzleError] = []
        self.broken: set[str] = set()
        self.asked: list[PuzzleError] = []

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """Keep the mistake that is raised inside.

        Raises
        ------
        PuzzleError
            There are very many: no more is read.
        """
        try:
            yield
        except LimitReached:
            raise
        except PuzzleError as error:
            self.found.append(error)
            if len(self.found) >= MOST_COUNTED:
                self.tell()

    def tolerated(self, name: str, error: PuzzleError) -> PuzzleError:
        """`error` of a call of `name`, if the text may be loaded all the same.

        Raises
        ------
        PuzzleError
            It may not: this is `error`.
        """
        if name in TOLERATED and error.hint == REFUSED[name]:
            self.asked.append(error)
        elif name not in self.broken:
            raise error from None
        return error

    def tell(self) -> None:
        """Raise what was kept, if anything was: in the order of the text."""
        if self.found:
            raise several(sorted(self.found, key=_where))


def _where(error: PuzzleError) -> tuple[int, ...]:
    """The line and the column of a mistake."""
    numbers = (error.place or "").rsplit(":", 2)[1:]
    return tuple(int(number) if number.isdigit() else 0 for number in numbers)
