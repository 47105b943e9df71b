"""Parts of texts: where they stand, and what stands there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from ...logic.relations import Outcome, bind_each
from ...logic.resolver import Machine
from ...logic.terms import AnyTerm
from .builtins import builtin
from .terms import require_integers, unfit
from .texts import known, text_of


def _within(name: str) -> None:
    @builtin(name, system=True)
    def relation(
        machine: Machine, text: AnyTerm, before: AnyTerm, length: AnyTerm, after: AnyTerm, part: AnyTerm
    ) -> Outcome:
        """Part is the part of Text with Before characters before it, Length in it and After after it. Needs Text."""
        whole = text_of(text, name)
        require_integers(machine, name, before, length, after)
        for size in (before, length, after):
            if known(size) and size < 0:
                raise unfit(machine, size, name, "numbers of at least 0")
        numbers = [number if known(number) else None for number in (before, length, after)]
        if known(part):
            wanted = text_of(part, name)
            places: Iterable[tuple[int, int]] = ((at, len(wanted)) for at in _finds(whole, wanted, *numbers[::2]))
        else:
            places = _places(len(whole), *numbers)
        found = ((at, size, len(whole) - at - size, whole[at : at + size]) for at, size in places)
        sought = (before, length, after) if known(part) else (before, length, after, part)
        parts = (one[: len(sought)] for one in found)
        first = list(islice(parts, 2))
        if len(first) < 2:  # no choice is left behind
            return bool(first) and machine.unify(sought, first[0])
        return bind_each(machine, sought, chain(first, parts))


def _finds(whole: str, part: str, before: int | None, after: int | None) -> Iterator[int]:
    """Where `part` stands in `whole`, with so many characters before or after it, where that is known."""
    if before is not None or after is not None:
        only = before if before is not None else len(whole) - len(part) - (after or 0)
        if only >= 0 and whole.startswith(part, only):
            yield only
        return
    at = whole.find(part)
    while at >= 0:
        yield at
        at = whole.find(part, at + 1)


def _places(size: int, before: int | None, length: int | None, after: int | None) -> Iterable[tuple[int, int]]:
    """Where parts may begin, and how long they are, as far as the three numbers tell."""
    if before is not None and length is not None:
        after = size - before - length
    if before is not None and after is not None:
        length = size - before - after
    if length is not None and after is not None:
        before = size - length - after
    if before is not None and length is not None:
        return [(before, length)] if min(before, length, size - before - length) >= 0 else []
    if before is not None:
        return ((before, more) for more in range(size - before + 1) if before >= 0)
    if length is not None:
        return ((at, length) for at in range(size - length + 1) if length >= 0)
    if after is not None:
        return ((at, size - after - at) for at in range(size - after + 1) if after >= 0)
    return ((at, more) for at in range(size + 1) for more in range(size - at + 1))


_within("sub_atom")
_within("sub_string")
