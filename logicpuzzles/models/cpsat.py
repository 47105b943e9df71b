"""The engine `cp-sat`: OR-Tools, for models where learning from contradictions wins. An optional extra."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from queue import Empty, Queue
from threading import Thread
from typing import Any

from ..errors import PuzzleError
from ..search.watch import Halt, Watch
from . import forms
from .meaning import Values
from .packed import ValueClass
from .packing import reduced, value_classes

_POLL = 0.05  # seconds between two looks at the clock
_WAITING = 1024  # solutions that wait to be taken


class CpSatSearch:
    """One query; see `compiled.CompiledSearch`.

    Attributes
    ----------
    nodes
        Contradictions met; the solver learns a clause from each.

    Raises
    ------
    PuzzleError
        OR-Tools is not installed.
    """

    def __init__(
        self,
        given_forms: Sequence[forms.Form],
        domains: Sequence[Values],
        main: Sequence[int],
        given: Mapping[int, Any],
        watch: Watch,
    ) -> None:
        try:
            from ortools.sat.python import cp_model
        except ImportError:
            raise PuzzleError(
                "the engine cp-sat needs OR-Tools", hint='install it: pip install "logicpuzzles[cpsat]"'
            ) from None
        self.cp, self.watch, self.main, self.nodes, self.found = cp_model, watch, main, 0, 0
        narrowed = [tuple(x for x in d if v not in given or x == given[v]) for v, d in enumerate(domains)]
        left = reduced(given_forms, narrowed) if all(narrowed) else None
        self.encoding = None if left is None else Encoding(cp_model, given_forms, left)

    def count(self) -> int:
        """The number of solutions that differ in the variables of the relation."""
        return sum(1 for _ in self.rows())

    def rows(self) -> Iterator[Values]:
        """The solutions: the values of all variables, in the order of their declaration."""
        if self.encoding is None:
            return
        seen: set[Values] = set()
        for row in self._solutions(self.encoding):
            if not all(f.test(tuple(row[v] for v in f.scope)) for f in self.encoding.unchecked):
                continue
            key = tuple(row[v] for v in self.main)
            if len(key) < len(row):
                if key in seen:
                    continue
                seen.add(key)
            self.found += 1
            yield row

    def progress(self) -> str:
        """How far the search is, in one line."""
        return f"{self.found:,} solutions"

    def _solutions(self, encoding: Encoding) -> Iterator[Values]:
        """Run the solver in a thread; its solutions as they come."""
        results: Queue[Any] = Queue(_WAITING)
        solver = self._solver()
        stopped = False

        class Collector(self.cp.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
            def on_solution_callback(self) -> None:
                results.put([self.value(x) for x in encoding.variables])
                if stopped:
                    self.stop_search()

        def work() -> None:
            try:
                results.put(solver.solve(encoding.model, Collector()))
            except BaseException as problem:
                results.put(problem)

        thread = Thread(target=work, name="cp-sat", daemon=True)
        thread.start()
        try:
            while True:
                self.watch.tick(self.progress, whole=False)
                try:
                    result = results.get(timeout=_POLL)
                except Empty:
                    continue
                if not isinstance(result, list):
                    break
                yield encoding.decoded(result)
        finally:
            stopped = True
            while thread.is_alive():
                solver.stop_search()
                while not results.empty():
                    result = results.get()
                thread.join(_POLL)
            self.nodes = int(solver.num_conflicts)
        if isinstance(result, BaseException):
            raise result
        if result == self.cp.UNKNOWN:
            raise Halt(f"the limit of {self.watch.most:,} nodes was reached")

    def _solver(self) -> Any:
        solver = self.cp.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1
        solver.parameters.catch_sigint_signal = False
        if self.watch.limits.nodes is not None:
            solver.parameters.max_number_of_conflicts = self.watch.limits.nodes
        return solver


class Encoding:
    """A model of OR-Tools with the meaning of `forms`.

    Classes of integers are themselves; in other classes a value is its number in the class.

    Attributes
    ----------
    unchecked
        Functions, which cannot be told to the solver.
    """

    def __init__(self, cp_model: Any, given: Sequence[forms.Form], domains: Sequence[Values]) -> None:
        self.cp, self.model, self.domains = cp_model, cp_model.CpModel(), domains
        self.classes = value_classes(given, domains, range(len(domains)))
        self.variables = [self._variable(v) for v in range(len(domains))]
        self.back = [{self.code(v, x): x for x in domain} for v, domain in enumerate(domains)]
        self.unchecked: list[forms.Function] = []
        for form in given:
            if isinstance(form, forms.Function):
                self.unchecked.append(form)
            elif type(form) in _CASES:
                _CASES[type(form)](self, form)

    def is_numeric(self, v: int) -> bool:
        """Whether the class of `v` is of integers only."""
        c: ValueClass = self.classes[v]
        return len(c.numbers) == len(c.bits)

    def code(self, v: int, value: Any) -> int:
        """The integer that stands for `value` of `v`."""
        return int(value) if self.is_numeric(v) else self.classes[v].bits[value]

    def decoded(self, row: Sequence[int]) -> Values:
        """The values behind the integers of a solution."""
        return tuple([back[code] for back, code in zip(self.back, row, strict=True)])

    def among(self, v: int, values: Sequence[Any]) -> Any:
        """The set of values of `v` as the solver has it."""
        return self.cp.Domain.from_values(sorted(self.code(v, x) for x in values))

    def _variable(self, v: int) -> Any:
        return self.model.new_int_var_from_domain(self.among(v, self.domains[v]), f"x{v}")

    def number(self, v: int) -> Any:
        """The variable, or one that has its value as an integer."""
        if self.is_numeric(v):
            return self.variables[v]
        values = [int(x) for x in self.domains[v]]
        number = self.model.new_int_var_from_domain(self.cp.Domain.from_values(sorted(values)), f"n{v}")
        pairs = [(self.code(v, x), int(x)) for x in self.domains[v]]
        self.model.add_allowed_assignments([self.variables[v], number], pairs)
        return number

    def literal(self, v: int, values: Sequence[Any]) -> Any:
        """A literal that is true just when `v` has one of the values."""
        literal = self.model.new_bool_var("")
        inside = self.among(v, values)
        self.model.add_linear_expression_in_domain(self.variables[v], inside).only_enforce_if(literal)
        outside = inside.complement()
        self.model.add_linear_expression_in_domain(self.variables[v], outside).only_enforce_if(~literal)
        return literal


def _linear(encoding: Encoding, form: forms.Linear) -> None:
    total = sum(m * encoding.number(v) for v, m in zip(form.scope, form.multipliers, strict=True))
    compared = {"==": total == form.bound, "<=": total <= form.bound, "!=": total != form.bound}
    encoding.model.add(compared[form.relation])


def _all_different(encoding: Encoding, form: forms.AllDifferent) -> None:
    encoding.model.add_all_different([encoding.variables[v] for v in form.scope])


def _all_equal(encoding: Encoding, form: forms.AllEqual) -> None:
    for v in form.scope[1:]:
        encoding.model.add(encoding.variables[v] == encoding.variables[form.scope[0]])


def _count(encoding: Encoding, form: forms.Count) -> None:
    inside = [encoding.literal(v, members) for v, members in zip(form.scope, form.members, strict=True)]
    encoding.model.add_linear_constraint(sum(inside), form.low, form.high)


def _product(encoding: Encoding, form: forms.Product) -> None:
    numbers = [encoding.number(v) for v in form.scope]
    factors, target = (numbers[:-1], numbers[-1]) if form.targeted else (numbers, 0)
    total, low, high = factors[0], *_range(encoding.domains[form.scope[0]])
    for factor, v in zip(factors[1:], form.scope[1:], strict=False):
        least, most = _range(encoding.domains[v])
        corners = (low * least, low * most, high * least, high * most)
        low, high = min(corners), max(corners)
        product = encoding.model.new_int_var(low, high, "")
        encoding.model.add_multiplication_equality(product, [total, factor])
        total = product
    if form.low is not None:
        encoding.model.add(total - target >= form.low)
    if form.high is not None:
        encoding.model.add(total - target <= form.high)


def _range(domain: Values) -> tuple[int, int]:
    return int(min(domain)), int(max(domain))


def _table(encoding: Encoding, form: forms.Table) -> None:
    left = [set(encoding.domains[v]) for v in form.scope]
    rows = [
        [encoding.code(v, x) for v, x in zip(form.scope, row, strict=True)]
        for row in form.rows
        if all(x in known for x, known in zip(row, left, strict=True))
    ]
    if rows:
        encoding.model.add_allowed_assignments([encoding.variables[v] for v in form.scope], rows)
    else:
        encoding.model.add_bool_or([])


def _circuit(encoding: Encoding, form: forms.Circuit) -> None:
    number = {place: i for i, place in enumerate(form.places)}
    arcs = [(i, number[x], encoding.literal(v, [x])) for i, v in enumerate(form.scope) for x in encoding.domains[v]]
    encoding.model.add_circuit(arcs)


_CASES: dict[type, Callable[[Encoding, Any], None]] = {
    forms.Linear: _linear,
    forms.AllDifferent: _all_different,
    forms.AllEqual: _all_equal,
    forms.Count: _count,
    forms.Product: _product,
    forms.Table: _table,
    forms.Circuit: _circuit,
}
