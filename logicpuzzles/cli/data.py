"""The option --json: standard output holds data alone, and nothing that a rule file prints."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

import click

OPTION = "--json"


def keep_apart(ctx: click.Context, args: Sequence[str]) -> None:
    """Where `args` ask for data, print all else to standard error until the command ends."""
    if OPTION in args and not isinstance(sys.stdout, _Apart):
        ctx.with_resource(_apart())


class _Apart:
    """Standard error in the place of standard output, which it keeps for data."""

    def __init__(self, data: TextIO, rest: TextIO) -> None:
        self.data, self._rest = data, rest

    def __getattr__(self, name: str) -> Callable[..., object]:
        return getattr(self._rest, name)  # type: ignore[no-any-return]


@contextmanager
def _apart() -> Iterator[None]:
    before = sys.stdout
    sys.stdout = _Apart(before, sys.stderr)
    try:
        yield
    finally:
        sys.stdout.flush()
        sys.stdout = before


def print_data(text: str) -> None:
    """Print what a program is to read."""
    click.echo(text, file=getattr(sys.stdout, "data", None))
