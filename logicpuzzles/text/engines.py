"""Which machine answers a query, and when another takes over.

It is decided by counting inferences, never by the clock, so that a query runs alike on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..background import is_loaded
from ..errors import PuzzleError, check_choice
from ..logic.integers.registry import ENGINE

if TYPE_CHECKING:
    from ..logic.machine.clauses import Unsupported
    from ..logic.resolver import Machine
    from .images import Expected
    from .names import Namespace
    from .syntax.nodes import Node

ENGINES = ("auto", "kernel", "reference")

# Inferences of the resolver after which `auto` turns to the kernel: about as long as that takes to be there.
HAND_OVER = 30_000  # numpy is to be imported, and the kernel to be loaded
LOADED = 2_000  # what answers sooner gains nothing: there is code to be made for the query
POSTING = 8  # queries with constraints over integers before the kernel is loaded for them
AGAIN = 50_000  # from one look at whether the kernel is compiled to the next


def patience(engine: str, traced: bool) -> int | None:
    """The inferences after which the kernel takes over; None for never. Only the resolver tells a tracer its steps."""
    if engine == "reference" or traced:
        return None
    if engine == "kernel":
        return 0
    return LOADED if is_loaded("logicpuzzles.text.kernel") else HAND_OVER


class Counting:
    """Counts the query that `machine` runs, if it posts a constraint over integers; the resolver keeps it."""

    queries = 0

    def __init__(self, machine: Machine) -> None:
        self.machine, self.is_counted = machine, False
        machine.hands_over = True

    def is_due(self) -> bool:
        """Never."""
        if not self.is_counted and not self.machine.hands_over:
            self.is_counted = True
            Counting.queries += 1
        return False

    def tell(self, labels: bool) -> None:
        """Keep nothing."""


def expected(names: Namespace, node: Node, machine: Machine) -> Expected | Counting | None:
    """When the kernel takes over a query for the sake of `label`; None where that of models is not there."""
    if not is_loaded(ENGINE):
        return None
    if Counting.queries < POSTING and not is_loaded("logicpuzzles.text.kernel"):
        return Counting(machine)
    from .images import Expected

    return Expected(names, node, machine)


def check_engine(engine: str) -> str:
    """`engine`, checked to be one.

    >>> check_engine("compiled")
    Traceback (most recent call last):
    logicpuzzles.errors.PuzzleError: engine: there is no engine 'compiled'; expected one of auto, kernel, reference
    """
    check_choice("engine", engine, ENGINES)
    return engine


def refusal(why: Unsupported) -> PuzzleError:
    """The error for a query that the kernel was to answer and does not."""
    return PuzzleError(f"the kernel cannot answer this query: {why}", place="engine", hint="use engine auto")
