"""What can be shown as a picture: as SVG, as a page, and in notebooks. The rooms above draw it when it is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from .by_name import entry


class Facade(Protocol):
    """A puzzle, a model or a game: what knows how its states or solutions look."""

    @property
    def kind(self) -> str:
        """ "puzzle", "model" or "game"."""


@dataclass(frozen=True)
class Source:
    """The rule file that something comes from: what loads it again, and what the file is called."""

    loading: str  # load("six").puzzle
    title: str


class Drawable:
    """What has pictures: `to_svg`, `to_html`, and what a notebook shows where it is the value of a cell."""

    __slots__ = ()

    def to_svg(self) -> str:
        """Its boards as one picture, the text of an `svg` element.

        Raises
        ------
        PuzzleError
            It has no board.
        """
        return entry("pages.shown:svg")(self)  # type: ignore[no-any-return]

    def to_html(self, title: str | None = None) -> str:
        """A page of HTML that needs nothing else, to be written into a file.

        Parameters
        ----------
        title
            What stands above it; by default what it is.
        """
        return entry("pages.shown:html")(self, title)  # type: ignore[no-any-return]

    def _repr_html_(self) -> str:
        return entry("pages.shown:output")(self)  # type: ignore[no-any-return]
