"""The options that limit how much work a command may do."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, TypeVar

import click

from ..limits import SECONDS, Limits
from ..wording import cut_short

Command = TypeVar("Command", bound=Callable[..., Any])

_COUNT = re.compile(r"[0-9]+(?:[,_][0-9]+)*")
_SECONDS = re.compile(r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) *([kmgt]?)(i?)b?", re.IGNORECASE)


class Size(click.ParamType):  # type: ignore[type-arg, unused-ignore]  # generic since click 8.2
    """An amount of memory in bytes, such as 500MB, 1.5G or 512MiB."""

    name = "size"
    most: ClassVar[int] = 10**18  # bytes: no machine has more

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number of bytes that the text means.

        >>> Size().convert("500MB", None, None), Size().convert("2 KiB", None, None)
        (500000000, 2048)
        """
        found = _SIZE.fullmatch(str(value).strip())
        if found is None:
            self.fail(f"{cut_short(str(value))} is no size; expected one such as 500MB, 2GB or 64MiB.", param, ctx)
        number, prefix, binary = found.groups()
        size = int(Fraction(number) * (1024 if binary else 1000) ** " kmgt".index(prefix.lower() or " "))
        if not 1 <= size <= self.most:
            self.fail(f"{cut_short(str(value))} is no size; expected 1 byte to {self.most:,}.", param, ctx)
        return size


class Seconds(click.ParamType):  # type: ignore[type-arg, unused-ignore]  # generic since click 8.2
    """A positive number of seconds."""

    name = "seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number that the text means."""
        number = float(value) if _SECONDS.fullmatch(str(value)) else math.nan
        if not (0 < number < math.inf):
            self.fail(f"{cut_short(str(value))} is no time; expected a number of seconds above 0.", param, ctx)
        return number


class Count(click.ParamType):  # type: ignore[type-arg, unused-ignore]  # generic since click 8.2
    """A whole number of at least `least`."""

    name = "integer"
    most: ClassVar[int] = 10**18  # beyond this nothing is ever counted

    def __init__(self, least: int = 1) -> None:
        self.least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number that the text means; 1_000 and 1,000 are fine."""
        text = re.sub("[,_]", "", str(value))
        if not _COUNT.fullmatch(str(value)) or len(text) > 19 or not self.least <= int(text) <= self.most:
            problem = f"{cut_short(str(value))} is no such number; expected a whole number from {self.least} on."
            self.fail(problem, param, ctx)
        return int(text)


LIMITS = {"limit_nodes": "nodes", "limit_seconds": "seconds", "limit_memory": "memory"}


def limit_options(command: Command) -> Command:
    """Give a command the options --limit-nodes, --limit-seconds and --limit-memory; see `limits_of`."""
    nodes = click.option("--limit-nodes", type=Count(), metavar="N", help="Stop after N states.")
    return nodes(time_and_memory_options(command))


def time_and_memory_options(command: Command) -> Command:
    """Give a command the options --limit-seconds and --limit-memory; `RuleFileCommand` sees that they hold."""
    seconds = click.option("--limit-seconds", type=Seconds(), metavar="S", help="Stop after S seconds.")
    memory = click.option("--limit-memory", type=Size(), metavar="SIZE", help="Hold at most SIZE, such as 500MB.")
    return seconds(memory(command))


def limits_of(options: Mapping[str, Any]) -> Limits:
    """The limits among the options of a command."""
    return Limits(**{name: options[option] for option, name in LIMITS.items()})


def limits_in(params: Sequence[click.Parameter], args: Sequence[str], ctx: click.Context) -> Limits:
    """The limits on time and memory among the arguments of a command, before these are read: they hold for all of it.

    >>> from logicpuzzles.cli.solving import solve
    >>> limits_in(solve.params, ["six", "--limit-seconds=3"], click.Context(solve))
    Limits(nodes=None, seconds=3.0, memory=None)
    """
    found = {}
    for param in params:
        if param.name in ("limit_seconds", "limit_memory"):
            given = [value for option in param.opts for value in _values(option, args)]
            if given:
                found[LIMITS[param.name]] = param.type.convert(given[-1], param, ctx)
    return Limits(**found)


def _values(option: str, args: Sequence[str]) -> Iterator[str]:
    for at, arg in enumerate(args):
        if arg == option and at + 1 < len(args):
            yield args[at + 1]
        elif arg.startswith(f"{option}="):
            yield arg.removeprefix(f"{option}=")


def query_limits(help: str) -> Callable[[Command], Command]:
    """Add the options of what is asked, `seconds` and `memory`; `help` tells what S seconds stop."""
    seconds = click.option(
        "--limit-seconds", "--seconds", "seconds", type=Seconds(), default=SECONDS, show_default=True, metavar="S",
        help=help,
    )  # fmt: skip
    held = "Hold at most SIZE, such as 500MB."
    memory = click.option("--limit-memory", "memory", type=Size(), metavar="SIZE", help=held)
    return lambda command: seconds(memory(command))
