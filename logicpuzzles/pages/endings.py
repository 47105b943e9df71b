"""What is shown of endings without a solution, and of a count: words and facts; and of a board alone."""

from __future__ import annotations

from ..drawing.page_boards import Board
from ..drawing.page_parts import Part, Sheet, Words
from ..drawing.scene import Scene
from ..endings import Ending

TITLES = {"solved": "Solved", "exhausted": "No solution", "stopped": "Stopped"}


def shown(ending: Ending) -> tuple[str, list[Part]]:
    """What `print` tells of it."""
    return TITLES[ending.status], [Words(str(ending))]


def scene_shown(scene: Scene) -> tuple[str, list[Part]]:
    """The board."""
    return "", [Sheet([Board(scene, "")])]
