"""Rewrite rules as clauses in query syntax: what a move relation compiled to, for people and for Prolog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..logic.terms import Term
from ..notation import write
from .rewrite import Among, Cell, Differs, Equals, Guard, Rewriting, Rule, Same


def listing(rewriting: Rewriting, name: str) -> str:
    """One clause a rule, in the order in which they apply.

    >>> rule = Rule((Equals(0, 0), Among(2, ("a", "b"))), (Cell(1), 0, Cell(2)), Cell(1))
    >>> print(listing(Rewriting(3, (rule,), ((), (), ())), "slide"))
    slide(C1, [0, C1, C2], [C1, 0, C2]) :- member(C2, [a, b]).
    """
    return "\n".join(clause(rule, rewriting.n_cells, name) for rule in rewriting.rules)


def clause(rule: Rule, n_cells: int, name: str) -> str:
    """The rule as one clause: guards that a pattern can express are in its head, the others in its body."""
    cells: list[Any] = [Cell(cell) for cell in range(n_cells)]
    for guard in rule.guards:
        if type(guard) is Same:
            cells[guard.other] = cells[guard.cell]
    for guard in rule.guards:
        if type(guard) is Equals:
            cells[guard.cell] = guard.value
    head: tuple[Any, ...] = (rule.label, tuple(cells), rule.effect)
    body = [goal for guard in rule.guards for goal in _body(guard)]
    uses = Counter(cell for term in (head, *body) for cell in cells_in(_filled(term, cells)))
    goals = [_written(_filled(term, cells), uses) for term in body]
    text = _written(Term(name, _filled(head, cells)), uses)
    return f"{text} :- {', '.join(goals)}." if goals else f"{text}."


def _body(guard: Guard) -> Iterator[Term]:
    if type(guard) is Among:
        yield Term("member", (Cell(guard.cell), guard.values))
    elif type(guard) is Differs:
        left, right = zip(*guard.pairs, strict=True)
        yield Term("dif", (left[0], right[0]) if len(left) == 1 else (left, right))


def _filled(term: Any, cells: list[Any]) -> Any:
    """`term` with each cell replaced by what is known of it."""
    if type(term) is Cell:
        return cells[term.index]
    if type(term) is tuple:
        return tuple(_filled(part, cells) for part in term)
    if type(term) is Term:
        return Term(term.name, _filled(term.args, cells))
    return term


def cells_in(term: Any) -> Iterator[Cell]:
    """Every occurrence of a cell in a template."""
    if type(term) is Cell:
        yield term
    elif type(term) is tuple:
        for part in term:
            yield from cells_in(part)
    elif type(term) is Term:
        yield from cells_in(term.args)


def _written(term: Any, uses: Counter[Cell]) -> str:
    """`term` in query syntax; a cell that is used only once is an unknown without a name of its own."""
    if type(term) is Cell:
        return f"C{term.index}" if uses[term] > 1 else "_"
    if type(term) is tuple:
        return f"[{', '.join(_written(part, uses) for part in term)}]"
    if type(term) is Term and term.args:
        return f"{write(term.name)}({', '.join(_written(part, uses) for part in term.args)})"
    return write(term)
