"""What is stated of a relation: its clauses, of which facts may have been read many at once."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, overload

from .names import Indicator
from .syntax.lexical import Sentence, Source, sentence_at
from .syntax.nodes import Node
from .syntax.parser import parse
from .syntax.plain import Found


@dataclass(slots=True)
class Clause:
    """One clause as it was read.

    Attributes
    ----------
    values
        The arguments of a plain fact; `head` is then made when it is asked for.
    body
        None for a fact.
    """

    key: Indicator
    sentence: Sentence
    values: tuple[Any, ...] | None = None
    parsed: Node | None = None
    body: Node | None = None

    @property
    def head(self) -> Node:
        """The head as it was read."""
        if self.parsed is None:
            self.parsed = parse(self.sentence)
        return self.parsed


@dataclass(slots=True)
class Run:
    """Facts of a relation with no other clause of it among them, read at once.

    Attributes
    ----------
    rows
        Their arguments.
    starts
        Where the sentence of each begins, or the layout before it.
    unknowns
        Those of each fact that has some, by its number.
    """

    source: Source
    rows: list[tuple[Any, ...]] = field(default_factory=list)
    starts: array[int] = field(default_factory=lambda: array("q"))
    unknowns: dict[int, tuple[Any, ...]] = field(default_factory=dict)

    def extend(self, found: Found, begin: int, end: int) -> None:
        """Add the facts `begin` to `end` of those found."""
        number = len(self.rows)
        self.rows += found.rows[begin:end]
        self.starts.extend(found.bounds[begin:end])
        if found.unknowns:
            some = ((n, found.unknowns[n]) for n in range(begin, end) if n in found.unknowns)
            self.unknowns.update({number + n - begin: unknowns for n, unknowns in some})

    def clauses(self) -> Iterator[Clause]:
        """The same read one by one, with their sentences."""
        for at in self.starts:
            sentence = sentence_at(self.source, at)
            assert sentence is not None
            node = parse(sentence)
            yield Clause((node.name, len(node.args)), sentence, None, node)  # type: ignore[attr-defined]


class Stated(Sequence[Clause]):
    """The clauses of one relation, the first of which is read whole; `parts` are clauses and runs of plain facts."""

    def __init__(self) -> None:
        self.parts: list[Clause | Run] = []
        self._all: list[Clause] | None = None

    def append(self, part: Clause | Run) -> None:
        """Add what is stated next."""
        self.parts.append(part)
        self._all = None

    def extend(self, source: Source, found: Found, begin: int, end: int) -> None:
        """Add the facts `begin` to `end` of those found."""
        if not isinstance(run := self.parts[-1], Run):
            self.append(run := Run(source))
        run.extend(found, begin, end)
        self._all = None

    @property
    def first(self) -> Clause:
        """The first clause."""
        assert isinstance(self.parts[0], Clause)
        return self.parts[0]

    def _clauses(self) -> list[Clause]:
        if self._all is None:
            self._all = [
                clause for part in self.parts for clause in (part.clauses() if isinstance(part, Run) else (part,))
            ]
        return self._all

    def __len__(self) -> int:
        return sum(len(part.rows) if isinstance(part, Run) else 1 for part in self.parts)

    @overload
    def __getitem__(self, index: int) -> Clause: ...

    @overload
    def __getitem__(self, index: slice) -> list[Clause]: ...

    def __getitem__(self, index: int | slice) -> Clause | list[Clause]:
        return self._clauses()[index]

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses())
