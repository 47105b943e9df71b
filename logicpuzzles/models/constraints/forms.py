"""Constraints as engines take them: each posts itself to the propagation kernel and to CP-SAT."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from ..encoding import Encoding
from ..packed import Packing
from ..values import Scope, Value, Values

__all__ = ["Among", "Encoding", "Form", "Never", "Packing", "Single"]


@dataclass(frozen=True)
class Single:
    """Options, each a variable and its value, of which at most one is taken; exactly one where that `is_needed`."""

    options: tuple[tuple[int, Value], ...]
    is_needed: bool


@dataclass(frozen=True)
class Form:
    """A constraint as engines take it, whatever class or function it was written as."""

    scope: Scope
    shares_values: ClassVar[bool] = False  # whether values of its variables are compared with each other

    @property
    def groups(self) -> tuple[Scope, ...]:
        """Groups of its variables whose values are compared with each other."""
        return (self.scope,) if self.shares_values else ()

    @property
    def is_step(self) -> bool:
        """Whether it says that the sum of two variables is a third."""
        return False

    def narrowed(self, domain: Values) -> Values:
        """What it leaves of the domain of its first variable, alone."""
        return domain

    def is_possible(self, domains: Sequence[Values]) -> bool:
        """False if the domains of its variables rule it out; only for what its propagator misses."""
        return True

    def apart(self, domains: Sequence[Values]) -> Sequence[Form]:
        """The same in parts, where it is about groups of variables that share no values; `domains` are those of all."""
        return (self,)

    def single(self, domains: Sequence[Values]) -> Single | None:
        """What it says, where that is that at most one of some options is taken; `domains` are those of all variables.

        Each value of a variable is there once at most.
        """
        return None

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        """Add its propagator, on the variables that the packing numbers as `scope`; none if `narrowed` says it all."""

    def encode(self, encoding: Encoding) -> None:
        """Add it to a model of CP-SAT."""


@dataclass(frozen=True)
class Never(Form):
    """Nothing satisfies this; it is about the variables of `scope`."""

    def narrowed(self, domain: Values) -> Values:
        return ()


@dataclass(frozen=True)
class Among(Form):
    """The variable has one of the values, each in its domain."""

    values: Values

    def narrowed(self, domain: Values) -> Values:
        allowed = set(self.values)
        return tuple(value for value in domain if value in allowed)
