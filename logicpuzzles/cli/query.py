"""The commands that ask rule files in Prolog syntax: one query, those of a file, or a session."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from time import perf_counter
from typing import TextIO

import click

from ..commands.command import Data, Note, Reply, as_data
from ..errors import LimitReached, PuzzleError
from ..limits import Limits, Progress
from ..logic.terms import VARIABLES, Cons, Term
from ..logic.writer import write
from ..plain_data import plain_data
from ..rulefile.finding import available
from ..rulefile.parameters import require_known
from ..rulefile.rulebook import RuleFile
from ..text.answer import Answer
from ..text.namespaces import JointNamespace
from ..text.query import Query
from ..text.syntax.lexical import Sentence, Source, next_sentence, sentence_at
from ..watchdog import within
from .report import EXIT_CODES
from .rulefiles import built, named
from .running import WRONG
from .screen import loading
from .streams import raw

NONE = EXIT_CODES["exhausted"]


def query(
    words: tuple[str, ...],
    file: TextIO | None,
    limit: int | None,
    only_count: bool,
    given: tuple[str, ...],
    seconds: float,
    memory: int | None,
    engine: str,
    as_object: bool,
    progress: Progress | None,
) -> Reply:
    """The answers of one query, or of those in a file."""
    if file is None and (not words or len(words) == 1 and words[0] in available()):
        example = f"{words[0]} 'goal'" if words else "seven 'neighbor(0, X)'"
        raise PuzzleError("the query is missing", hint=f"logicpuzzles query {example}")
    if file is None and words[-1] == "-":
        file, words = sys.stdin, words[:-1]
    files = words if file is not None else words[:-1]
    with within(Limits(seconds=seconds, memory=memory)):
        loaded = _loaded(files, given)
        names = JointNamespace(loaded)
    for warning in dict.fromkeys(warning for rulefile in loaded for warning in rulefile.warnings):
        yield Note(f"Warning: {warning}")
    printed = Printed()

    def answered(text: str | Sentence) -> Reply:
        one = Query.read(text, names, seconds, memory, engine, progress, printed.add)
        return (yield from (_as_object if as_object else _in_words)(one, limit, only_count, printed))

    if file is None:
        return (yield from answered(words[-1]))
    source, code, at = _source(file), 0, 0
    while True:  # each is read after those before it have been asked
        text = ""
        try:
            sentence = sentence_at(source, at)
            if sentence is None:
                return code
            at, text = sentence.end, _text(sentence)
            if not as_object:
                yield f"?- {text}."
            code = max(code, (yield from answered(sentence)))
        except LimitReached as error:  # while it was read
            code = max(code, (yield from _not_answered(text, "stopped", error, as_object)))
        except PuzzleError as error:
            at = at if text else next_sentence(source, at)
            code = max(code, (yield from _not_answered(text, "wrong", error, as_object)))


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


def _source(file: TextIO) -> Source:
    name = "standard input" if file is sys.stdin or file.name in ("-", "<stdin>") else str(file.name)
    try:
        text = file.read().removeprefix("\ufeff")
        text.encode()
    except UnicodeError:
        raise PuzzleError("this is no text in UTF-8", place=name) from None
    return Source(text, name)


def _text(sentence: Sentence) -> str:
    return sentence.text.strip().removeprefix("?-").strip()


class Printed:
    """What the goals of a query have printed since it was last taken."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self.add = self._parts.append

    def take(self) -> str:
        """All of it."""
        text = "".join(self._parts)
        self._parts.clear()
        return text

    def lines(self) -> Iterator[str]:
        """The same as a part of a reply, if there is any: the answer after it begins a line."""
        if text := self.take():
            yield text.removesuffix("\n")


def _not_answered(text: str, status: str, error: PuzzleError, as_object: bool) -> Reply:
    """What is said of one of several queries that is wrong or was stopped."""
    if as_object:
        fields = {"query": text, "status": status, "reason": str(error), "count": 0, "complete": False, "answers": []}
        yield as_data(**fields, seconds=0.0, engine=None)
    else:
        yield Note(f"{'Stopped' if status == 'stopped' else 'Error'}: {error}")
    return EXIT_CODES["stopped"] if status == "stopped" else WRONG


