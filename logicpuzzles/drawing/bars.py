"""Numbers as a bar chart in text. Pure functions returning str."""

from __future__ import annotations

from collections.abc import Sequence

from .folding import WIDTH

MOST = 60  # lines: more rows than these are put together in groups
_EIGHTHS = " ▏▎▍▌▋▊▉"


def bars(
    rows: Sequence[tuple[str, int]],
    head: Sequence[str],
    width: int = WIDTH,
    blocks: bool = True,
    more: Sequence[int] = (),
) -> str:
    """A line for each name and number, with a bar as long as the number is large; a number above 0 has a bar.

    `more` has one more number for each line, without a bar.

    >>> print(bars([("0", 1), ("1", 4)], ("moves", "states"), 24, blocks=False))
    moves  states
        0       1  ##
        1       4  #########
    >>> print(bars([("0", 1), ("1", 4)], ("moves", "states", "orbits"), 30, blocks=False, more=(1, 3)))
    moves  states  orbits
        0       1       1  ##
        1       4       3  #######
    """
    table = [(name, f"{number:,}", *(f"{n:,}" for n in more[at : at + 1])) for at, (name, number) in enumerate(rows)]
    widths = [max(map(len, column)) for column in zip(head, *table, strict=True)]
    room, largest = width - sum(widths) - 2 * len(widths), max((number for _, number in rows), default=0)
    lines = ["  ".join(f"{text:>{wide}}" for text, wide in zip(head, widths, strict=True))]
    for texts, (_, number) in zip(table, rows, strict=True):
        bar = _bar(number / largest, room, blocks) if number else ""
        lines.append("  ".join([*(f"{text:>{wide}}" for text, wide in zip(texts, widths, strict=True)), bar]).rstrip())
    return "\n".join(lines)


def _bar(share: float, room: int, blocks: bool) -> str:
    if not blocks:
        return "#" * max(1, round(share * room))
    eighths = max(1, round(share * room * 8))
    return ("█" * (eighths // 8) + _EIGHTHS[eighths % 8]).rstrip()


def grouped(numbers: Sequence[int], most: int = MOST) -> list[tuple[str, int]]:
    """The numbers under their positions; with more than `most`, neighbours are added up under a range of positions.

    >>> grouped([1, 2, 3, 4, 5], 3)
    [('0-1', 3), ('2-3', 7), ('4', 5)]
    """
    size = max(1, -(-len(numbers) // most))
    groups = [(at, numbers[at : at + size]) for at in range(0, len(numbers), size)]
    return [(str(at) if len(group) == 1 else f"{at}-{at + len(group) - 1}", sum(group)) for at, group in groups]


def has_blocks(encoding: str | None) -> bool:
    """Whether text in `encoding` can hold the block characters.

    >>> has_blocks("utf-8"), has_blocks("ascii")
    (True, False)
    """
    try:
        f"█{_EIGHTHS}".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
