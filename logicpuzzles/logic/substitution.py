"""Bindings made and undone: unification with the occurs check, and a trail. No goals in here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from cons.core import ConsPair
from unification import Var

from ..errors import NeedsValue
from .bindings import ATOMS, LISTS, UNBOUND, Bindings, key, serial
from .shapes import as_list, shape_of
from .terms import FLAT, VARIABLES, AnyTerm, Cons, Suffix, Term, Variable, is_flat, next_serial, split_list, subterms

FAIL: Final = object()  # what a goal returns instead of a continuation


class Substitution(Bindings):
    """What variables are bound to; it can be undone to any earlier mark.

    Attributes
    ----------
    trail
        What to undo, newest last: a variable that was bound, or ``(mapping, key, old)`` for an entry that
        was changed (``(None, None, (floor, allowed, scope))`` for the scope).
    floor, allowed, scope
        Unknowns with a serial below `floor` must not be bound unless they are in `allowed`: inside a goal
        that is not relational, `scope`, they belong to the outside.
    assumed
        Variables with a serial up to it may be inside bound terms although not marked so.
    """

    def __init__(self) -> None:
        super().__init__()
        self.floor = 0
        self.allowed: frozenset[Any] = frozenset()
        self.scope = ""
        self.assumed = 0

    def assume(self, bindings: Iterable[tuple[Any, Any]], ours: bool = False) -> None:
        """Bind unbound variables to their terms, unchecked; `ours` if a substitution bound them before."""
        for variable, term in bindings:
            self.bindings[key(variable)] = term
            self.trail.append(variable)
        if not ours:
            self.assumed = next_serial()

    def set_scope(self, floor: int, allowed: frozenset[Any] = frozenset(), scope: str = "") -> None:
        """Inside `scope`, forbid binding variables older than `floor`, except `allowed`, until undone or set again."""
        self.trail.append((None, None, (self.floor, self.allowed, self.scope)))
        self.floor, self.allowed, self.scope = floor, allowed, scope

    def undo(self, mark: int) -> None:
        """Forget everything since the trail had the length `mark`."""
        trail, bindings = self.trail, self.bindings
        while len(trail) > mark:
            entry = trail.pop()
            kind = type(entry)
            if kind is Variable:
                del bindings[entry.serial]
            elif kind is not tuple:
                del bindings[entry]
            elif entry[0] is None:
                self.floor, self.allowed, self.scope = entry[2]
            elif entry[2] is None:
                entry[0].pop(entry[1], None)
            else:
                entry[0][entry[1]] = entry[2]

    def equate(self, left: AnyTerm, right: AnyTerm) -> bool:
        """Make two terms equal by binding variables; False if that cannot be (bindings may remain).

        Raises
        ------
        NeedsValue
            It must not bind a variable that it would have to bind, and the terms may be equal.
        """
        return self.together(lambda: self._equate(left, right))

    def together(self, attempt: Callable[[], bool]) -> bool:
        """What `attempt` gives, which makes several terms equal; that they differ counts before what it must not bind.

        Raises
        ------
        NeedsValue
            It must not bind a variable that it would have to bind, and all may be equal.
        """
        mark = len(self.trail)
        try:
            return attempt()
        except NeedsValue:
            if self._freely(mark, attempt):
                raise
            return False

    def _freely(self, mark: int, attempt: Callable[[], bool]) -> bool:
        """What `attempt` gives from `mark` on where every variable may be bound; its bindings are undone."""
        self.undo(mark)
        floor, self.floor = self.floor, 0
        try:
            return attempt()
        finally:
            self.undo(mark)
            self.floor = floor

    def _equate(self, left: AnyTerm, right: AnyTerm) -> bool:
        stack: list[Any] = []
        get = self.bindings.get
        while True:
            while True:  # `walk`, inlined here and below for speed
                kind = type(left)
                if kind is Variable:
                    value = get(left.serial, UNBOUND)
                elif kind is Var:
                    value = get(left, UNBOUND)
                else:
                    break
                if value is UNBOUND:
                    break
                left = value
            while True:
                other = type(right)
                if other is Variable:
                    value = get(right.serial, UNBOUND)
                elif other is Var:
                    value = get(right, UNBOUND)
                else:
                    break
                if value is UNBOUND:
                    break
                right = value
            if left is right:
                pass
            elif kind is Variable or kind is Var:
                if other is Variable or other is Var:
                    self._alias(left, right)
                elif not self._bind(left, right, other):
                    return False
            elif other is Variable or other is Var:
                if not self._bind(right, left, kind):
                    return False
            elif kind is other and kind in ATOMS:
                if left != right:
                    return False
            elif not self._open(left, right, kind, other, stack):
                return False
            if not stack:
                return True
            left, right = stack.pop()

    def _open(self, left: AnyTerm, right: AnyTerm, kind: type, other: type, stack: list[Any]) -> bool:
        """Push the pairs of parts of two terms that are no variables, the first on top; False if the terms differ."""
        if kind is other and isinstance(left, tuple):  # a named tuple is equal only to one of its own type
            return _push(left, right, stack)
        if kind in LISTS and other in LISTS:
            if kind not in (Cons, ConsPair) and other not in (Cons, ConsPair):
                return len(left) == len(right) and _push(tuple(left), tuple(right), stack)
            one, two = split_list(left), split_list(right)
            if one is None or two is None:
                return False
            stack.append((one[1], two[1]))
            stack.append((one[0], two[0]))
            return True
        if kind is Term and other is Term:
            return bool(left.name == right.name) and _push(left.args, right.args, stack)
        if kind in FLAT or other in FLAT:
            return kind is other and bool(left == right)
        return self._open_shaped(left, right, stack)

    def _open_shaped(self, left: AnyTerm, right: AnyTerm, stack: list[Any]) -> bool:
        """The same for terms of other people's classes."""
        left, right = as_list(left), as_list(right)
        kind, other = type(left), type(right)
        if kind in LISTS or other in LISTS or kind is Term or other is Term:
            if kind in LISTS and other in LISTS:
                stack.append((left, right))
                return True
            return False
        shape = shape_of(kind, other)
        if shape is None:
            return kind is other and bool(left == right)
        pairs = shape.pairs(left, right, self)
        if pairs is None:
            return False
        stack.extend(reversed(pairs))
        return True

    def _bind(self, variable: Var, value: AnyTerm, kind: type) -> bool:
        """Bind an unbound variable to a term that is not a variable, unless it occurs in that term."""
        # The occurs check is always on, unlike Prolog's: terms stay finite, so `X = f(X)` fails.
        if kind not in ATOMS and not is_flat(value) and self.occurs(variable, value):
            return False
        if self.floor and self.is_outside(variable):
            if self.excludes(variable, value):
                return False
            raise NeedsValue(variable, self.scope)
        self.bindings[key(variable)] = value
        self.trail.append(variable)
        return True

    def excludes(self, variable: Var, value: AnyTerm) -> bool:
        """Whether what is known of an unbound variable rules out that it is `value`."""
        return False

    def _alias(self, left: AnyTerm, right: AnyTerm) -> None:
        """Bind the younger of two unbound variables to the older."""
        if serial(left) < serial(right):
            left, right = right, left
        if self.floor and self.is_outside(left):
            if self.is_outside(right):
                raise NeedsValue(left, self.scope)
            left, right = right, left
        if type(right) is Variable:
            right.inside = right.inside or type(left) is not Variable or left.inside
        self.bindings[key(left)] = right
        self.trail.append(left)

    def is_outside(self, variable: Var) -> bool:
        """Whether `variable` must not be bound now."""
        return serial(variable) < self.floor and variable not in self.allowed

    def occurs(self, variable: Var, term: AnyTerm) -> bool:
        """Whether `variable` occurs in `term` under the bindings.

        One that has never been inside a bound term occurs in none. Then bound terms are not entered, so that a term
        that grows step by step is bound in linear time.
        """
        outside = type(variable) is Variable and not variable.inside and variable.serial > self.assumed
        stack = [term]
        while stack:
            part = stack.pop()
            kind = type(part)
            if kind in VARIABLES:
                part = self._enter(part)
                if part is variable:
                    return True
                if not outside and type(part) not in VARIABLES:
                    stack.append(part)
            elif not (is_flat(part) or outside and kind is Suffix and part.seen):
                stack.extend([inner for inner in subterms(part) if type(inner) not in ATOMS])
        if type(term) is Suffix:
            term.seen = True
        return False

    def _enter(self, variable: Var) -> AnyTerm:
        """What `variable` is bound to; it and the variables on the way there are marked as inside a term."""
        part = variable
        while type(part) in VARIABLES:
            if type(part) is Variable:
                part.inside = True
            value = self.bindings.get(key(part), UNBOUND)
            if value is UNBOUND:
                break
            part = value
        return part


def _push(left: tuple[Any, ...], right: tuple[Any, ...], stack: list[Any]) -> bool:
    """Push the pairs that are not plainly equal, the first on top; False if one plainly differs."""
    if len(left) != len(right):
        return False
    mark = len(stack)
    for one, two in zip(left, right, strict=True):
        if one is not two:
            kind = type(one)
            if kind in ATOMS and type(two) in ATOMS:
                if kind is not type(two) or one != two:
                    return False
            else:
                stack.append((one, two))
    if len(stack) - mark > 1:
        stack[mark:] = stack[mark:][::-1]
    return True
