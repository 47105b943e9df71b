"""What the propagation kernel asks Python: which values of a variable a function allows that it cannot take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress, repeat
from typing import Any

from .kernels import layout
from .loading import Numbers, int64s
from .values import Test, words_of

_WORD = 0xFFFFFFFFFFFFFFFF
MOST_ANSWERS = 1 << 10  # of one function that are remembered


class Question:
    """A function that the kernel asks Python about, of the FUNCTION propagator `p`.

    Attributes
    ----------
    test, function
        Whether it holds, of the values together; the same of each by itself, which may raise something.
    places
        By the address of the record of each of its variables, its place among the values that it takes.
    words, ends
        The addresses in `s` of all words of their domains, one variable after the other; from where to where those of
        each variable are.
    decode
        For each variable, its value for each bit.
    answers
        What it said before: by the place of the open variable and the words of all others, of which bits that was
        asked, and for which it held.
    """

    def __init__(self, t: list[int], p: int, test: Test, decode: Callable[[int], Sequence[Any]]) -> None:
        """With the array that a search only reads, and what gives the values of a variable by its address."""
        self.test = test
        plain = getattr(getattr(test, "test", None), "function", None)
        self.function: Callable[..., Any] = plain or (lambda *values: test(values))
        variables = t[t[p + layout.SCOPE] : t[p + layout.SCOPE_END] : 2]
        self.places = {v: place for place, v in enumerate(variables)}
        self.words: list[int] = []
        self.ends: list[tuple[int, int]] = []
        for v in variables:
            words = range(t[v + layout.FIRST], t[v + layout.END], layout.STRIDE)
            self.ends.append((len(self.words), len(self.words) + len(words)))
            self.words += words
        self.decode = list(map(decode, variables))
        self.answers: dict[tuple[int, ...], tuple[int, int]] = {}
        self.n_kept = 0 if p == t[layout.OBJECTIVE] else MOST_ANSWERS  # what is good enough changes in a search

    def answer(self, s: Numbers) -> None:
        """Write into the reply which values of the open variable the function allows."""
        words = [s[at] & _WORD for at in self.words]
        place = self.places[s[layout.OPEN]]
        first, end = self.ends[place]
        left, key = _joined(words[first:end]), (place, *words[:first], *words[end:])
        asked, held = self.answers.get(key, (0, 0))
        if left & ~asked:
            held |= self._satisfying_bits(words, place, left & ~asked)
            if len(self.answers) < self.n_kept:
                self.answers[key] = asked | left, held
        at, reply = s[layout.REPLY], words_of(held, end - first)
        if isinstance(s, list):
            s[at : at + len(reply)] = reply
        else:
            s[at : at + len(reply)] = int64s(reply)

    def _satisfying_bits(self, words: list[int], place: int, bits: int) -> int:
        """For which of these bits of the variable at a place it holds; all others are fixed."""
        given: list[Iterable[Any]] = []
        for known, (first, end) in zip(self.decode, self.ends, strict=True):
            given.append(repeat(known[_joined(words[first:end]).bit_length() - 1]))
        open_bits = [k for k in range(bits.bit_length()) if bits >> k & 1]
        given[place] = values = [self.decode[place][k] for k in open_bits]
        try:  # the function itself: what stands around it takes longer than most functions
            held = list(compress(open_bits, map(self.function, *given)))
        except Exception:  # a function of the user's may raise anything
            given[place] = values
            held = list(compress(open_bits, map(self.test, zip(*given, strict=False))))
        return sum([1 << k for k in held])


def _joined(words: Sequence[int]) -> int:
    """The words of a domain as bits of one integer."""
    return words[0] if len(words) == 1 else sum([word << (64 * i) for i, word in enumerate(words)])