def _in_words(asked: Query, limit: int | None, only_count: bool, printed: Printed) -> Reply:
    """The answers as they come, or their number."""
    found = 0
    try:
        if only_count:
            found = asked.count(limit)
            yield from printed.lines()
            yield str(found)
        else:
            run = asked.run()
            for answer in islice(run, limit):
                found += 1
                with run.watchdog:  # writing it counts towards the limits
                    told = str(answer)
                yield from printed.lines()
                yield told
    except LimitReached as error:
        yield from printed.lines()
        yield Note(f"Stopped: {error}")
        return EXIT_CODES["stopped"]
    except PuzzleError:
        yield from printed.lines()
        raise
    yield from printed.lines()
    if not found and not only_count:
        yield "false"
    return 0 if found else NONE


def _as_object(asked: Query, limit: int | None, only_count: bool, printed: Printed) -> Reply:
    """All answers as one object; each is put into words by itself, since one may be nested too deep."""
    began, run, reason = perf_counter(), asked.run(), None
    found: list[str] = []
    complete = False
    try:
        while not complete and len(found) != limit:
            answer = next(run, None)
            complete = answer is None
            if answer is not None:
                with run.watchdog:
                    found.append("" if only_count else _answer(answer, printed.take()))
    except LimitReached as error:
        reason = str(error)
    status, code = ("stopped", EXIT_CODES["stopped"]) if reason else ("answered", 0) if found else ("none", NONE)
    text, count = _text(asked.sentence), len(found)
    fields = {"query": text, "status": status, "reason": reason, "count": count, "complete": complete}
    made = {name: json.dumps(value) for name, value in fields.items()}
    made["answers"] = "null" if only_count else f"[{', '.join(found)}]"
    made["seconds"] = json.dumps(round(perf_counter() - began, 6))
    made["engine"] = json.dumps(run.engine)
    if rest := printed.take():
        made["printed"] = json.dumps(rest)
    yield Data(f"{{{', '.join(f'{json.dumps(name)}: {value}' for name, value in made.items())}}}")
    return code


def _answer(answer: Answer, printed: str) -> str:
    """An answer as JSON has it, with what was printed before it: an unknown is an object with its name under `unknown`.

    `LimitReached` is raised where it is nested too deep for those who read JSON.
    """
    names = answer.names()
    try:
        values = {name: _plain(value, names) for name, value in answer.items()}
        unequal = [[[_plain(left, names), _plain(right, names)] for left, right in pairs] for pairs in answer.unequal]
        told: dict[str, object] = {"values": values, "unequal": unequal}
        if answer.others:
            told["others"] = [write(goal, names, operators=answer.operators) for goal in answer.others]
        if printed:
            told["printed"] = printed
        return json.dumps(told)
    except RecursionError:
        raise LimitReached("an answer is nested too deep for JSON") from None


def _plain(value: object, names: Mapping[object, str]) -> object:
    if type(value) in VARIABLES:
        return {"unknown": names[value]}
    if isinstance(value, tuple):
        return [_plain(part, names) for part in value]
    if type(value) is Term:
        return {"name": value.name, "args": [_plain(part, names) for part in value.args]}
    if type(value) is Cons:
        return {"first": [_plain(part, names) for part in value.elements()], "rest": _plain(value.rest(), names)}
    return plain_data(value) if isinstance(value, int | str | Fraction) else write(value)


def repl(files: tuple[str, ...], seconds: float, memory: int | None, engine: str) -> int:
    """Converse in a session until it is left; the exit code."""
    from ..repl.session import Session

    session = Session(click.echo, seconds, memory=memory, engine=engine)
    if sys.stdin.isatty() and sys.stdout.isatty():
        from prompt_toolkit.output import create_output

        from ..repl.terminal import Terminal

        return Terminal(session, output=create_output(raw(sys.stdout))).run(files)
    from ..repl.answering import Plain

    for file in files:
        with loading(file):
            session.consult([file])
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")
    return Plain(session, sys.stdin, sys.stdout).run()
