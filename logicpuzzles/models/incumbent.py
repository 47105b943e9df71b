"""Which solutions of a model with an objective are wanted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .constraints.base import Guarded
from .constraints.forms import Encoding, Form, Never
from .constraints.functions import Function
from .constraints.linear import Linear
from .encoding import LARGE_SUM
from .expressions import exact, plain
from .lowered import Lowered
from .objective import Number, Objective
from .values import LARGEST, Scope, Values


@dataclass(eq=False)
class Aim:
    """Solutions that are better than the best so far, or as good as the best.

    Attributes
    ----------
    lowered
        The objective as a sum; None where it can only be asked.
    most
        What `total` must be less than; None for anything.
    exactly
        Whether it must be `most` instead.
    """

    objective: Objective
    lowered: Lowered | None
    most: Number | None = None
    exactly: bool = False

    def total(self, row: Values) -> Number:
        """What is to be small, for the values of all variables: a whole number where the objective is lowered."""
        return self._total_of(tuple([row[v] for v in self.objective.scope]))

    def _total_of(self, values: Values) -> Number:
        if self.lowered is not None:
            return self.lowered.total(values)
        return exact(self.objective.of(values)) * self.objective.sign

    def shown(self, total: Number) -> Number:
        """What is asked for where this is the total, or the difference of two totals, but for the sign."""
        number = plain(Fraction(total) / (1 if self.lowered is None else self.lowered.scale))
        return number if isinstance(number, int) else float(number)

    def told_apart(self, main: Scope) -> Scope:
        """The variables by which solutions are told apart: a better one may have the same values for `main`."""
        return main if self.exactly else tuple(dict.fromkeys((*main, *self.objective.scope)))

    def is_good(self, total: Number) -> bool:
        """Whether a solution with this total is wanted."""
        return self.most is None or bool(total == self.most if self.exactly else total < self.most)

    @property
    def limit(self) -> int:
        """Where the objective is lowered and is to be less than `most`: what the sum may be at most."""
        assert self.lowered is not None
        return LARGEST if self.most is None else int(self.most) - 1 - self.lowered.constant

    @property
    def forms(self) -> list[Form]:
        """What engines take beside the constraints; but for `asked`, and the limit of the sum, which sink."""
        low = self.lowered
        if low is None:
            return [self.as_function] if self.exactly else []
        if not self.exactly:
            return low.forms
        bound = int(self.most or 0) - low.constant
        if not low.scope:
            return [] if bound == 0 else [Never((0,))]
        return [*low.forms, Linear(low.scope, low.multipliers, "==", bound)]

    def encode(self, encoding: Encoding) -> bool:
        """Have CP-SAT make the sum small; False where there is none, or it is too large for that."""
        low = self.lowered
        if low is None:
            return False
        sizes = (abs(m) * max(map(abs, encoding.domains[v])) for v, m in zip(low.scope, low.multipliers, strict=True))
        if sum(sizes) >= LARGE_SUM:
            return False
        encoding.model.minimize(sum(m * encoding.number(v) for v, m in zip(low.scope, low.multipliers, strict=True)))
        return True

    @property
    def sinking(self) -> Form:
        """That a solution is better than the best so far; in a search, its bound sinks as that is found."""
        low = self.lowered
        return self.as_function if low is None else Linear(low.scope, low.multipliers, "<=", self.limit)

    @property
    def as_function(self) -> Function:
        """That a solution is good enough, as a function that is asked."""
        return Function(self.objective.scope, Guarded(self._ask, otherwise=True))

    def _ask(self, values: Values) -> bool:
        return self.is_good(self._total_of(values))
