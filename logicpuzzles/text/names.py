"""What a name means where it is called: the relations of a file, then those that every text may use."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from ..errors import PuzzleError
from ..logic.relations import Predicate

Key = tuple[str, int]  # ("append", 3)
CONTROLS: dict[Key, Callable[..., Any]] = {}  # the control constructs and how each is compiled; `control` enters them


class Names:
    """Predicates by name and arity, in front of those of another `behind` it."""

    def __init__(self, predicates: Mapping[Key, Predicate], behind: Names | None = None) -> None:
        self.predicates, self.behind = predicates, behind

    def find(self, name: str, arity: int) -> Predicate | None:
        """The predicate `name`/`arity`; None where there is none."""
        here = self.predicates.get((name, arity))
        return here if here is not None or self.behind is None else self.behind.find(name, arity)

    def known(self) -> Iterator[Key]:
        """All names with their arities."""
        yield from self.predicates
        if self.behind is not None:
            yield from self.behind.known()

    def is_move(self, name: str, arity: int) -> bool:
        """Whether `name`/`arity` is the move relation of a puzzle, whose rules walk/3 asks in either direction."""
        return self.behind is not None and self.behind.is_move(name, arity)

    def within(self, name: str) -> Names:
        """What names mean in the rule file `name`, for ``name:goal``.

        Raises
        ------
        PuzzleError
            No such rule file is loaded.
        """
        if self.behind is not None:
            return self.behind.within(name)
        raise PuzzleError(f"no rule file {name} is loaded", hint=f"load it too, or leave `{name}:` out")


def suggestion(name: str, arity: int, known: Iterable[Key]) -> str | None:
    """What may have been meant by an unknown `name`/`arity`.

    >>> suggestion("neighbour", 2, [("neighbor", 2), ("move", 3)])
    'did you mean neighbor/2?'
    >>> suggestion("move", 2, [("move", 3), ("move", 4)])
    'move exists with 3 and 4 arguments'
    >>> suggestion("move", 3, [("more", 3), ("move_piece", 3)])
    'did you mean move_piece/3?'
    >>> suggestion("findal", 3, []), suggestion("once", 2, [])
    ('did you mean findall/3?', 'once exists with 1 argument')
    """
    arities: dict[str, list[int]] = {}
    for other, size in known:
        arities.setdefault(other, []).append(size)
    relations = [other for other in arities if other[:1].isalpha()]
    for other, size in CONTROLS:
        arities.setdefault(other, []).append(size)
    if name in arities:
        sizes = sorted(set(arities[name]))
        counted = " and ".join(map(str, sizes)) if sizes != [0] else "no"
        return f"{name} exists with {counted} {'argument' if sizes == [1] else 'arguments'}"
    close = [other for other, sizes in arities.items() if other.startswith(f"{name}_") and arity in sizes]
    close = close or get_close_matches(name, arities, 1, cutoff=0.8) or get_close_matches(name, relations, 1)
    if not close:
        return None
    sizes = sorted(arities[close[0]], key=lambda size: (size != arity, size))
    return f"did you mean {close[0]}/{sizes[0]}?"
