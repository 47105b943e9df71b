"""A predicate that clauses define: tried in order, indexed on whichever bound argument leaves the fewest."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import cached_property
from pickle import PicklingError
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ...logic.control import Barrier
from ...logic.goals import Goal
from ...logic.later import Stale
from ...logic.relations import Predicate
from ...logic.resolver import Continuation, Machine
from ...logic.substitution import FAIL
from ...logic.terms import VARIABLES, AnyTerm, Cons, Suffix, Term, var
from ..syntax.lexical import LIBRARY, Sentence
from ..syntax.nodes import Compound, Listed, Node, Unknown
from .cuts import begin
from .frames import Frame, Layout
from .heads import Head
from .instructions import At, Instruction, Origin, placed

_LISTS = frozenset({tuple, list, Suffix, Cons})
_LIST = object()  # the key of every list that has an element
_OTHER = object()  # the key of a value that text cannot write


class Clause:
    """One clause: matchers for its head, and the first instruction of its body.

    Attributes
    ----------
    head, sentence
        The head as it was read, and the sentence that it stands in.
    barrier
        The slot of the barrier of its cuts; None where it has none.
    """

    def __init__(self, head: Node, sentence: Sentence) -> None:
        self.head, self.sentence = head, sentence
        self.layout = Layout()
        matchers = Head(head.args, self.layout)
        self.direct, self.matches, self._met = matchers.direct, matchers.matches, matchers.met
        self.keys = tuple(map(_key_of_node, head.args))
        self.body: Instruction | None = None
        self.barrier: int | None = None
        self.node: Node | None = None
        self.names: Any = None
        self.fresh: tuple[int, ...] = ()

    def close(self, body: Instruction) -> None:
        """Set the body, compiled with this clause's layout."""
        self.body = body
        self.fresh = tuple(slot for slot in self.layout.slots.values() if slot not in self._met)

    def enter(
        self, machine: Machine, args: tuple[AnyTerm, ...], rest: Continuation, barrier: Barrier | None = None
    ) -> Continuation:
        """Match the head with `args` and go on with the body, whose cuts commit at `barrier`."""
        frame: Frame = self.layout.template.copy()
        if barrier is not None:
            frame[self.barrier] = barrier  # type: ignore[index] # its cuts have a barrier
            barrier.protect(machine)
        for number, slot in self.direct:
            frame[slot] = args[number]
        mark = len(machine.trail)
        if not machine.together(lambda: self._matches(machine, args, frame)):
            return FAIL
        if machine.watched and not machine.wake(mark):  # what the head wakes is looked at when all of it matches
            return FAIL
        if self.body is None:
            return rest
        for slot in self.fresh:
            frame[slot] = var()
        return (At(self.body, frame), rest)

    def _matches(self, machine: Machine, args: tuple[AnyTerm, ...], frame: Frame) -> bool:
        """Unify the head with `args`."""
        for number, match in self.matches:  # noqa: SIM110 - `all` takes half as long again
            if not match(machine, args[number], frame):
                return False
        return True


