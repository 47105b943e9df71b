"""Relations that print. Each holds once; what it prints goes to standard output, or where the query has its output.

They read terms as they are known when the goal runs, so an unknown is printed as such. Nothing but the output of a
query is ever written to: no stream can be opened or named, but `user_output`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextvars import ContextVar

from ...errors import PuzzleError
from ...logic.operators import HIGHEST, STANDARD, Operators
from ...logic.resolver import Machine
from ...logic.terms import VARIABLES, AnyTerm, Term
from ...logic.writer import Style, fresh_names, write
from ...printable import harmless
from ..names import Indicator
from .builtins import builtin
from .compounds import compound
from .formatting import QUOTED, column_after, formatted
from .lists import elements_of
from .terms import number, require_list, unfit
from .texts import LONGEST

WRITTEN = Style(quotes=False, spaces=False, comma=",")
CLAUSE = Style(spaces=False)
STREAM = "user_output"
Write = Callable[[str], object]


def print_text(text: str) -> None:
    """Print `text` on standard output as it is."""
    sys.stdout.write(text)


def drop_text(text: str) -> None:
    """Print nothing."""


class Output:
    """Where a query prints.

    Two machines may answer a query one after the other, each from the beginning, as `running.Run` tells: what the first
    has printed is left out of what the second prints.

    Attributes
    ----------
    place
        How many texts the present machine has printed, and the column in which the last of them ended.
    operators
        Those with which terms are written.
    """

    def __init__(self, write: Write = print_text, operators: Operators = STANDARD) -> None:
        self.write, self.operators = write, operators
        self.place, self._printed = (0, 0), 0

    def put(self, text: str) -> None:
        """Print `text`, unless the machine before has printed it."""
        number, column = self.place
        self.place = number + 1, column_after(text, column)
        if number == self._printed:
            self._printed += 1
            self.write(harmless(text))


PRINTING: set[Indicator] = set()  # the relations that print
OUTPUT: ContextVar[Output | None] = ContextVar("output", default=None)  # of the query that is being answered


def output(goal: str) -> Output:
    """Where the present query prints.

    Raises
    ------
    PuzzleError
        No query runs: the relation is asked for something else, such as its rules.
    """
    found = OUTPUT.get()
    if found is None:
        hint = f"leave `{goal}` out of what is compiled, or ask it in the session, by `logicpuzzles query` or ask()"
        raise PuzzleError(f"`{goal}` prints, which only a query does", hint=hint)
    return found


def as_written(machine: Machine, term: AnyTerm, style: Style = WRITTEN) -> str:
    """`term` as Prolog systems print it."""
    found = OUTPUT.get()
    operators = STANDARD if found is None else found.operators
    return write(machine.reify(term), highest=HIGHEST, operators=operators, style=style)


def canonical(machine: Machine, term: AnyTerm, style: Style = QUOTED) -> str:
    """`term` so that it can be read again, its unknowns called A, B, ..., and `_` where one stands once.

    As a clause, in its own `style`, the goals of its body stand in lines of their own.
    """
    value = machine.reify(term)
    counts: dict[AnyTerm, int] = {}
    stack = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)
        elif (parts := compound(part)) is not None:
            stack.extend(parts[1])
        elif type(part) in VARIABLES:
            counts[part] = counts.get(part, 0) + 1
    fresh = (name[1:] for name in fresh_names(()))
    names = {unknown: next(fresh) if counts[unknown] > 1 else "_" for unknown in machine.unknowns(value)}
    if style is not CLAUSE or type(value) is not Term or (value.name, len(value.args)) != (":-", 2):
        return write(value, names, HIGHEST, style=style)
    head, goal = value.args
    goals = []
    while type(goal) is Term and (goal.name, len(goal.args)) == (",", 2):
        goals.append(goal.args[0])
        goal = goal.args[1]
    texts = [write(one, names, style=style) for one in (head, *goals, goal)]
    return f"{texts[0]} :-\n    " + ",\n    ".join(texts[1:])


def require_stream(machine: Machine, stream: AnyTerm, goal: str) -> None:
    """Raise `PuzzleError` for any stream but standard output."""
    if stream != STREAM:
        raise unfit(machine, stream, goal, f"the stream {STREAM} alone")


def _printing(name: str, doc: str, *parameters: str) -> Callable[[Callable[..., str]], Callable[..., str]]:
    """Make a function that gives a text the relation `name` that prints it; also with a stream before the terms."""

    def decorate(make: Callable[..., str]) -> Callable[..., str]:
        @builtin(name, doc=doc, parameters=parameters)
        def relation(machine: Machine, *terms: AnyTerm) -> bool:
            output(name).put(make(machine, *terms))
            return True

        @builtin(name, doc=f"{doc} Stream is {STREAM}.", parameters=("Stream", *parameters))
        def on_stream(machine: Machine, stream: AnyTerm, *terms: AnyTerm) -> bool:
            require_stream(machine, stream, name)
            return bool(relation(machine, *terms))

        PRINTING.update({(name, len(parameters)), (name, len(parameters) + 1)})
        return make

    return decorate


@_printing("write", "Print Term, atoms without quotes.", "Term")
def _write(machine: Machine, term: AnyTerm) -> str:
    return as_written(machine, term)


@_printing("writeln", "Print Term, atoms without quotes, and end the line.", "Term")
def _writeln(machine: Machine, term: AnyTerm) -> str:
    return f"{as_written(machine, term)}\n"


@_printing("print", "Print Term, atoms in quotes where they need them.", "Term")
@_printing("writeq", "Print Term, atoms in quotes where they need them.", "Term")
def _writeq(machine: Machine, term: AnyTerm) -> str:
    return as_written(machine, term, QUOTED)


@_printing("write_canonical", "Print Term so that it can be read again; unknowns that stand once are _.", "Term")
def _canonical(machine: Machine, term: AnyTerm) -> str:
    return canonical(machine, term)


@_printing("write_term", "Print Term; of Options, a list, quoted(true) sets atoms in quotes.", "Term", "Options")
def _write_term(machine: Machine, term: AnyTerm, options: AnyTerm) -> str:
    require_list(machine, options, "write_term")
    is_quoted = Term("quoted", ("true",)) in elements_of(machine, machine.reify(options), "write_term")
    return as_written(machine, term, QUOTED if is_quoted else WRITTEN)


@_printing("nl", "End the line.")
def _nl(machine: Machine) -> str:
    return "\n"


@_printing("tab", "Print N spaces. Needs the value of N.", "N")
def _tab(machine: Machine, count: AnyTerm) -> str:
    size = number(machine, count, "tab")
    if not isinstance(size, int):
        raise unfit(machine, size, "tab", "integers")
    if size > LONGEST:
        raise PuzzleError("tab: that is too wide", expected=f"at most {LONGEST:,} spaces")
    return " " * size


@_printing("put_char", "Print the character Char.", "Char")
def _put_char(machine: Machine, char: AnyTerm) -> str:
    if not isinstance(char, str) or len(char) != 1:
        raise unfit(machine, char, "put_char", "a character")
    return char


@_printing("portray_clause", "Print Term as a clause, with its full stop; unknowns that stand once are _.", "Term")
def _portray_clause(machine: Machine, term: AnyTerm) -> str:
    return f"{canonical(machine, term, CLAUSE)}.\n"


@_printing("flush_output", "Hold: all that is printed is shown at once.")
@_printing("ttyflush", "Hold: all that is printed is shown at once.")
def _flush(machine: Machine) -> str:
    return ""


@_printing("format", "Print the text Format.", "Format")
def _format(machine: Machine, template: AnyTerm) -> str:
    return _formatted(machine, template, ())


def _formatted(machine: Machine, template: AnyTerm, args: AnyTerm, column: int | None = None) -> str:
    """What format prints of a text and the list of its arguments."""
    column = output("format").place[1] if column is None else column
    return formatted(machine, template, args, column, as_written)


@builtin("format", parameters=("Format", "Arguments"))
def _format2(machine: Machine, template: AnyTerm, args: AnyTerm) -> bool:
    """Print the text Format, in which directives such as ~w, ~q, ~a, ~d and ~n stand for Arguments, a list."""
    output("format").put(_formatted(machine, template, args))
    return True


@builtin("format", parameters=("Into", "Format", "Arguments"))
def _format3(machine: Machine, into: AnyTerm, template: AnyTerm, args: AnyTerm) -> bool:
    """The same into atom(Text), string(Text), chars(List) or codes(List), which prints nothing; or to user_output."""
    if type(into) is Term and len(into.args) == 1 and into.name in MADE:
        return machine.unify(into.args[0], MADE[into.name](_formatted(machine, template, args, 0)))
    require_stream(machine, into, "format")
    return bool(_format2(machine, template, args))


MADE: dict[str, Callable[[str], AnyTerm]] = {
    "atom": str,
    "string": str,
    "chars": tuple,
    "codes": lambda text: tuple(map(ord, text)),
}
PRINTING |= {("format", 2), ("format", 3)}
