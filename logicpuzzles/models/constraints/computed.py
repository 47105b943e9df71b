"""Conditions over numbers that the kernel works out: as a table where that is small, else by instructions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from ..instructions import Instructions, bounds_of, instructions, is_real
from ..kernels import layout
from ..kernels.intervals import SIZE
from ..nodes import OPAQUE, Node, places, worker
from ..values import Scope
from .base import Guarded, Lowering
from .forms import Form, Packing
from .functions import MOST_ROWS, Function, by_test, placed


@dataclass(frozen=True, eq=False)
class Computed(Function):
    """The instructions give 1; where they cannot tell, the test decides, which raises nothing."""

    instructions: Instructions

    @property
    def is_certain(self) -> bool:
        return self.instructions.is_certain

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        known = self.instructions
        domains = [packing.domains[v] for v in scope]
        weight = [
            packing.keep(bounds_of(list(packing.classes[v].bits), known.bits)) if is_real(domain) else 0
            for v, domain in zip(scope, domains, strict=True)
        ]
        begin = packing.keep(known.code)
        number = [len(packing.functions), begin, begin + len(known.code), known.bits]
        packing.functions.append(self.test)
        event = layout.CHANGED if any(weight) else layout.BOUNDS
        n_scratch = 2 * len(known.code) // SIZE
        packing.add(layout.FORMULA, scope, number=number, weight=weight, event=event, late=True, n_scratch=n_scratch)


def computed(lowering: Lowering, node: Node, scope: Scope, whole: Guarded | None = None) -> list[Form]:
    """A condition over the variables of `scope`.

    `whole` tells of the values of all of them whether it holds; by default that is worked out, and raises nothing.
    """
    used = range(len(scope)) if whole is not None or not places(node) else places(node)
    own = tuple(dict.fromkeys(scope[place] for place in used))
    at = {place: own.index(scope[place]) for place in used}
    if whole is None:
        said = worker(node, at)
        test = Guarded(lambda values: bool(said(values)))
    else:
        test = whole
    repeated = own if whole is None else scope
    is_small = prod(len(lowering.domains[v]) for v in own) <= MOST_ROWS
    domains = {place: lowering.domains[scope[place]] for place in at}
    known = None if is_small or node.operation == OPAQUE else instructions(node, domains, at)
    if known is None:
        return by_test(lowering, test, repeated)
    return [Computed(own, placed(test, repeated, own), known)]
