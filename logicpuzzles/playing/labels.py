"""The legal moves of a state by name, and which of them a person means."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..endings import Label, State
from ..errors import PuzzleError
from ..games.answer_parsing import Reader
from ..games.naming import examples
from ..logic.notation import plain, read
from ..logic.termdict import is_among
from ..logic.terms import Term, same, typed
from ..rewriting.rewrite import Cell, Rewriting

if TYPE_CHECKING:
    from collections.abc import Hashable

UNTYPED = "nothing was typed"


@dataclass(frozen=True)
class Move:
    """A legal move.

    Attributes
    ----------
    label
        What the move relation calls it; several moves may have the same.
    name
        What a person types for it, another one for each legal move: the label as text, and a number behind it, as in
        "left #2", where several have that text.
    after
        The state after it.
    changed
        The cells whose values it changes, by number.
    """

    label: Label
    name: str
    after: State
    changed: tuple[int, ...]


def legal(state: State, found: Iterable[tuple[Label, State]]) -> list[Move]:
    """The moves from `state`, each once, in the order in which they were found."""
    each = list({typed((label, after)): (label, after) for label, after in found}.values())
    told = [plain(label) for label, _ in each]
    often, seen = Counter(told), Counter[str]()
    moves = []
    for text, (label, after) in zip(told, each, strict=True):
        seen[text] += 1
        name = text if often[text] == 1 else f"{text} #{seen[text]}"
        changed = tuple(cell for cell, (old, new) in enumerate(zip(state, after, strict=True)) if not same(old, new))
        moves.append(Move(label, name, after, changed))
    return moves


def move_for(moves: Sequence[Move], given: Label, rules: Rewriting | None) -> Move:
    """The one of `moves` that has the label `given`, or that a person means who typed that text.

    Parameters
    ----------
    rules
        Those of the puzzle, which tell what moves there are elsewhere; None where there are none.

    Raises
    ------
    PuzzleError
        There is none, or several; the message names those that may be meant, else the legal ones.
    """
    found = [move for move in moves if same(move.label, given)]
    if isinstance(given, str) and len(found) != 1:
        names: list[Hashable] = [move.name for move in moves]
        text = given.strip()
        chosen: Sequence[Any] = [text] if text in names else Reader(names, str).candidates(text)
        found = [move for move in moves if move.name in chosen] or found
    if len(found) == 1:
        return found[0]
    told = examples([move.name for move in found or moves], str) if moves else None
    shown = repr(given.strip()) if isinstance(given, str) else plain(given)
    if found:
        raise PuzzleError(f"{shown} may mean several moves", expected=told)
    if isinstance(given, str) and not given.strip():
        raise PuzzleError(UNTYPED, expected=told)
    problem = f"{shown} is not possible here" if _is_elsewhere(given, rules) else f"there is no move {shown}"
    hint = None if moves else "go back, or deal another start: no move is possible here"
    raise PuzzleError(problem, expected=told, hint=hint)


def _is_elsewhere(given: Label, rules: Rewriting | None) -> bool:
    """Whether moves have this label, or this text, in other states, as far as the rules tell."""
    if rules is None:
        return False
    labels = [given]
    if isinstance(given, str):
        try:
            values = read(given)
        except PuzzleError:
            return False
        labels += [values, *values[:1]] if len(values) == 1 else [values]
    return any(_fits(rule.label, label, rules.domains) for rule in rules.rules for label in labels)


def _fits(template: Any, label: Label, domains: Sequence[Sequence[Any]]) -> bool:
    """Whether a template of labels becomes `label` for some values of the cells."""
    if type(template) is Cell:
        return is_among(label, domains[template.index])
    if type(template) is tuple:
        parts: Sequence[Any] = label if type(label) is tuple else ()
        return len(template) == len(parts) and all(_fits(*pair, domains) for pair in zip(template, parts, strict=True))
    if type(template) is Term:
        return type(label) is Term and template.name == label.name and _fits(template.args, label.args, domains)
    return same(template, label)
