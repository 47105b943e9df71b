"""Namespaces: what a name means where it is called, and what may have been meant by one that means nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..by_name import entry
from ..errors import PuzzleError
from ..logic.relations import Predicate
from ..logic.terms import AnyTerm
from ..wording import closest
from .syntax.dialect import STANDARD, Dialect

if TYPE_CHECKING:
    from ..logic.machine.clauses import Auxiliary
    from ..logic.machine.image import Image

Indicator = tuple[str, int]  # ("append", 3), the name and arity that Prolog writes append/3
# The table stands below the compiler, which looks a construct up, and the room that enters them imports the compiler.
CONTROLS: dict[Indicator, Callable[..., Any]] = {}  # how each control construct is compiled; `control` enters them


# Control constructs and builtin relations that a program may define anew, as in SWI-Prolog: then its clauses count.
YIELDING = frozenset(
    {("forall", 2), ("ignore", 1), ("not", 1), ("aggregate_all", 3), ("dif", 2), ("otherwise", 0)}
    | {("plus", 3), ("succ", 2), ("between", 3), ("msort", 2), ("sort", 4), ("is_list", 1)}
)


class Namespace:
    """Predicates by name and arity, and behind them those of a `parent`.

    Attributes
    ----------
    image
        The code of what they name, once the query machine has run some: it refers to the namespace, and goes with it.
    """

    image: Image | None = None

    def __init__(
        self,
        predicates: Mapping[Indicator, Predicate],
        parent: Namespace | None = None,
        dialect: Dialect | None = None,
    ) -> None:
        self.predicates, self.parent, self._dialect = predicates, parent, dialect

    @property
    def dialect(self) -> Dialect:
        """How queries are read in which names mean this."""
        if self._dialect is not None:
            return self._dialect
        return STANDARD if self.parent is None else self.parent.dialect

    def find(self, name: str, arity: int) -> Predicate | None:
        """The predicate `name`/`arity`; None where there is none."""
        here = self.predicates.get((name, arity))
        return here if here is not None or self.parent is None else self.parent.find(name, arity)

    def helper(self, name: str, arity: int) -> Predicate | None:
        """A relation of the library that texts cannot name; None where there is none."""
        return None if self.parent is None else self.parent.helper(name, arity)

    def is_control(self, key: Indicator) -> bool:
        """Whether `key` is a control construct here: no program defines it anew."""
        if key not in CONTROLS or key not in YIELDING:
            return key in CONTROLS
        try:
            return self.find(*key) is None
        except PuzzleError:  # several files define it: who calls it is told so
            return False

    def resolve(self, name: str, arity: int) -> Predicate | None:
        """The predicate that the query machine calls by this name; None where only the resolver can."""
        return entry("text.code.runtime_goals:resolve")(self, name, arity)  # type: ignore[no-any-return]

    def shaped(self, goal: AnyTerm, args: Sequence[AnyTerm]) -> Auxiliary:
        """The predicate that the query machine runs for goals of the shape of `goal`, whose arguments are `args`."""
        return entry("text.code.runtime_goals:shaped")(self, goal, args)  # type: ignore[no-any-return]

    def known(self) -> Iterator[Indicator]:
        """All names with their arities."""
        yield from self.predicates
        if self.parent is not None:
            yield from self.parent.known()

    def advice(self, name: str) -> str | None:
        """How `name` becomes a relation; None where nothing of that name is there but one."""
        return None if self.parent is None else self.parent.advice(name)

    def is_move(self, name: str, arity: int) -> bool:
        """Whether `name`/`arity` is the move relation of a puzzle, whose rules walk/3 asks in either direction."""
        return self.parent is not None and self.parent.is_move(name, arity)

    def within(self, name: str) -> Namespace:
        """What names mean in the rule file `name`, for ``name:goal``.

        Raises
        ------
        PuzzleError
            No such rule file is loaded.
        """
        if self.parent is not None:
            return self.parent.within(name)
        raise PuzzleError(f"no rule file {name} is loaded", hint=f"load it too, or leave `{name}:` out")


def suggestion(name: str, arity: int, known: Iterable[Indicator]) -> str | None:
    """What may have been meant by an unknown `name`/`arity`.

    >>> suggestion("neighbour", 2, [("neighbor", 2), ("move", 3)])
    'did you mean neighbor/2?'
    >>> suggestion("move", 2, [("move", 3), ("move", 4)])
    'move exists with 3 and 4 arguments'
    >>> suggestion("move", 3, [("more", 3), ("move_piece", 3)])
    'did you mean move_piece/3?'
    >>> from logicpuzzles.text import predicates  # enters the control constructs
    >>> suggestion("findal", 3, []), suggestion("once", 2, [])
    ('did you mean findall/3?', 'once exists with 1 argument')
    """
    arities: dict[str, list[int]] = {}
    for other, size in known:
        arities.setdefault(other, []).append(size)
    alike = [other for other, sizes in arities.items() if other[:1].isalpha() and arity in sizes]
    for other, size in CONTROLS:
        arities.setdefault(other, []).append(size)
    if name in arities:
        sizes = sorted(set(arities[name]))
        counted = " and ".join(map(str, sizes)) if sizes != [0] else "no"
        return f"{name} exists with {counted} {'argument' if sizes == [1] else 'arguments'}"
    begins = (other for other, sizes in arities.items() if other.startswith(f"{name}_") and arity in sizes)
    # of other arguments only what is spelled nearly so
    close = next(begins, None) or closest(name, arities, 0.8) or closest(name, alike)
    if close is None:
        return None
    sizes = sorted(arities[close], key=lambda size: (size != arity, size))
    return f"did you mean {close}/{sizes[0]}?"
