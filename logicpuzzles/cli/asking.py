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
from ..rulefile.rulebook import RuleFile, prepare

if TYPE_CHECKING:
    from ..text.asking import Answer, Query

NONE, STOPPED = 1, 3


@click.command("query")
@click.argument("words", nargs=-1, metavar="[NAME]... QUERY")
@click.option("--file", "file", type=click.File(encoding="utf-8"), help="Ask what this file asks; - is standard input.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Stop after N answers.")
@click.option("--count", is_flag=True, help="Print how many answers there are.")
@click.option("--set", "given", multiple=True, metavar="NAME=VALUE", help="The value of a parameter of the rule files.")
@click.option("--seconds", type=float, default=60.0, show_default=True, help="The limit on the time of a query.")
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object for each query.")
def query(
    words: tuple[str, ...],
    file: Any,
    limit: int | None,
    count: bool,
    given: tuple[str, ...],
    seconds: float,
    as_object: bool,
) -> int:
    """Ask rule files in Prolog syntax: query seven 'neighbor(0, X)'.

    The last argument is the query, unless --file gives some; a single - reads
    queries from standard input, each ended by a full stop. What can be asked:
    the relations of the rule files, start(S), goal(S), path(S, Moves),
    depth(S, N), hardest(S, N) and more of a puzzle, and what Prolog has for
    lists and numbers. Exit code 1 if a query has no answer.
    """
    if file is None and not words:
        raise PuzzleError("the query is missing", hint="logicpuzzles query seven 'neighbor(0, X)'")
    if file is None and words[-1] == "-":
        file, words = sys.stdin, words[:-1]
    names = words if file is not None else words[:-1]
    rulefiles = _loaded(names, given)
    asked: Iterator[Query]
    if file is None:
        asked = iter([_read(words[-1], rulefiles, seconds)])
    else:
        asked = _several(file.read(), getattr(file, "name", "query"), rulefiles, seconds)
    codes = [_printed(one, limit, count, as_object, len(names) == len(words)) for one in asked]
    return max(codes, default=0)


def _loaded(names: Sequence[str], given: Sequence[str]) -> list[RuleFile]:
    values = dict(_pair(text) for text in given)
    found = []
    for name in names:
        prepared = prepare(name)
        known = {parameter.name for parameter in prepared.parameters}
        found.append(prepared.build(**{name: value for name, value in values.items() if name in known}))
    return found


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise PuzzleError("a parameter needs a value", place="--set", expected="NAME=VALUE", got=text)
    return name.replace("-", "_"), value


def _read(text: str, rulefiles: Sequence[RuleFile], seconds: float) -> Query:
    from ..text.asking import Query
    from ..text.book import names_of

    return Query.read(text, names_of(rulefiles), seconds)


def _several(text: str, place: str, rulefiles: Sequence[RuleFile], seconds: float) -> Iterator[Query]:
    """Each query of a text, read after those before it have been asked."""
    from ..text.asking import Query
    from ..text.book import names_of
    from ..text.syntax.lexical import Source, sentences

    names = names_of(rulefiles)
    for sentence in sentences(Source(text, place)):
        yield Query.of(sentence, names, seconds)


def _printed(asked: Query, limit: int | None, count: bool, as_object: bool, repeat: bool) -> int:
    """Ask one query and print its answers, as they come unless as one object; the exit code."""
    if as_object:
        return _print_object(asked, limit, count)
    if repeat:
        click.echo(f"?- {_text(asked)}.")
    found = 0
    try:
        if count:
            found = asked.count()
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
    found: list[Answer] = []
    complete = False
    try:
        while not complete and len(found) != limit:
            answer = next(run, None)
            complete = answer is None
            found += [] if answer is None else [answer]
    except LimitReached as error:
        reason = str(error)
    status = "stopped" if reason else "answered" if found else "none"
    made = {
        "query": _text(asked),
        "status": status,
        "reason": reason,
        "count": len(found),
        "complete": complete,
        "answers": None if count else list(map(_object, found)),
        "seconds": round(perf_counter() - began, 6),
    }
    click.echo(json.dumps(made))
    return {"stopped": STOPPED, "answered": 0, "none": NONE}[status]


def _object(answer: Answer) -> dict[str, Any]:
    """An answer as JSON has it: an unknown is an object with its name under `unknown`."""
    names = answer.names()
    values = {name: _plain(value, names) for name, value in answer.items()}
    unequal = [[[_plain(left, names), _plain(right, names)] for left, right in pairs] for pairs in answer.unequal]
    return {"values": values, "unequal": unequal} if unequal else {"values": values}


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
