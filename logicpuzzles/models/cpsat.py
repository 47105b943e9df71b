"""The engine `cp-sat`: OR-Tools, for models where clause learning wins. An optional extra."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from queue import Empty, Queue
from threading import Thread
from typing import Any

from ..errors import PuzzleError
from ..search.budget import Budget, Halt
from ..wording import counted
from .constraints.forms import Form
from .encoding import Encoding
from .packing import reduced, value_classes
from .values import Values

_POLL = 0.05  # seconds between two looks at the clock
_WAITING = 1024  # solutions that may wait to be taken


class CpSatSearch:
    """One query; see `compiled.CompiledSearch`.

    Attributes
    ----------
    nodes
        Conflicts met; the solver learns a clause from each.

    Raises
    ------
    PuzzleError
        OR-Tools is not installed.
    """

    def __init__(
        self,
        given_forms: Sequence[Form],
        domains: Sequence[Values],
        main: Sequence[int],
        cuts: Mapping[int, Values],
        budget: Budget,
    ) -> None:
        try:
            from ortools.sat.python import cp_model
        except ImportError:
            raise PuzzleError(
                "the engine cp-sat needs OR-Tools", hint='install it: pip install "logicpuzzles[cpsat]"'
            ) from None
        self.cp, self.budget, self.main, self.nodes, self.found = cp_model, budget, main, 0, 0
        narrowed = [tuple(x for x in d if v not in cuts or x in cuts[v]) for v, d in enumerate(domains)]
        left = reduced(given_forms, narrowed) if all(narrowed) else None
        self.encoding = None
        if left is not None:
            self.encoding = Encoding(cp_model, left, value_classes(given_forms, left, range(len(left))))
            for form in given_forms:
                form.encode(self.encoding)

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
        return f"{counted(self.found, 'solution')}"

    def _solutions(self, encoding: Encoding) -> Iterator[Values]:
        """The solutions as they come; the solver runs in a thread."""
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
                self.budget.tick(self.progress, whole=False)
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
            raise Halt(f"the limit of {counted(self.budget.most, 'node')} was reached")

    def _solver(self) -> Any:
        solver = self.cp.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        solver.parameters.num_workers = 1  # several find solutions more than once
        solver.parameters.catch_sigint_signal = False
        if self.budget.limits.nodes is not None:
            solver.parameters.max_number_of_conflicts = self.budget.limits.nodes
        return solver
