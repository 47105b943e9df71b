"""Rule files written in Python: run one, and find what it declares. A rule file runs as code."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache, partial
from importlib import import_module
from itertools import count
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, TypeVar

from ..errors import NeedsValue, PuzzleError, Refusal
from ..integers import represented
from ..watchdog import Watchdog
from .contents import KINDS, Contents, Declared
from .parameters import Parameter, parameters_of

if TYPE_CHECKING:
    from ..logic.facts import Relation
    from ..logic.relations import Predicate
    from ..logic.terms import AnyTerm

T = TypeVar("T")
_RELATIONS = f"{__package__.rpartition('.')[0]}.logic.relations"
_numbers = count(1)


def read(text: str, file: str) -> Contents:
    """Run the rule file `text`, in a module of its own that no other file can see.

    Raises
    ------
    PuzzleError
        It does not compile, raises, or declares nothing; with the line in `file`.
    LimitReached
        It takes more time or memory than it may.
    """
    if "constraint" in text:
        import_module("..models", __package__)  # which imports python-constraint in less time than the file would
    module = ModuleType(f"rules_{next(_numbers)}")
    module.__file__ = file
    with _watchdog(file):
        guarded(file, exec, compiled(text, file), module.__dict__)
    relations, functions = _relations(module), _functions(module)
    if relations and not any(name in KINDS or kind_of(value) for name, value in vars(module).items()):
        return Contents(module.__doc__ or "", relations, (), lambda: None, functions=functions)  # only to be asked
    declare, parameters = _declaration(module, file)
    return Contents(module.__doc__ or "", relations, parameters, declare, functions=functions)


@lru_cache(maxsize=32)
def compiled(text: str, file: str) -> CodeType:
    """The code of a rule file; that of a file that is loaded again and again is kept."""
    try:
        return compile(text, file, "exec", dont_inherit=True)
    except SyntaxError as error:
        line = (error.text or "").rstrip()
        indent = len(line) - len(line.lstrip())
        column = max((error.offset or 1) - 1 - indent, 0)
        problem, place = f"this is not Python: {error.msg}", f"{file}:{error.lineno or 1}"
        excerpt = f"    {line.strip()}\n    {' ' * column}^" if line else None
        raise PuzzleError(problem, place=place, excerpt=excerpt) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise PuzzleError("this is not Python", place=file, got=str(error) or "brackets too deep") from None


def _watchdog(file: str) -> Watchdog:
    """It may take as long as it is allowed to from outside: it is code, and may have much to work out."""
    return Watchdog(None, what=f"loading {file}", hint="allow more time, or ask for less in it")


def guarded(file: str, call: Callable[..., T], *args: object, **named: object) -> T:
    """What `call` returns; whatever code of the rule file raises becomes an error at its line."""
    try:
        return call(*args, **named)
    except PuzzleError as error:
        raise error.at(line_of(error, file)) from None
    except (Exception, SystemExit) as error:
        raise _reported(error, file) from error


def _reported(error: BaseException, file: str) -> PuzzleError:
    from ..python_errors import one_line, suggestion_for

    place = line_of(error, file)
    if isinstance(error, SystemExit):
        return PuzzleError("the rule file leaves Python", place=place, hint="a rule file only states what is true")
    if isinstance(error, NeedsValue | Refusal):
        return PuzzleError(str(error), place=place)
    hint = suggestion_for(error)
    if isinstance(error, ModuleNotFoundError):
        hint = "a rule file imports logicpuzzles, constraint and what is installed; files beside it are not found"
    return PuzzleError(one_line(error), place=place, hint=hint)


def line_of(error: BaseException, file: str) -> str:
    """The innermost line of `file` that `error` came through, as file:line."""
    place, trace = file, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            place = f"{file}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def kind_of(declared: object) -> str | None:
    """Whether `declared` is a puzzle, a model or a game; None for anything else."""
    kind = getattr(declared, "kind", None)
    return kind if not isinstance(declared, type) and isinstance(kind, str) and kind in KINDS else None


def _declaration(module: ModuleType, file: str) -> tuple[Callable[..., Declared], tuple[Parameter, ...]]:
    names = vars(module)
    for name in KINDS:
        if isinstance(names.get(name), FunctionType):
            function = names[name]
            place = f"{file}:{function.__code__.co_firstlineno}"
            return _checked(function, file, place), parameters_of(function, place)
        if kind_of(names.get(name)):
            return _constant(names[name], file), ()
    declared = {id(value): (name, value) for name, value in names.items() if kind_of(value)}
    if len(declared) == 1:
        return _constant(next(iter(declared.values()))[1], file), ()
    wrong = next((names[name] for name in KINDS if name in names), None)
    problem = f"the rule file declares {'more than one' if declared else 'no'} puzzle"
    expected = "puzzle = Puzzle(move=..., start=..., goal=...), or a function puzzle(...) that returns one"
    got = ", ".join(name for name, _ in declared.values()) or (None if wrong is None else f"puzzle = {wrong!r}")
    hint = "call one of them puzzle" if declared else None
    raise PuzzleError(problem, place=file, expected=expected, got=got, hint=hint)


def _constant(declared: Declared, file: str) -> Callable[..., Declared]:
    made = _placed(declared, file)
    return lambda: made


def _placed(declared: Declared, file: str) -> Declared:
    """`declared`; what a model's function raises later is told with its line in `file` too, which gives it a name."""
    if kind_of(declared) == "model":
        declared.build = partial(guarded, file, declared.build)
        declared.name = declared.name or Path(file).stem
    return declared


def _checked(function: FunctionType, file: str, place: str) -> Callable[..., Declared]:
    def declare(**values: object) -> Declared:
        with _watchdog(file):
            made = guarded(file, function, **values)
        if kind_of(made) is None:
            problem = f"{function.__name__}(...) returns no puzzle"
            raise PuzzleError(problem, place=place, expected="return Puzzle(...)", got=represented(made))
        return _placed(made, file)

    return declare


def _relations(module: ModuleType) -> dict[str, Predicate]:
    """The relations that the module defines; imported ones are not its own."""
    own: dict[str, Predicate] = {}
    if not {_RELATIONS, "kanren.facts"} & sys.modules.keys():
        return own  # nothing has made a relation yet
    from ..logic.facts import Relation
    from ..logic.relations import Predicate

    for name, value in vars(module).items():
        if type(value).__module__ == "kanren.facts":
            value = _of_kanren(name, value.facts)
        if not isinstance(value, Predicate) or name.startswith("_"):
            continue
        if isinstance(value, Relation) and value.name == "_":
            value.name = name
        home = sys.modules.get(vars(value).get("__module__", ""))
        if getattr(home, value.name, None) is not value:
            own[name] = value
    return own


def _functions(module: ModuleType) -> dict[str, str]:
    """The functions that the module defines, each with its place."""
    own = {name: value for name, value in vars(module).items() if type(value) is FunctionType}
    codes = {name: one.__code__ for name, one in own.items() if one.__globals__ is module.__dict__}
    return {name: f"{code.co_filename}:{code.co_firstlineno}" for name, code in codes.items()}


def _of_kanren(name: str, facts: set[tuple[AnyTerm, ...]]) -> Relation:
    """The facts of kanren's own `Relation`; its set has no order, so they are sorted."""
    from ..logic.facts import Relation

    made = Relation(name)
    for fact in sorted(facts, key=repr):
        made.add_fact(*fact)
    return made
