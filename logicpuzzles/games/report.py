"""The result of exploring a strategy: text for people, data for programs. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..drawing import folding
from ..drawing.bars import bars, grouped
from ..drawing.folding import WIDTH
from ..wording import counted, duration, plain_spaces, unbroken
from .game import GameDefinition
from .result import Exploration, Interrupted, Node
from .terms import Secret

if TYPE_CHECKING:
    from ..errors import LimitReached

_SOME = 12  # hardest secrets that are named
KEPT = ", found by an earlier search"


def in_words(game: GameDefinition, found: Exploration, blocks: bool = True, width: int = WIDTH) -> str:
    """The distribution as a bar chart, and the figures below it.

    Parameters
    ----------
    blocks
        Whether the bars may be drawn with block characters.
    width
        Of the chart and the lines, in columns.
    """
    facts = rows(game, found)
    if not found.questions:
        return _facts(facts, width)
    chart = bars(distribution(found), ("questions", "secrets"), width, blocks)
    return f"{chart}\n\n{_facts(facts, width)}"


def rows(game: GameDefinition, found: Exploration) -> list[tuple[str, str]]:
    """The figures: names and facts."""
    facts = [("stopped", found.reason)] if isinstance(found, Interrupted) else []
    if not found.questions:
        return facts
    facts.append(("in all", f"{counted(found.total, 'question')} for {counted(len(found.questions), 'secret')}"))
    if found.least is not None:
        proved = found.least == found.total
        facts.append(("proved", f"no tree takes fewer{'' if proved else f' than {found.least:,}'}"))
    return [
        *facts,
        ("average", f"{found.average:.4f}"),
        ("worst", f"{found.worst}: {named(game, found.hardest)}"),
        ("first", "nothing to ask" if found.tree.is_leaf else game.ask(found.tree.guess)),
        ("time", f"{duration(found.seconds)}; {found.strategy}{KEPT if found.engine == 'kept' else ''}"),
    ]


def distribution(found: Exploration) -> list[tuple[str, int]]:
    """How many secrets take how many questions, from the fewest on."""
    rows = grouped([found.counts.get(number, 0) for number in range(found.worst + 1)])
    return rows[next((at for at, (_, count) in enumerate(rows) if count), 0) :]


def named(game: GameDefinition, secrets: Sequence[Secret], most: int = _SOME) -> str:
    """The first of some secrets, and how many they are where there are more."""
    more = f", ... ({len(secrets):,} in all)" if len(secrets) > most else ""
    return ", ".join(unbroken(game.name(secret)) for secret in secrets[:most]) + more


def _facts(facts: list[tuple[str, str]], width: int) -> str:
    return plain_spaces(folding.facts(facts, width))


def unbegun(reached: LimitReached, strategy: str) -> Interrupted:
    """The ending where a limit was reached before all secrets were known."""
    return Interrupted(reason=reached.problem, tree=Node(), questions={}, strategy=strategy)


def as_data(found: Exploration) -> dict[str, object]:
    """The same as data; what is absent is None; secrets and guesses stay terms."""
    return {
        "status": found.status,
        "reason": found.reason if isinstance(found, Interrupted) else None,
        "strategy": found.strategy,
        "secrets": len(found.questions),
        "total": found.total,
        "average": found.average if found.questions else None,
        "worst": found.worst,
        "counts": {str(number): count for number, count in found.counts.items()},
        "hardest": found.hardest,
        "first": found.tree.guess,
        "least": found.least,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "engine": found.engine,
    }
