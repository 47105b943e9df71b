"""Rewrite rules as clauses in query syntax: what a move relation compiled to, for people and for Prolog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..endings import State
from ..logic.terms import AnyTerm, Term
from ..logic.writer import write
from .rewrite import Among, Cell, Differs, Equals, Rewriting, Rule, Same, resolve


def listing(rewriting: Rewriting, name: str) -> str:
    """One clause a rule, in the order in which they apply.

    >>> rule = Rule((Equals(0, 0), Among(2, ("a", "b"))), (Cell(1), 0, Cell(2)), Cell(1))
    >>> print(listing(Rewriting(3, (rule,), ((), (), ())), "slide"))
    slide(C1, [0, C1, C2], [C1, 0, C2]) :- member(C2, [a, b]).
    """
    weighted = rewriting.costs != (1,)
    return "\n".join(clause(rule, rewriting.n_cells, name, weighted) for rule in rewriting.rules)


def clause(rule: Rule, n_cells: int, name: str, weighted: bool = False) -> str:
    """The rule as one clause: guards that a pattern can express are in its head, the others in its body.

    Its fourth place is the cost, where it is `weighted`.
    """
    before, label, after, conditions = rule_terms(rule, tuple(map(Cell, range(n_cells))))
    head = (label, before, after, rule.cost) if weighted else (label, before, after)
    uses = Counter(cells_in((head, conditions)))
    goals = [_written(term, uses) for term in conditions]
    text = _written(Term(name, head), uses)
    return f"{text} :- {', '.join(goals)}." if goals else f"{text}."


def rule_terms(rule: Rule, cells: tuple[Any, ...]) -> tuple[State, Any, State, tuple[Term, ...]]:
    """The state before `rule`, its label, the state after, and the conditions that a pattern cannot express.

    A cell for which the rule demands no constant is the one of `cells`.
    """
    known = list(cells)
    for guard in rule.guards:
        if type(guard) is Same:
            known[guard.other] = known[guard.cell]
        elif type(guard) is Equals:
            known[guard.cell] = guard.value
    before = tuple(known)
    conditions: list[Term] = []
    for guard in rule.guards:
        if type(guard) is Among:
            conditions.append(Term("member", (before[guard.cell], guard.values)))
        elif type(guard) is Differs:
            left, right = (resolve(sides, before) for sides in zip(*guard.pairs, strict=True))
            conditions.append(Term("dif", (left[0], right[0]) if len(left) == 1 else (left, right)))
    return before, resolve(rule.label, before), rule.apply(before), tuple(conditions)


def cells_in(term: AnyTerm) -> Iterator[Cell]:
    """Every occurrence of a cell in a template."""
    if type(term) is Cell:
        yield term
    elif type(term) is tuple:
        for part in term:
            yield from cells_in(part)
    elif type(term) is Term:
        yield from cells_in(term.args)


def _written(term: AnyTerm, uses: Counter[Cell]) -> str:
    """`term` in query syntax; a cell that is used only once is an unknown without a name of its own."""
    if type(term) is Cell:
        return f"C{term.index}" if uses[term] > 1 else "_"
    if type(term) is tuple:
        return f"[{', '.join(_written(part, uses) for part in term)}]"
    if type(term) is Term and term.args:
        return f"{write(term.name)}({', '.join(_written(part, uses) for part in term.args)})"
    return write(term)
