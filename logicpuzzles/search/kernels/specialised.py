"""Sliding moves as machine code of their own: a function for each context, its shifts, costs and goals constants.

The code searches a whole subtree by recursion, which is several times as fast as `depth_first` over arrays, and looks
at the same states in the same order. It is made by LLVM in about half a second, so only for a search that lasts. When
it is to stop, be it at a goal or at the limit of nodes, it leaves the arrays of `depth_first` as that would, which
goes on from there.

Where every cost is 0 or one number c, the slack is the same modulo c in a whole round. So it is one number wherever it
is below c, and what costs c is turned back there with the same slack each time. Once that has happened, there is no
`least` to raise; then the code for a slack below c neither counts slack nor looks at what is turned back. Where it is
also the slack that goals have at the depth of the limit, they can be at no other depth.
"""

from __future__ import annotations

from llvmlite import binding, ir

from ...kernels.executable import Code, is_flat
from ...kernels.linking import linked
from ...kernels.objects import machine
from .control import BUDGET, DEPTH, END, FRAMES, LEAST, LIMIT, REFUSED, SLACK, STEP, TIGHT, WORDS
from .instructions import ADDRESS, HERE, INT, Body
from .specialising import ENTER, Sliding


def code_of(moves: Sliding) -> Code:
    """Code for `moves`, as `slide.Slides.below` calls it."""
    made = ir.Module("specialised")
    Writer(made, moves).write()
    module = binding.parse_assembly(str(made))
    module.verify()
    target = machine()
    passes = binding.create_pass_builder(target, binding.create_pipeline_tuning_options(speed_level=2))
    passes.getModulePassManager().run(module, passes)
    body = target.emit_object(module)
    return linked(body, {ENTER: 5}) if is_flat() else Code(body, {ENTER: (-1, 5)})


class Writer:
    """Writes the functions of `moves` into a module.

    Each takes a state, its slack, how many moves may still be made after the next one, and the address of `control` of
    `depth_first`; it returns `ENDED`, or `FOUND` or `PAUSED`. The slack of "loose" ones
    is at least c, that of "tight" ones is below and not given, that of the others is any.
    """

    def __init__(self, module: ir.Module, moves: Sliding) -> None:
        self.moves, self.module = moves, module
        self.step_cost = moves.step_cost()
        self.kinds = ("any",) if self.step_cost is None else ("loose", "tight")
        self.contexts = sorted({(int(first), int(end)) for first, end in moves.spans})
        self.functions = {
            (context, name): ir.Function(module, self._type(name), f"{name}_{context[0]}_{context[1]}")
            for context in self.contexts
            for name in self.kinds
        }

    def write(self) -> None:
        """All functions, and the one that is called from outside."""
        self.leave = self._leave()
        for (context, name), function in self.functions.items():
            function.linkage, function.calling_convention = "internal", "fastcc"
            function.attributes.add("nounwind")
            Body(self, function, context, name).write()
        self._enter()

    def _leave(self) -> ir.Function:
        """`leave(result, place, state, slack, rest, control)`: keep where a function is, and return the result.

        The place has the next step in the lower half and the end of the steps in the upper one. What was counted ahead,
        from this step on, is uncounted.
        """
        function = ir.Function(self.module, ir.FunctionType(INT, [INT] * 5 + [ADDRESS]), "leave")
        function.linkage = "internal"
        function.attributes.add("noinline")
        function.attributes.add("nounwind")
        builder = ir.IRBuilder(function.append_basic_block())
        result, place, state, slack, rest, control = function.args

        def part(number: int) -> ir.Value:
            return builder.gep(control, [INT(number)])

        following, end = builder.and_(place, INT((1 << 32) - 1)), builder.lshr(place, INT(32))
        ahead = builder.sub(end, following)
        builder.store(builder.add(builder.load(part(BUDGET)), ahead), part(BUDGET))
        depth = builder.sub(builder.sub(builder.load(part(LIMIT)), INT(1)), rest)
        row = builder.inttoptr(builder.add(builder.load(part(WORDS)), builder.shl(depth, INT(3))), ADDRESS)
        builder.store(builder.xor(state, INT(self.moves.empty)), row)
        with builder.if_else(builder.icmp_signed(">=", result, INT(HERE))) as (is_last, is_above):
            with is_last:
                for number, value in ((DEPTH, depth), (STEP, following), (END, end), (SLACK, slack)):
                    builder.store(value, part(number))
                builder.ret(builder.sub(result, INT(HERE)))
            with is_above:
                place = builder.add(builder.load(part(FRAMES)), builder.mul(depth, INT(24)))
                row = builder.inttoptr(place, ADDRESS)
                for offset, value in enumerate((following, end, slack)):
                    builder.store(value, builder.gep(row, [INT(offset)]))
                builder.ret(result)
        builder.unreachable()
        return function

    def _type(self, name: str) -> ir.FunctionType:
        return ir.FunctionType(INT, [INT] * (2 if name == "tight" else 3) + [ADDRESS])

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
        given = [state, *more] if name == "tight" else [state, slack, *more]
        return builder.call(self.functions[context, name], given, cconv="fastcc")

    def _enter(self) -> None:
        """`enter(context, state, slack, rest, control)`; a context is its first step with its end in the upper half."""
        function = ir.Function(self.module, ir.FunctionType(INT, [INT] * 5), ENTER)
        function.attributes.add("nounwind")
        builder = ir.IRBuilder(function.append_basic_block())
        wanted, state, slack, rest, place = function.args
        control = builder.inttoptr(place, ADDRESS)
        state = builder.xor(state, INT(self.moves.empty))
        given = [state, slack, rest, control]
        none = function.append_basic_block()
        if self.step_cost is not None:
            tight = builder.urem(slack, INT(self.step_cost))
            builder.store(tight, builder.gep(control, [INT(TIGHT)]))
            least = builder.load(builder.gep(control, [INT(LEAST)]))
            is_higher = builder.icmp_signed("<", least, builder.sub(tight, INT(self.step_cost)))
            is_elsewhere = builder.icmp_signed("!=", tight, INT(self.moves.goal_slack))
            with builder.if_then(builder.or_(is_higher, is_elsewhere)):
                builder.ret(INT(REFUSED))
        choice = builder.switch(wanted, none)
        for context in self.contexts:
            block = function.append_basic_block()
            choice.add_case(INT(context[0] | context[1] << 32), block)
            builder.position_at_end(block)
            if self.step_cost is None:
                builder.ret(self.call(builder, context, "any", *given))
                continue
            with builder.if_then(builder.icmp_signed("<", slack, INT(self.step_cost))):
                builder.ret(self.call(builder, context, "tight", *given))
            builder.ret(self.call(builder, context, "loose", *given))
        builder.position_at_end(none)
        builder.ret(INT(REFUSED))
