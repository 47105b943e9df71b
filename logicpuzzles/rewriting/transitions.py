"""The compiler: one query with unknowns in every cell gives the rewrite rules of a move relation.

What an answer becomes (first match wins), for the 7 puzzle's
``before = (0, c1, ...), label = c1, after = (c1, 0, c2, ...)``:

    a cell before that is a constant            guard Equals            c0 = 0
    ... that is an unknown met before           guard Same
    ... a compound with unknowns                its domain is tried value by value
    a disequality that remains                  guard Differs
    a cell after that is the cell itself        kept
    ... another cell's unknown                  Cell                    c1 at position 0
    ... a constant                              the constant            0 at position 1
    ... a compound with cells' unknowns         their domains are tried value by value
    ... an unknown of its own                   refused
    a goal that needs a value of a cell         it goes on from there for each value of that cell's domain
    many in a row with a cell that is a
    list or compound of no known value          the query begins anew for each value of that cell's domain
    rules in a row that differ in the
    constant of one kept cell                   one rule with guard Among
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from ..background import is_loaded
from ..by_name import entry
from ..errors import NeedsValue, Refusal
from ..logic.deciding import Decided
from ..logic.goals import Goal
from ..logic.termdict import is_among
from ..logic.terms import VARIABLES, is_flat, var, vars
from ..logic.writer import write
from .cells import Answer, Open, compound_cell, merged
from .reach import Domains, reached, union
from .rewrite import Pattern, Rewriting, Rule, each_once
from .splitting import Restart, Splitting

Move = Callable[[Any, Any, Any], Goal]
Read = Callable[[Answer], Iterator[Any]]  # the rules or the patterns that an answer becomes
MOST_VALUES = 64  # in one cell
MOST_RULES = 100_000
FRUITLESS = 64  # answers in a row that gave no rule: the lists in a cell may become longer without end
MOST_INFERENCES = 300_000  # in one query; those that end need a hundredth
MOST_TRIED = 1_000  # values of lists and compounds for which one query began anew, all combinations of cells together
MOST_ROUNDS = 6  # in which the lists in a cell become longer
# Inferences of the resolver after which the query machine is asked: about as long as that takes to be there.
HAND_OVER = 30_000  # numpy is to be imported, and the machine to be loaded
LOADED = 500  # what is answered sooner gains nothing: there is code to be made for the relation
CELLS = 2  # of an answer, which the resolver finds and reads in the time of an inference
MACHINE = "logicpuzzles.logic.machine.driver"
WRITE = "write lists with all their elements, such as [A, B, C], and let no clause call itself on an unknown rest"


class _Answered(Exception):
    """The query machine has answered, with what was made of its answers."""

    def __init__(self, made: list[Any]) -> None:
        self.made = made
        super().__init__(made)


class Query:
    """A question about one or two states whose cells are unknown, asked until no goal needs a value.

    `split` says afterwards whether the domains were used, `ordered` whether the answers have an order. If a limit
    stops it, `at_work` gets what it was working on.
    """

    def __init__(
        self,
        name: str,
        domains: Domains,
        watchdog: Callable[[], None] | None = None,
        at_work: list[str] | None = None,
    ) -> None:
        self.name, self.domains, self.watchdog = name, domains, watchdog
        self.split, self.ordered = False, True
        self.is_move = True  # whether it is about two states
        self.at_work: list[str] = [] if at_work is None else at_work
        self.spelled: Callable[[str], str] = str  # what the relation's file calls a goal
        self.is_exact = False  # whether the query machine answered, by clauses alone
        self.may_turn = True  # whether it is worth asking
        self.tried = 0  # values that were tried for lists and compounds

    def rules(self, move: Move) -> list[Rule]:
        """The rewrite rules of `move(label, before, after)`, in clause order for every state."""
        self.spelled = getattr(move, "spelled", str)
        return merged(self._answers(move, {}, self._rule))

    def patterns(self, goal: Callable[[Any], Goal]) -> tuple[Pattern, ...]:
        """The patterns that together match the states for which `goal(state)` holds."""
        self.is_move = False
        self.spelled = getattr(goal, "spelled", str)
        return each_once(self._answers(lambda label, before, after: goal(before), {}, self._pattern))

    def _answers(self, ask: Move, fixed: Mapping[int, Any], read: Read) -> list[Any]:
        before = tuple(fixed[i] if i in fixed else var() for i in range(len(self.domains)))
        machine = Splitting(before, self._values, lambda: self._check(machine, turn))
        label, after = var(), vars(len(before) if self.is_move else 0)

        def turn() -> list[Any] | None:
            return None if fixed else self._by_machine(ask(label, before, after), before, label, after, read)

        fruitless = 0
        try:
            for _ in machine.answers(Decided(ask(label, before, after), (label, after))):
                answer = Answer(machine, before, label, after)
                reason = answer.unwieldy
                new = list(read(answer)) if reason is None else []
                fruitless = 0 if new else fruitless + 1
                if new:
                    machine.in_vain = 0
                    machine.found.extend(new)
                if reason is not None or fruitless >= FRUITLESS:
                    cell = compound_cell(machine, before)
                    if cell is not None:
                        raise Restart(cell)
                    if reason is not None:
                        raise Refusal(f"{self.name} does not become rewrite rules: {reason}")
                self._turn(machine, turn)
                if len(machine.found) > MOST_RULES:
                    raise Refusal(f"{self.name} gives more than {MOST_RULES:,} rewrite rules")
        except _Answered as answered:
            return answered.made
        except Restart as restart:
            return self._anew(ask, fixed, read, restart.cell)
        except NeedsValue as need:
            cell = self._strayed(machine, before)
            if cell is not None:
                return self._anew(ask, fixed, read, cell)
            at = "" if need.place is None else f", at {need.place}"
            whose = "" if need.what == "a value" else " for an unknown"
            in_python = entry("python_needs:touched")(need)
            if in_python is None:
                what = f"{self.spelled(need.goal)} needs {need.what}{whose}"
            else:
                what, at = in_python.problem, f", at {in_python.place}"
            why = f"{what} that is in no cell of the state{at}"
            raise Refusal(f"{self.name} does not become rewrite rules: {why}") from None
        except BaseException as stop:  # a limit, also one that another thread watches
            if not isinstance(stop, Refusal) and not self.at_work:
                self.at_work.append(f"{machine.at_work}; {WRITE}")
            raise
        self.ordered &= not machine.foreign
        return machine.found

    def _by_machine(
        self, goal: Goal, before: Sequence[Any], label: Any, after: Sequence[Any], read: Read
    ) -> list[Any] | None:
        """What is made of the answers of the query machine; None where only the resolver answers."""
        from ..logic.machine.clauses import Unsupported
        from .by_machine import Asked

        made: list[Any] = []
        fruitless, split = 0, self.split
        try:
            asked = Asked(goal, before, label, after, self.watchdog or (lambda: None))
            for answer in asked.answers():
                new = list(read(answer)) if answer.unwieldy is None else []
                fruitless = 0 if new else fruitless + 1
                made += new
                if answer.unwieldy is not None or fruitless >= FRUITLESS or len(made) > MOST_RULES:
                    break
            else:
                self.is_exact = asked.is_exact
                return made
        except (Unsupported, Refusal):
            pass
        self.split = split
        return None

    def _anew(self, ask: Move, fixed: Mapping[int, Any], read: Read, cell: int) -> list[Any]:
        """The answers for each value of `cell` in turn, each to a query of its own."""
        values = self._values(cell)
        self.tried += 0 if all(map(is_flat, values)) else len(values)
        if self.tried > MOST_TRIED:
            raise Refusal(f"{self.name} does not become rewrite rules: it asks for too many lists at once; {WRITE}")
        return [a for value in values for a in self._answers(ask, {**fixed, cell: value}, read)]

    def _strayed(self, machine: Splitting, before: Sequence[Any]) -> int | None:
        """A cell that a goal has given a value outside its domain; None where there is none."""
        for cell, domain in enumerate(self.domains):
            term = machine.walk(before[cell])
            if type(before[cell]) in VARIABLES and is_flat(term) and not is_among(term, domain):
                return cell
        return None

    def _values(self, cell: int) -> tuple[Any, ...]:
        """The values to try where the one of `cell` is needed."""
        if not self.domains[cell]:
            raise Refusal(f"{self.name} needs a value of cell {cell}, and no values are known for it")
        self.split = True
        return self.domains[cell]

    def _check(self, machine: Splitting, turn: Callable[[], list[Any] | None]) -> None:
        if self.watchdog is not None:
            self.watchdog()
        self._turn(machine, turn)
        if machine.inferences - machine.renewed > MOST_INFERENCES:
            why = f"it finds no end on unknown cells, in {MOST_INFERENCES:,} inferences{machine.at_work}; {WRITE}"
            raise Refusal(f"{self.name} does not become rewrite rules: {why}")

    def _turn(self, machine: Splitting, turn: Callable[[], list[Any] | None]) -> None:
        """Ask the query machine, once, where that is worth it by now and it can be had soon."""
        work = machine.inferences + len(machine.found) * len(self.domains) // CELLS
        if not self.may_turn or work < (LOADED if is_loaded(MACHINE) else HAND_OVER):
            return
        from ..logic.machine.loading import is_compiled

        if is_compiled():
            self.may_turn = False
            if (made := turn()) is not None:
                raise _Answered(made)

    def _pattern(self, answer: Answer) -> Iterator[Pattern]:
        for settled in self._settled(answer):
            yield settled.guards()

    def _rule(self, answer: Answer) -> Iterator[Rule]:
        for settled in self._settled(answer):
            try:
                effect = settled.effect()
                label = settled.by_cell(settled.label)
            except Open as still:
                raise self._open(still) from None
            except KeyError:
                label = write(settled.machine.reify(settled.label))
                raise Refusal(f"{self.name} leaves the label of a move open: {label}") from None
            yield Rule(settled.guards(), effect, label)

    def _open(self, still: Open) -> Refusal:
        return Refusal(f"{self.name} leaves cell {still.index} open after a move")

    def _settled(self, answer: Answer) -> Iterator[Answer]:
        """The answer for each way to make every cell that its reading needs a constant."""
        try:
            cell = answer.unsettled()
        except Open as still:
            raise self._open(still) from None
        if cell is None:
            yield answer
            return
        machine, before = answer.machine, answer.before
        mark = len(machine.trail)
        for value in self._values(cell):
            if machine.unify(before[cell], value):
                yield from self._settled(Answer(machine, before, answer.label, answer.after))
            machine.undo(mark)


def compile_move(
    move: Move,
    name: str,
    domains: Domains,
    grows: bool,
    watchdog: Callable[[], None] | None = None,
    at_work: list[str] | None = None,
) -> Rewriting:
    """The rewrite rules of `move` over states whose cells hold the values of `domains`.

    Where it `grows`, the domains are those of start and goals, and a cell may hold what the rules lead to from there;
    where all rules only permute the cells, any cell may hold any of these values. Else the domains are declared: these
    values are tried where one is needed, and a cell may hold whatever else the rules lead to as well, or proofs would
    be wrong.

    Raises
    ------
    Refusal
        The relation does not become rewrite rules; the sentence says why.
    """
    for number in count(1):
        query = Query(name, domains, watchdog, at_work)
        rules = query.rules(move)
        grown = reached(domains, rules)
        rewriting = Rewriting(len(domains), tuple(rules), grown, query.ordered, query.is_exact)
        if grows and rules and rewriting.permutes:
            common = union(*grown)
            grown = (common,) * len(domains)
            rewriting = replace(rewriting, domains=grown)
        if max(map(len, grown), default=0) > MOST_VALUES:
            raise Refusal(f"a cell of {name} has more than {MOST_VALUES} values")
        if not grows or grown == domains or not query.split:
            return rewriting
        longer = [cell for cell, values in enumerate(grown) if _longest(values) > _longest(domains[cell])]
        if number >= MOST_ROUNDS and longer:
            raise Refusal(f"the lists in cell {longer[0]} of {name} become longer and longer: let moves bound them")
        domains = grown
    raise AssertionError("the domains grow until they are closed or too large")


def _longest(values: Sequence[Any]) -> int:
    return max((len(value) for value in values if isinstance(value, tuple)), default=0)
