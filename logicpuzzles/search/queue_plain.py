"""Every state of a space with its depth, breadth first in plain Python: the reference for the kernels that explore."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from ..endings import State
from ..logic.terms import typed
from .budget import UNLIMITED, Outcome
from .coding.codes import Codes
from .coding.move_pruning import ROOT
from .coding.program import Program
from .coding.successors import Successors
from .depths import QueueTable
from .problem import SearchProblem
from .space import Node, RelationSpace

ENTRY_BYTES = 190  # what CPython needs for a state in the dictionary and in the queue, beside the state itself


class Moves(NamedTuple):
    """What a plain exploration asks: nodes are tuples of numbers, equal just when the states are the same.

    `after` gives the nodes after one that `via` led to, in clause order, in front of whatever else it gives. `encode`
    gives None for what is no state of the space.
    """

    after: Callable[[Node, Any], Sequence[tuple[Node, Any, int]]]
    encode: Callable[[State], Node | None]
    decode: Callable[[Node], State]


def rule_moves(program: Program, blanks: tuple[int, ...]) -> Moves:
    """The moves of compiled rules, for states that hold the wanderers `blanks` once each."""
    successors = program.once(("successors", blanks, None), lambda: Successors(program, blanks, None))
    codes, n_cells = program.codes, program.n_cells

    def encode(state: State) -> Node | None:
        known = len(state) == n_cells and all(typed(value) in codes.number for value in state)
        return successors.encode(state) if known else None

    return Moves(successors.after, encode, lambda node: codes.decode(node[:n_cells]))


def relation_moves(successors: Callable[[State], Sequence[tuple[Any, State]]], start: State) -> Moves:
    """The moves that a relation gives which did not compile."""
    space = RelationSpace(SearchProblem(start, (), successors), bounded=False)
    codes: Codes = space.codes
    return Moves(space.after, lambda state: tuple(map(codes.add, state)), codes.decode)


class PlainQueue:
    """The states met so far, in slices; `ends` tells where the states of each complete depth end."""

    def __init__(self, moves: Moves, sources: Sequence[State]) -> None:
        self.moves = moves
        self.rows: dict[Node, int] = {}
        for source in sources:
            node = moves.encode(source)
            if node is not None:
                self.rows.setdefault(node, len(self.rows))
        self.queue = list(self.rows)
        self.vias: list[Any] = [ROOT] * len(self.queue)
        self.next = 0
        self.ends = [len(self.queue)]
        self.node_bytes = ENTRY_BYTES + 56 + 8 * len(self.queue[0])

    @property
    def count(self) -> int:
        """States met."""
        return len(self.queue)

    @property
    def depths(self) -> list[int]:
        """The number of states of each depth that is known to be complete."""
        return [end - begin for begin, end in zip([0, *self.ends], self.ends, strict=False)]

    def memory(self) -> int:
        """About the bytes held."""
        return len(self.queue) * self.node_bytes

    def run(self, work: int, cap: int = UNLIMITED) -> Outcome:
        """Go on for `work` expansions, while no more than `cap` states are met."""
        rows, queue, vias, after = self.rows, self.queue, self.vias, self.moves.after
        del queue[len(rows) :], vias[len(rows) :]  # what an interrupt left half done
        for row in range(self.next, min(self.next + work, self.ends[-1])):
            for node, via, _ in after(queue[row], vias[row]):
                if node not in rows:
                    if len(queue) >= cap:
                        return Outcome.FULL  # this row is expanded again when it goes on
                    queue.append(node)
                    vias.append(via)
                    rows[node] = len(rows)
            self.next = row + 1
        if self.next < self.ends[-1]:
            return Outcome.PAUSED
        if self.ends[-1] == len(queue):
            return Outcome.ENDED
        self.ends.append(len(queue))
        return Outcome.PAUSED

    def table(self) -> QueueTable:
        """The depths of all states met, after `ENDED`."""
        return PlainTable(self)


class PlainTable(QueueTable):
    """The table of a plain exploration."""

    def __init__(self, queue: PlainQueue) -> None:
        super().__init__(queue.depths)
        self.moves, self.known, self.queue = queue.moves, queue.rows, queue.queue

    def row(self, state: State) -> int | None:
        """The row of `state`; None where it has none."""
        node = self.moves.encode(state)
        return None if node is None else self.known.get(node)

    def rows(self, begin: int, end: int) -> Iterator[State]:
        """The states of consecutive rows."""
        return map(self.moves.decode, self.queue[begin:end])
