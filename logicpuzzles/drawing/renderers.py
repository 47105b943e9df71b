"""What draws a scene, by name: a new renderer is one file and its line here."""

from __future__ import annotations

from collections.abc import Callable

from ..by_name import entry
from ..errors import PuzzleError
from ..wording import did_you_mean
from .scene import Scene
from .text import text

Renderer = Callable[[Scene], str]
RENDERERS: dict[str, Renderer | str] = {  # by name, the function, or "module:name" of one that takes time to import
    "svg": "drawing.svg:svg",
    "text": text,
}


def rendered(scene: Scene, renderer: str = "text") -> str:
    """`scene` as the renderer of this name draws it.

    Raises
    ------
    PuzzleError
        There is no such renderer.
    """
    if renderer not in RENDERERS:
        raise PuzzleError(
            f"there is no renderer {renderer}", place="renderer", expected="one of " + ", ".join(RENDERERS),
            hint=did_you_mean(renderer, RENDERERS),
        )  # fmt: skip
    found = RENDERERS[renderer]
    drawn: str = (entry(found) if isinstance(found, str) else found)(scene)
    return drawn
