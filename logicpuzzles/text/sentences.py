"""The sentences of a rule file, sorted: clauses by the relation they define, directives, and blocks of tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, overload

from ..errors import PuzzleError
from .code.grammar import Grammar
from .complaints import Complaints
from .directives import Declared, atom_in
from .names import Indicator
from .syntax.dialect import STANDARD
from .syntax.lexical import Sentence, Source, layout_end, next_sentence, sentence_at
from .syntax.nodes import Constant, Node, Unknown, indicator_of, is_anonymous, walk
from .syntax.parser import parse
from .syntax.plain import PlainFacts

MOST_WARNINGS = 100  # that are told one by one
CHECK_EVERY = 256  # sentences
SHORT = 20_000  # characters that are not worth looking for runs of plain facts
CLAUSE = "a fact, or a head that is a relation, `:-` and goals"
_NO_HEADS = frozenset({",", ";", "->", "*->", "\\+", ":", "|", ":-", "?-", "-->"})
# A fact whose arguments are plain atoms and small integers, read without the grammar: twenty times as fast.
_ARG = r"[a-z][A-Za-z0-9_]*+|-?[0-9]{1,18}+"
_NAME = re.compile(r"[a-z]\w*+")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")  # printed, they would steer the terminal
_PLAIN = re.compile(rf"([a-z][A-Za-z0-9_]*+)\((\s*+(?:{_ARG})\s*+(?:,\s*+(?:{_ARG})\s*+)*+)\)\s*")


@dataclass(slots=True)
class Clause:
    """One clause as it was read.

    Attributes
    ----------
    values
        The arguments of a plain fact; `head` is then made when it is asked for.
    body
        None for a fact.
    """

    key: Indicator
    sentence: Sentence
    values: tuple[Any, ...] | None = None
    parsed: Node | None = None
    body: Node | None = None

    @property
    def head(self) -> Node:
        """The head as it was read."""
        if self.parsed is None:
            self.parsed = parse(self.sentence)
        return self.parsed


@dataclass(slots=True)
class Run:
    """Plain facts that stand together, read at once: the `rows` of their arguments, from `start` to `end`."""

    source: Source
    start: int
    end: int
    rows: list[tuple[Any, ...]]

    def clauses(self) -> Iterator[Clause]:
        """The same read one by one, with their sentences."""
        at = self.start
        while at < self.end:
            sentence = sentence_at(self.source, at)
            assert sentence is not None
            at = sentence.end
            node = parse(sentence)
            yield Clause((node.name, len(node.args)), sentence, None, node)  # type: ignore[attr-defined]


class Stated(Sequence[Clause]):
    """The clauses of one relation, the first of which is read whole; `parts` are clauses and runs of plain facts."""

    def __init__(self) -> None:
        self.parts: list[Clause | Run] = []
        self._all: list[Clause] | None = None

    def append(self, part: Clause | Run) -> None:
        """Add what is stated next."""
        self.parts.append(part)
        self._all = None

    @property
    def first(self) -> Clause:
        """The first clause."""
        assert isinstance(self.parts[0], Clause)
        return self.parts[0]

    def _clauses(self) -> list[Clause]:
        if self._all is None:
            self._all = [
                clause for part in self.parts for clause in (part.clauses() if isinstance(part, Run) else (part,))
            ]
        return self._all

    def __len__(self) -> int:
        return sum(len(part.rows) if isinstance(part, Run) else 1 for part in self.parts)

    @overload
    def __getitem__(self, index: int) -> Clause: ...

    @overload
    def __getitem__(self, index: slice) -> list[Clause]: ...

    def __getitem__(self, index: int | slice) -> Clause | list[Clause]:
        return self._clauses()[index]

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses())


@dataclass
class Block:
    """The clauses between two directives begin_tests and end_tests, or those outside of all such."""

    name: str = ""
    clauses: dict[Indicator, Stated] = field(default_factory=dict)
    tests: list[Clause] = field(default_factory=list)


class Sorter:
    """Sorts the sentences of a source into blocks, and obeys each directive in turn.

    `check` is called now and then, and may raise what ends it. What is wrong is kept in `complaints`.

    Attributes
    ----------
    blocks
        What stands outside of tests, then each block of tests.
    declared
        What the directives say.

    """

    def __init__(self, source: Source, check: Callable[[], None], complaints: Complaints) -> None:
        self.source, self.complaints = source, complaints
        self.blocks = [Block()]
        self.open = self.blocks[0]
        self.declared = Declared()
        self.last: Indicator | None = None
        self._warnings: list[tuple[Sentence, int, str]] = []
        control = _CONTROL.search(self.source.text)
        if control is not None:
            with self.complaints.kept():
                problem = "a control character has no place in a rule file"
                raise self.source.error(problem, control.start(), hint="in quotes, write its number: '\\x1b\\'")
        self._read(check)
        if self.open.name:
            with self.complaints.kept():
                end, expected = len(self.source.text.rstrip()) - 1, f":- end_tests({self.open.name})."
                raise self.source.error(f"the tests {self.open.name} have no end", end, expected)

    def _read(self, check: Callable[[], None]) -> None:
        plain, at, mixed, number = PlainFacts(), 0, 0, 0
        while True:
            if (
                self.last is not None
                and self.source.dialect is None
                and at >= mixed
                and len(self.source.text) - at > SHORT
            ):
                run = plain.read(self.source.text, at, *self.last)
                if run is not None:
                    rows, end = run
                    if rows:
                        self.open.clauses[self.last].append(Run(self.source, at, end, rows))
                        at = end
                    else:
                        mixed = end
                    check()
            if number % CHECK_EVERY == 0:
                check()
            number += 1
            sentence = None
            with self.complaints.kept():
                sentence = sentence_at(self.source, at)
                if sentence is None:
                    return
                self._sentence(sentence)
            if sentence is None:
                self._broken(at)
            at = next_sentence(self.source, at) if sentence is None else sentence.end

    def _sentence(self, sentence: Sentence) -> None:
        fact = _plain_fact(sentence)
        if fact is not None:
            self._enter(fact)
            return
        try:
            node = parse(sentence)
        except PuzzleError:
            self._broken(sentence.start)
            raise
        self._take(node, sentence)

    def _broken(self, at: int) -> None:
        """Note that the sentence at `at` cannot be read."""
        self.last = None
        name = _NAME.match(self.source.text, layout_end(self.source.text, at))
        if name is not None:
            self.complaints.broken.add(name[0])

    def warnings(self) -> Iterator[str]:
        """What may be a mistake, each with its place. Finding a place scans the text, so only the first are told."""
        for sentence, at, text in self._warnings[:MOST_WARNINGS]:
            yield f"{sentence.place(at)}: {text}"
        if len(self._warnings) > MOST_WARNINGS:
            yield f"{self.source.name}: {len(self._warnings) - MOST_WARNINGS:,} more like these"

    def _take(self, node: Node, sentence: Sentence) -> None:
        key = indicator_of(node)
        if key == (":-", 1):
            self._direct(node.args[0], sentence)
            return
        if key == ("?-", 1):
            raise sentence.error("a query has no place in a rule file", node.at, hint="make it a test")
        head, body = node.args if key == (":-", 2) else (node, None)
        if key == ("-->", 2):
            head, body = Grammar(sentence).rule(node)
        name = indicator_of(head)
        is_text = type(head) is Constant and sentence.text[head.at] == '"'
        if name is None or name[0] in _NO_HEADS and name[1] < 3 or is_text:
            hint = "a comment begins with %" if is_text else None
            raise sentence.error("this is no clause", head.at, CLAUSE, hint=hint)
        self._warn_of_lone_variables(node, sentence)
        self._enter(Clause(name, sentence, None, head, body))

    def _enter(self, clause: Clause) -> None:
        block = self.open
        if block.name and clause.key in (("test", 1), ("test", 2)):
            block.tests.append(clause)
            return
        known = block.clauses.setdefault(clause.key, Stated())
        if known.parts and self.last != clause.key:
            name, arity = clause.key
            self._warnings.append((clause.sentence, 0, f"clauses of {name}/{arity} do not stand together"))
        known.append(clause)
        self.last = clause.key

    def _direct(self, node: Node, sentence: Sentence) -> None:
        self.last = None
        dialect = (self.source.dialect or STANDARD).directed(node, sentence)
        if dialect is not None:
            self.source = replace(self.source, dialect=dialect)
            return
        key = indicator_of(node)
        if key not in (("begin_tests", 1), ("end_tests", 1)):
            self.declared.obey(node, sentence)
            return
        name = atom_in(node.args[0], sentence, "tests have an atom as their name")
        if key == ("begin_tests", 1):
            if self.open.name:
                raise sentence.error(f"the tests {self.open.name} are still open", node.at)
            self.open = Block(name)
            self.blocks.append(self.open)
        else:
            if self.open.name != name:
                raise sentence.error(f"no tests {name} are open", node.at)
            self.open = self.blocks[0]

    def _warn_of_lone_variables(self, node: Node, sentence: Sentence) -> None:
        seen: dict[str, list[int]] = {}
        for part in walk(node):
            if type(part) is Unknown and not is_anonymous(part.name):
                seen.setdefault(part.name, []).append(part.at)
        lone = [name for name, places in seen.items() if len(places) == 1 and name[0] != "_"]
        if lone:
            names = " and ".join(lone if len(lone) < 6 else [*lone[:4], f"{len(lone) - 4:,} more"])
            verb = "stands" if len(lone) == 1 else "stand"
            self._warnings.append((sentence, seen[lone[0]][0], f"{names} {verb} only once"))


def _plain_fact(sentence: Sentence) -> Clause | None:
    found = _PLAIN.fullmatch(sentence.text)
    if found is None:
        return None
    texts = [text.strip() for text in found[2].split(",")]
    values = tuple([text if text[0].islower() else int(text) for text in texts])
    return Clause((found[1], len(values)), sentence, values)
