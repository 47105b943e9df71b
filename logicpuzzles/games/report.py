"""A strategy that was played for every secret, told: text for people, data for programs. Pure functions."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

from ..drawing.bars import WIDTH, bars, grouped
from ..notation import plain

if TYPE_CHECKING:
    from .exploring import Exploration
    from .game import Game

_SOME = 12  # hardest secrets that are named
_HEAD = ("questions", "secrets")


def in_words(game: Game, found: Exploration, blocks: bool = True) -> str:
    """The distribution as a bar chart, and the figures below it.

    Parameters
    ----------
    blocks
        Whether the bars may be drawn with block characters.
    """
    numbers = range(found.worst + 1)
    rows = grouped([found.counts.get(number, 0) for number in numbers])
    rows = rows[next(at for at, (_, count) in enumerate(rows) if count) :]
    facts = [
        ("in all", f"{found.total:,} questions for {len(found.questions):,} secrets"),
        ("average", f"{found.average:.4f}"),
        ("worst", f"{found.worst}: {_hardest(game, found)}"),
        ("first", "nothing to ask" if found.tree.is_leaf else game.ask(found.tree.guess)),
        ("time", f"{found.seconds:.3g} s; {found.strategy}"),
    ]
    if found.least is not None:
        proved = found.least == found.total
        facts.insert(1, ("proved", f"no tree takes fewer{'' if proved else f' than {found.least:,}'}"))
    if (reason := getattr(found, "reason", None)) is not None:
        facts.insert(0, ("stopped", reason))
    return f"{bars(rows, _HEAD, blocks=blocks)}\n\n" + "\n".join(_fact(name, text) for name, text in facts)


def _hardest(game: Game, found: Exploration) -> str:
    hardest = [game.ask(secret) if secret in game.naming.guesses else plain(secret) for secret in found.hardest]
    more = f", ... ({len(hardest):,} in all)" if len(hardest) > _SOME else ""
    return ", ".join(hardest[:_SOME]) + more


def _fact(name: str, text: str) -> str:
    return textwrap.fill(f"{name:<7} {text}", WIDTH, subsequent_indent=" " * 8, break_on_hyphens=False)


def as_data(found: Exploration) -> dict[str, Any]:
    """The same as data; what is absent is None, and secrets and guesses are terms as they are."""
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
