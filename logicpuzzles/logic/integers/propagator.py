"""What a constraint over integers is: a condition that narrows domains."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..terms import AnyTerm

if TYPE_CHECKING:
    from .propagation import Propagation


class Propagator:
    """A condition on integers that narrows their domains; immutable.

    Attributes
    ----------
    name
        Of the goal that posted it, for messages.
    terms
        Its unknowns and integers.
    waits_for_values
        Whether it has nothing to do while domains only shrink.
    """

    name: str
    terms: tuple[AnyTerm, ...]
    waits_for_values = False

    def propagate(self, on: Propagation) -> bool:
        """Narrow what can be narrowed; False if it cannot hold. With all terms known this decides."""
        raise NotImplementedError

    def is_entailed(self, on: Propagation) -> bool:
        """Whether it holds whatever the unknowns become."""
        return all(type(on.walk(term)) is int for term in self.terms)

    def holds(self, values: Sequence[int]) -> bool:
        """Whether it holds when its terms have these values."""
        raise NotImplementedError

    def determined(self) -> Sequence[AnyTerm]:
        """Terms that each have one value at most once all others are known, which propagation then finds."""
        return ()

    def goal(self, on: Propagation) -> AnyTerm:
        """What remains of it, as a goal that can be posted."""
        raise NotImplementedError
