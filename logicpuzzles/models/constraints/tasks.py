"""Forms of tasks and boxes, and what the constraints on them have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from ...errors import PuzzleError, Refusal
from ...integers import as_text, represented
from ..kernels import layout
from ..kernels.tasks import N_ARRAYS
from ..values import LARGEST, Domains, Variable
from .base import Lowering, Posted
from .forms import Encoding, Form, Packing


@dataclass(frozen=True)
class Boxes(Form):
    """No two boxes overlap. The scope is their corners, one variable a side; `lengths` are those of the sides, above 0.

    With one side each they are tasks that take turns.
    """

    lengths: tuple[int, ...]
    n_sides: int

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        packing.add(layout.BOXES, scope, number=[self.n_sides], weight=self.lengths, event=layout.BOUNDS)
        if self.n_sides == 1:
            never = 1 + sum(self.lengths) + max(abs(x) for v in scope for x in packing.domains[v])
            packing.add(
                layout.DISJUNCTIVE, scope, number=[never], weight=self.lengths, event=layout.BOUNDS, late=True,
                n_scratch=N_ARRAYS * len(scope),
            )  # fmt: skip

    def encode(self, encoding: Encoding) -> None:
        if self.n_sides > 2:
            self._encode_pairs(encoding)
            return
        sides = [interval(encoding, v, length) for v, length in zip(self.scope, self.lengths, strict=True)]
        if self.n_sides == 1:
            encoding.model.add_no_overlap(sides)
        else:
            encoding.model.add_no_overlap_2d(sides[::2], sides[1::2])

    def _encode_pairs(self, encoding: Encoding) -> None:
        """Of each two boxes one ends before the other begins, along some side."""
        begins, n = [encoding.number(v) for v in self.scope], self.n_sides
        for one, two in combinations(range(0, len(begins), n), 2):
            before = []
            for d in range(n):
                for i, j in ((one + d, two + d), (two + d, one + d)):
                    before.append(encoding.model.new_bool_var(""))
                    encoding.model.add(begins[i] + self.lengths[i] <= begins[j]).only_enforce_if(before[-1])
                    encoding.model.add(begins[i] + self.lengths[i] > begins[j]).only_enforce_if(~before[-1])
            encoding.model.add_bool_or(before)


@dataclass(frozen=True)
class Shared(Form):
    """Tasks never need more than `capacity` at once; they start at the variables, last and need what is above 0."""

    durations: tuple[int, ...]
    needs: tuple[int, ...]
    capacity: int

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        tasks = [packing.keep(task) for task in zip(self.durations, self.needs, strict=True)]
        packing.add(
            layout.CUMULATIVE, scope, number=[self.capacity], weight=tasks, event=layout.BOUNDS, late=True,
            n_scratch=2 * len(scope),
        )  # fmt: skip

    def encode(self, encoding: Encoding) -> None:
        intervals = [interval(encoding, v, length) for v, length in zip(self.scope, self.durations, strict=True)]
        encoding.model.add_cumulative(intervals, self.needs, self.capacity)


def interval(encoding: Encoding, v: int, length: int) -> Any:
    """What begins at variable `v`, and how long it is, for CP-SAT."""
    return encoding.model.new_fixed_size_interval_var(encoding.number(v), length, "")


def check_amounts(what: str, amounts: Any, expected: int, of: str, place: str | None) -> None:
    """Raise `PuzzleError` unless there are as many whole numbers from 0 as expected."""
    if not isinstance(amounts, list):
        raise PuzzleError(
            f"{what} are a list of whole numbers",
            place=place,
            got=represented(amounts),
            hint="write a number for each task",
        )
    if len(amounts) != expected:
        raise PuzzleError(f"there are not as many {what} as {of}", place=place, expected=str(expected),
                          got=str(len(amounts)), hint="give one for each, in their order")  # fmt: skip
    for amount in amounts:
        if type(amount) is not int or amount < 0:
            raise PuzzleError(
                f"{what} are whole numbers from 0",
                place=place,
                got=represented(amount),
                hint="write no fraction, and nothing below 0",
            )


def check_starts(scope: Sequence[Variable], domains: Domains, place: str | None) -> None:
    """Raise `PuzzleError` unless all values are integers."""
    for variable in scope:
        for value in domains[variable]:
            if type(value) not in (int, bool):
                raise PuzzleError(f"{as_text(variable)} says when or where something begins", place=place,
                                  expected="integers", got=represented(value), hint="give it integers")  # fmt: skip


def check_fits(lowering: Lowering, posted: Posted, amounts: Sequence[int]) -> None:
    """Raise `Refusal` where times or amounts are too large for machine words.

    Energy is a time by an amount: each keeps to half of the bits.
    """
    times = [abs(value) for variable in posted.scope for value in lowering.domains[lowering.number[variable]]]
    if (max(times, default=0) + sum(amounts)) ** 2 >= LARGEST:
        raise Refusal(f"{posted} has numbers that only the engine reference takes")


def hide(domain: Any, allowed: Any) -> bool:
    """Hide the values of a domain of the library that are not allowed; whether any is left."""
    for value in domain[:]:
        if not allowed(value):
            domain.hideValue(value)
    return bool(domain)
