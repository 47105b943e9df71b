"""Tables: the values together are one of the rows that are listed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import contains

from ..kernels import layout
from ..values import Scope, Value, Values, words_of
from .forms import Encoding, Form, Packing

_ROWS_PROMPT = 64  # a table of more rows runs when cheaper propagators have done their work
_MOST_WORDS = 1 << 17  # of a table as sets of rows; larger ones are diagrams


@dataclass(frozen=True)
class Table(Form):
    """The values together are one of the rows."""

    rows: tuple[Values, ...]

    def is_possible(self, domains: Sequence[Values]) -> bool:
        return bool(inside(self.rows, domains, 1))

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        bits = [packing.classes[v].bits for v in scope]
        key = id(self.rows), tuple(map(tuple, bits))  # tables that are read from one function share their rows
        if key in packing.tables:
            self._add(packing, scope, *packing.tables[key])
            return
        rows = [row for row in self.rows if all(x in known for x, known in zip(row, bits, strict=True))]
        n_words = (len(rows) + 63) // 64
        if n_words * sum(map(len, bits)) > _MOST_WORDS:
            for form in listed(self.scope, [packing.domains[v] for v in scope], rows):
                form.pack(packing, scope)
            return
        supports = []
        for place, known in enumerate(bits):
            sets = [0] * len(known)
            for r, row in enumerate(rows):
                sets[known[row[place]]] |= 1 << r
            supports.append(packing.keep(word for rows_with in sets for word in words_of(rows_with, n_words)))
        packing.tables[key] = len(rows), supports
        self._add(packing, scope, len(rows), supports)

    def _add(self, packing: Packing, scope: Sequence[int], n_rows: int, supports: Sequence[int]) -> None:
        late, n_words = n_rows > _ROWS_PROMPT, (n_rows + 63) // 64
        packing.add(layout.TABLE, scope, number=[n_words], weight=supports, late=late, n_scratch=2 * n_words)

    def encode(self, encoding: Encoding) -> None:
        left = inside(self.rows, [encoding.domains[v] for v in self.scope])
        rows = [[encoding.code(v, x) for v, x in zip(self.scope, row, strict=True)] for row in left]
        if rows:
            encoding.model.add_allowed_assignments([encoding.variables[v] for v in self.scope], rows)
        else:
            encoding.model.add_bool_or([])


def inside(rows: Iterable[Values], domains: Sequence[Values], most: int | None = None) -> list[Values]:
    """The rows, `most` at most, whose values are in the domains."""
    sets = list(map(set, domains))
    return list(islice((row for row in rows if all(map(contains, sets, row))), most))


def listed(scope: Scope, domains: Sequence[Values], rows: Iterable[Values]) -> list[Form]:
    """The diagram of the rows."""
    from .diagrams import diagram  # here: most tables are no diagrams

    nodes = tree(rows)

    def step(state: int, _: int, value: Value) -> int | None:
        return nodes[state].get(value)

    return diagram(scope, domains, 0, step, lambda _: True)


def tree(rows: Iterable[Values]) -> list[dict[Value, int]]:
    """Nodes for the beginnings of the rows: for each, the node that a value leads to. The first is for none."""
    nodes: list[dict[Value, int]] = [{}]
    for row in rows:
        at = 0
        for value in row:
            if value not in nodes[at]:
                nodes[at][value] = len(nodes)
                nodes.append({})
            at = nodes[at][value]
    return nodes
