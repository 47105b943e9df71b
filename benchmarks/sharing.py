"""All solutions of models by one worker and by two threads: the same solutions in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from logicpuzzles import Model, load

from .harness import Row, in_turns, two_cores

TIMES = 8
FASTER = 1.7


def rows() -> Iterator[Row]:
    """Two threads beside one; the target is what takes 1.7 times less."""
    yield two_cores()
    four, five = (load("magic_square", order=order, corners=False).model for order in (4, 5))
    yield compared("magic squares of order 4, all 7,040 listed", four, None, 7_040)
    yield compared("magic squares of order 5, the first 100,000", five, 100_000, 100_000, times=1)
    yield compared("queens on 10 x 10, all 724", load("queens", n=10).model, None, 724, faster=None)
    yield compared("SEND + MORE = MONEY, which is over at once", load("send_more").model, None, 1, faster=None)


def compared(
    name: str, model: Model, most: int | None, expected: int, times: int = TIMES, faster: float | None = FASTER
) -> Row:
    """Both numbers of workers, the reference being one."""

    def listed(workers: int) -> None:
        assert sum(1 for _ in islice(model.solutions(as_tuples=True, workers=workers), most)) == expected

    next(model.solutions())  # loads and compiles
    one, two = in_turns(partial(listed, 1), partial(listed, 2), times=times)
    target = None if faster is None else one / faster
    return Row(f"{name}, two threads", two, reference="one", reference_value=one, target=target)
