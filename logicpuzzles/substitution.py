"""Bindings of variables with a trail: unification, the occurs check, and undoing. No goals in here."""

from __future__ import annotations

from typing import Any, Final

from cons.core import ConsPair

from .errors import NeedsValue
from .terms import VARIABLES, Cons, Suffix, Term, Variable, cons, is_flat, pair, split_list, subterms

FAIL: Final = object()  # what a goal returns instead of a continuation
_UNBOUND: Final = object()
_ATOMS = frozenset({int, str})
_LISTS = frozenset({tuple, list, Suffix, Cons, ConsPair})


def serial(variable: Any) -> int:
    """The age of a variable; kanren's own count as the oldest."""
    return variable.serial if type(variable) is Variable else 0


class Substitution:
    """What is known of variables, as a mapping that can be undone to any earlier mark.

    Attributes
    ----------
    bindings
        Variable to term.
    trail
        What to undo, newest last: a variable that was bound, or ``(mapping, key, old)`` for an entry that
        was changed (``(None, None, (floor, allowed))`` for the scope).
    floor, allowed
        Unknowns with a serial below `floor` must not be bound unless they are in `allowed`: inside a goal
        that is not relational they belong to the outside.
    """

    __slots__ = ("allowed", "bindings", "floor", "trail")

    def __init__(self) -> None:
        self.bindings: dict[Any, Any] = {}
        self.trail: list[Any] = []
        self.floor = 0
        self.allowed: frozenset[Any] = frozenset()

    def walk(self, term: Any) -> Any:
        """What `term` is bound to; itself when it is no bound variable."""
        bindings = self.bindings
        while type(term) in VARIABLES:
            value = bindings.get(term, _UNBOUND)
            if value is _UNBOUND:
                return term
            term = value
        return term

    def undo(self, mark: int) -> None:
        """Forget everything since the trail had the length `mark`."""
        trail, bindings = self.trail, self.bindings
        while len(trail) > mark:
            entry = trail.pop()
            if type(entry) is not tuple:
                del bindings[entry]
                continue
            mapping, key, old = entry
            if mapping is None:
                self.floor, self.allowed = old
            elif old is None:
                mapping.pop(key, None)
            else:
                mapping[key] = old

    def equate(self, left: Any, right: Any) -> bool:
        """Make two terms equal by binding variables; False if that cannot be (bindings may remain)."""
        stack: list[Any] = []
        get = self.bindings.get
        while True:
            kind, other = type(left), type(right)
            while kind in VARIABLES:
                value = get(left, _UNBOUND)
                if value is _UNBOUND:
                    break
                left = value
                kind = type(left)
            while other in VARIABLES:
                value = get(right, _UNBOUND)
                if value is _UNBOUND:
                    break
                right = value
                other = type(right)
            if left is right:
                pass
            elif kind in VARIABLES:
                if other in VARIABLES:
                    self._alias(left, right)
                elif not self._bind(left, right, other):
                    return False
            elif other in VARIABLES:
                if not self._bind(right, left, kind):
                    return False
            elif kind is other and kind in _ATOMS:
                if left != right:
                    return False
            elif not self._open(left, right, kind, other, stack):
                return False
            if not stack:
                return True
            left, right = stack.pop()

    def _open(self, left: Any, right: Any, kind: type, other: type, stack: list[Any]) -> bool:
        """Push the pairs of parts of two terms that are no variables; False if the terms differ."""
        if kind is tuple and other is tuple:
            if len(left) != len(right):
                return False
            for one, two in zip(left, right, strict=True):
                if one is not two:
                    if type(one) in _ATOMS and type(two) in _ATOMS:
                        if type(one) is not type(two) or one != two:
                            return False
                    else:
                        stack.append((one, two))
            return True
        if kind in _LISTS and other in _LISTS:
            if kind not in (Cons, ConsPair) and other not in (Cons, ConsPair):
                return len(left) == len(right) and self._open(tuple(left), tuple(right), tuple, tuple, stack)
            one, two = split_list(left), split_list(right)
            if one is None or two is None:
                return False
            stack.append((one[1], two[1]))
            stack.append((one[0], two[0]))
            return True
        if kind is Term and other is Term:
            if left.name != right.name or len(left.args) != len(right.args):
                return False
            stack.extend(zip(left.args, right.args, strict=True))
            return True
        return kind is other and bool(left == right)

    def _bind(self, variable: Any, value: Any, kind: type) -> bool:
        """Bind an unbound variable to a term that is no variable, unless it occurs in that term."""
        if kind not in _ATOMS and not is_flat(value) and self.occurs(variable, value):
            return False
        if self.floor and self.is_outside(variable):
            raise NeedsValue(variable, "a goal that is not relational")
        self.bindings[variable] = value
        self.trail.append(variable)
        return True

    def _alias(self, left: Any, right: Any) -> None:
        """Bind the younger of two unbound variables to the older."""
        if serial(left) < serial(right):
            left, right = right, left
        if self.floor and self.is_outside(left):
            if self.is_outside(right):
                raise NeedsValue(left, "a goal that is not relational")
            left, right = right, left
        self.bindings[left] = right
        self.trail.append(left)

    def is_outside(self, variable: Any) -> bool:
        """Whether `variable` must not be bound now."""
        return serial(variable) < self.floor and variable not in self.allowed

    def occurs(self, variable: Any, term: Any) -> bool:
        """Whether `variable` occurs in `term` under the bindings."""
        stack = [term]
        while stack:
            part = self.walk(stack.pop())
            if part is variable:
                return True
            if type(part) not in VARIABLES and not is_flat(part):
                stack.extend(part for part in subterms(part) if type(part) not in _ATOMS)
        return False

    def reify(self, term: Any) -> Any:
        """`term` with every bound variable replaced, deep; lists whose end is known become tuples."""
        todo: list[Any] = [term]
        done: list[Any] = []
        while todo:
            part = self.walk(todo.pop())
            kind = type(part)
            if kind is _Build:
                split = len(done) - part.size
                parts = done[split:]
                del done[split:]
                done.append(part.make(parts))
            elif kind is Cons or kind is ConsPair:
                self._reify_chain(part, todo)
            elif kind is Suffix and part.ground:
                done.append(part.items[part.start :])
            elif kind is tuple or kind is list or kind is Suffix:
                todo.append(_Build(len(part), tuple))
                todo.extend(reversed(part))
            elif kind is Term:
                todo.append(_Build(len(part.args), _Compound(part.name)))
                todo.extend(reversed(part.args))
            else:
                done.append(part)
        return done[0]

    def _reify_chain(self, chain: Any, todo: list[Any]) -> None:
        """Push what builds a list of cells, so that its length costs no depth."""
        items = []
        while type(chain) in (Cons, ConsPair):
            items.append(chain.car)
            chain = self.walk(chain.cdr)
        if type(chain) in _LISTS:
            items.extend(chain)
            todo.append(_Build(len(items), tuple))
        else:
            items.append(chain)
            todo.append(_Build(len(items), _partial_list))
        todo.extend(reversed(items))

    def unknowns(self, term: Any) -> dict[Variable, None]:
        """The unbound variables in `term`, in order of first occurrence."""
        found: dict[Variable, None] = {}
        stack = [term]
        while stack:
            part = self.walk(stack.pop())
            if type(part) in VARIABLES:
                found[part] = None
            elif not is_flat(part):
                stack.extend(reversed(list(subterms(part))))
        return found


class _Build:
    """On the stack of `reify`: make a term of the last `size` results."""

    __slots__ = ("make", "size")

    def __init__(self, size: int, make: Any) -> None:
        self.size, self.make = size, make


class _Compound:
    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, args: list[Any]) -> Term:
        return Term(self.name, tuple(args))


def _partial_list(parts: list[Any]) -> Any:
    chain = parts[-1]
    if type(chain) is tuple:
        return cons(*parts)
    for part in reversed(parts[:-1]):
        chain = pair(part, chain)
    return chain
