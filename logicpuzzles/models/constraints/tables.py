"""Tables: the values together are one of the rows that are listed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..kernels import layout
from ..values import Values, words_of
from .forms import Encoding, Form, Packing

_ROWS_PROMPT = 64  # a table of more rows runs when cheaper propagators have done their work


@dataclass(frozen=True)
class Table(Form):
    """The values together are one of the rows."""

    rows: tuple[Values, ...]

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        bits = [packing.classes[v].bits for v in scope]
        rows = [row for row in self.rows if all(x in known for x, known in zip(row, bits, strict=True))]
        n_words = (len(rows) + 63) // 64
        supports = []
        for place, known in enumerate(bits):
            sets = [0] * len(known)
            for r, row in enumerate(rows):
                sets[known[row[place]]] |= 1 << r
            supports.append(packing.keep(word for rows_with in sets for word in words_of(rows_with, n_words)))
        late = len(rows) > _ROWS_PROMPT
        packing.add(layout.TABLE, scope, number=[n_words], weight=supports, late=late, n_scratch=n_words)

    def encode(self, encoding: Encoding) -> None:
        left = [set(encoding.domains[v]) for v in self.scope]
        rows = [
            [encoding.code(v, x) for v, x in zip(self.scope, row, strict=True)]
            for row in self.rows
            if all(x in known for x, known in zip(row, left, strict=True))
        ]
        if rows:
            encoding.model.add_allowed_assignments([encoding.variables[v] for v in self.scope], rows)
        else:
            encoding.model.add_bool_or([])
