"""From rows of an engine to what is given out: checked as far as they are in doubt, and made dicts, a block at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, repeat
from typing import Any

from .reading import Reading
from .values import Values

FEW = 250  # solutions for which no function is written
WIDEST = 60  # names for which one is; it takes 7 us for each, once


class HandingOut:
    """What becomes of the rows of a reading.

    Parameters
    ----------
    as_tuples
        Whether a solution is given as the values of the variables of the relation, in order, in place of a dict.
    """

    def __init__(self, reading: Reading, as_tuples: bool) -> None:
        self.reading, self.as_tuples = reading, as_tuples
        self.names = reading.names
        self._n_rows = 0
        self._is_all, self._take = reading.is_all, reading.take_main

    def block(self, rows: Sequence[Values], engine: str) -> Iterator[Any]:
        """What is given out for rows of an engine; of those of our own all is checked for the first only."""
        taken, is_own = iter(rows), engine == "compiled"
        if not is_own or self.reading.doubted:
            taken = map(self._checked, rows, chain((True,), repeat(not is_own)), repeat(engine))
        elif rows:
            self.check(rows[0], engine)
        if rows and not (self._is_all and len(rows[0]) == len(self.names)):
            taken = map(self._take, taken)
        if self.as_tuples:
            return taken
        self._n_rows += len(rows)
        if self._n_rows < FEW or len(self.names) > WIDEST:
            return map(dict, map(zip, repeat(self.names), taken))
        return iter(written(len(self.names), type(taken) is map)(*self.names)(taken))

    def as_dict(self, given: Any) -> dict[Any, Any]:
        """What was given out, as a dict."""
        return dict(zip(self.names, given, strict=True)) if self.as_tuples else dict(given)

    def main(self, row: Values) -> Values:
        """The values of the variables of the relation; behind them there may be others."""
        taken: Values = self._take(row)
        return taken

    def check(self, row: Values, engine: str) -> None:
        """Raise `AssertionError` where the row is no solution."""
        broken = self.reading.violated(row)
        if broken:
            raise AssertionError(f"the engine {engine} gave {row}, which violates {broken[0]}")

    def _checked(self, row: Values, wholly: bool, engine: str) -> Values:
        if wholly or not self.reading.is_doubtless(row):
            self.check(row, engine)
        return row


@lru_cache(WIDEST)
def written(n: int, is_lazy: bool) -> Callable[..., Callable[[Iterable[Values]], Iterable[dict[Any, Any]]]]:
    """From `n` names, what makes dicts by these of rows of values; it takes a third as long as `dict(zip(names, row))`.

    >>> written(2, False)("x", (0, 1))([(3, 4), (5, 6)])
    [{'x': 3, (0, 1): 4}, {'x': 5, (0, 1): 6}]
    """
    names, values = [[f"{letter}{i}" for i in range(n)] for letter in "nv"]
    made = f"{{{', '.join(map('{}: {}'.format, names, values))}}} for {', '.join(values)}, in rows"
    source = f"lambda {', '.join(names)}: lambda rows: {f'({made})' if is_lazy else f'[{made}]'}"
    return eval(source)  # type: ignore[no-any-return]
