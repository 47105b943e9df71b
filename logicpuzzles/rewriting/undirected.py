"""Whether every move can be undone by a move: then a breadth-first search need only compare two depths.

What is claimed: where the answer is yes, every move between states over the domains has a move straight back. The
answer may be no where that holds too, if the rules share out the states in a way that normal forms do not tell.
"""

from __future__ import annotations

from ..errors import Refusal
from ..memo import memo
from .inverse import inverse, inverse_size
from .normal import MOST, Normal, normal
from .program import Program
from .rewrite import Rewriting
from .united import united
from .values import numbered

MOST_RULES = 20_000  # of the inverse, that are compared: some seconds
MOST_COMBINATIONS = 2_000_000  # of values in disequalities that are joined, for all rules together


@memo
def is_undirected(rewriting: Rewriting) -> bool:
    """Whether the rules backwards do nothing that the rules do not do themselves, as far as normal forms tell."""
    if inverse_size(rewriting) > MOST_RULES:
        return False
    try:
        back = inverse(rewriting)
    except Refusal:
        return False
    values = numbered(back, numbered(rewriting).values)
    here, there = Program(rewriting, values), Program(back, values)
    most = min(MOST, MOST_COMBINATIONS // (len(rewriting.rules) + len(back.rules) + 1))
    forms, forms_back = _forms(here, most), _forms(there, most)
    if forms_back <= forms:
        return True
    return set(united(here.domains, forms_back, most)) <= set(united(here.domains, forms, most))


def _forms(program: Program, most: int) -> set[Normal]:
    """What the rules do, whatever they cost."""
    made = [normal(program.domains, rule.guards, rule.sources, 1, most) for rule in program.rules if rule is not None]
    return {form for form in made if form is not None and form.after}