class Clauses(Predicate):
    """A relation that clauses define."""

    closures: tuple[int, ...] = ()  # the arguments that are goals to call
    awaits = True
    lowering = "text.code.lowered:clauses_of"

    def __init__(self, name: str, arity: int, doc: str = "") -> None:
        self.name, self.arity = name, arity
        self.__doc__ = doc
        self.clauses: list[Clause] = []  # complete before the first call, which looks for what tells them apart

    def __copy__(self) -> Clauses:
        return self  # it never changes once its text is read, and its clauses know each other

    def __deepcopy__(self, _: object) -> Clauses:
        return self

    def __reduce__(self) -> str:
        raise PicklingError(f"{self.name}/{self.arity} is stated in a text: pickle the rule file, or the text")

    def spelled(self, goal: str) -> str:
        return goal.replace("neq", "dif")

    @property
    def place(self) -> str:
        """Where the first clause is."""
        return self.clauses[0].sentence.place(self.clauses[0].head.at)

    def invoke(self, machine: Machine, args: tuple[AnyTerm, ...], rest: Continuation) -> Continuation:
        clauses = self.candidates(machine, args)
        if not clauses:
            return FAIL
        first, barrier = clauses[0], None
        if machine.deferred and (len(clauses) > 1 or first.barrier is not None):
            raise Stale  # each clause would propagate for itself
        if first.barrier is not None:
            barrier = begin(machine, _Next(clauses, 0, args, machine.calling).run, rest)
        if len(clauses) > 1:
            machine.choices.append((len(machine.trail), (_Next(clauses, 1, args, machine.calling),), 0, rest))
        return first.enter(machine, args, rest, barrier)

    def candidates(self, machine: Machine, args: tuple[AnyTerm, ...]) -> Sequence[Clause]:
        """The clauses whose heads may match `args`: the fewest that one bound argument leaves."""
        best: Sequence[Clause] = self.clauses
        if len(best) > 1:
            for number, index, others in self._indexes:
                term = machine.walk(args[number])
                if type(term) not in VARIABLES:
                    found = index.get(_key_of_term(term), others)
                    if len(found) < len(best):
                        best = found
                        if len(best) < 2:
                            break
        return best

    @cached_property
    def _indexes(self) -> list[tuple[int, dict[Any, list[Clause]], list[Clause]]]:
        """For each argument that tells clauses apart: its number, the clauses of each key, and those of all keys."""
        made = []
        for number in range(self.arity or 0):
            others = [clause for clause in self.clauses if clause.keys[number] is None]
            if len(others) == len(self.clauses):
                continue
            index: dict[Any, list[Clause]] = {clause.keys[number]: [] for clause in self.clauses}
            index.pop(None, None)
            for clause in self.clauses:
                key = clause.keys[number]
                for bucket in index.values() if key is None else (index[key],):
                    bucket.append(clause)
            made.append((number, index, others))
        return made


class _Next(Goal):
    """The clauses from number `index` on, called with `args` by the goal at `origin`."""

    __slots__ = ("args", "clauses", "index", "origin")

    def __init__(self, clauses: Sequence[Clause], index: int, args: tuple[AnyTerm, ...], origin: Origin | None) -> None:
        self.clauses, self.index, self.args, self.origin = clauses, index, args, origin

    @property
    def tried(self) -> str | None:
        """Where the clause is that is tried before these; None in the library."""
        clause = self.clauses[self.index - 1]
        source = clause.sentence.source
        return None if source.name == LIBRARY else clause.sentence.place(clause.head.at)

    def run(self, machine: Machine, rest: Continuation) -> Continuation:
        clauses, following = self.clauses, self.index + 1
        clause = clauses[self.index]
        barrier = None if clause.barrier is None else begin(machine, self.run, rest)
        if following < len(clauses):
            machine.choices.append((len(machine.trail), (_Next(clauses, following, self.args, self.origin),), 0, rest))
        try:
            return clause.enter(machine, self.args, rest, barrier)
        except (PuzzleError, NeedsValue) as error:
            if self.origin is None:
                raise
            raise placed(error, self.origin, rest, machine) from None


def _key_of_node(node: Node) -> Hashable:
    """What the index knows of an argument of a head; None for a variable, which matches every key."""
    if type(node) is Unknown:
        return None
    if type(node) is Compound:
        return (node.name, len(node.args))
    return _LIST if type(node) is Listed else node.value  # type: ignore[attr-defined]


def _key_of_term(term: AnyTerm) -> Hashable:
    kind = type(term)
    if kind is int or kind is str or kind is Fraction:
        return term  # type: ignore[no-any-return]
    if kind in _LISTS:
        return _LIST if kind is Cons or len(term) else ()
    return (term.name, len(term.args)) if kind is Term else _OTHER
