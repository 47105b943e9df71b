"""Classes of users: made terms with `unifiable`, with functions of their own, as dataclasses, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from unification import unifiable
from unification.core import _reify, _unify, construction_sentinel


@unifiable
class House:
    """An object with attributes; Python compares houses by identity."""

    def __init__(self, colour: Any, owner: Any) -> None:
        self.colour, self.owner = colour, owner

    def __repr__(self) -> str:
        return f"House({self.colour!r}, {self.owner!r})"


@unifiable
class Slots:
    """An object with slots."""

    __slots__ = ("one", "two")

    def __init__(self, one: Any, two: Any) -> None:
        self.one, self.two = one, two

    def __repr__(self) -> str:
        return f"Slots({self.one!r}, {self.two!r})"


@dataclass
class Data:
    """A dataclass that nobody registered; its note does not count."""

    one: Any
    two: Any = 0
    note: Any = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Frozen:
    """A dataclass that cannot change."""

    one: Any
    two: Any


@dataclass
class Own:
    """A dataclass with a comparison of its own."""

    one: Any

    def __eq__(self, other: object) -> bool:
        return type(other) is Own and abs(self.one) == abs(other.one)

    def __hash__(self) -> int:
        return 0


class Box:
    """A term with functions of its own in the registry; Python compares boxes by identity."""

    def __init__(self, *held: Any) -> None:
        self.held = held

    def __repr__(self) -> str:
        return f"Box({', '.join(map(repr, self.held))})"


class Half:
    """Registered for `unify` only."""


def _unify_boxes(left: Box, right: Box, state: Any) -> Iterator[Any]:
    yield _unify(left.held, right.held, state)


def _reify_box(box: Box, state: Any) -> Iterator[Any]:
    held = yield _reify(box.held, state)
    yield construction_sentinel
    yield Box(*held)


_unify.add((Box, Box, Mapping), _unify_boxes)
_reify.add((Box, Mapping), _reify_box)
_unify.add((Half, Half, Mapping), lambda left, right, state: state)
