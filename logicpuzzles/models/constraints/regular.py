"""`Regular`: the values, one after the other, are accepted by an automaton or fit a pattern."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from ...errors import PuzzleError
from ...integers import represented
from ...wording import alternatives, counted
from ..values import Domains, Scope, Value, Values, Variable
from .base import Kind, Lowering, Posted, shortened
from .diagrams import diagram
from .forms import Form
from .own import OPEN, Own, OwnKind
from .patterns import Pattern, written

States = frozenset[Any]


class Regular(Own):
    """The values of the variables, in order, are accepted by an automaton.

    Parameters
    ----------
    automaton
        A pattern over the values, such as ``"0*1{3}0+1{2}0*"``; or the transitions of the automaton, as triples (state,
        value, next state) or as a mapping from (state, value) to the next state. States are anything that can be
        hashed; from one state a value may lead to several.

        In a pattern a character stands for the value that is written so (0 and 1 also for False and True), and
        ``<12>`` or ``<red>`` for a value that is written with several; ``.`` is any value, ``[125]``, ``[1-5]``,
        ``[^0]`` one of some; ``*``, ``+``, ``?``, ``{3}``, ``{2,5}``, ``{2,}`` say how often what is before may be
        there; ``|`` separates alternatives, ``( )`` encloses a part. Blanks count for nothing.
    start, accepting
        Of an automaton given by its transitions: its first state, and the states in which it accepts.

    Notes
    -----
    Propagation is domain consistent where each variable is there once (G. Pesant, 2004).

    >>> from constraint import Problem
    >>> problem = Problem()
    >>> problem.addVariables("abcd", [0, 1])
    >>> problem.addConstraint(Regular("0*1{2}0+1*"), "abcd")
    >>> sorted("".join(str(found[v]) for v in "abcd") for found in problem.getSolutions())
    ['0110', '1100', '1101']
    """

    def __init__(
        self,
        automaton: str | Iterable[tuple[Any, Value, Any]] | Mapping[tuple[Any, Value], Any],
        start: Hashable = None,
        accepting: Iterable[Any] | None = None,
    ) -> None:
        is_text = isinstance(automaton, str) or not isinstance(automaton, Iterable)
        self.given: Any = automaton if is_text or isinstance(automaton, Mapping) else list(automaton)
        self.start = start
        self._known: dict[tuple[States, Value], States] = {}
        is_several = isinstance(accepting, Iterable) and not isinstance(accepting, str)
        self.accepting: Any = list(accepting) if is_several else accepting  # type: ignore[arg-type]

    @cached_property
    def reader(self) -> Pattern | Automaton:
        """What reads the values.

        Raises
        ------
        PuzzleError
            It is no pattern, or no automaton.
        """
        if not isinstance(self.given, str):
            return Automaton(self.given, self.start, self.accepting)
        if self.accepting is not None or self.start is not None:
            raise PuzzleError("a pattern has no states", got=represented(self.given),
                              hint="leave start and accepting out")  # fmt: skip
        return Pattern(self.given)

    def after(self, states: States, value: Value) -> States:
        """The states that a value, or any where it is `OPEN`, leads to from some of `states`."""
        key = states, value
        if key not in self._known:
            reader: Any = self.reader
            self._known[key] = reader.after_any(states) if value is OPEN else reader.after(states, value)
        return self._known[key]

    def is_possible(self, values: Sequence[Value]) -> bool:
        reader: Any = self.reader
        states: States = reader.start
        for value in values:
            states = self.after(states, value)
            if not states:
                return False
        return bool(reader.is_end(states))


class Automaton:
    """An automaton by its transitions; see `Regular`.

    Attributes
    ----------
    start
        The states before the first value: one.
    """

    def __init__(self, given: Any, start: Hashable, accepting: Any) -> None:
        self.moves: dict[Any, dict[Value, set[Any]]] = {}
        for k, (state, value, after) in enumerate(_triples(given)):
            try:
                self.moves.setdefault(state, {}).setdefault(value, set()).add(after)
            except TypeError:
                raise PuzzleError(f"transition {k + 1} has a state or value that cannot be hashed",
                                  expected="numbers, text or tuples, not lists",
                                  got=represented((state, value, after)),
                                  hint="write such as ('a', 1, 'b')") from None  # fmt: skip
        if not isinstance(accepting, list):
            raise PuzzleError("an automaton needs the states in which it accepts", expected="accepting=[...]",
                              got=represented(accepting), hint="name them in a list")  # fmt: skip
        entered = (after for moves in self.moves.values() for ends in moves.values() for after in ends)
        known = dict.fromkeys((*self.moves, *entered))
        for name, state in (("starts", start), *(("accepts", state) for state in accepting)):
            if not isinstance(state, Hashable) or state not in known:
                raise PuzzleError(f"the automaton {name} in a state that no transition has",
                                  expected=f"one of {shortened(known)}", got=represented(state),
                                  hint="name a state of a transition")  # fmt: skip
        self.start, self.accepting = frozenset((start,)), frozenset(accepting)

    def after(self, states: States, value: Value) -> States:
        """The states that `value` leads to from some of `states`."""
        return frozenset(after for state in states for after in self.moves.get(state, {}).get(value, ()))

    def after_any(self, states: States) -> States:
        """The states that values lead to from some of `states`."""
        return frozenset(x for state in states for ends in self.moves.get(state, {}).values() for x in ends)

    def is_end(self, states: States) -> bool:
        """Whether one of the states is accepting."""
        return not self.accepting.isdisjoint(states)


def _triples(given: Any) -> list[tuple[Any, Value, Any]]:
    """The transitions, each as (state, value, next state)."""
    if isinstance(given, Mapping):
        items: list[Any] = [
            (*key, end) if isinstance(key, tuple) and len(key) == 2 else (key, end) for key, end in given.items()
        ]
        expected = "from (state, value) to a state"
    elif isinstance(given, list):
        items, expected = given, "(state, value, next state)"
    else:
        raise PuzzleError("this is neither a pattern nor an automaton", got=represented(given),
                          expected="text, or a list of (state, value, next state)",
                          hint="see help(Regular) for an example of each")  # fmt: skip
    if not items:
        raise PuzzleError("the automaton has no transitions", expected=expected, hint="list them")
    for k, item in enumerate(items):
        if not isinstance(item, Collection) or isinstance(item, str) or len(item) != 3:
            raise PuzzleError(
                f"transition {k + 1} is wrong",
                expected=expected,
                got=represented(item),
                hint="write such as ('a', 1, 'b')",
            )
    return items


class _Regular(OwnKind):
    def check(self, given: Regular, scope: Sequence[Variable], place: str | None) -> None:
        try:
            given.reader  # noqa: B018  made here, so that what is wrong is said with the place
        except PuzzleError as error:
            raise (error.at(place) if place else error) from None

    def remark(self, given: Regular, scope: Sequence[Variable], domains: Domains) -> str:
        reader = given.reader
        own = {text for v in scope for value in domains[v] for text in written(value)}
        symbols = reader.symbols if isinstance(reader, Pattern) else []
        strange = sorted({text for symbol in symbols if not symbol.is_negated for text in symbol.texts - own})
        return f"its variables are never {alternatives(strange)}" if strange else ""

    def detail(self, given: Regular) -> str:
        if isinstance(given.given, str):
            return f": {given.given}"
        return f": {counted(len(given.given), 'transition')} from {represented(given.start)}"

    def forms(self, lowering: Lowering, posted: Posted, scope: Scope) -> list[Form]:
        given = posted.constraint

        def step(states: States, _: int, value: Value) -> States | None:
            return given.after(states, value) or None

        domains: list[Values] = [lowering.domains[v] for v in scope]
        return diagram(scope, domains, given.reader.start, step, given.reader.is_end)


KINDS: dict[type, Kind] = {Regular: _Regular()}
