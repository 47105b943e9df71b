"""How a model shows its solutions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from ..by_name import entry
from ..drawable import Drawable
from ..endings import Assignment, Value
from ..errors import must_be

if TYPE_CHECKING:
    from ..drawing.looks import Looks
    from ..drawing.scene import Scene
    from .draw import Picture
    from .reading import Reading

Values = Mapping[Any, Any]  # {"S": 9, "E": 5, ...}


class Drawn(Drawable):
    """What has a picture, and colours and shapes of values; `Model` tells what they are."""

    _seen: ClassVar[tuple[str, ...]] = ("picture", "colours", "shapes")

    if TYPE_CHECKING:

        @property
        def reading(self) -> Reading:
            """What the problem says."""

        @property
        def variables(self) -> tuple[Any, ...]:
            """The variables of the relation, in order."""

    def _look(
        self, picture: Picture | None, colours: Mapping[Value, str] | None, shapes: Mapping[Value, str] | None
    ) -> None:
        expected = "text, or a function to it"
        must_be((str, Callable, type(None)), picture, "this is no picture", place="picture", expected=expected)
        if colours is not None or shapes is not None:
            entry("drawing.looks:looks")(colours, shapes)
        self.picture, self.colours, self.shapes = picture, colours, shapes

    def draw(self, solution: Values | Assignment, renderer: str = "text") -> str:
        """A solution as a person writes it: the values of the variables, or what `solve` gives.

        A variable that has no value, or None that is none of its values, is drawn as an empty cell.
        """
        return entry("drawing.renderers:rendered")(self.scene(solution), renderer)  # type: ignore[no-any-return]

    def scene(self, solution: Values | Assignment) -> Scene:
        """The board of a solution as geometry: a cell for each value in the picture, and marks."""
        values = solution.values if isinstance(solution, Assignment) else solution
        domains = self.reading.domains
        open_ = {v for v in self.variables if values.get(v) is None and (v not in values or None not in domains[v])}
        if open_ and values.keys() <= set(self.variables):  # other names are refused by the picture
            left = {v: x for v, x in values.items() if v not in open_}
            board = entry("playing.boards:Board")(self.picture, {v: domains[v] for v in self.variables})
            return self.looked(board.scene(left))
        return self.looked(entry("models.draw:scene_of")(self.picture, values))

    def looked(self, scene: Scene) -> Scene:
        """A board in the colours and shapes of its values, the same on all boards."""
        return entry("drawing.scene_looks:looked")(scene, self._looks)  # type: ignore[no-any-return]

    @cached_property
    def _looks(self) -> Looks:
        reading, made = self.reading, entry("drawing.looks:looks")
        values = chain.from_iterable(reading.domains[v] for v in self.variables)
        return made(self.colours, self.shapes, values)  # type: ignore[no-any-return]

    def to_svg(self, solution: Values | Assignment | None = None) -> str:
        """The board of a solution, by default the one without values, as a picture: the text of an `svg` element."""
        return super().to_svg() if solution is None else self.draw(solution, "svg")

    def to_html(self, title: str | None = None, solutions: Sequence[Values] | None = None) -> str:
        """A page of HTML: what the model is, or these solutions of it."""
        if solutions is None:
            return super().to_html(title)
        return entry("pages.models:of_solutions")(self, solutions, title or repr(self))  # type: ignore[no-any-return]

    def _repr_svg_(self) -> str:
        return self.to_svg()
