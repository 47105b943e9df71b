"""What the kernel asks Python: which values of one variable a function allows when its other variables are fixed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .constraints.functions import Function
from .kernels import layout
from .kernels.layout import Ints
from .packed import Packed
from .values import words_of

_WORD = 0xFFFFFFFFFFFFFFFF


@dataclass(frozen=True, eq=False)
class Question:
    """A function, and where in `s` the domains of its variables are.

    Attributes
    ----------
    variables
        The addresses of the records of the variables, in the order in which the function takes their values.
    words
        The addresses of all words of their domains, one variable after the other.
    widths, decode
        For each variable, how many words its domain has, and its value for each bit.
    """

    function: Function
    variables: list[int]
    words: Ints
    widths: list[int]
    decode: list[list[Any]]

    @classmethod
    def of(cls, packed: Packed, p: int) -> Question:
        """The question of the FUNCTION propagator `p`."""
        t = packed.t
        function = packed.functions[int(t[p + layout.NUMBER])]
        variables = t[int(t[p + layout.SCOPE]) : int(t[p + layout.SCOPE_END]) : 2].tolist()
        words = [np.arange(t[v + layout.FIRST], t[v + layout.END], layout.STRIDE) for v in variables]
        decode = [packed.decode[packed.number(v)] for v in variables]
        return cls(function, variables, np.concatenate(words), list(map(len, words)), decode)

    def answer(self, s: Ints) -> None:
        """Write into the reply which values of the open variable the function allows."""
        domains = self._domains(s)
        values = [decode[domain.bit_length() - 1] for decode, domain in zip(self.decode, domains, strict=True)]
        place = self.variables.index(int(s[layout.OPEN]))
        decode, left, allowed = self.decode[place], domains[place], 0
        while left:
            bit = left & -left
            left ^= bit
            values[place] = decode[bit.bit_length() - 1]
            if self.function.test(tuple(values)):
                allowed |= bit
        reply, n = int(s[layout.REPLY]), self.widths[place]
        s[reply : reply + n] = words_of(allowed, n)

    def _domains(self, s: Ints) -> list[int]:
        """The domain of each variable, as bits of an integer."""
        words = s[self.words].tolist()
        if len(words) == len(self.variables):
            return [word & _WORD for word in words]
        found, at = [], 0
        for width in self.widths:
            found.append(sum((words[at + i] & _WORD) << (64 * i) for i in range(width)))
            at += width
        return found
