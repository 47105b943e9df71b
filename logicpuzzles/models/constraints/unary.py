"""Constraints on one variable: what remains of its domain, before any search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from .base import Form, Values


@dataclass(frozen=True)
class Never(Form):
    """Nothing satisfies this; it is about the variables of `scope`."""

    propagates: ClassVar[bool] = False

    def narrowed(self, domain: Values) -> Values:
        return ()


@dataclass(frozen=True)
class Among(Form):
    """The variable has one of the values, each in its domain."""

    values: Values
    propagates: ClassVar[bool] = False

    def narrowed(self, domain: Values) -> Values:
        allowed = set(self.values)
        return tuple(value for value in domain if value in allowed)
