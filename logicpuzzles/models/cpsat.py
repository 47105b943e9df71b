"""The engine `cp-sat`: OR-Tools, for models where clause learning wins. An optional extra."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, isfinite
from queue import Empty, Queue
from threading import Thread, current_thread
from typing import Any

from ..errors import PuzzleError, Refusal
from ..search.budget import Budget, Halt
from ..wording import counted
from .constraints.forms import Form
from .constraints.functions import Function
from .encoding import Encoding, TooLarge
from .packing import reduced, value_classes
from .reading import Reading
from .search import Cuts, Search
from .values import Values

_POLL = 0.05  # seconds between two looks at the clock
_WAITING = 1024  # solutions that may wait to be taken


class CpSatSearch(Search):
    """One query of a reading.

    Attributes
    ----------
    nodes
        Conflicts met; the solver learns a clause from each.

    Raises
    ------
    PuzzleError
        OR-Tools is not installed.
    """

    def __init__(self, reading: Reading, cuts: Cuts, budget: Budget) -> None:
        super().__init__(budget)
        try:
            from ortools.sat.python import cp_model
        except ImportError:
            raise PuzzleError(
                "the engine cp-sat needs OR-Tools", hint='install it: pip install "logicpuzzles[cpsat]"'
            ) from None
        self.cp, self.main, self.aim, forms = cp_model, reading.main, reading.aim, reading.forms
        self.least: float | None = None  # what the solver proved of its objective
        self.improves = False  # whether it looks for better and better solutions by itself
        domains = [tuple(x for x in d if v not in cuts or x in cuts[v]) for v, d in enumerate(reading.lowering.domains)]
        left = reduced(forms, domains) if all(domains) else None
        self.encoding = None
        if self.aim is not None:
            self.main = self.aim.told_apart(self.main)
        if left is not None:
            self.encoding = Encoding(cp_model, left, value_classes(forms, left, range(len(left))))
            for form, whole in self._with_tests(reading):
                try:
                    form.encode(self.encoding)
                except TooLarge:
                    self.encoding.unchecked.append(whole)
            if self.aim is not None and not self.aim.exactly and not self.encoding.unchecked:
                self.improves = self.aim.encode(self.encoding)

    @staticmethod
    def _with_tests(reading: Reading) -> Iterator[tuple[Form, Function]]:
        """The forms, each with the test of the whole constraint that it is a part of."""
        assert not isinstance(reading.lowered, Refusal)
        for posted, forms in zip(reading.posted, reading.lowered, strict=True):
            scope = tuple(reading.lowering.number[v] for v in posted.scope)
            yield from ((form, Function(scope, posted.guarded)) for form in forms)
        if reading.aim is not None:
            yield from ((form, reading.aim.as_function) for form in reading.aim.forms)

    def rows(self) -> Iterator[Values]:
        if self.encoding is None:
            return
        unchecked = self.encoding.unchecked
        rows = (
            row
            for row in self._solutions(self.encoding)
            if all(f.test(tuple(row[v] for v in f.scope)) for f in unchecked)
        )
        yield from self.distinct(rows, self.main)

    def tighten(self) -> bool:
        return True  # the solver looks for better ones by itself, or for all

    def floor(self) -> int | None:
        if self.least is None or self.aim is None or self.aim.lowered is None:
            return None
        return ceil(self.least - 1e-6) + self.aim.lowered.constant

    def progress(self) -> str:
        return counted(self.found, "solution")

    def _solutions(self, encoding: Encoding) -> Iterator[Values]:
        """The solutions as they come; the solver runs in a thread."""
        results: Queue[Any] = Queue(_WAITING)
        solver = self._solver()
        stopped = False

        class Collector(self.cp.CpSolverSolutionCallback):  # type: ignore[misc, name-defined]
            def on_solution_callback(self) -> None:
                if stopped:
                    self.stop_search()
                else:
                    results.put([self.value(x) for x in encoding.variables])

        def work() -> None:
            try:
                results.put(solver.solve(encoding.model, Collector()))
            except BaseException as problem:
                results.put(problem)

        result: Any = None
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
            is_own = thread is current_thread()  # an abandoned search is collected in any thread, in this one too
            while thread.is_alive():
                solver.stop_search()
                while not results.empty():
                    result = results.get()
                if is_own:
                    break
                thread.join(_POLL)
            if not is_own:
                while not results.empty():  # how it ended comes last
                    result = results.get()
                self.nodes = int(solver.num_conflicts)
                known = self.improves and result in (self.cp.FEASIBLE, self.cp.OPTIMAL)
                if known and isfinite(solver.best_objective_bound):
                    self.least = solver.best_objective_bound
        if isinstance(result, BaseException):
            raise result
        if result == self.cp.MODEL_INVALID:
            raise PuzzleError("OR-Tools does not take this model", place="engine cp-sat", hint="use the engine auto")
        if result in (self.cp.UNKNOWN, self.cp.FEASIBLE):
            raise Halt(f"the limit of {counted(self.budget.most, 'node')} was reached")

    def _solver(self) -> Any:
        solver = self.cp.CpSolver()
        solver.parameters.enumerate_all_solutions = not self.improves
        solver.parameters.num_workers = 1  # several find solutions more than once
        solver.parameters.catch_sigint_signal = False
        if self.budget.limits.nodes is not None:
            most = self.budget.limits.nodes - self.elsewhere
            solver.parameters.max_number_of_conflicts = max(0, most)
        return solver
