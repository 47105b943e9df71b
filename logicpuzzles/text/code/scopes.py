"""Which variables of a body belong to the inside of a goal that is not relational.

``\\+ G``, findall, forall and aggregate_all look at what is known: a variable that occurs inside such goals only is
theirs, and free there; any other belongs to the outside, and a goal that would bind it needs a value first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..syntax.nodes import Node, indicator_of, unknowns

BAR = ("|", 2)  # the same as `;`
CONDITIONALS = frozenset({("->", 2), ("*->", 2)})  # before `;` they say what the rest is an alternative to
LATER = frozenset({("catch", 3), ("freeze", 2), ("when", 2)})  # they may ask their last argument later
CONNECTIVES = CONDITIONALS | {
    (",", 2),
    (";", 2),
    BAR,
    ("once", 1),
    ("ignore", 1),
    (":", 2),
    ("call", 1),
    ("call_nth", 2),
    *LATER,
}
# For each goal with an inside of its own, the arguments that are outside.
OPAQUE: dict[tuple[str, int], tuple[int, ...]] = {
    ("\\+", 1): (),
    ("not", 1): (),
    ("forall", 2): (),
    ("findall", 3): (2,),
    ("findnsols", 4): (0, 3),
    ("aggregate_all", 3): (2,),
}
# Goals whose template and what stands before `^` are inside, as all unknowns of findall are.
COLLECTORS = frozenset({("bagof", 3), ("setof", 3)})
CUT = ("!", 0)
# The arguments from which a cut reaches the clause around the goal.
TRANSPARENT = {(",", 2): (0, 1), (";", 2): (0, 1), BAR: (0, 1), (":", 2): (1,)}
TRANSPARENT |= dict.fromkeys(CONDITIONALS, (1,))


def cuts_in(node: Node) -> Iterator[Node]:
    """The cuts in `node` that commit what stands around it, from left to right: no goal keeps them inside."""
    stack = [node]
    while stack:
        goal = stack.pop()
        key = indicator_of(goal)
        if key == CUT:
            yield goal
        stack.extend(goal.args[number] for number in reversed(TRANSPARENT.get(key, ())))  # type: ignore[arg-type]


def has_cut(node: Node) -> bool:
    """Whether a cut in `node` commits what stands around it."""
    return next(cuts_in(node), None) is not None


def outside(*goals: Node) -> set[str]:
    """The variables that occur in `goals` other than inside an opaque goal."""
    found: set[str] = set()
    stack = list(goals)
    while stack:
        goal = stack.pop()
        key = indicator_of(goal)
        if key in CONNECTIVES:
            stack.extend(goal.args)
        elif key in COLLECTORS:
            template, inner, result = goal.args
            own = set(unknowns(template))
            while indicator_of(inner) == ("^", 2):
                own.update(unknowns(inner.args[0]))
                inner = inner.args[1]
            found.update(unknowns(result), outside(inner) - own)
        elif key in OPAQUE:
            found.update(unknowns(*(goal.args[number] for number in OPAQUE[key])))
        else:
            found.update(unknowns(goal))
    return found


def inside(goals: Sequence[Node], visible: set[str]) -> tuple[list[str], set[str]]:
    """The variables of the inside `goals` that are its own, and those that are visible inside of it."""
    own = [name for name in unknowns(*goals) if name not in visible]
    return own, visible | outside(*goals)
