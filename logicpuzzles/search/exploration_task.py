"""What is explored, and by what: the rules in the right direction, the sources, and the engines that can do it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from functools import cached_property, partial
from math import prod
from typing import TYPE_CHECKING

from ..background import is_loaded, load_kernels
from ..endings import State
from ..errors import PuzzleError
from ..kernels.executable import why_uncompiled
from ..logic.terms import typed
from ..rewriting.inverse import inverse
from ..rewriting.program import program_of
from ..rewriting.rewrite import Rewriting
from .coding.board import Board, board_of
from .coding.packing import MOST_VALUES, Packing
from .cost_queue import plain_cost_queue
from .depths import PlainQueue
from .exploration import ExplorationRun, Explorer
from .explore_relation import SLICE
from .plan import MOST_COST
from .problem import SearchProblem
from .size import most_states
from .space import RuleSpace

if TYPE_CHECKING:
    from .coding.radix import Radix, RadixArrays

SMALL = 50_000  # states up to which the states of a depth come in the order of a queue, whoever explores
MOST_RANKS = 1 << 36  # states that "ranks" can number
LEAST_MEMORY = 4 << 20  # bytes of tables besides the bits

KERNELS = ("hash", "radix", "board", "ranks")
SLICES = {"rules": SLICE, **dict.fromkeys(KERNELS, (1 << 14, 0.05))}
ENGINES = ("auto", *SLICES)


class ExplorationTask:
    """What is explored: the rules in the right direction, and the sources."""

    def __init__(
        self, rewriting: Rewriting, sources: Sequence[State], backwards: bool, workers: int | None = None
    ) -> None:
        self.given, self.sources, self.backwards, self.workers = rewriting, sources, backwards, workers
        self.rewriting = inverse(rewriting) if backwards else rewriting
        self.program = program_of(self.rewriting, tuple(value for source in sources for value in source))
        self.blanks = self.program.blanks(*sources)
        self.n_states = at_most(self.rewriting, sources)

    @property
    def is_weighted(self) -> bool:
        """Whether moves cost anything but 1."""
        return self.rewriting.costs != (1,)

    def is_in_domains(self, state: State) -> bool:
        """Whether each cell of `state` holds a value that the moves know there."""
        numbers = self.program.values.encode(state)
        return all(domain >> number & 1 for domain, number in zip(self.program.domains, numbers, strict=True))

    @cached_property
    def board(self) -> Board | str:
        """The board, or why there is none."""
        return board_of(self.program, self.sources)

    @cached_property
    def radix(self) -> tuple[Radix, RadixArrays] | str:
        """The numbers of the states and what rules add to them, or why there are none."""
        from .coding.radix import MOST_NUMBERS, Radix  # here: it needs numpy

        n_numbers = prod(domain.bit_count() for domain in self.program.domains)
        if n_numbers > MOST_NUMBERS:
            return f"the cells hold more than {MOST_NUMBERS:,} combinations of values"
        radix = Radix(self.program)
        if not all(map(self.is_in_domains, self.sources)):
            return "a source has a value that the moves lead to nowhere"
        arrays = radix.arrays()
        return "a move looks at too many cells at once" if arrays is None else (radix, arrays)

    def why_not(self, engine: str) -> str | None:
        """Why `engine` cannot explore this; None if it can."""
        if engine != "rules" and len(self.program.values) > MOST_VALUES:
            return f"the cells hold {len(self.program.values)} different values, and at most {MOST_VALUES} fit"
        if engine != "rules" and self.rewriting.costs[-1] > MOST_COST:
            return f"a move costs {self.rewriting.costs[-1]:,}, and kernels count up to {MOST_COST:,} for a move"
        if engine in ("radix", "board", "ranks") and self.is_weighted:
            return "it counts moves, and these have costs"
        if engine == "radix":
            return self.radix if isinstance(self.radix, str) else None
        if engine == "board":
            return self.board if isinstance(self.board, str) else None
        if engine == "ranks":
            counts = {frozenset(Counter(map(typed, source)).items()) for source in self.sources}
            if not self.rewriting.permutes or len(counts) > 1:
                return "the moves do more than move values about, or the sources have different values"
            if self.n_states is None or self.n_states > MOST_RANKS:
                return f"there may be more than {MOST_RANKS:,} states"
        return None

    def engines(self, wanted: str, memory: int) -> list[str]:
        """The engines to try, one after the other, as time passes.

        Raises
        ------
        PuzzleError
            If the engine that is wanted cannot do it.
        """
        if wanted != "auto":
            why_not = self.why_not(wanted) or (why_uncompiled() if wanted != "rules" else None)
            if why_not:
                raise PuzzleError(f"cannot explore with {wanted}: {why_not}", place="engine", hint="use engine auto")
            return [wanted]
        many = self.n_states is not None and self.n_states > SMALL
        if many and not self.why_not("board") and self.needs("board") < memory:
            return ["board"]
        numbered = self.needs("radix") < min(memory, self.needs("hash")) and not self.why_not("radix")
        kernel = "radix" if numbered else "hash"
        if (
            many
            and kernel == "hash"
            and self.needs("hash") > memory
            and not self.why_not("ranks")
            and self.needs("ranks") < memory
        ):
            return ["ranks"]
        if self.why_not("hash"):
            return ["rules"]
        return [kernel] if not self.is_weighted and is_compiled(kernel) else ["rules", kernel]

    def needs(self, engine: str) -> int:
        """The bytes that a kernel needs for all states that there can be."""
        n_states = self.n_states or 0
        if engine == "board":
            return n_states // 8 + LEAST_MEMORY
        if engine == "ranks":
            return 3 * n_states // 8 + LEAST_MEMORY
        if engine == "radix":
            n_numbers = prod(domain.bit_count() for domain in self.program.domains)
            return n_numbers // 8 + 4 * n_numbers + 12 * n_states + LEAST_MEMORY  # with the table of places after it
        words = Packing(self.program.n_cells, len(self.program.values)).n_words
        if self.is_weighted:
            return n_states * (2 * (8 * words + 56) + 32)
        return n_states * (2 * (8 * words + 8) + 32)  # the queue may be twice as large, the table four times

    def run(self, engine: str) -> ExplorationRun:
        """The exploration by `engine`, not yet begun."""
        needs = self.needs(engine) if engine in ("board", "ranks") else 0
        return ExplorationRun(partial(self.explorer, engine), engine, needs, *SLICES[engine])

    def explorer(self, engine: str) -> Explorer:
        """The exploration by `engine`, at its beginning."""
        if engine == "rules":
            problem = SearchProblem.of(self.rewriting, self.sources[0], ())
            space = RuleSpace(problem, program=self.program, blanks=self.blanks)
            return plain_cost_queue(space, self.sources) if self.is_weighted else PlainQueue(space, self.sources)
        if self.is_weighted:
            load_kernels(__package__, "cheapest")
            from .kernels.cheapest import cost_queue

            return cost_queue(self.program, self.sources, self.blanks, self.rewriting.costs)
        load_kernels(__package__, f"{engine}_queue")
        if engine == "hash":
            from .kernels.hash_queue import HashQueue

            return HashQueue(self.program, self.sources, self.blanks, self.n_states)
        if engine == "radix":
            from .kernels.radix_queue import RadixQueue

            assert not isinstance(self.radix, str)
            return RadixQueue(*self.radix, self.sources)
        if engine == "board":
            from .kernels.board_queue import BoardQueue

            assert isinstance(self.board, Board)
            return BoardQueue(self.board, self.program.values, self.sources, self.workers)
        from .kernels.ranks_queue import RanksQueue

        return RanksQueue(self.program, self.sources, self._before)

    def _before(self, state: State) -> list[State]:
        """The states from which a move of what is explored leads to `state`."""
        back = self.given if self.backwards else inverse(self.given)
        return [after for _, after in back.successors(state)]


def is_compiled(kernel: str) -> bool:
    """Whether the kernel "hash" or "radix" is there at once: then plain Python would only lose time."""
    name = f"{__package__}.kernels.{kernel}_queue"
    if not is_loaded(name):
        return False
    from ..kernels.launch import is_ready

    return is_ready(sys.modules[name].breadth_first)


def at_most(rewriting: Rewriting, sources: Sequence[State]) -> int | None:
    """An upper bound on the number of states that the sources reach; None if nothing is known."""
    kinds = {frozenset(Counter(map(typed, source)).items()): source for source in sources}
    bounds = [most_states(SearchProblem.of(rewriting, source, ())) for source in kinds.values()]
    known = [bound for bound in bounds if bound is not None]
    if len(known) < len(bounds):
        return None
    return sum(known) if rewriting.permutes else max(known)
