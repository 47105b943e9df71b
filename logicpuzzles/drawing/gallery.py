"""Several boards as text: side by side under their moves, and moves on a line. Pure functions returning str."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..endings import Label
from ..logic.notation import plain
from .folding import WIDTH, columns

_GAP = 3  # columns between two boards


def caption(number: int, label: Label) -> str:
    """What stands over the board after move `number`.

    >>> caption(3, ("red", "y"))
    '3: red y'
    """
    return f"{number}: {plain(label)}"


def gallery(boards: Sequence[str], captions: Sequence[str], width: int = WIDTH) -> str:
    """Boards side by side, each under its caption, in as many rows as `width` columns need.

    Boards of one line stand below each other, after their captions.

    >>> print(gallery(["1 .", ". 1"], ["start", "1: 1"]))
    start  1 .
    1: 1   . 1
    """
    if all("\n" not in board for board in boards):
        left = max(map(columns, captions), default=0)
        return "\n".join(f"{_left(title, left)}  {board}" for title, board in zip(captions, boards, strict=True))
    blocks = [[title, *board.split("\n")] for title, board in zip(captions, boards, strict=True)]
    wide = max(columns(line) for block in blocks for line in block)
    high = max(map(len, blocks))
    count = max(1, (width + _GAP) // (wide + _GAP))
    rows = []
    for at in range(0, len(blocks), count):
        lines = zip(*(block + [""] * (high - len(block)) for block in blocks[at : at + count]), strict=True)
        rows.append("\n".join((" " * _GAP).join(_left(part, wide) for part in line).rstrip() for line in lines))
    return "\n\n".join(rows)


def _left(text: str, width: int) -> str:
    return text + " " * (width - columns(text))


def moves(labels: Iterable[Label], width: int = WIDTH) -> str:
    """The labels of moves on one line, wrapped between labels.

    >>> moves([7, 2, 1]), moves([("red", "y"), ("blue", "red")])
    ('7 2 1', 'red y, blue red')
    """
    texts = list(map(plain, labels))
    comma = "," if any(" " in text for text in texts) else ""
    lines, line = [], ""
    for number, text in enumerate(texts, 1):
        text += comma if number < len(texts) else ""
        if line and columns(line) + 1 + columns(text) > width:
            lines.append(line)
            line = text
        else:
            line = f"{line} {text}" if line else text
    return "\n".join([*lines, line])
