"""`once` and negation around disequalities that wait, against what they mean for values."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from instances import shown
from scale import scale

from logicpuzzles import NeedsValue, eq, fresh, interleave, lall, membero, naf, neq, once, run, vars

VALUES = (0, 1, 2)
PROGRAMS = scale(600, 6000)
x, y, z = vars(3)


class Program:
    """Disequalities between x, y, z and numbers; some values; a goal that commits, with more of them; the other values.

    The goal in the middle runs through the values of a local unknown, or (`once`) through those of x.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.negated = self.random.random() < 0.5
        own = "local" if self.negated else "x"
        others = ["y", "z"] if own == "x" else ["x", "y", "z"]
        self.random.shuffle(others)
        self.before = others[: self.random.randint(0, len(others))]
        self.after = [name for name in others if name not in self.before]
        self.own = own
        self.outer = [self.pair(["x", "y", "z"]) for _ in range(self.random.randint(0, 3))]
        self.inner = [self.pair([own, *others]) for _ in range(self.random.randint(1, 2))]
        self.late = self.random.random() < 0.5  # the value of the own unknown comes after what it must not be

    def pair(self, names: list[str]) -> Any:
        """One or two pairs, of which one at least must differ."""
        return [
            (self.random.choice(names), self.random.choice([*names, *VALUES])) for _ in range(self.random.randint(1, 2))
        ]

    def answers(self) -> Any:
        """What the package answers."""
        known = {"x": x, "y": y, "z": z}

        def differ(pairs: Any, known: Any) -> Any:
            left, right = zip(*pairs, strict=True)
            return neq(tuple(known[name] for name in left), tuple(known.get(term, term) for term in right))

        def middle(own: Any) -> Any:
            inside = {**known, self.own: own}
            goals = [membero(own, VALUES), *(differ(pairs, inside) for pairs in self.inner)]
            return lall(goals[::-1] if self.late else goals)

        goal = naf(fresh(middle)) if self.negated else once(middle(x))
        values = [[membero(known[name], VALUES) for name in names] for names in (self.before, self.after)]
        return run(0, (x, y, z), *(differ(pairs, known) for pairs in self.outer), *values[0], goal, *values[1])

    def expected(self) -> list[tuple[int, ...]]:
        """The answers as the values tell them."""
        found = []
        for first in product(VALUES, repeat=len(self.before)):
            known = dict(zip(self.before, first, strict=True))
            if not self.holds(self.outer, known):
                continue
            own = [v for v in VALUES if self.holds(self.inner + self.outer, {**known, self.own: v})]
            if bool(own) == self.negated:
                continue
            if not self.negated:
                known["x"] = own[0]
            for last in product(VALUES, repeat=len(self.after)):
                whole = {**known, **dict(zip(self.after, last, strict=True))}
                if self.holds(self.outer, whole):
                    found.append(tuple(whole[name] for name in ("x", "y", "z")))
        return found

    @staticmethod
    def holds(conditions: Any, known: Any) -> bool:
        """Whether each condition has a pair that differs, or one on which nothing is known yet."""

        def differs(left: Any, right: Any) -> bool:
            one, two = known.get(left, left), known.get(right, right)
            return left != right and (one != two if isinstance(one, int) and isinstance(two, int) else True)

        return all(any(differs(*pair) for pair in pairs) for pairs in conditions)


@pytest.mark.parametrize("chunk", range(4))
def test_waiting_disequalities_and_goals_that_commit(chunk: int) -> None:
    """Where a goal that commits answers, the answers are those of the values, in order; else it asks for a value."""
    answered = 0
    for seed in range(chunk, PROGRAMS, 4):
        program = Program(seed)
        try:
            found = program.answers()
        except NeedsValue:
            assert program.after, f"program {seed}"  # where all is known, nothing is missing
            continue
        answered += 1
        assert list(found) == program.expected(), f"program {seed}: {vars_of(program)}"
    assert answered > PROGRAMS / 4 / 3


def vars_of(program: Program) -> str:
    """A program, told."""
    return f"{program.outer} {program.before} {'no' if program.negated else 'once'} {program.inner} {program.after}"


def test_what_was_stated_before_may_wait_on() -> None:
    """A disequality from before `once` that a binding inside shortens is still the one from before."""
    assert shown(run(0, (x, y), neq((x, y), (1, 2)), once(eq(x, 1)))) == ["(1, _0) with _0 != 2"]
    assert shown(run(0, (x, y), neq((x, y, z), (1, 2, 3)), eq(x, 1), once(eq(y, 2)), eq(z, 4))) == ["(1, 2)"]
    assert run(0, (x, y), neq((x, y), (1, 2)), once(eq(x, 1)), eq(y, 2)) == ()
    assert shown(run(0, (x, y), neq((x, y), (1, 2)), interleave(eq(x, 1), eq(x, 3)))) == [
        "(1, _0) with _0 != 2",
        "(3, _0)",
    ]


def test_what_was_stated_inside_must_be_decided() -> None:
    """One stated inside `once` on an unknown from outside cannot wait on."""
    with pytest.raises(NeedsValue):
        run(0, (x, y), once(lall(neq((x, y), (1, 2)), eq(x, 1))))


@pytest.mark.parametrize("first", [0, 1, 2])
def test_an_unknown_that_stands_for_another_is_inside_of_what_holds_that(first: int) -> None:
    """The occurs check finds a cycle through two unknowns that were made equal, whichever is the older."""
    names = vars(3)
    older, younger, whole = names[first:] + names[:first]
    assert run(0, True, eq(whole, (younger,)), eq(younger, older), eq(older, (whole,))) == ()
    assert run(0, True, eq(whole, (younger,)), eq(older, younger), eq(younger, (whole,))) == ()
    assert run(0, True, eq(whole, (younger,)), eq(younger, older), eq(older, (1,))) == (True,)
