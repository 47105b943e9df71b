"""What `check` says of a rule file: each finding a name and a sentence, nothing printed here."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ..by_name import entry
from ..endings import Exhausted, Path, Stopped, Value
from ..errors import Refusal
from ..integers import as_text
from ..limits import Limits
from ..logic.termdict import TermDict, is_among
from ..logic.writer import write
from ..puzzles.puzzle import Puzzle
from ..rewriting.blank import wandering_blank
from ..rewriting.inverse import inverse
from ..rewriting.program import program_of
from ..rewriting.reach import Domains
from ..rewriting.rewrite import Rewriting
from ..rewriting.symmetry import symmetries
from ..rewriting.values import Values
from ..wording import counted, duration, runs
from . import finding
from .bounds import bounds_of
from .rulebook import RuleFile

if TYPE_CHECKING:
    from ..models.model import Model

PATIENCE = 2.0  # seconds to look for a solution
LOOKED_AT = 500  # states near the start that are asked for their moves
MANY = 12  # values that are listed one by one

TRAPS = {
    "Relation": "forgets the disequalities in force, and gives its facts in an order of its own",
    "neq": "leaks from one branch into another, and takes compound terms apart wrongly",
    "lany": "succeeds without goals, and gives answers in an order of its own",
    "conde": "gives answers in an order of its own",
    "lall": "never goes on from an infinite first goal, and fails beyond 980 goals",
    "eq": "hangs where an unknown is inside the other side",
    "membero": "fails beyond 163 elements",
    "appendo": "fails beyond 193 elements",
}


@dataclass(frozen=True)
class Finding:
    """One line of the diagnosis; `good` is False where the puzzle cannot work as it is."""

    name: str
    text: str
    good: bool = True


def diagnosis(rulefile: RuleFile) -> Iterator[Finding]:
    """The findings about a rule file, one by one.

    Raises
    ------
    PuzzleError
        The file is wrong: a relation, or the table of distances.
    """
    yield from (Finding("warning", warning) for warning in rulefile.warnings)
    yield from (Finding(*found) for found in rulefile.findings())
    yield from _kanren(rulefile)
    if rulefile.kind == "puzzle":
        yield from _puzzle(rulefile.puzzle)
    elif rulefile.kind == "game":
        from ..games.checking import findings

        yield from (Finding(*finding) for finding in findings(rulefile.game))
    elif rulefile.kind == "model":
        yield from _model(rulefile.model)


def _puzzle(puzzle: Puzzle) -> Iterator[Finding]:
    began = perf_counter()
    refusal = puzzle.refusal
    took = perf_counter() - began
    puzzle.state(puzzle.start, "start")
    if refusal is not None:
        yield Finding("cells", str(puzzle.n_cells))
        yield Finding("rules", f"none: {refusal}. Searches run on the relation itself")
    else:
        yield from _rules(puzzle, took)
        yield from _beyond(puzzle)
        yield from _goal(puzzle)
        yield from _symmetric(puzzle)
        yield from (Finding(*found) for found in bounds_of(puzzle))
        yield from _answered_twice(puzzle)
    puzzle.draw(puzzle.start)
    yield _reaches(puzzle)


def _rules(puzzle: Puzzle, took: float) -> Iterator[Finding]:
    rewriting = puzzle.rewriting
    yield Finding("cells", f"{puzzle.n_cells}; {_domains(rewriting.domains)}")
    kind = "they only move the values about" if rewriting.permutes else "they change the values of cells"
    if not rewriting.rules:
        yield Finding("rules", f"none: {puzzle.move.name} has no answer, whatever the state", False)
        return
    n_rules = counted(len(rewriting.rules), "rewrite rule")
    yield Finding("rules", f"{n_rules} from {puzzle.move.name} in {duration(took)}; {kind}")
    if puzzle.cost is not None:
        found = runs(rewriting.costs)
        several = (f"{run[0]:,} to {run[-1]:,}" if len(run) > 2 else ", ".join(f"{n:,}" for n in run) for run in found)
        costs = ", ".join(several)
        yield Finding("costs", f"a move costs {costs}, says {puzzle.cost.name}")
    blank = wandering_blank(rewriting)
    wanders = "none" if blank is None else f"{write(blank.value)} wanders: every rule finds it in one cell"
    yield Finding("blank", wanders)
    yield Finding("inverse", _backwards(rewriting))


def _backwards(rewriting: Rewriting) -> str:
    try:
        backwards = inverse(rewriting)
    except Refusal as refusal:
        return f"none: {refusal}"
    known = {(frozenset(map(repr, rule.guards)), repr(rule.effect)) for rule in rewriting.rules}
    undone = all((frozenset(map(repr, rule.guards)), repr(rule.effect)) in known for rule in backwards.rules)
    return f"{counted(len(backwards.rules), 'rule')} backwards{'; a move takes back every move' if undone else ''}"


def _domains(domains: Domains) -> str:
    groups = _alike(dict(enumerate(domains)))
    if len(groups) == 1:
        return f"each holds one of {_values(domains[0])}"
    return _several([f"{_cells(cells)} of {_values(domains[cells[0]])}" for cells in groups])


def _alike(domains: Mapping[Any, tuple[Any, ...]]) -> list[list[Any]]:
    """The names that have the same values, in whatever order these are."""
    values = Values(value for domain in domains.values() for value in domain)
    groups: dict[int, list[Any]] = {}
    for name, domain in domains.items():
        groups.setdefault(values.bits(domain), []).append(name)
    return list(groups.values())


def _several(parts: list[str]) -> str:
    more = [f"{len(parts) - MANY} more groups"] if len(parts) > MANY + 1 else []
    return "; ".join(parts[:MANY] + more if more else parts)


def _cells(cells: list[int]) -> str:
    """Positions, with three or more in a row as a range.

    >>> _cells([0]), _cells([1, 2, 4]), _cells([1, 2, 3, 5])
    ('position 0', 'positions 1, 2, 4', 'positions 1 to 3, 5')
    """
    texts = [[f"{run[0]} to {run[-1]}"] if len(run) > 2 else list(map(str, run)) for run in runs(cells)]
    return f"position{'s' * (len(cells) > 1)} {', '.join(text for part in texts for text in part)}"


def _values(domain: Sequence[Value]) -> str:
    """The values in order: numbers before words, and those before the rest; a long run of numbers as a range."""
    kinds = {int: 0, str: 1}

    def place(value: Value) -> tuple[int, Value]:
        kind = kinds.get(type(value), len(kinds))
        return kind, value if kind < len(kinds) else 0

    domain = tuple(sorted(domain, key=place))
    if len(domain) > MANY and all(type(value) is int for value in domain) and domain[-1] - domain[0] < len(domain):
        return f"{domain[0]} to {domain[-1]}"
    return _some(domain, write)


def _beyond(puzzle: Puzzle) -> Iterator[Finding]:
    """What the moves make of the declared values that is not declared."""
    for cell, (known, declared) in enumerate(zip(puzzle.rewriting.domains, puzzle.domains or (), strict=False)):
        more = tuple(value for value in known if not is_among(value, declared))
        if more:
            what = f"the moves may also bring {_values(more)} to position {cell}"
            yield Finding("values", f"{what}, which the declared values do not allow")
            return


def _goal(puzzle: Puzzle) -> Iterator[Finding]:
    try:
        told = puzzle.compiled.left_out()
    except Refusal as refusal:
        told = f"does not become patterns: {refusal}"
    if told is not None:
        yield Finding("goal", told)


def _symmetric(puzzle: Puzzle) -> Iterator[Finding]:
    """How many symmetries rules and goal have: what bounds and `explore --up-to-symmetry` use."""
    try:
        patterns = puzzle.patterns()
    except Refusal:  # told of the goal
        return
    program = program_of(puzzle.rewriting, puzzle.start, patterns)
    group = symmetries(program, program.goals(patterns))
    others = counted(group.order - 1, "symmetry", "symmetries")
    found = f"a state and its images under {others} of rules and goal are equally far from the goal"
    known = "none: no symmetry of rules and goal" + ("" if group.complete else " was found in reasonable time")
    yield Finding("alike", found if group.order > 1 else known)


def _answered_twice(puzzle: Puzzle) -> Iterator[Finding]:
    """A move that the relation answers twice, seen from the states nearest to the start: clauses overlap."""
    queue, seen = [puzzle.start], TermDict([(puzzle.start, None)])
    for state in queue:
        moves = puzzle.rewriting.successors(state)
        met: TermDict[None] = TermDict()
        for move in moves:
            if move in met:
                text = f"{write(move[0])} from {write(state)}: two clauses answer this move, and --all counts both"
                yield Finding("twice", f"{text}. Let them exclude each other, with neq or once")
                return
            met[move] = None
        for _, after in moves:
            if len(queue) < LOOKED_AT and after not in seen:
                seen[after] = None
                queue.append(after)


def _reaches(puzzle: Puzzle) -> Finding:
    ending = puzzle.solve(limits=Limits(seconds=PATIENCE))
    if isinstance(ending, Path):
        cost = "" if ending.costs is None else f", at a cost of {ending.cost:,}"
        return Finding("start", f"reaches the goal in {counted(ending.length, 'move')}{cost}")
    if isinstance(ending, Exhausted):
        return Finding("start", f"does not reach the goal: {ending.reason}", False)
    reason = ending.reason if isinstance(ending, Stopped) else ending.status
    return Finding("start", f"is not known to reach the goal; nothing forbids it ({reason})")


def _model(model: Model) -> Iterator[Finding]:
    reading = model.reading
    groups = _alike({variable: tuple(domain) for variable, domain in reading.domains.items()})
    kinds = [f"{_some(names, str)} from {_values(reading.domains[names[0]])}" for names in groups]
    yield Finding("values", f"{counted(len(reading.domains), 'variable')}: {_several(kinds)}")
    posted = Counter(constraint.name for constraint in reading.posted)
    yield Finding("rules", ", ".join(f"{number} {name}" for name, number in posted.items()) or "no constraint")
    for words in entry("models.understood:understood")(reading):
        yield Finding("read", words)
    refused = isinstance(reading.lowered, Refusal)
    yield Finding("engine", f"reference: {reading.lowered}" if refused else "compiled")
    ending = model.solve(limits=Limits(seconds=PATIENCE))
    if isinstance(ending, Exhausted):
        yield Finding("solved", f"never: {model.explain(engine=ending.engine)}", False)
    elif isinstance(ending, Stopped):
        yield Finding("solved", f"not yet; nothing forbids it ({ending.reason})")
    else:
        yield Finding("solved", _how_often(model))
        if model.objective is not None:
            told = f"{model.objective.text} = {as_text(ending.objective)}"
            yield Finding("best", f"{told}, the {model.objective.best}" if ending.gap == 0 else f"{told} so far")


def _how_often(model: Model) -> str:
    number, ending = model.tally(limits=Limits(seconds=PATIENCE))
    if isinstance(ending, Stopped):
        return f"in more than {counted(number, 'way')}"
    return "in exactly one way" if number == 1 else f"in {counted(number, 'way')}"


def _some(values: Sequence[Value], text: Callable[[Value], str]) -> str:
    return ", ".join(map(text, values[:MANY])) + (f" and {len(values) - MANY} more" if len(values) > MANY else "")


def _kanren(rulefile: RuleFile) -> Iterator[Finding]:
    """The constructs that a file takes from kanren itself and that answer wrongly there."""
    if rulefile.file.suffix != ".py":
        return
    for node in ast.walk(ast.parse(finding.source(rulefile.file))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "kanren":
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value).split(".")[0] == "kanren":
            names = [node.attr]
        else:
            continue
        for name in names:
            if name in TRAPS:
                place = f"{finding.shown(rulefile.file)}:{node.lineno}"
                yield Finding("kanren", f"{place}: kanren's {name} {TRAPS[name]}; import it from logicpuzzles")
