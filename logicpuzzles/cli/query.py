"""The command that asks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from ..errors import LimitReached, PuzzleError
from ..limits import Limits
from ..rulefile.finding import available
from ..rulefile.parameters import require_known
from ..rulefile.rulebook import RuleFile
from ..watchdog import within
from .data import json_option, print_data
from .limits import Count, query_limits
from .options import built, named

if TYPE_CHECKING:
    from ..text.names import Namespace
    from ..text.query import Answer, Query
    from ..text.syntax.lexical import Source

NONE, STOPPED = 1, 3


class _Text(click.File):
    """A text file that is there."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        try:
            return super().convert(value, param, ctx)
        except ValueError:
            self.fail(f"{value!r} is no name of a file.", param, ctx)


@click.command("query")
@click.argument("words", nargs=-1, metavar="[NAME]... QUERY")
@click.option("--file", "file", type=_Text(encoding="utf-8"), help="Ask what this file asks; - is standard input.")
@click.option("--limit", type=Count(), metavar="N", help="Stop after N answers.")
@click.option("--count", is_flag=True, help="Print how many answers there are.")
@click.option("--set", "given", multiple=True, metavar="NAME=VALUE", help="The value of a parameter of the rule files.")
@query_limits("Stop a query after S seconds.")
@json_option("Print one JSON object for each query.")
def query(
    words: tuple[str, ...],
    file: Any,
    limit: int | None,
    count: bool,
    given: tuple[str, ...],
    seconds: float,
    memory: int | None,
    as_object: bool,
) -> int:
    """Ask rule files in Prolog syntax: query seven 'neighbor(0, X)'.

    The last argument is the query, unless --file gives some; a single - reads
    queries from standard input, each ended by a full stop. What can be asked:
    the relations of the rule files, start(S), goal(S), path(S, Moves),
    depth(S, N), hardest(S, N) and more of a puzzle, and what Prolog has for
    lists and numbers. Of several rule files, six:neighbor(0, X) asks one.

    Exit code 0: every query has an answer; 1: one has none; 2: one is wrong;
    3: one was stopped by a limit.
    """
    from ..text.namespaces import JointNamespace
    from ..text.query import Query

    if file is None and not words:
        raise PuzzleError("the query is missing", hint="logicpuzzles query seven 'neighbor(0, X)'")
    if file is None and len(words) == 1 and words[0] in available():
        raise PuzzleError("the query is missing", hint=f"logicpuzzles query {words[0]} 'goal'")
    if file is None and words[-1] == "-":
        file, words = sys.stdin, words[:-1]
    names = words if file is not None else words[:-1]
    with within(Limits(seconds=seconds, memory=memory)):
        known = JointNamespace(_loaded(names, given))
    asked: Iterator[Query]
    if file is None:
        asked = iter([Query.read(words[-1], known, seconds, memory)])
    else:
        asked = _several(_source(file), known, seconds, memory)
    codes = [_printed(one, limit, count, as_object, len(names) == len(words)) for one in asked]
    return max(codes, default=0)


def _loaded(names: Sequence[str], given: Sequence[str]) -> list[RuleFile]:
    values = dict(_pair(text) for text in given)
    files = [named(name) for name in names]
    takes = [[parameter.name for parameter in file.parameters] for file in files]
    require_known(values, sum(takes, []), "--set")
    return [
        built(file, {name: values[name] for name in names if name in values})
        for file, names in zip(files, takes, strict=True)
    ]


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise PuzzleError("a parameter needs a value", place="--set", expected="NAME=VALUE", got=text)
    return name.replace("-", "_"), value


def _source(file: Any) -> Source:
    from ..text.syntax.lexical import Source

    name = "standard input" if file is sys.stdin or file.name in ("-", "<stdin>") else str(file.name)
    try:
        text = file.read().removeprefix("\ufeff")
        text.encode()
    except UnicodeError:
        raise PuzzleError("this is no text in UTF-8", place=name) from None
    return Source(text, name)


def _several(source: Source, names: Namespace, seconds: float, memory: int | None) -> Iterator[Query]:
    """Each query of a text, read after those before it have been asked."""
    from ..text.query import Query
    from ..text.syntax.lexical import sentences

    for sentence in sentences(source):
        yield Query.of(sentence, names, seconds, memory)


def _printed(asked: Query, limit: int | None, count: bool, as_object: bool, repeat: bool) -> int:
    """Ask one query and print its answers, as they come unless as one object; the exit code."""
    if as_object:
        return _print_object(asked, limit, count)
    if repeat:
        click.echo(f"?- {_text(asked)}.")
    found = 0
    try:
        if count:
            found = asked.count(limit)
            click.echo(str(found))
        else:
            for answer in islice(asked, limit):
                found += 1
                click.echo(str(answer))
    except LimitReached as error:
        click.echo(f"Stopped: {error}", err=True)
        return STOPPED
    if not found and not count:
        click.echo("false")
    return 0 if found else NONE


def _text(asked: Query) -> str:
    return asked.sentence.text.strip().removeprefix("?-").strip()


def _print_object(asked: Query, limit: int | None, count: bool) -> int:
    began, run, reason = perf_counter(), asked.run(), None
    found: list[str] = []
    complete = False
    try:
        while not complete and len(found) != limit:
            answer = next(run, None)
            complete = answer is None
            if answer is not None:
                found.append("" if count else _object(answer))
    except LimitReached as error:
        reason = str(error)
    status = "stopped" if reason else "answered" if found else "none"
    made = {
        "query": json.dumps(_text(asked)),
        "status": json.dumps(status),
        "reason": json.dumps(reason),
        "count": json.dumps(len(found)),
        "complete": json.dumps(complete),
        "answers": "null" if count else f"[{', '.join(found)}]",
        "seconds": json.dumps(round(perf_counter() - began, 6)),
    }
    print_data(f"{{{', '.join(f'{json.dumps(key)}: {value}' for key, value in made.items())}}}")
    return {"stopped": STOPPED, "answered": 0, "none": NONE}[status]


def _object(answer: Answer) -> str:
    """An answer as JSON has it: an unknown is an object with its name under `unknown`.

    Raises
    ------
    LimitReached
        It is nested too deep for those who read JSON.
    """
    names = answer.names()
    try:
        values = {name: _plain(value, names) for name, value in answer.items()}
        unequal = [[[_plain(left, names), _plain(right, names)] for left, right in pairs] for pairs in answer.unequal]
        return json.dumps({"values": values, "unequal": unequal})
    except RecursionError:
        raise LimitReached("an answer is nested too deep for JSON") from None


def _plain(value: Any, names: dict[Any, str]) -> Any:
    from ..logic.terms import VARIABLES, Cons, Term
    from ..text.syntax.writer import write

    if type(value) in VARIABLES:
        return {"unknown": names[value]}
    if isinstance(value, tuple):
        return [_plain(part, names) for part in value]
    if type(value) is Term:
        return {"name": value.name, "args": [_plain(part, names) for part in value.args]}
    if type(value) is Cons:
        return {"first": [_plain(part, names) for part in value.elements()], "rest": _plain(value.rest(), names)}
    return value if isinstance(value, int | str) else write(value)
