"""What a search for the solutions of a model has in common, whatever the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..search.budget import Budget
from ..wording import counted
from .values import Values

if TYPE_CHECKING:
    from typing import Protocol

    from ..copying import Reduced
    from ..workers.specification import Asked
    from .reading import Reading

    class Read(Protocol):
        """A model, as far as its search asks it."""

        @property
        def origin(self) -> Reduced | None:
            """What makes it elsewhere; see `Copied`."""

        @property
        def reading(self) -> Reading:
            """What it says."""


Cuts = Mapping[int, Values]  # {0: (9,), 4: (1, 2)}: what is left of the domains of some variables, by number


@dataclass(frozen=True)
class Helpers:
    """Who may help.

    Attributes
    ----------
    asked
        How many, or what runs them; None for threads on all cores.
    model
        That whose own reading is searched, which others need where Python decides about constraints.
    """

    asked: Asked
    model: Read | None = None


ALONE = Helpers(1)


class Search:
    """One query in an engine.

    Attributes
    ----------
    nodes
        What the engine counts, such as assignments tried.
    found
        Solutions met so far.
    engine
        The name of the engine, where it was chosen on the way; "" where the query has named it.
    why
        Why that engine was chosen, in a sentence; None where the first one goes on.
    elsewhere
        Nodes of other searches under the same limit.
    first_block
        How many solutions the first block of them may have; later ones have more. A few where more may not be asked
        for.
    """

    engine = ""
    why: str | None = None

    def __init__(self, budget: Budget) -> None:
        self.budget, self.nodes, self.found, self.elsewhere, self.first_block = budget, 0, 0, 0, 1

    def rows(self) -> Iterator[Values | None]:
        """The solutions, each once: the values of all variables, in the order of their declaration.

        None comes after a slice without a solution, so that the caller can pause.
        """
        raise NotImplementedError

    def blocks(self) -> Iterator[Sequence[Values]]:
        """The same in blocks, as they are found; an empty one where `rows` gives None."""
        for row in self.rows():
            yield () if row is None else (row,)

    def count(self) -> int:
        """The number of solutions that differ in the variables of the relation."""
        return sum(1 for _ in self.rows())

    def share(self, workers: Helpers) -> None:
        """Let others help where the search lasts and is cut into branches."""

    def tighten(self) -> bool:
        """Go on with the aim as it is now, which was made higher; False where the search must begin anew."""
        return False

    def left(self) -> Cuts | None:
        """What the aim leaves of all domains from the start, where a new search over that takes less room."""
        return None

    def floor(self) -> int | None:
        """What the objective's sum is at least, as far as is known."""
        return None

    def progress(self) -> str:
        """How far the search is, in one line."""
        return f"{counted(self.nodes, 'assignment')} tried, {counted(self.found, 'solution')}"

    def distinct(self, rows: Iterable[Values], main: Sequence[int]) -> Iterator[Values]:
        """Those of the rows that differ in the variables of the relation, `main`; they are counted as found."""
        seen: set[Values] = set()
        for row in rows:
            if len(main) < len(row):
                key = tuple([row[v] for v in main])
                if key in seen:
                    continue
                seen.add(key)
            self.found += 1
            yield row
