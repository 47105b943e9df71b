"""The instructions of a function that looks at what can follow in one context, for `specialised`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from llvmlite import ir

from .control import BUDGET, FOUND, LEAST, PAUSED, TIGHT
from .specialising import Sliding

INT = ir.IntType(64)
ADDRESS = INT.as_pointer()
HERE = 16  # is added to what is returned where the last state is this one
FOUND_HERE, PAUSED_HERE = FOUND + HERE, PAUSED + HERE


class Around(Protocol):
    """The module with the functions of all contexts.

    Attributes
    ----------
    step_cost
        See `Sliding.step_cost`.
    leave
        Keeps where a function is.
    """

    moves: Sliding
    step_cost: int | None
    leave: ir.Function

    def call(
        self,
        builder: ir.IRBuilder,
        context: tuple[int, int],
        name: str,
        state: ir.Value,
        slack: ir.Value,
        *more: ir.Value,
    ) -> ir.Value:
        """Call the function of a context."""


class Body:
    """Writes the function of one context: what can follow is looked at, step by step."""

    def __init__(self, writer: Around, function: ir.Function, context: tuple[int, int], name: str) -> None:
        self.writer, self.moves, self.name = writer, writer.moves, name
        self.first, self.end = context
        self.state, *given, self.rest, self.control = function.args
        self.given_slack = given[0] if given else None
        self.function, self.builder = function, ir.IRBuilder(function.append_basic_block("begin"))
        self.goes_back = self._block("back")  # a call is to stop: leave this state in the arrays
        self.found = self._block("found")
        self.back: list[tuple[ir.Value, int, ir.Block]] = []  # what is returned, of which step, from where
        self.met: list[tuple[int, ir.Block]] = []  # the step that leads to a goal, from where

    def write(self) -> None:
        """The function."""
        builder, steps = self.builder, range(self.first, self.end)
        if not steps:
            builder.ret(INT(0))
            for block in (self.goes_back, self.found):
                builder.position_at_end(block)
                builder.unreachable()
            return
        budget = builder.sub(self._load(BUDGET), INT(len(steps)))
        self._store(BUDGET, budget)
        pause, go_on = self._block("pause"), self._block("step")
        builder.cbranch(builder.icmp_signed("<", budget, INT(0)), pause, go_on)
        builder.position_at_end(pause)
        builder.ret(self._leave(INT(PAUSED_HERE), INT(self.first)))
        builder.position_at_end(go_on)
        for step in steps:
            self._step(step)
        builder.ret(INT(0))
        self._stop()

    def _step(self, step: int) -> None:
        builder, moves = self.builder, self.moves
        following, live = self._block("step"), self._block("live")
        piece = builder.and_(builder.lshr(self.state, INT(moves.shifts[step])), INT(moves.cell_mask))
        self._turn_back(piece, step, live, following)
        builder.position_at_end(live)
        changed = self.state
        for bit in range(64):
            if moves.swaps[step] >> bit & 1:
                changed = builder.xor(changed, builder.shl(piece, INT(bit)))
        deeper, last = self._block("deeper"), self._block("last")
        if self.name != "tight":
            self._test(step, changed)
        builder.cbranch(builder.icmp_signed(">", self.rest, INT(0)), deeper, last)
        builder.position_at_end(last)
        if self.name == "tight":
            self._test(step, changed)
        self._note(INT(-1))
        builder.branch(following)
        builder.position_at_end(deeper)
        self._descend(piece, step, changed, following)
        builder.position_at_end(following)

    def _test(self, step: int, changed: ir.Value) -> None:
        """Stop at a goal."""
        builder = self.builder
        for mask, value in self.moves.goals:
            other = self._block("other")
            is_met = builder.icmp_unsigned("==", builder.and_(changed, INT(mask)), INT(value))
            builder.cbranch(is_met, self.found, other)
            self.met.append((step, builder.block))
            builder.position_at_end(other)

    def _turn_back(self, piece: ir.Value, step: int, live: ir.Block, following: ir.Block) -> None:
        """Branch to `live` where the slack suffices."""
        builder = self.builder
        if self.name == "loose":
            builder.branch(live)
            return
        if self.name == "tight":
            builder.cbranch(self._costs_more(piece, step), following, live)
            return
        cut = self._block("cut")
        left = builder.sub(self._slack(), self._cost(piece, step))
        builder.cbranch(builder.icmp_signed("<", left, INT(0)), cut, live)
        builder.position_at_end(cut)
        self._note(left)
        builder.branch(following)

    def _descend(self, piece: ir.Value, step: int, changed: ir.Value, following: ir.Block) -> None:
        """Search below the state `changed`, and go on where that ends."""
        builder, spare = self.builder, self.writer.step_cost
        context = (int(self.moves.spans[step][0]), int(self.moves.spans[step][1]))
        rest = builder.sub(self.rest, INT(1))

        def below(name: str, left: ir.Value) -> None:
            result = self.writer.call(builder, context, name, changed, left, rest, self.control)
            builder.cbranch(builder.icmp_signed("==", result, INT(0)), following, self.goes_back)
            self.back.append((result, step, builder.block))

        if self.name == "any":
            below("any", builder.sub(self._slack(), self._cost(piece, step)))
        elif self.name == "tight":
            below("tight", INT(0))
        else:
            less, same, loose, tight = (self._block(text) for text in ("less", "same", "loose", "tight"))
            builder.cbranch(self._costs_more(piece, step), less, same)
            builder.position_at_end(same)
            below("loose", self._slack())
            builder.position_at_end(less)
            left = builder.sub(self._slack(), INT(spare))
            builder.cbranch(builder.icmp_signed("<", left, INT(spare)), tight, loose)
            for name, block in (("loose", loose), ("tight", tight)):
                builder.position_at_end(block)
                below(name, left)

    def _costs_more(self, piece: ir.Value, step: int) -> ir.Value:
        """Whether a step costs more than 0."""
        return self._is_among(piece, [cost > 0 for cost in self.moves.costs[step]])

    def _is_among(self, piece: ir.Value, chosen: Sequence[bool]) -> ir.Value:
        bits = sum(1 << number for number, is_in in enumerate(chosen) if is_in)
        return self.builder.trunc(self.builder.lshr(INT(bits), piece), ir.IntType(1))

    def _cost(self, piece: ir.Value, step: int) -> ir.Value:
        """By what a step lowers the slack."""
        builder, costs = self.builder, self.moves.costs[step]
        usual, *others = sorted(set(costs))
        cost: ir.Value = INT(usual)
        for other in others:
            cost = builder.select(self._is_among(piece, [found == other for found in costs]), INT(other), cost)
        return cost

    def _note(self, left: ir.Value) -> None:
        """Raise `least` to `left`."""
        with self.builder.if_then(self.builder.icmp_signed(">", left, self._load(LEAST)), likely=False):
            self._store(LEAST, left)

    def _stop(self) -> None:
        """Leave the state in the arrays, then return."""
        builder = self.builder
        builder.position_at_end(self.goes_back)
        result, step = builder.phi(INT), builder.phi(INT)
        for value, number, block in self.back:
            result.add_incoming(value, block)
            step.add_incoming(INT(number + 1), block)
        builder.ret(self._leave(result, step))
        builder.position_at_end(self.found)
        if not self.met:
            builder.unreachable()
            return
        step = builder.phi(INT)
        for number, block in self.met:
            step.add_incoming(INT(number + 1), block)
        builder.ret(self._leave(INT(FOUND_HERE), step))

    def _leave(self, result: ir.Value, step: ir.Value) -> ir.Value:
        place = self.builder.or_(step, INT(self.end << 32))
        return self.builder.call(self.writer.leave, [result, place, self.state, self._slack(), self.rest, self.control])

    def _slack(self) -> ir.Value:
        return self._load(TIGHT) if self.given_slack is None else self.given_slack

    def _load(self, number: int) -> ir.Value:
        return self.builder.load(self.builder.gep(self.control, [INT(number)]))

    def _store(self, number: int, value: ir.Value) -> None:
        self.builder.store(value, self.builder.gep(self.control, [INT(number)]))

    def _block(self, name: str) -> ir.Block:
        return self.function.append_basic_block(name)
