"""Layered diagrams: the rows of values that a constraint allows, as paths through layers of nodes.

A constraint that can be read from left to right with a state is one: an automaton, a set of rows, an order of lists.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import Refusal
from ..kernels import layout
from ..values import Scope, Value, Values
from .forms import Among, Encoding, Form, Never, Packing

Arcs = tuple[tuple[int, Value, int], ...]  # a node, a value, and the node of the next layer that it leads to
Step = Callable[[Any, int, Value], Hashable | None]  # from a state, a place and its value to the next state, if any
MOST_ARCS = 2_000_000
WIDEST = 64  # nodes of a layer that are the bits of a word


@dataclass(frozen=True)
class Diagram(Form):
    """The values, one after the other, lead from the first node to the last.

    Attributes
    ----------
    layers
        The arcs of each variable. Nodes are numbered in each layer from 0; the first layer and the last have only
        node 0, and all others lie on some path between these.
    """

    layers: tuple[Arcs, ...]

    def pack(self, packing: Packing, scope: Sequence[int]) -> None:
        layers = []
        for v, arcs in zip(scope, self.layers, strict=True):
            known = packing.classes[v].bits
            layers.append([(node, *divmod(known[x], 64), after) for node, x, after in arcs if x in known])
        widths = [1 + max(node for node, _, _ in arcs) for arcs in self.layers]
        is_alone = int(len(set(scope)) == len(scope))
        if max(widths) > WIDEST:
            _pack_wide(packing, scope, layers, widths, is_alone)
            return
        words = [
            packing.keep(_shifted(arcs, packing.classes[v].n_words)) for v, arcs in zip(scope, layers, strict=True)
        ]
        packing.add(layout.LAYERS, scope, number=[1, 1, is_alone], weight=words, n_scratch=len(scope) + 1)

    def encode(self, encoding: Encoding) -> None:
        before = encoding.model.new_constant(0)
        for v, arcs in zip(self.scope, self.layers, strict=True):
            after = encoding.model.new_int_var(0, max(arc[2] for arc in arcs), "")
            left = set(encoding.domains[v])
            rows = [(node, encoding.code(v, x), end) for node, x, end in arcs if x in left]
            if not rows:
                encoding.model.add_bool_or([])
                return
            encoding.model.add_allowed_assignments([before, encoding.variables[v], after], rows)
            before = after


def _shifted(arcs: Sequence[tuple[int, int, int, int]], n_words: int) -> list[int]:
    """The arcs of a layer for the kernel, those with the same nodes and the same shift as one; see `kernels.layers`."""
    nodes: dict[tuple[int, int, int], int] = {}  # the nodes that a value leaves with a shift
    for node, word, bit, after in arcs:
        key = word, bit, after - node
        nodes[key] = nodes.get(key, 0) | 1 << node
    values: dict[tuple[int, int, int], int] = {}
    for (word, bit, shift), mask in nodes.items():
        values[word, mask, shift] = values.get((word, mask, shift), 0) | 1 << bit
    found: list[int] = []
    for word in range(n_words):
        own = [(bits, mask, shift) for (at, mask, shift), bits in values.items() if at == word]
        found += [len(own), *(number for arc in own for number in arc)]
    return found


def _pack_wide(
    packing: Packing,
    scope: Sequence[int],
    layers: Sequence[Sequence[tuple[int, int, int, int]]],
    widths: Sequence[int],
    is_alone: int,
) -> None:
    """Add the propagator of `kernels.diagrams`."""
    starts = [0]
    for width in (*widths, 1):
        starts.append(starts[-1] + width)
    arcs: list[dict[tuple[int, int], int]] = [{} for _ in range(starts[-1])]  # values by word and node, of each node
    for place, layer in enumerate(layers):
        for node, word, bit, after in layer:
            own, key = arcs[starts[place] + node], (word, starts[place + 1] + after)
            own[key] = own.get(key, 0) | 1 << bit
    at = packing.keep(
        number for own in arcs for (word, after), bits in own.items() for number in (layout.STRIDE * word, bits, after)
    )
    begins = [at]
    for own in arcs:
        begins.append(begins[-1] + 3 * len(own))
    n_words = max(packing.classes[v].n_words for v in scope)
    packing.add(
        layout.DIAGRAM, scope, number=[packing.keep(begins), starts[-1], is_alone], late=True,
        n_scratch=2 * starts[-1] + len(scope) + 1 + layout.STRIDE * n_words,
    )  # fmt: skip


def diagram(
    scope: Scope, domains: Sequence[Values], start: Hashable, step: Step, accepts: Callable[[Any], bool]
) -> list[Form]:
    """The form of a constraint that is read from left to right with a state.

    Parameters
    ----------
    scope, domains
        The variables, and the values of each that matter.
    start, step
        The state before the first value, and from a state, a place and a value there to the next state; None where no
        values can follow.
    accepts
        Whether a state after the last value is right.

    Raises
    ------
    Refusal
        There are too many states.
    """
    layers = _reduced(*_read(domains, start, step, accepts))
    if layers is None:
        return [Never(scope)]
    if len(scope) == 1:
        return [Among(scope, tuple(x for _, x, _ in layers[0]))]
    if all(
        len(arcs) == len(domain) and arcs[0][0] == arcs[-1][0] for arcs, domain in zip(layers, domains, strict=True)
    ):
        return []
    return [Diagram(scope, tuple(map(tuple, layers)))]


Layer = list[tuple[int, Value, int]]


def _read(
    domains: Sequence[Values], start: Hashable, step: Step, accepts: Callable[[Any], bool]
) -> tuple[list[Layer], set[int]]:
    """The arcs of each variable between states, numbered as they are met, and the states that are right at the end."""
    number: dict[Hashable, int] = {start: 0}
    states: dict[int, Any] = {0: start}
    layers: list[Layer] = []
    n_arcs = 0
    for place, domain in enumerate(domains):
        arcs: Layer = []
        after: dict[int, Any] = {}
        for k, state in states.items():
            for value in domain:
                end = step(state, place, value)
                if end is not None:
                    n = number.setdefault(end, len(number))
                    after[n] = end
                    arcs.append((k, value, n))
        layers.append(arcs)
        n_arcs += len(arcs)
        if n_arcs > MOST_ARCS:
            raise Refusal(f"a constraint needs more than {MOST_ARCS:,} states; only the engine reference takes that")
        states = dict(sorted(after.items()))
    return layers, {k for k, state in states.items() if accepts(state)}


def _reduced(layers: Sequence[Layer], last: set[int]) -> list[Layer] | None:
    """Nodes from which the same values follow become one, and those with none go; None where nothing is left.

    Where numbers stay below `WIDEST` they stay as they are, so that many arcs have the same shift.
    """
    merged: Mapping[int, int] = dict.fromkeys(last, 0)
    found: list[Layer] = []
    for layer in reversed(layers):
        leaving: dict[int, list[tuple[Value, int]]] = {}
        for node, value, after in layer:
            if after in merged:
                leaving.setdefault(node, []).append((value, merged[after]))
        same: dict[tuple[tuple[Value, int], ...], int] = {}
        mapped = {node: same.setdefault(tuple(arcs), node) for node, arcs in sorted(leaving.items())}
        if not mapped:
            return None
        if max(mapped.values()) >= WIDEST:
            rank = {node: k for k, node in enumerate(dict.fromkeys(mapped.values()))}
            mapped = {node: rank[one] for node, one in mapped.items()}
        arcs = {(mapped[node], value, after): None for node, leads in leaving.items() for value, after in leads}
        found.append(sorted(arcs, key=lambda arc: (arc[0], arc[2])))
        merged = mapped
    found.reverse()
    return found
