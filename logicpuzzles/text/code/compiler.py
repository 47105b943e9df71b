"""Compile the body of a clause or a query into chains of instructions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...errors import NeedsValue, PuzzleError
from ...logic.balls import error_term, indicator
from ...logic.facts import Relation
from ...logic.goals import Goal
from ...logic.internal import IN, Internal
from ...logic.relations import Predicate
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, AnyTerm, Term, var
from ..complaints import Complaints
from ..names import CONTROLS, Indicator, Namespace, suggestion
from ..refusals import REFUSED
from ..syntax.lexical import LIBRARY, Sentence, Source
from ..syntax.nodes import Compound, Constant, Node, Unknown, conjuncts, indicator_of, unknowns
from .anonymous import Anonymous
from .clauses import Clauses
from .cuts import Begin, Leave
from .frames import Frame, Layout
from .given import Given
from .grammar import described
from .instructions import At, Either, Instruction, Invoke, InvokeElsewhere, Made, Origin, Refused
from .scopes import BAR, CUT, has_cut, inside, outside

DEEPEST = 100  # goals within goals, such as \+ (a ; \+ b)


class Compiler:
    """Compiles the goals of one sentence.

    Parameters
    ----------
    layout
        The frame in which the variables of the sentence are.
    names
        What the names of relations mean.
    visible
        The variables that are outside of every opaque goal; see `scopes`.
    complaints
        Where mistakes are kept, so that those in the other goals are found too; without it they are raised.
    """

    def __init__(
        self,
        sentence: Sentence,
        layout: Layout,
        names: Namespace,
        visible: set[str],
        complaints: Complaints | None = None,
    ) -> None:
        self.sentence, self.layout, self.names, self.visible = sentence, layout, names, visible
        self.complaints = complaints
        self.depth = 0
        self.barrier: int | None = None  # the slot of the barrier to which a cut commits; None where there is no cut
        self.more = False  # whether another cut may follow the goal

    def body(self, node: Node, seen: set[str], own: Sequence[str] = ()) -> Instruction:
        """The same as `chain` for a body that keeps its cuts inside; the variables `own` belong there too."""
        outer = self.barrier, self.more
        barrier = self.enclose(node)
        made = self.chain(node, seen)
        if barrier is not None:
            begin = Begin(Origin(self.sentence, node, self.layout), barrier, self.own(own))
            begin.following, made = made, begin
        self.barrier, self.more = outer
        return made

    def enclose(self, node: Node) -> int | None:
        """Let the cuts in the body `node` reach no further; the slot of their barrier, None where there is no cut."""
        self.barrier, self.more = self.layout.constant(None) if has_cut(node) else None, False
        return self.barrier

    def chain(self, body: Node, seen: set[str]) -> Instruction:
        """The first instruction of `body`.

        `seen` are the variables that the goals before it have met; those that it meets itself are added.
        """
        if self.depth > DEEPEST:
            raise self.sentence.error(f"more than {DEEPEST} goals within goals", body.at)
        self.depth += 1
        goals = conjuncts(body)
        made = [self.goal(goal, seen) for goal in goals] if self.barrier is None else self._cutting(goals, seen)
        self.depth -= 1
        for one, following in zip(made, made[1:], strict=False):
            one.following = following
        return made[0]

    def _cutting(self, goals: Sequence[Node], seen: set[str]) -> list[Instruction]:
        """The instructions for goals some of which may hold a cut, after the last of which no unknown is protected."""
        made, more = [], self.more
        last = max((number for number, goal in enumerate(goals) if has_cut(goal)), default=-1)
        for number, goal in enumerate(goals):
            self.more = more or number < last
            made.append(self.goal(goal, seen))
            if number == last and not more and indicator_of(goal) != CUT:
                made.append(Leave(made[-1].origin, self.barrier))  # type: ignore[arg-type]
        self.more = more
        return made

    def goal(self, node: Node, seen: set[str]) -> Instruction:
        """The instruction for one goal."""
        if self.complaints is None:
            return self._goal(node, seen)
        made = Instruction(Origin(self.sentence, node, self.layout))  # in place of what is wrong
        with self.complaints.collecting():
            made = self._goal(node, seen)
        return made

    def _goal(self, node: Node, seen: set[str]) -> Instruction:
        node = described(node, self.sentence)
        key = indicator_of(node)
        origin = Origin(self.sentence, node, self.layout)
        if type(node) is Unknown or type(node) is Constant and type(node.value) in VARIABLES:
            made: Instruction = self._call(origin, [node])
        elif key is None:
            raise self.sentence.error("this is not a goal", node.at, "a relation such as member(X, [1, 2])")
        else:
            args = node.args
            if key[0] == "call" and args:
                is_known = len(args) == 1 and type(args[0]) is Compound
                made = Either(origin, [self.body(args[0], seen)]) if is_known else self._call(origin, args)
            elif self.names.is_control(key):
                made = CONTROLS[key](self, origin, Compound(key[0], args, node.at), seen)
            else:
                made = self.invoke(origin, key, args)
        seen.update(outside(node))
        return made

    def inside(
        self, goals: Sequence[Node], seen: set[str], also: Sequence[Node] = ()
    ) -> tuple[list[Instruction], Callable[[Frame], Any]]:
        """The chains of goals inside an opaque one, and the function that gives the variables that are its own.

        The variables of `also` belong to the inside too, and are visible to what is opaque in there.
        """
        own, visible = inside([*goals, *also], self.visible)
        outer, self.visible = self.visible, visible
        met = seen | outer  # what is first met in here and belongs to the outside is an unknown of the outside
        shown = unknowns(*also)  # a cut may not leave a condition on them undecided
        chains = [self.body(goal, met, [name for name in own if name not in shown]) for goal in goals]
        self.visible = outer
        return chains, self.renewed(own)

    def renewed(self, names: Sequence[str]) -> Callable[[Frame], frozenset[Any]]:
        """The function that makes the variables `names` of a frame anew, younger than all outside, and gives them."""
        slots = [self.layout.slot(name) for name in names]

        def renew(frame: Frame) -> frozenset[Any]:
            for slot in slots:
                frame[slot] = var()
            return frozenset([frame[slot] for slot in slots])

        return renew

    def own(self, names: Sequence[str]) -> Callable[[Frame], frozenset[Any]]:
        """The function that gives the variables `names` of a frame."""
        slots = [self.layout.slot(name) for name in names]
        return lambda frame: frozenset([frame[slot] for slot in slots])

    def invoke(self, origin: Origin, key: Indicator, args: Sequence[Node]) -> Instruction:
        """The call of the predicate that `key` means."""
        try:
            predicate = find(self.names, key)
        except PuzzleError as error:
            if self.complaints is None:
                raise origin.error(error) from None
            return Refused(origin, self.complaints.tolerated(key[0], origin.error(error)))
        invoke = InvokeElsewhere if is_elsewhere(predicate) and not origin.is_library else Invoke
        closures = closures_of(predicate)
        names = Constant(self.names, origin.node.at)
        wrapped = [Compound(IN, [names, a], a.at) if n in closures else a for n, a in enumerate(args)]
        return invoke(origin, predicate, self.layout.builds(wrapped))

    def _call(self, origin: Origin, args: Sequence[Node]) -> Instruction:
        build, names, sentence = self.layout.builds(args), self.names, self.sentence

        def make(machine: Machine, frame: Frame) -> Goal:
            goal, *extra = build(frame)
            machine.calling = origin
            return called(machine, names, goal, tuple(extra), sentence)

        return Made(origin, make)


Control = Callable[[Compiler, Origin, Compound, set[str]], Instruction]


def control(*keys: Indicator) -> Callable[[Control], Control]:
    """Let a function compile the goals of these names and arities; its docstring shows in help."""

    def decorate(function: Control) -> Control:
        CONTROLS.update(dict.fromkeys(keys, function))
        return function

    return decorate


def find(names: Namespace, key: Indicator) -> Predicate:
    """The predicate that `key` means.

    Raises
    ------
    PuzzleError
        There is none, or the language leaves it out.
    """
    if isinstance(key[0], Anonymous):
        return key[0].predicate(key[1])
    predicate = names.find(*key)
    if predicate is not None:
        return predicate
    reason, known = REFUSED.get(key[0]), list(names.known())
    if reason is not None and all(name != key[0] for name, _ in known):  # a file may state one of that name
        raise PuzzleError(f"`{key[0]}` is not part of the language", hint=reason)
    ball = error_term("existence_error", "procedure", indicator(*key))
    hint = names.advice(key[0]) or suggestion(*key, known)
    raise PuzzleError(f"there is no relation {key[0]}/{key[1]}", hint=hint, ball=ball)


def is_elsewhere(predicate: Predicate) -> bool:
    """Whether errors inside `predicate` point at its caller: it is builtin, of the library or of a Python file."""
    if isinstance(predicate, Clauses):
        return predicate.clauses[0].sentence.source.name == LIBRARY
    return not isinstance(predicate, Relation)


def closures_of(predicate: Predicate) -> Sequence[int]:
    """The arguments of `predicate` that are goals to call."""
    return predicate.closures if isinstance(predicate, Clauses) else ()


def called(
    machine: Machine, names: Namespace, goal: AnyTerm, extra: tuple[AnyTerm, ...], sentence: Sentence | None = None
) -> Goal:
    """The goal that the term `goal` means, with the terms `extra` added to its arguments.

    Raises
    ------
    NeedsValue
        It is unknown.
    PuzzleError
        It is no goal, or one that there is not.
    """
    names, goal = within(machine, names, machine.walk(goal))
    if type(goal) in VARIABLES:
        raise NeedsValue(goal, "call", is_error=True)
    if not isinstance(goal, Term | str):
        got = Given(machine.reify(goal))
        ball = error_term("type_error", "callable", got.term)
        raise PuzzleError("this is not a goal", expected="a relation such as member(X, [1, 2])", got=got, ball=ball)
    name, own = (goal.name, goal.args) if isinstance(goal, Term) else (goal, ())
    key, args = (name, len(own) + len(extra)), (*own, *extra)
    if names.is_control(key) or key[0] == "call" or key == BAR and not extra:
        return _compiled(machine, names, key, args, sentence or Sentence(Source("", key[0]), "", 0))
    predicate = find(names, key)
    closures = closures_of(predicate)
    return predicate(*(Term(IN, (names, arg)) if n in closures else arg for n, arg in enumerate(args)))


def within(machine: Machine, names: Namespace, goal: AnyTerm) -> tuple[Namespace, Any]:
    """A goal without the file that stands before it, and what names mean in it."""
    while type(goal) is Term and (type(goal.name) is Internal or (goal.name, len(goal.args)) == (":", 2)):
        where = machine.walk(goal.args[0])
        if type(where) in VARIABLES:
            raise NeedsValue(where, "call", is_error=True)
        if not isinstance(where, str | Namespace):
            raise PuzzleError("the name of a rule file is missing before the colon", got=Given(machine.reify(where)))
        names, goal = names.within(where) if isinstance(where, str) else where, machine.walk(goal.args[1])
    return names, goal


def _compiled(
    machine: Machine, names: Namespace, key: Indicator, args: tuple[AnyTerm, ...], sentence: Sentence
) -> Goal:
    """The goal for a control construct that was built at run time; its variables are all from outside."""
    layout = Layout()
    node = node_of(machine, Term(key[0], args)) if args else Constant(key[0], 0)
    try:
        chain = Compiler(sentence, layout, names, set()).body(node, set())
    except PuzzleError as error:  # the goal has no place
        raise PuzzleError(
            error.problem, expected=error.expected, got=error.got, hint=error.hint, ball=error.ball
        ) from None
    return At(chain, layout.template)


def node_of(machine: Machine, goal: AnyTerm) -> Node:
    """The goal as it would have been read, with its terms as constants; without recursion."""
    made: list[Node] = []
    todo = [(goal, made)]
    while todo:
        part, place = todo.pop()
        part = machine.walk(part)
        if type(part) is not Term:
            place.append(Constant(part, 0))
        elif (key := (part.name, len(part.args))) in CONTROLS or key == BAR:
            below: list[Node] = []
            place.append(Compound(part.name, below, 0))
            todo.extend((arg, below) for arg in reversed(part.args))
        else:
            place.append(Compound(part.name, [Constant(arg, 0) for arg in part.args], 0))
    return made[0]
