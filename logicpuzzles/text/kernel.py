"""A query on the compiled machine: its answers in the same order as the resolver's."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..background import asking
from ..errors import LimitReached, NeedsValue, PuzzleError
from ..logic.answers import disequalities
from ..logic.goals import Neq
from ..logic.machine import loading
from ..logic.machine.codes import CONDITIONS, NIL
from ..logic.machine.driver import Run
from ..logic.machine.snapshot import values_of
from ..logic.resolver import Machine
from .answer import Answer
from .code.given import argument_that_is, given, named_in
from .code.instructions import Origin, place_need_of
from .code.runtime_goals import require_place
from .images import image_of, question_of
from .predicates.builtins import searches_itself
from .request import Request
from .syntax.nodes import indicator_of, unknowns


class KernelRun:
    """The answers of a query, found by the kernel.

    Raises
    ------
    Unsupported
        Only the resolver runs it; so do the answers, in the middle of which this may turn out.
    """

    def __init__(self, query: Request, check: Callable[[], bool]) -> None:
        self.names, self.hidden = list(unknowns(query.node)), query.hidden
        image = image_of(query.names)
        question = question_of(query.sentence, query.node, query.names)
        self.own = question.own
        image.named.update(self.own)
        self.run = Run(image, image.number(question), question.arity, check)
        asking(query.tell, loading.load)

    @property
    def inferences(self) -> int:
        """The goals that were run so far."""
        return self.run.inferences

    @property
    def is_labelling(self) -> bool:
        """Whether values are being tried."""
        return self.run.labelling or bool(self.run.rows)

    def answers(self) -> Iterator[object]:
        """Stop at each answer, and with PAUSED where `check` says so.

        Raises
        ------
        PuzzleError
            As the resolver would raise it, with the place.
        NeedsValue
            Its place and goal are those that the message tells; `wanted` is the name.
        """
        try:
            yield from self.run.answers()
        except LimitReached:
            raise
        except PuzzleError as error:
            origin, asked = self._origins()
            require_place(origin, asked)
            origin = (asked if origin is None or origin.is_library else None) or origin
            self._call(error, origin)
            raise error if origin is None else origin.error(error) from None
        except NeedsValue as need:
            require_place(*self._origins(), getattr(self.run.stated, "site", None))
            if self.run.stated is not None:
                need.place = self.run.stated.site.place
            origin, asked = self._origins()
            if need.place is None and origin and origin.is_library and asked and searches_itself(asked.node):
                need.place = asked.place  # in the clauses that stand for a relation that Python runs elsewhere
            if self.run.later:
                stands = self.run.stands()
                is_asked = getattr(stands.goal, "elsewhere", False)
                origin, asked = None, stands.site if is_asked else asked
            place_need_of(need, origin, asked)
            raise

    def _call(self, error: PuzzleError, origin: Origin | None) -> None:
        """Let the term that `error` tells have the names of the goal at `origin`, and those of the query."""
        got, run = given(error), self.run
        if got is None:
            return
        if origin is not None and indicator_of(origin.node) == (run.subject[0], len(run.subject[1])):
            got.call(Machine(), named_in(origin.node.args, run.subject[1]))
        elif origin is not None and run.subject[0] == "unfit_":  # in the clauses of a relation of the library
            got.call(Machine(), named_in(argument_that_is(origin.node.args, got.term), (got.term,)))
        cells = {variable: address << 3 for address, variable in run.met.items()}
        asked = {run.end(address << 3): name for name, address in zip(self.names, run.asked, strict=True)}
        got.call(Machine(), ((asked[cell], variable) for variable, cell in cells.items() if cell in asked))

    def _origins(self) -> tuple[Origin | None, Origin | None]:
        """The goal at which the run stands, and the goal of a text that asked the library for it."""
        stands = self.run.stands()
        return stands.site, next(stands.callers(), None)

    @property
    def wanted(self) -> str | None:
        """The name of the unknown that needs a value; None for one that the query does not name."""
        run = self.run
        own = {self.own[v] for v in run.unknowns_shown() if v in self.own}
        named = zip(self.names, (run.end(address << 3) == run.needed for address in run.asked), strict=True)
        return next((name for name, is_it in named if name[0] != "_" and (is_it or name in own)), None)

    def value(self, name: str) -> object:
        """What is known of a variable of the query."""
        self.run.settle()
        return self.run.value(self.run.asked[self.names.index(name)] << 3, {})

    def answer(self) -> Answer:
        """The present answer."""
        self.run.settle()
        if not self.hidden and self.run.heap[CONDITIONS] == NIL:
            found = values_of(self.run, self.names)
            if found is not None:
                return Answer(found)
        variables: dict[int, object] = {}
        values = {
            name: self.run.value(address << 3, variables)
            for name, address in zip(self.names, self.run.asked, strict=True)
        }
        shown = {name: value for name, value in values.items() if name[0] != "_"}
        hidden = {name: values[name] for name in self.hidden}
        pairs = self.run.differing(variables)
        if not pairs:
            return Answer(shown, hidden=hidden)
        machine = Machine()
        for left, right in pairs:
            Neq(((left, right),)).attempt(machine)
        return Answer(shown, disequalities(machine, machine.unknowns(tuple(shown.values()))), (), hidden)
