"""Why a model has no solution: constraints that contradict each other, as text."""

from __future__ import annotations

import linecache
import tokenize
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, ClassVar

from ..by_name import entry
from ..copying import Copied
from ..drawable import Drawable
from ..drawing.scene import Scene
from ..drawing.text import text
from ..errors import PuzzleError
from ..integers import represented
from ..printable import in_a_line
from ..wording import counted
from .constraints.base import Posted, shortened
from .draw import Picture
from .elements import called
from .marking import marked
from .values import Domains, Value, Values, Variable

_LONGEST = 120  # characters of a statement that are shown
_MOST_LINES = 3  # of constraints of one kind that one statement posted; more of them are told in one line


@dataclass(frozen=True, kw_only=True, repr=False)
class Contradiction(Copied, Drawable):
    """Constraints and given values that contradict each other; as text, with the statements that posted them.

    Attributes
    ----------
    posted
        The constraints, in the order of posting.
    given
        Those of the given values that take part.
    domains
        The values of each variable concerned.
    is_minimal
        Whether it is proved that none can be dropped; False where a limit left that open.
    is_smallest
        Whether it is proved that no fewer contradict each other; False where that would take too long.
    scene
        The picture of the model with the variables concerned marked in it; None where that cannot be, or tells nothing.
    """

    posted: tuple[Posted, ...]
    given: Mapping[Any, Any]
    domains: Mapping[Any, tuple[Any, ...]]
    is_minimal: bool = True
    is_smallest: bool = False
    scene: Scene | None = None
    parts: ClassVar = ("posted", "given", "domains", "is_minimal", "is_smallest", "scene")
    thing: ClassVar = "a contradiction"
    instead: ClassVar = "keep its text: str(contradiction)"

    @property
    def board(self) -> str:
        """Its `scene` as text; "" where it has none."""
        return "" if self.scene is None else text(self.scene)

    def on_board(self, picture: Picture | None, fields: Collection[Variable], domains: Domains) -> Contradiction:
        """The same with a `scene`, where these variables are fields of a picture."""
        return replace(self, scene=marked(picture, {v: domains[v] for v in fields}, dict(self._left())))

    def _left(self) -> Iterator[tuple[Variable, list[Value]]]:
        """What given values, and constraints on a variable alone, leave of the variables concerned."""
        alone = [posted for posted in self.posted if len({*posted.scope}) == 1]
        for variable, domain in self.domains.items():
            tests = [posted for posted in alone if posted.scope[0] == variable]
            left = [x for x in domain if all(may_hold(one, (x,) * len(one.scope)) for one in tests)]
            known = [self.given[variable]] if variable in self.given else left
            yield variable, [x for x in left if any(x == y and type(x) is type(y) for y in known)]

    def draw(self, renderer: str = "text") -> str:
        """Its board; `PuzzleError` is raised where it has none, or there is no such renderer."""
        return entry("pages.shown:drawn")(self, renderer)  # type: ignore[no-any-return]

    def _repr_svg_(self) -> str | None:
        return None if self.scene is None else self.to_svg()

    def __repr__(self) -> str:
        names = dict.fromkeys(posted.name for posted in self.posted)
        constraints = f"{counted(len(self.posted), 'constraint')}: {', '.join(names)}"
        given = f", with {counted(len(self.given), 'value')} given" if self.given else ""
        return in_a_line(f"<Contradiction of {constraints}{given}>")

    def __str__(self) -> str:
        if not self.board:
            return self.in_words()
        lines = [self.in_words(), "board, with the value that is left or a ? in each cell concerned:"]
        return "\n".join([*lines, *(f"  {line}".rstrip() for line in self.board.split("\n"))])

    def in_words(self) -> str:
        """The constraints and the values, without the board."""
        parts: list[str] = []
        by_place: dict[str | None, list[Posted]] = {}
        for posted in self.posted:
            by_place.setdefault(posted.place, []).append(posted)
        for place, together in by_place.items():
            parts += _folded(together)
            remarks = dict.fromkeys(p.kind.remark(p.constraint, p.scope, self.domains) for p in together)
            parts += [f"    {line}" for line in [statement(place), *remarks] if line]
        own = {variable: variable for variable in self.domains}
        parts += [
            f"given: {'variable ' * isinstance(name, int)}{called(own.get(name, name))} = {represented(value)}"
            for name, value in self.given.items()
        ]
        sharing: dict[tuple[Any, ...], list[Any]] = {}
        for name, values in self.domains.items():
            sharing.setdefault(values, []).append(name)
        ranges = [f"{shortened(names)}: {shortened(values)}" for values, names in sharing.items()]
        proved = ", and no fewer do" if self.is_smallest else ", and none can be dropped" if self.is_minimal else ""
        lines = [f"these contradict each other{proved}:", *(f"  {part}" for part in parts)]
        lines += ["values:", *(f"  {line}" for line in ranges)]
        return "\n".join(lines)


def may_hold(posted: Posted, values: Values) -> bool:
    """Whether a constraint holds, or its function raises."""
    try:
        return posted.holds(values)
    except PuzzleError:
        return True


def _folded(together: Sequence[Posted]) -> Iterator[str]:
    """A line for each of the constraints that one statement posted, or for all of a kind where they are many."""
    by_name: dict[str, list[Posted]] = {}
    for posted in together:
        by_name.setdefault(posted.name, []).append(posted)
    for name, alike in by_name.items():
        if len(alike) <= _MOST_LINES:
            yield from map(str, alike)
        else:
            place = f"{alike[0].place}: " if alike[0].place else ""
            variables = dict.fromkeys(variable for posted in alike for variable in posted.scope)
            yield f"{place}{len(alike)} {name} over {shortened(variables)}"


def statement(place: str | None) -> str:
    """The statement that begins at "file:line", with the comment behind it, on one line; "" where it is not known.

    Of a file that is not Python it is the line.
    """
    file, _, line = (place or "").rpartition(":")
    if not line.isdigit():
        return ""
    linecache.checkcache(file)  # it may have been edited, and loaded again
    first = last = int(line)
    if not file.endswith(".py"):
        return _shortened(linecache.getline(file, first).strip())
    read = (linecache.getline(file, number) for number in count(first))
    with suppress(tokenize.TokenError, SyntaxError, StopIteration):  # it does not end: its first line
        last += next(t.end[0] - 1 for t in tokenize.generate_tokens(read.__next__) if t.type == tokenize.NEWLINE)
    return _shortened(" ".join(linecache.getline(file, number).strip() for number in range(first, last + 1)))


def _shortened(line: str) -> str:
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 4]} ..."
