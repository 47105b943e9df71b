"""What can be played or filled in by hand in a notebook. The room above makes the widget when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .by_name import entry


class Playable:
    """What has moves."""

    def play(self, start: Iterable[Any] | None = None) -> Any:
        """A board in a notebook on which it is played by mouse, touch and keys, from `start`: a widget of anywidget.

        Raises
        ------
        PuzzleError
            `start` is no state, or anywidget is not installed.
        """
        return entry("notebook.widget:play")(self, start)


class Fillable:
    """What has cells that take values."""

    def fill(self, given: Mapping[Any, Any] | None = None) -> Any:
        """A board in a notebook that is filled in by mouse, touch and keys, some values `given`: a widget of anywidget.

        Raises
        ------
        PuzzleError
            `given` names an unknown variable or value, or anywidget is not installed.
        """
        return entry("notebook.widget:fill")(self, given)
