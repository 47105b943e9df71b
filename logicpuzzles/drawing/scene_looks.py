"""A scene in the looks that a rule file tells of its values."""

from __future__ import annotations

from dataclasses import replace

from .looks import EMPTY, Looks, key
from .scene import Scene


def looked(scene: Scene, looks: Looks) -> Scene:
    """A scene in these looks; where it has some of its own, these come first.

    Where it shows something else than their values, such as signs that a function draws for them, its own values alone
    have colours.
    """
    own, known = scene.looks or Looks(), {key(value) for value in looks.values}
    told = (cell.value for cell in scene.cells if cell.label.strip() not in EMPTY | {"?"})
    if not all(key(value) in known for value in told):
        looks = replace(looks, values=())
    both = Looks(own.colours + looks.colours, own.shapes + looks.shapes, own.values + looks.values)
    return replace(scene, looks=both)
