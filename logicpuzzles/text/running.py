"""The answers of a query as they are found, and which machine finds them: the resolver, then the kernel if it lasts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ..background import COMPILING, asking
from ..by_name import entry
from ..errors import LimitReached, NeedsValue, PuzzleError
from ..logic.answers import carried
from ..logic.frozen import frozen_goals
from ..logic.resolver import PAUSED, Machine, Tracer
from ..logic.terms import VARIABLES, AnyTerm, var
from ..watchdog import Watchdog
from .answer import NONE, Answer, length
from .backwards import guided
from .code.frames import Frame
from .code.given import described, given
from .code.instructions import At, asked_from, from_caller, place_need_of
from .engines import AGAIN, expected, patience, refusal
from .predicates.builtins import searches_itself
from .predicates.printing import OUTPUT, Output
from .request import Request
from .stopped import ENDLESS, stopped
from .syntax.nodes import is_anonymous
from .tabulated import FIRST, FactQuery

if TYPE_CHECKING:
    from .kernel import KernelRun

Result = TypeVar("Result")


class _NotYet(Exception):
    """Whether another answer follows is not known yet."""


class Run(Iterator[Answer]):
    """The answers of a query, found as they are asked for.

    Attributes
    ----------
    machine
        The resolver, which tells why; at an answer of its own, `frame` holds the terms of the query.
    engine
        What runs now: "reference" or "kernel".
    """

    def __repr__(self) -> str:
        return f"<answers of {self.query!r}, found by the {self.engine} engine>"

    def __init__(self, query: Request, tracer: Tracer | None = None) -> None:
        self.query = query
        self.watchdog = Watchdog(query.seconds, query.memory, hint=ENDLESS, spent=query.spent)
        self.machine = Machine(self._check)
        self.machine.tracer = tracer
        self.machine.is_reference = query.engine == "reference"
        self.machine.defers = query.engine == "auto" and tracer is None
        self._expected = expected(query.names, query.node, self.machine) if self.machine.defers else None
        self._kernel: KernelRun | None = None  # what answers, once the query lasts
        self.engine = "reference"
        self._threshold = patience(query.engine, tracer is not None)
        self._patient = True
        self.frame: Frame = query.layout.template.copy()
        for slot in query.layout.slots.values():
            self.frame[slot] = var()
        self._names, self._operators = query.variables, query.names.dialect
        self._output = Output(query.write, self._operators)
        self._template = tuple(self.frame[query.layout.slots[name]] for name in self._names)
        self._hidden = {name: self.frame[query.layout.slots[name]] for name in query.hidden}
        self._found = self._search()
        self._may_tabulate = query.engine == "auto" and tracer is None
        self._batch: list[Answer] = []  # answers that were found at once
        self._written = 0  # elements of lists in answers of the resolver
        self._ahead: list[Any] = []  # what `look` has found: an answer, None, or an error

    def __next__(self) -> Answer:
        answer = self._ahead.pop() if self._ahead else self._step(self._answer)
        if isinstance(answer, PuzzleError):
            raise answer
        if answer is None:
            raise StopIteration
        answer.operators = self._operators
        return answer

    @property
    def inferences(self) -> int:
        """The goals that were run so far, by whichever machine."""
        return self.machine.inferences + (self._kernel.inferences if self._kernel else 0)

    def names(self) -> dict[Any, str]:
        """What the unknowns that its variables stand for are called where the resolver is, also inside of negations."""
        values = ((self.machine.walk(self.frame[slot]), name) for name, slot in self.query.layout.slots.items())
        return {value: name for value, name in values if type(value) in VARIABLES and not is_anonymous(name)}

    def advance(self) -> bool:
        """Find the next answer; False if there is none."""
        if self._ahead:
            return next(self, None) is not None
        return self._step(self._pass) is not None

    def tally(self, most: int | None = None) -> int:
        """The number of answers that are left; not more than `most`."""
        number = 0
        while number != most:
            if self._ahead:
                found = int(self.advance())
            else:
                found = self._step(partial(self._pass_all, None if most is None else most - number)) or 0
            if not found:
                break
            number += found
        return number

    def look(self) -> bool | None:
        """Whether another answer follows; None where a few thousand steps do not tell."""
        if not self._ahead:
            self._patient = False
            try:
                self._ahead.append(self._step(self._answer, patient=False))
            except _NotYet:
                return None
            except PuzzleError as error:
                self._ahead.append(error)
            finally:
                self._patient = True
        return self._ahead[0] is not None

    def _check(self) -> bool:
        """Look at the limits; whether to pause."""
        self.watchdog.check()
        self.machine.pause = not self._patient or self._is_due()
        return not self._patient

    @property
    def _work(self) -> int:
        """The inferences of the resolver, and as many as it took to write its answers down."""
        return self.machine.inferences + self._written // 4

    def _is_due(self) -> bool:
        if self._expected is not None and self._expected.is_due():
            return self._threshold is not None
        if self._threshold is None or self._work < self._threshold or self.machine.propagation is not None:
            return False  # the kernel knows no constraints over integers
        return self._patient or self.query.engine == "kernel"  # loading it takes more than a moment

    def _search(self) -> Generator[object, None, None]:
        """Stop at each answer, and with PAUSED where asked to: by the resolver, then by the kernel if it lasts.

        What the kernel does not run goes on where the resolver stood, without the answers that were given.
        """
        given = known = 0
        if self._is_due():
            given = yield from self._by_kernel(0)
            if given < 0:
                return
        facts = FactQuery.of(self.query.node, self.query.names, self._names) if self._may_tabulate else None
        for found in self.machine.answers(At(self.query.chain, self.frame)):
            if found is not PAUSED:
                known += 1
                if known > given:
                    given = known
                    yield None
                if known == FIRST and facts is not None:
                    for self._batch in facts.answers(known):
                        yield None
                    return
            if self._is_due():
                given = yield from self._by_kernel(given)
                if given < 0:
                    return
            elif found is PAUSED:
                yield PAUSED

    def _by_kernel(self, given: int) -> Generator[object, None, int]:
        """Let the kernel answer, but for the first `given`; gives -1 at the end, or the number of answers so far."""
        from ..kernels.executable import why_uncompiled
        from ..logic.machine.clauses import Unsupported
        from ..logic.machine.loading import is_compiled
        from .kernel import KernelRun

        query, number = self.query, 0
        if query.engine == "auto" and why_uncompiled():
            self._threshold = None
            return given
        if query.engine == "auto" and not asking(query.tell, is_compiled):
            query.tell(COMPILING)
            self._threshold = self._work + AGAIN
            return given
        self._threshold, self.engine = None, "kernel"
        printed, self._output.place = self._output.place, (0, 0)  # it begins from the beginning
        try:
            self._kernel = kernel = KernelRun(query, self._check)
            for found in kernel.answers():
                if found is PAUSED:
                    yield PAUSED
                    continue
                number += 1
                if number == 1 and self._expected is not None:
                    self._expected.tell(True)
                if number > given:
                    given = number
                    yield None
            return -1
        except Unsupported as why:
            if self._expected is not None:
                self._expected.tell(False)
            if query.engine == "kernel":
                raise refusal(why) from None
            self._kernel, self.engine, self._output.place = None, "reference", printed
            return given

    def _step(self, make: Callable[[], Result], patient: bool = True) -> Result | None:
        """What `make` makes of the next answer; None if there is none."""
        before = OUTPUT.set(self._output)
        try:
            with self.watchdog:
                if self.watchdog.seconds is not None and self.watchdog.spent > self.watchdog.seconds:
                    self.watchdog.check()  # here too: neither timer nor machine sees many answers that are found soon
                for found in self._found:
                    if found is not PAUSED:
                        return make()
                    if not patient:
                        raise _NotYet
                return None
        except NeedsValue as need:
            raise self._message(need) from None
        except LimitReached as error:
            hint = guided(self.query.node, self.query.names, self._value)
            raise stopped(error, self.query.node, self.machine, self._kernel, hint) from None
        except PuzzleError as error:
            raise self._described(error) from None
        finally:
            OUTPUT.reset(before)

    def _described(self, error: PuzzleError) -> PuzzleError:
        """`error` with its place, and its unknowns called as in the text."""
        if self._kernel is not None:
            return described(error)
        placed = from_caller(error, self.machine, self.machine.stuck)
        if placed is None:
            origin = self.machine.calling if error.place is None else None
            placed = error if origin is None else origin.error(error)
        if (got := given(placed)) is not None:
            got.call(self.machine, zip(self._names, self._template, strict=True))
        return described(placed)

    def _pass(self) -> bool:
        if self._batch and self._kernel is None:
            self._answer()
        return True

    def _pass_all(self, most: int | None) -> int:
        """Pass over this answer and those after it, until `most` are passed or some wait; gives their number."""
        self._pass()
        number = 1
        while number != most and not self._ahead:
            found = next(self._found, self)
            if found is self:
                break
            if found is not PAUSED:
                self._pass()
                number += 1
        return number

    def _answer(self) -> Answer:
        if self._kernel is not None:
            return self._kernel.answer()
        if self._batch:
            self._ahead = self._batch[:0:-1]
            return self._batch[0]
        values = self.machine.reify(self._template)
        if self._threshold is not None:
            self._written += sum(map(length, values))
        answer = dict(zip(self._names, values, strict=True))
        hidden = {name: self.machine.walk(v) for name, v in self._hidden.items()} if self._hidden else NONE
        if not self.machine.watched:
            return Answer(answer, hidden=hidden)
        unknowns = self.machine.unknowns(values)
        unequal, others = carried(self.machine, unknowns)
        return Answer(answer, unequal, (*others, *frozen_goals(self.machine, unknowns)), hidden)

    def _message(self, need: NeedsValue) -> PuzzleError:
        if self._kernel is not None:
            name = self._kernel.wanted
        else:
            caller = asked_from(self.machine.stuck)
            if need.place is None and caller is not None and searches_itself(caller.node):
                need.place = caller.place
            place_need_of(need, None, caller)
            wanted = self.machine.walk(need.variable)
            slots = self.query.layout.slots  # what belongs to the inside of a goal is made anew there
            asked = ((name, self.machine.walk(self.frame[slots[name]])) for name in self._names)
            name = next((name for name, value in asked if value is wanted), None)
        in_python = entry("python_needs:touched")(need)
        if in_python is not None:
            return in_python.error(name)  # type: ignore[no-any-return]
        source = self.query.sentence.source.name
        hint = (
            None
            if need.place is None or need.place.startswith(f"{source}:")
            else guided(self.query.node, self.query.names, self._value)
        )
        problem = f"{need.goal.replace('neq', 'dif')} needs {need.what} for {name or 'an unknown'}"
        return PuzzleError(problem, place=need.place or source, hint=hint or need.hint.replace("{name}", name or "X"))

    def _value(self, name: str) -> AnyTerm:
        """What is known of a variable where the query stands."""
        if self._kernel is not None:
            return self._kernel.value(name)
        return self.machine.reify(self.frame[self.query.layout.slots[name]])
