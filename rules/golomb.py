"""Golomb ruler: marks on a ruler so that no two pairs of them are the same distance apart; the shortest such ruler.

The shortest rulers for 2 to 11 marks are 1, 3, 6, 11, 17, 25, 34, 44, 55 and 72 long (On-Line Encyclopedia of Integer
Sequences, A003022).
"""

from __future__ import annotations

from itertools import combinations

from constraint import AllDifferentConstraint

from logicpuzzles import Model, Order, Problem, PuzzleError


def puzzle(marks: int = 7) -> Model:
    """A ruler with so many marks, the first of them at 0."""
    if marks < 2:
        raise PuzzleError("a ruler has two ends", place="marks", expected="at least 2", got=marks)
    places, last = range(marks), marks - 1
    longest = marks * marks

    def build() -> Problem:
        problem = Problem()
        for mark in places:
            problem.addVariable(mark, range(longest + 1) if mark else [0])
        pairs = list(combinations(places, 2))
        problem.addVariables(pairs, range(1, longest + 1))
        for one, two in pairs:
            problem.addConstraint(lambda a, b, apart: a + apart == b, [one, two, (one, two)])
        problem.addConstraint(AllDifferentConstraint(), pairs)
        problem.order = Order(places)
        if marks > 2:  # of a ruler and the same turned round, one
            problem.addConstraint(lambda first, last: first < last, [(0, 1), (marks - 2, last)])
        return problem

    def picture(ruler: dict[int, int]) -> str:
        marked = {ruler[mark] for mark in places}
        scale = "".join("|" if place in marked else "." for place in range(ruler[last] + 1))
        return f"{scale}\n{' '.join(str(ruler[mark]) for mark in places)}"

    return Model(build, arguments=places, picture=picture, minimize=last)
