"""What is drawable as pictures, as pages and as the output of a notebook's cell: a table of what its parts are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..by_name import entry
from ..drawable import Drawable
from ..drawing.page import page
from ..drawing.page_boards import Board
from ..drawing.page_parts import Part, Player, Sheet, Words
from ..drawing.renderers import rendered
from ..drawing.settling import widest
from ..drawing.svg import svg as svg_of
from ..drawing.text import text
from ..endings import Value
from ..errors import PuzzleError
from ..integers import represented


class Contents(NamedTuple):
    """What stands on a page or in a cell: a title, parts, and all values that boards may hold."""

    title: str
    parts: Sequence[Part]
    values: Iterable[Value] = ()

    def boards(self) -> list[Board]:
        """All boards that stand there by themselves."""
        sheets = [part.sheets if isinstance(part, Player) else [part] for part in self.parts
                  if isinstance(part, Player | Sheet)]  # fmt: skip
        return [board for group in sheets for sheet in group for board in sheet.boards]


CONTENTS = {  # by module and name of a class, the function that gives the contents of its objects
    "drawing.scene.Scene": "pages.endings:scene_shown",
    "endings.Path": "pages.puzzles:path_shown",
    "endings.Assignment": "pages.models:assignment_shown",
    "endings.Ending": "pages.endings:shown",
    "games.api.Game": "pages.games:game_shown",
    "games.result.Exploration": "pages.games:exploration_shown",
    "games.result.Node": "pages.games:tree_shown",
    "models.explain.Contradiction": "pages.models:contradiction_shown",
    "models.model.Model": "pages.models:model_shown",
    "puzzles.puzzle.Puzzle": "pages.puzzles:puzzle_shown",
    "rulefile.rulebook.RuleFile": "pages.rulefiles:shown",
    "search.exploration.Exploration": "pages.puzzles:space_shown",
    "search.exploration.Unexplored": "pages.puzzles:space_shown",
    "text.query.Query": "pages.answers:shown",
}
_PACKAGE = __name__.partition(".")[0] + "."


def contents(shown: object) -> Contents:
    """The contents of an object of one of these classes, or of one derived from them."""
    for kind in type(shown).__mro__:
        name = f"{kind.__module__.removeprefix(_PACKAGE)}.{kind.__qualname__}"
        if name in CONTENTS:
            return Contents(*entry(CONTENTS[name])(shown))
    raise TypeError(f"{type(shown).__name__} is not in the table of what is shown")


def svg(shown: Drawable) -> str:
    """Its boards as one picture.

    Raises
    ------
    PuzzleError
        It has none.
    """
    return _svg(contents(shown), shown)


def html(shown: Drawable, title: str | None = None) -> str:
    """A page of it."""
    its_own, parts, values = contents(shown)
    return page(title or its_own, parts, values)


def output(shown: Drawable) -> str:
    """What a notebook shows of it; where that cannot be told, what it is and why."""
    try:
        told = contents(shown)
    except Exception as error:  # what builds a model, or draws, is the user's and may raise anything
        said = str(error) if isinstance(error, PuzzleError) else f"{type(error).__name__}: {error}"
        told = Contents(represented(shown), [Words(said)])
    return entry("pages.output:output")(*told)  # type: ignore[no-any-return]


def drawn(shown: Drawable, renderer: str = "text") -> str:
    """The boards of an ending or a contradiction, each under its caption.

    Raises
    ------
    PuzzleError
        It has none, or there is no such renderer.
    """
    found = contents(shown)
    if renderer == "svg":
        return _svg(found, shown)
    boards = found.boards()
    cell = widest(cell.label for board in boards for cell in board.scene.cells)  # all boards are equally wide
    drawn = [text(board.scene, cell) if renderer == "text" else rendered(board.scene, renderer) for board in boards]
    if not drawn:
        raise _no_board(shown)
    if len(drawn) == 1:
        return drawn[0]
    return entry("drawing.gallery:gallery")(drawn, [board.caption for board in boards])  # type: ignore[no-any-return]


def _svg(found: Contents, shown: object) -> str:
    boards = found.boards()
    if not boards:
        raise _no_board(shown)
    if len(boards) > 1:
        return entry("pages.together:svg")(found.title, boards, found.values)  # type: ignore[no-any-return]
    return svg_of(boards[0].scene, boards[0].caption or found.title, found.values, boards[0].marked)


def _no_board(shown: object) -> PuzzleError:
    """The message that there is nothing to draw."""
    hint = "print(...) and to_html() tell what there is"
    return PuzzleError("this has no board to draw", expected="one with states or values", got=repr(shown), hint=hint)
