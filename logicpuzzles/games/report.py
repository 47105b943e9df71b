"""A strategy that was played for every secret, told: text for people, data for programs. Pure functions."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..notation import plain

if TYPE_CHECKING:
    from .exploring import Exploration
    from .game import Game

WIDTH = 80  # columns
_EIGHTHS = " ▏▎▍▌▋▊▉█"
_SOME = 12  # hardest secrets that are named


def chart(counts: Mapping[int, int], width: int = WIDTH, blocks: bool = True) -> str:
    """A bar for each number, `width` columns at most; what is not 0 is seen.

    Parameters
    ----------
    blocks
        Whether to draw with block characters, an eighth of a column wide, rather than "#".

    >>> print(chart({1: 1, 2: 13, 3: 40}, 20, blocks=False))
    1   1  #
    2  13  ####
    3  40  ############
    """
    left, middle = (max(len(f"{number:,}") for number in numbers) for numbers in (counts, counts.values()))
    room = max(1, width - left - middle - 4)
    largest = max(counts.values())
    return "\n".join(
        f"{number:{left},}  {count:{middle},}  {_bar(count * room / largest, blocks)}".rstrip()
        for number, count in counts.items()
    )


def _bar(length: float, blocks: bool) -> str:
    if not blocks:
        return "#" * (max(1, round(length)) if length else 0)
    eighths = max(1, round(length * 8)) if length else 0
    return _EIGHTHS[-1] * (eighths // 8) + (_EIGHTHS[eighths % 8] if eighths % 8 else "")


def in_words(game: Game, found: Exploration, blocks: bool = True) -> str:
    """The distribution as a bar chart, and the figures below it."""
    hardest = [plain(game.ask(secret) if secret in game.naming.guesses else secret) for secret in found.hardest]
    named = ", ".join(hardest[:_SOME]) + (f", ... ({len(hardest):,} in all)" if len(hardest) > _SOME else "")
    rows = [
        ("in all", f"{found.total:,} questions for {len(found.questions):,} secrets"),
        ("average", f"{found.average:.4f}"),
        ("worst", f"{found.worst} questions: {named}"),
        ("first", "nothing to ask" if found.tree.is_leaf else game.ask(found.tree.guess)),
        ("time", f"{found.seconds:.3g} s; {found.strategy}"),
    ]
    if found.least is not None:
        proved = found.least == found.total
        rows.insert(1, ("proved", "no tree takes fewer" if proved else f"no tree takes fewer than {found.least:,}"))
    if (reason := getattr(found, "reason", None)) is not None:
        rows.insert(0, ("stopped", reason))
    told = "\n".join(
        textwrap.fill(f"{name:<8} {text}", WIDTH, subsequent_indent=" " * 9, break_on_hyphens=False)
        for name, text in rows
    )
    return f"questions, secrets\n{chart(found.counts, blocks=blocks)}\n\n{told}"


def as_data(found: Exploration) -> dict[str, Any]:
    """The same as plain data; what is absent is None."""
    return {
        "status": found.status,
        "reason": getattr(found, "reason", None),
        "strategy": found.strategy,
        "secrets": len(found.questions),
        "total": found.total,
        "average": found.average,
        "worst": found.worst,
        "counts": {str(number): count for number, count in found.counts.items()},
        "hardest": found.hardest,
        "first": found.tree.guess,
        "least": found.least,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "engine": found.engine,
    }
