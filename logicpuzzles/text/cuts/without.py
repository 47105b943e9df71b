"""Clauses with cuts as clauses without: what a cut says of the later clauses becomes a guard of theirs."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ...logic.writer import write
from ..code.clauses import Clause
from ..code.scopes import CUT, has_cut
from ..syntax.nodes import (
    Compound,
    Constant,
    Listed,
    Node,
    Unknown,
    conjuncts,
    indicator_of,
    is_anonymous,
    term_of,
    unknowns,
    walk,
)

OPPOSITE = {"<": ">=", ">=": "<", ">": "=<", "=<": ">", "=:=": "=\\=", "=\\=": "=:=", "==": "\\==", "\\==": "=="}
OPPOSITE |= {"=": "dif", "dif": "=", "\\=": "="}
OPPOSITE |= {"#<": "#>=", "#>=": "#<", "#>": "#=<", "#=<": "#>", "#=": "#\\=", "#\\=": "#="}
TESTS = frozenset({"atom", "integer", "number", "atomic", "compound", "callable", "is_list", "ground", "\\+", "true"})


class _Excluded(Exception):
    """Two heads have no call in common."""


class Apart:
    """A clause with cuts, or a later one, taken apart; its variables are called by names of its own.

    Attributes
    ----------
    before, after
        The goals before its last cut, without other cuts; those after it. Without a cut all are `after`.
    """

    def __init__(self, clause: Clause, number: int) -> None:
        whole = clause.head if clause.node is None else Compound(":-", [clause.head, clause.node], 0)
        fresh = {name: f"_{number}_{name}" for name in unknowns(whole)}
        self.head = renamed(clause.head, fresh)
        goals = [] if clause.node is None else conjuncts(renamed(clause.node, fresh))
        cuts = [n for n, goal in enumerate(goals) if indicator_of(goal) == CUT]
        self.cuts = bool(cuts)
        self.before = [goal for goal in goals[: cuts[-1]] if indicator_of(goal) != CUT] if cuts else []
        self.after = goals[cuts[-1] + 1 :] if cuts else goals


def without_cuts(clauses: Sequence[Clause], opened: frozenset[int], is_strict: bool = False) -> list[str] | None:
    """The texts of clauses without cuts that answer the same where the arguments `opened` are unknown.

    None where a cut stands inside another goal or, if `is_strict`, where what is before one is about open arguments
    alone. That they do answer the same is to be tried.
    """
    made: list[Apart] = []
    texts: list[str] = []
    for number, clause in enumerate(clauses):
        one = Apart(clause, number)
        if any(has_cut(goal) for goal in (*one.before, *one.after)):
            return None
        known = unknowns(*(arg for number, arg in enumerate(one.head.args) if number not in opened))
        if is_strict and one.before and not set(known).intersection(unknowns(*one.before)):
            return None
        guards: list[Node] = []
        for earlier in made:
            if earlier.cuts:
                try:
                    guard = _guard(earlier, one, opened)
                except _Excluded:
                    continue
                if guard is None:
                    return texts  # no call gets as far as this clause
                if not _holds(guard) and all(
                    _shape(guard) != _shape(goal) for goal in (*guards, *one.before, *one.after)
                ):
                    guards.append(guard)
        made.append(one)
        if not fails(clause):
            texts.append(_text(one, guards, opened))
    return texts


def fails(clause: Clause) -> bool:
    """Whether the clause says what does not hold: its cut is followed by fail."""
    goals = [] if clause.node is None else list(map(indicator_of, conjuncts(clause.node)))
    return CUT in goals and goals[-1] in (("fail", 0), ("false", 0))


def _guard(earlier: Apart, later: Apart, opened: frozenset[int]) -> Node | None:
    """What says that the earlier clause has not committed; None where it always has."""
    meant: dict[str, Node] = {}
    equal: list[Node] = []
    own = set(unknowns(earlier.head))
    for number, (one, other) in enumerate(zip(earlier.head.args, later.head.args, strict=True)):
        if number not in opened:
            _match(one, other, meant, equal)
    items = [*equal, *(replaced(goal, meant) for goal in earlier.before)]
    if not items:
        return None
    if own.intersection(unknowns(*items)):  # there are no such terms: dif would say that these are not
        return Compound("\\+", [joined(items)], 0)
    if len(items) == 1:
        return _denied(items[0])
    if len(equal) == len(items):
        sides = [Listed([pair.args[side] for pair in equal], None, 0) for side in (0, 1)]
        return Compound("dif", sides, 0)
    return Compound("\\+", [joined(items)], 0)


def _match(one: Node, other: Node, meant: dict[str, Node], equal: list[Node]) -> None:
    """What the variables of `one` mean in a clause that has `other` there, and what must be equal besides."""
    if type(one) is Unknown and one.name not in meant:
        meant[one.name] = other
    elif type(one) is Unknown:
        equal.append(Compound("=", [other, meant[one.name]], 0))
    elif type(other) is Unknown:
        equal.append(Compound("=", [other, replaced(one, meant)], 0))
        meant.update((name, Unknown(name, 0)) for name in unknowns(one) if name not in meant)
    elif type(one) is Constant and type(other) is Constant and one.value == other.value:
        pass
    else:
        for part, another in zip(_split(one, other), _split(other, one), strict=True):
            _match(part, another, meant, equal)


def _split(node: Node, other: Node) -> Sequence[Node]:
    """The parts of a compound, the first and the rest of a list, if `other` has as many.

    Raises
    ------
    _Excluded
        It is no such term.
    """
    if type(node) is Compound and indicator_of(node) == indicator_of(other):
        return node.args
    if type(node) is Listed and type(other) is Listed:
        rest = Listed(node.items[1:], node.rest, 0) if len(node.items) > 1 else node.rest or Constant((), 0)
        return [node.items[0], rest]
    raise _Excluded


def _holds(guard: Node) -> bool:
    """Whether a guard compares numbers, and holds."""
    if type(guard) is not Compound or len(guard.args) != 2:
        return False
    left, right = (one.value if type(one) is Constant else None for one in guard.args)
    if type(left) is not int or type(right) is not int:
        return False
    return {"<": left < right, ">": left > right, "=<": left <= right, ">=": left >= right}.get(guard.name, False)


def _shape(node: Node) -> Hashable:
    """The same for nodes that are written alike."""
    if type(node) is Unknown:
        return (Unknown, node.name)
    if type(node) is Constant:
        return (type(node.value), node.value)
    if type(node) is Compound:
        return (node.name, *map(_shape, node.args))
    if type(node) is Listed:
        return (Listed, *map(_shape, node.items), None if node.rest is None else _shape(node.rest))
    return id(node)


def _denied(goal: Node) -> Node:
    key = indicator_of(goal)
    if key is not None and key[1] == 2 and key[0] in OPPOSITE:
        return Compound(OPPOSITE[key[0]], goal.args, 0)
    return goal.args[0] if key == ("\\+", 1) else Compound("\\+", [goal], 0)


def _text(one: Apart, guards: Sequence[Node], opened: frozenset[int]) -> str:
    """A clause without cuts."""
    head, before, told = one.head, one.before, []
    if opened and not all(_is_test(goal) for goal in before):
        found = set(unknowns(*before))
        args = list(head.args)
        for number in opened:
            if found.intersection(unknowns(args[number])):
                result = Unknown(f"_r_Result{number}" if len(opened) > 1 else "_r_Result", 0)
                told.append(Compound("=", [result, args[number]], 0))
                args[number] = result
        head = Compound(head.name, args, 0)  # type: ignore[attr-defined] # it has arguments
        before = [Compound("once", [joined(before)], 0)]
    goals = [*guards, *before, *told, *one.after]
    clause = Compound(":-", [head, joined(goals)], 0) if goals else head
    return _written(clause)


def _is_test(goal: Node) -> bool:
    key = indicator_of(goal)
    return key is not None and (key[0] in TESTS or key[1] == 2 and key[0] in OPPOSITE and key[0] not in ("=", "#="))


def _written(clause: Node) -> str:
    """The text of a clause: variables under their own names, as far as these are different, or `_`."""
    often: dict[str, int] = {}
    for part in walk(clause):
        if type(part) is Unknown:
            often[part.name] = often.get(part.name, 0) + 1
    names: dict[str, str] = {}
    for name, times in often.items():
        plain = name.split("_", 2)[2]
        wanted = "_" if times == 1 else "A" if is_anonymous(plain) or plain[0] == "_" else plain
        number, stem = 1, wanted
        while wanted != "_" and wanted in names.values():
            number += 1
            wanted = f"{stem}{number}"
        names[name] = wanted
    variables: dict[str, object] = {}
    term = term_of(clause, variables)
    return write(term, {variable: names[name] for name, variable in variables.items()}, 1200)


def renamed(node: Node, names: dict[str, str]) -> Node:
    """`node` with other names for its variables."""
    return replaced(node, {name: Unknown(other, 0) for name, other in names.items()})


def replaced(node: Node, meant: dict[str, Node]) -> Node:
    """`node` with terms in place of its variables."""
    if type(node) is Unknown:
        return meant.get(node.name, node)
    if type(node) is Compound:
        return Compound(node.name, [replaced(arg, meant) for arg in node.args], node.at)
    if type(node) is Listed:
        rest = None if node.rest is None else replaced(node.rest, meant)
        return Listed([replaced(item, meant) for item in node.items], rest, node.at)
    return node


def joined(goals: Sequence[Node]) -> Node:
    """The conjunction of `goals`."""
    *front, made = goals
    for goal in reversed(front):
        made = Compound(",", [goal, made], 0)
    return made
