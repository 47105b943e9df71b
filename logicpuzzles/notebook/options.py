"""What stands behind `%%rules` and `%ask`, read as the command line reads its options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import click

from ..cli.options import option
from ..commands.command import FLAG, Argument, count
from ..commands.table import QUERY_ENGINE, query_limits
from ..errors import PuzzleError

ANSWERS = 10  # that are shown at once, unless others are asked for
_LIMITS = (
    Argument("limit", f"Show N answers at once [{ANSWERS}].", count(1), ANSWERS, metavar="N"),
    Argument("all_answers", "Show all answers.", FLAG, flags=("--all",)),
    Argument("only_count", "Tell how many answers there are.", FLAG, flags=("--count",)),
    *query_limits("Stop a query after S seconds."),
    QUERY_ENGINE,
)
_WORD = re.compile(r"\s*(--[\w-]+)(=\S*)?(?=\s|$)")


NAMES = Argument("names", flags=(), many=True)


def _command(name: str, help: str, *params: click.Parameter) -> click.Command:
    return click.Command(name, params=list(params), help=help)


RULES = _command(
    "%%rules",
    "State rules as Prolog text: a rule file called NAME, which is a variable of the notebook then too.",
    click.Argument(["name"], required=False),
)
ASK = _command("%%ask", "Ask the rules NAMES, or those that were stated last.", *map(option, (NAMES, *_LIMITS)))
ASK_LINE = _command("%ask", "Ask one query; a single ; shows the next answers of the last one.", *map(option, _LIMITS))


def given(command: click.Command, words: Sequence[str]) -> dict[str, Any] | None:
    """The value of each parameter of `command`; None where its help was asked for, which is printed.

    Raises
    ------
    PuzzleError
        There is no such option, or a value is wrong.
    """
    try:
        return command.make_context(str(command.name), list(words)).params
    except click.exceptions.Exit:
        return None
    except click.UsageError as error:
        raise PuzzleError(error.format_message().rstrip("."), hint=f"{command.name} --help tells the options") from None


def divided(line: str, command: click.Command = ASK_LINE) -> tuple[list[str], str]:
    """The options at the beginning of a line, and the rest.

    >>> divided("--limit 3 --all neighbor(0, X)")
    (['--limit', '3', '--all'], 'neighbor(0, X)')
    """
    flags = {name for param in command.params if getattr(param, "is_flag", False) for name in param.opts}
    words: list[str] = []
    while found := _WORD.match(line):
        words.append(found[0].strip())
        line = line[found.end() :].lstrip()
        if found[2] is None and found[1] not in {*flags, "--help"}:
            value, line = re.fullmatch(r"(\S*)\s*(.*)", line, re.DOTALL).groups()  # type: ignore[union-attr]
            words += [value] if value else []
    return words, line
