"""Whether a reason why a goal cannot be reached is true, by brute force: what its sentence says of every state."""

from __future__ import annotations

import re

from small_rules import Case, key

from logicpuzzles.endings import State
from logicpuzzles.logic.writer import write
from logicpuzzles.rewriting.rewrite import Cell, Pattern, matches

PARITY = ("even", "odd")
COUNT = re.compile(
    r"(plus |minus |^)(?:(\d+) times )?the number of (.+?)(?: on positions ([\d, ]+?))?(?= plus| minus|$)"
)


class Told:
    """What holds from `start` on, to compare a reason with; `goal` is asked of the arrangements that can be meant."""

    def __init__(self, case: Case, start: State, goal: Pattern) -> None:
        self.start = start
        depths = case.reached(start)
        self.states = [state for state in case.states if key(state) in depths]
        self.moves = [(state, after) for state in self.states for after in case.after[key(state)]]
        possible = case.arrangements(start) if case.rewriting.permutes else case.states
        self.goals = [state for state in possible if matches(goal, state)]
        self.moved = [c for c in range(len(start)) if any(r.effect[c] != Cell(c) for r in case.rewriting.rules)]

    def is_true(self, reason: str) -> bool:
        """Whether every part of the sentence holds; of the sign of a permutation only that nothing contradicts it."""
        for pattern, holds in (
            (r"position (\d+) can never hold (.*): no sequence of moves brings it there", self._never_holds),
            (r"the start has (\d+) of (.*), the goal at (least|most) (\d+), and no move (.*)", self._one_way),
            (r"(.*?)the goal is an (\w+) permutation of the start, and every move is an (\w+) one", self._parity),
            (r"(.*?)the goal is an (\w+) permutation of the start with (.*) in place: .* only even ones", self._home),
            (
                r"(.*?)the goal is an (\w+) permutation of the start, but moves that take (.*) from position (\d+)"
                r" to (\d+) make only (\w+) ones",
                self._away,
            ),
            (
                r"every move takes (.+) to a position of the other colour and makes one (.+) (fewer|more): after (\d+)"
                r" moves .* is on (.*), but in the goal on (.*)",
                self._colours,
            ),
            (r"(.*) never changes, but it differs: (\S+) at the start, (\S+) in the goal", self._number),
        ):
            found = re.fullmatch(pattern, reason)
            if found:
                return holds(*found.groups())
        raise AssertionError(f"no such sentence is known: {reason}")

    def _never_holds(self, cell: str, value: str) -> bool:
        return all(write(state[int(cell)]) != value for state in self.states)

    def _one_way(self, at_start: str, value: str, which: str, wanted: str, what: str) -> bool:
        falls_short = int(at_start) < int(wanted) if which == "least" else int(at_start) > int(wanted)
        changes = {count(after, value) - count(state, value) for state, after in self.moves}
        allowed = {"makes more of them": (-9, 0), "makes fewer of them": (0, 9), "changes the number": (0, 0)}[what]
        in_range = all(allowed[0] <= change <= allowed[1] for change in changes)
        return falls_short and in_range and count(self.start, value) == int(at_start)

    def _sign(self, one: State, two: State, where: str) -> str | None:
        cells = list(map(int, re.findall(r"\d+", where))) or self.moved
        before, after = ([key(state[cell]) for cell in cells] for state in (one, two))
        if sorted(before) != sorted(after) or len(set(before)) < len(before):
            return None
        order = [after.index(each) for each in before]
        return PARITY[sum(a > b for n, a in enumerate(order) for b in order[n + 1 :]) % 2]

    def _parity(self, where: str, of_goal: str, of_moves: str) -> bool:
        return all(self._sign(self.start, goal, where) == of_goal for goal in self.goals) and all(
            self._sign(*move, where) == of_moves for move in self.moves
        )

    def _home(self, where: str, of_goal: str, value: str) -> bool:
        place = list(map(write, self.start)).index(value)
        return all(self._sign(self.start, goal, where) == of_goal for goal in self.goals) and all(
            self._sign(self.start, state, where) == "even" for state in self.states if write(state[place]) == value
        )

    def _away(self, where: str, of_goal: str, value: str, before: str, after: str, sign: str) -> bool:
        return (
            write(self.start[int(before)]) == value
            and all(write(goal[int(after)]) == value for goal in self.goals)
            and all(self._sign(self.start, goal, where) == of_goal for goal in self.goals)
            and all(
                self._sign(self.start, s, where) == sign for s in self.states if write(s[int(after)]) == value
            )
        )  # fmt: skip

    def _colours(self, walker: str, counted: str, way: str, n_moves: str, there: str, instead: str) -> bool:
        step = 1 if way == "more" else -1
        return (
            all(count(state, walker) == 1 for state in (*self.states, *self.goals))
            and all(count(after, counted) - count(state, counted) == step for state, after in self.moves)
            and all(count(g, counted) - count(self.start, counted) == step * int(n_moves) for g in self.goals)
            and there == ("the other colour" if int(n_moves) % 2 else "the colour that it started from")
            and instead != there
        )

    def _number(self, what: str, at_start: str, in_goal: str) -> bool:
        odd = what.startswith("whether ")
        what = what.removeprefix("whether ").removesuffix(" is odd or even")
        where = re.match(r"the sign of the permutation( on positions [\d, ]+)?( plus )?", what)
        what = what[where.end() :] if where else what

        def number(state: State) -> str | None:
            total = counts(what, state)
            if where is None:
                return PARITY[total % 2] if odd else str(total)
            sign = self._sign(self.start, state, where[1] or "")
            return None if sign is None else PARITY[(total + PARITY.index(sign)) % 2]

        first = number(self.start)
        differs = all(number(goal) == in_goal for goal in self.goals)
        if where:  # a sign is against an order of the values that nobody sees: only changes can be told
            return at_start != in_goal and all(number(goal) != first for goal in self.goals)
        return first == at_start != in_goal and differs and all(number(state) == first for state in self.states)


def count(state: State, value: str, cells: set[int] | None = None) -> int:
    """How many of `cells`, or of all, hold what is written `value`."""
    return sum(write(held) == value for cell, held in enumerate(state) if cells is None or cell in cells)


def counts(what: str, state: State) -> int:
    """The number that the words `what` tell of `state`."""
    if what == "the sum of all numbers":
        return sum(value for value in state if type(value) is int)
    total = 0
    for sign, times, value, cells in COUNT.findall(what):
        held = count(state, value, set(map(int, cells.split(", "))) if cells else None)
        total += (-1 if sign == "minus " else 1) * int(times or 1) * held
    return total
