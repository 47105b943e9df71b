"""How the table of a pattern is filled: by which kernel, or in plain Python where it is small, and what that takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ...background import load_kernels
from ...errors import Refusal
from ...kernels.executable import why_uncompiled
from ..lookups import Entries
from .exchanges import Exchanges
from .numbering import Numbering
from .opened import Opened
from .pattern import Kept
from .plain import filled
from .rules import Abstract, backwards
from .table_builder import Crew
from .view import View

SMALL = 2000  # states of a pattern for which no kernel is loaded
FEW = 500  # rules backwards that are soon listed
RULE = 600  # how many moves are gone through in the time that it takes to make a rule
OPENED = 1  # as many, in the time that a rule that is opened takes for a state
MOST_CLASSES = 64  # a set of them is a word of a kernel
FAR = (1 << 16) - 1  # the entry where there is no cost; larger ones than the one below count as that

Way = Literal["plain", "general", "opened", "wandering"]


@dataclass(frozen=True)
class Plan:
    """How a table is filled.

    Attributes
    ----------
    every
        Whether each move counts; else those that change what counts of the pattern.
    memory
        The bytes that are needed meanwhile, those of the entries included.
    work
        About how long it takes, in units of about 30 ns: a move of the general filling, or a pattern of one whose
        pieces a value wanders among; 0 for a small table.
    """

    pattern: Kept
    made: Numbering
    way: Way
    every: bool
    memory: int
    exchanges: Exchanges | None = None
    opened: tuple[Opened, ...] = ()
    work: int = 0


def planned(view: View, pattern: Kept, every: bool, memory: int) -> Plan | None:
    """The best table of `pattern` that takes no more than `memory` bytes while it is filled; None if none does.

    With `every`, each move should count where there is memory for it.
    """
    alone = replace(pattern, followed=0)
    full, counting, blind = _general(view, pattern, every), _wandering(view, pattern), _general(view, alone, every)
    for plan in (full, counting, blind) if every else (counting, full, blind):
        if plan is not None and plan.memory <= memory:
            return plan
    return None


def _general(view: View, pattern: Kept, every: bool) -> Plan | None:
    made = view.numbering(pattern)
    n_states, n_patterns = made.size * made.n_followed, made.n_patterns
    moves, n_rules = view.moves_and_rules(pattern)
    work = round((1 + moves) * n_patterns) + RULE * max(0, n_rules - FEW)
    rules = view.opened(pattern, made) if every and n_rules > FEW else None
    if rules:
        n_open = sum(rule.n_open for rule in rules)
        less = (1 + OPENED * len(rules)) * n_patterns + 10 * n_open
        memory = 3 * made.size + (3 + len(rules) // 8) * n_states + 8 * n_open
        if less < work:
            return Plan(pattern, made, "opened", every, memory, opened=rules, work=less)
    if n_states <= SMALL and n_states * n_rules <= SMALL * FEW:
        return Plan(pattern, made, "plain", every, 3 * made.size + 200 * n_states)
    if made.n_classes > MOST_CLASSES:
        return None
    return Plan(pattern, made, "general", every, 3 * made.size + 2 * n_states, work=work)


def _wandering(view: View, pattern: Kept) -> Plan | None:
    made, rules = view.numbering(pattern), view.exchanges(pattern)
    if rules is None or made.size * made.n_followed <= SMALL or rules.n_arrangements > made.size:
        return None
    memory, work = made.size + rules.scratch(), rules.n_sets * rules.n_arrangements
    return Plan(pattern, made, "wandering", False, memory, rules, work=work)


def tables(view: View, plans: Sequence[Plan], memory: int, crew: Crew) -> list[Entries]:
    """The entries of each of the tables that are planned.

    Those that a kernel fills alone are filled at the same time, where there is memory; the others one after the other,
    by all threads.
    """
    single = [number for number, plan in enumerate(plans) if plan.way != "wandering"]
    at_once = sorted((plans[number].memory for number in single), reverse=True)[: crew.workers]
    if len(at_once) < 2 or sum(plan.made.size for plan in plans) + sum(at_once) > memory:
        return [entries_of(view, plan, crew) for plan in plans]
    found = dict(zip(single, crew.each(lambda number: entries_of(view, plans[number], crew), single), strict=True))
    return [found[n] if n in found else entries_of(view, plan, crew) for n, plan in enumerate(plans)]


def entries_of(view: View, plan: Plan, crew: Crew) -> Entries:
    """The entries of the table that is planned.

    Raises
    ------
    Refusal
        If the goals leave too much open, or the rules forget too much.
    """
    made, goals = plan.made, view.goal_numbers(plan.pattern, plan.made)
    is_plain = plan.exchanges is None and plan.way == "plain"
    if not is_plain and (why := why_uncompiled()):
        raise Refusal(f"its tables are filled by compiled code, and {why}")
    if plan.exchanges is not None:
        load_kernels("logicpuzzles.proofs", "wandering")
        from ..kernels.wandering import Wandering

        return Wandering(plan.exchanges, made, goals).fill(crew)
    rules = plan.opened or backwards(view.rules(plan.pattern))
    if plan.way == "plain" and isinstance(rules, Abstract):
        return narrow(_least(filled(rules, made, goals.tolist(), plan.every), made.size))
    load_kernels("logicpuzzles.proofs", "general")
    from ..kernels.general import fill

    return narrow(fill(rules, made, goals, plan.every, crew))


def _least(costs: dict[int, int], size: int) -> NDArray[np.uint16]:
    """uint16[size]: the least of the costs that are followed."""
    least = np.full(size, FAR, dtype=np.uint16)
    for number, cost in costs.items():
        least[number % size] = min(int(least[number % size]), cost, FAR - 1)
    return least


def narrow(least: NDArray[np.uint16]) -> Entries:
    """Costs as entries, in as few bytes as will do."""
    reached = least != FAR
    if int(least.max(initial=0, where=reached)) >= 255:
        return least
    return np.where(reached, least, 255).astype(np.uint8)
