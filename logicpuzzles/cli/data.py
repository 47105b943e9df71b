"""The option --json: standard output holds one object, and nothing that a rule file prints."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])

OPTION = "--json"


def json_option(help: str = "Print one JSON object.") -> Callable[[Command], Command]:
    """Add the option that asks for data; the command gets it as `as_object`."""
    return click.option(OPTION, "as_object", is_flag=True, is_eager=True, callback=_asked, help=help)


def _asked(ctx: click.Context, param: click.Parameter, value: bool) -> bool:
    if value:
        keep_apart(ctx, [OPTION])
    return value


def keep_apart(ctx: click.Context, args: Sequence[str]) -> None:
    """Where `args` ask for data, print all else to standard error until the command ends."""
    if OPTION in args and not isinstance(sys.stdout, _Apart):
        ctx.with_resource(_apart())


class _Apart:
    """Standard error in the place of standard output, which it keeps for data."""

    def __init__(self, data: Any, rest: Any) -> None:
        self.data, self._rest = data, rest

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rest, name)


@contextmanager
def _apart() -> Iterator[None]:
    out = sys.stdout
    sys.stdout = _Apart(out, sys.stderr)
    try:
        yield
    finally:
        sys.stdout.flush()
        sys.stdout = out


def print_data(text: str) -> None:
    """Print what a program is to read."""
    click.echo(text, file=getattr(sys.stdout, "data", None))
