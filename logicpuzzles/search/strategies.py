"""The strategies: one row each, from which the command line, the documentation and the tests take theirs.

An engine of a strategy is a function from a problem to a search at its beginning. A strategy's file has what its
searches say and the one in plain Python; the twin of that, over arrays, stands in `kernels`, is imported when it is
wanted, and gives the same solution after the same nodes.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..background import load_kernels

if TYPE_CHECKING:  # a strategy is imported when it begins: commands name all, and run one
    from .driver import Search
    from .problem import SearchProblem

Begin: TypeAlias = "Callable[[SearchProblem], Search]"
ENGINES = ("auto", "relational", "rules", "compiled")
ANY = "greedy"  # the strategy for any solution, fast


class Strategy(NamedTuple):
    """What there is to know of a strategy.

    Attributes
    ----------
    order
        In which order it looks at states.
    first
        Which solution it gives first.
    engines
        "relational", "rules" or "compiled", and what begins it.
    bounded
        Whether it uses a lower bound.
    shortest
        Whether it gives a shortest solution.
    gives_all
        Whether it also gives all solutions, except by the engine "relational".
    """

    order: str
    first: str
    engines: dict[str, Begin]
    bounded: bool = False
    shortest: bool = True
    gives_all: bool = True


def plain(named: str, **options: Any) -> Begin:
    """A search of this folder, as "module:name", with these options."""
    module, name = named.split(":")

    def begin(problem: SearchProblem) -> Search:
        search: Search = getattr(import_module(f".{module}", __package__), name)(problem, **options)
        return search

    return begin


def restarting(begin: Begin) -> Begin:
    """`begin`, for searches that may ask for a stronger bound."""
    return plain("restarting_astar:restarting", begin=begin)


def kernel(named: str, by_cost: str | None = None) -> Begin:
    """A search of `kernels`, as "module:Name", which is imported when it begins: numpy takes its time.

    `by_cost` is that for moves with costs, where it is another one.
    """

    def begin(problem: SearchProblem) -> Search:
        module, name = (by_cost if by_cost and problem.weighted else named).split(":")
        load_kernels(__package__, module)
        search: Search = getattr(import_module(f"{__package__}.kernels.{module}"), name)(problem)
        return search

    return begin


def unless_exact(begin: Begin, plain: Begin) -> Begin:
    """`begin`, but `plain` where the distance is known exactly: that looks at so few states that no kernel pays."""
    return lambda problem: (plain if problem.exact is not None else begin)(problem)


def both_ends(problem: SearchProblem) -> Search:
    """The search from both ends in plain Python."""
    named = "cheapest:PlainCheapestBothEnds" if problem.weighted else "bidirectional:PlainBidirectional"
    return plain(named)(problem)


def deepening(bounded: bool) -> dict[str, Begin]:
    """The engines of deepening, with a lower bound or without."""
    named = {"relational": "relational:deepening", "rules": "deepening:deepening",
             "compiled": "deepening:deepening_compiled"}  # fmt: skip
    return {engine: plain(name, bounded=bounded) for engine, name in named.items()}


ASTAR = plain("astar:astar")
GREEDY = plain("greedy:greedy")
IDA = deepening(bounded=True)

STRATEGIES: dict[str, Strategy] = {
    "bfs": Strategy(
        "nearest first",
        "the first shortest in clause order",
        {
            "relational": plain("relational:bfs"),
            "rules": plain("bfs:bfs"),
            "compiled": kernel("breadth:CompiledBreadth", "cheapest:CompiledCheapest"),
        },
    ),
    "iddfs": Strategy(
        "depth first under a limit that rises by 1",
        "the same",
        deepening(bounded=False),
    ),
    "ida": Strategy(
        "the same from a lower bound, cutting off what cannot end within the limit",
        "the same",
        IDA | {"compiled": unless_exact(IDA["compiled"], IDA["rules"])},
        bounded=True,
    ),
    "astar": Strategy(
        "least moves made plus lower bound first",
        "a shortest one",
        {"rules": restarting(ASTAR), "compiled": unless_exact(restarting(kernel("astar:CompiledBestFirst")), ASTAR)},
        bounded=True,
        gives_all=False,
    ),
    "bidirectional": Strategy(
        "from both ends, until they meet",
        "a shortest one",
        {
            "rules": both_ends,
            "compiled": kernel("bidirectional:CompiledBidirectional", "cheapest:CompiledCheapestBothEnds"),
        },
    ),
    "greedy": Strategy(
        "least lower bound first, then again and again with more regard to the moves made",
        "any, soon; then better ones, each with a proved gap",
        {"rules": GREEDY, "compiled": unless_exact(plain("greedy:greedy_compiled"), GREEDY)},
        bounded=True,
        shortest=False,
        gives_all=False,
    ),
    "dfs": Strategy(
        "depth first, all paths without a repeated state",
        "any; chosen where all have the same length",
        {"rules": plain("dfs:dfs"), "compiled": plain("dfs:dfs_compiled")},
        shortest=False,
    ),
}

# The engines of each strategy, for one solution and for all.
ONE_SOLUTION = {name: tuple(strategy.engines) for name, strategy in STRATEGIES.items()}
ALL_SOLUTIONS = {
    name: tuple(engine for engine in engines if engine != "relational")
    for name, engines in ONE_SOLUTION.items()
    if STRATEGIES[name].gives_all
}
