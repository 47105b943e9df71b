"""Match the head of a clause with the arguments of a call, building terms only where an argument is unknown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, AnyTerm, Term, split_list, var
from ..syntax.nodes import Compound, Constant, Listed, Node, Unknown, is_anonymous, is_ground, term_of, unknowns
from .frames import UNSET, Build, Frame, Layout, too_deep

Match = Callable[[Machine, Any, Frame], bool]
LONGEST = 8  # elements of a list with an unknown rest that are matched one by one


class Head:
    """The matchers of the arguments of a head; `layout` then has a slot for each of its variables."""

    def __init__(self, args: Sequence[Node], layout: Layout) -> None:
        self.layout = layout
        self.met: set[int] = set()
        self.matches: list[tuple[int, Match]] = []  # the number of an argument, and its matcher
        self.direct: list[tuple[int, int]] = []  # the number of an argument that a new variable is, and the slot
        for number, arg in enumerate(args):
            if type(arg) is Unknown and is_anonymous(arg.name):
                continue
            slot = self._new(arg)
            if slot is not None:
                self.direct.append((number, slot))
            else:
                self.matches.append((number, self._match(arg)))

    def _new(self, node: Node) -> int | None:
        """The slot of a variable that is met here for the first time."""
        if type(node) is not Unknown:
            return None
        slot = self.layout.slot(node.name)
        if slot in self.met:
            return None
        self.met.add(slot)
        return slot

    def _match(self, node: Node) -> Match:
        if type(node) is Unknown:
            new, slot = self._new(node), self.layout.slot(node.name)
            return _match_new(slot) if new is not None else lambda machine, arg, frame: machine.equate(frame[slot], arg)
        if type(node) is Constant:
            return _match_constant(node.value)
        if is_ground(node):
            value = term_of(node, {})
            return lambda machine, arg, frame: machine.equate(arg, value)
        if too_deep(node) or type(node) is Listed and node.rest is not None and len(node.items) > LONGEST:
            return self._match_built(node)
        if type(node) is Compound:
            return _match_term(node.name, [self._match(arg) for arg in node.args], self._match_built(node))
        assert isinstance(node, Listed)
        return self._match_list(node)

    def _match_built(self, node: Node) -> Match:
        """Build the term, with fresh variables where it has new ones, and unify."""
        build = self.layout.build(node)
        slots = [self.layout.slot(name) for name in unknowns(node)]
        self.met.update(slots)
        return _match_built(build, slots)

    def _match_list(self, node: Listed) -> Match:
        items = [self._match(item) for item in node.items]
        if node.rest is None:
            return _match_tuple(items, self._match_built(node))
        rest = self._match(node.rest)
        ends = [Listed(node.items[at:], node.rest, node.at) for at in range(len(items))]
        return _match_list(items, rest, [self._match_built(end) for end in ends])


def _match_new(slot: int) -> Match:
    def match(machine: Machine, arg: AnyTerm, frame: Frame) -> bool:
        frame[slot] = arg
        return True

    return match


def _match_constant(value: AnyTerm) -> Match:
    kind = type(value)

    def match(machine: Machine, arg: AnyTerm, frame: Frame) -> bool:
        arg = machine.walk(arg)
        if type(arg) in VARIABLES:
            return machine.equate(arg, value)
        return type(arg) is kind and bool(arg == value)

    return match


def _match_built(build: Build, slots: Sequence[int]) -> Match:
    def match(machine: Machine, arg: AnyTerm, frame: Frame) -> bool:
        for slot in slots:
            if frame[slot] is UNSET:
                frame[slot] = var()
        return machine.equate(arg, build(frame))

    return match


def _match_term(name: str, args: Sequence[Match], built: Match) -> Match:
    size = len(args)

    def match(machine: Machine, arg: AnyTerm, frame: Frame) -> bool:
        arg = machine.walk(arg)
        if type(arg) in VARIABLES:
            return built(machine, arg, frame)
        if type(arg) is not Term or arg.name != name or len(arg.args) != size:
            return False
        return _match_all(args, machine, arg.args, frame)

    return match


def _match_all(matches: Sequence[Match], machine: Machine, parts: Sequence[AnyTerm], frame: Frame) -> bool:
    for match, part in zip(matches, parts, strict=True):  # noqa: SIM110 - `all` takes half as long again
        if not match(machine, part, frame):
            return False
    return True


def _match_tuple(items: Sequence[Match], built: Match) -> Match:
    size = len(items)

    def match(machine: Machine, arg: AnyTerm, frame: Frame) -> bool:
        arg = machine.walk(arg)
        if type(arg) is not tuple:
            return built(machine, arg, frame)
        return len(arg) == size and _match_all(items, machine, arg, frame)

    return match


def _match_list(items: Sequence[Match], rest: Match, ends: Sequence[Match]) -> Match:
    """`ends` build what is left of the list where the one given is unknown from there on."""

    def match(machine: Machine, arg: AnyTerm, frame: Frame) -> bool:
        for item, end in zip(items, ends, strict=True):
            arg = machine.walk(arg)
            if type(arg) in VARIABLES:
                return end(machine, arg, frame)
            parts = split_list(arg)
            if parts is None or not item(machine, parts[0], frame):
                return False
            arg = parts[1]
        return rest(machine, arg, frame)

    return match
