"""The sentences of a rule file, sorted: clauses by the relation they define, directives, and blocks of tests."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from ..errors import PuzzleError
from .code.grammar import Grammar
from .complaints import Complaints
from .directives import Declared, atom_in
from .names import Indicator
from .stated import Clause, Stated
from .syntax.dialect import STANDARD
from .syntax.lexical import Sentence, Source, layout_end, next_sentence, repeated, sentence_at
from .syntax.nodes import Constant, Node, Unknown, indicator_of, is_anonymous, walk
from .syntax.parser import parse
from .syntax.plain import Found, PlainFacts

MOST_WARNINGS = 100  # that are told one by one
CHECK_EVERY = 256  # sentences
SHORT = 20_000  # characters that the grammar reads alone
CLAUSE = "a fact, or a head that is a relation, `:-` and goals"
_NO_HEADS = frozenset({",", ";", "->", "*->", "\\+", ":", "|", ":-", "?-", "-->"})
# A fact whose arguments are plain atoms and small integers, read without the grammar: twenty times as fast.
_ARG = r"[a-z][A-Za-z0-9_]*+|-?[0-9]{1,18}+"
_NAME = re.compile(r"[a-z]\w*+")
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")  # printed, they would steer the terminal
_ARGS = rf"\s*+(?:{_ARG})\s*+" + repeated(rf",\s*+(?:{_ARG})\s*+")
_PLAIN = re.compile(rf"([a-z][A-Za-z0-9_]*+)\(({_ARGS})\)\s*")


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
        self._warnings: list[tuple[int, str]] = []
        control = _CONTROL.search(self.source.text)
        if control is not None:
            with self.complaints.collecting():
                problem = "a control character has no place in a rule file"
                raise self.source.error(problem, control.start(), hint="in quotes, write its number: '\\x1b\\'")
        self._read(check)
        if self.open.name:
            with self.complaints.collecting():
                end, expected = len(self.source.text.rstrip()) - 1, f":- end_tests({self.open.name})."
                raise self.source.error(f"the tests {self.open.name} have no end", end, expected)

    def _read(self, check: Callable[[], None]) -> None:
        plain, at, number = PlainFacts(_is_head), 0, 0
        while True:
            if self._is_standard and len(self.source.text) - at > SHORT:
                at = self._take_found(plain.read(self.source.text, at), check)
            if number % CHECK_EVERY == 0:
                check()
            number += 1
            after = self._next(at)
            if after is None:
                return
            at = after

    @property
    def _is_standard(self) -> bool:
        return self.source.dialect is None or self.source.dialect.is_standard

    def _next(self, at: int) -> int | None:
        """Take the sentence at `at`, or complain of it; where to read on, None where there is none."""
        sentence = None
        with self.complaints.collecting():
            sentence = sentence_at(self.source, at)
            if sentence is None:
                return None
            self._sentence(sentence)
        if sentence is not None:
            return sentence.end
        self._broken(at)
        return next_sentence(self.source, at)

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

    def _take_found(self, found: Found, check: Callable[[], None]) -> int:
        """Enter what was found, with the grammar where it must; where to read on."""
        at, begin, n_found = found.bounds[0], 0, len(found.patterns)
        while begin < n_found:
            if begin % CHECK_EVERY == 0:
                check()
            pattern, end = found.patterns[begin], begin + 1
            clauses = None if pattern is None else self.open.clauses.get(pattern.key)
            if pattern is None or clauses is None:
                after = self._next(at)
                if after is None or after != found.bounds[end] or not self._is_standard:
                    return at if after is None else after
            else:
                key = pattern.key
                while end < n_found and (other := found.patterns[end]) is not None and other.key == key:
                    end += 1
                self._warn_of_found(found, begin, end)
                clauses.extend(self.source, found, begin, end)
                self.last = key
            at, begin = found.bounds[end], end
        return at

    def _warn_of_found(self, found: Found, begin: int, end: int) -> None:
        """Note what may be a mistake in facts of one relation."""
        for number in range(begin, end) if found.lone else (begin,):
            if number in found.lone:
                if len(self._warnings) >= MOST_WARNINGS:
                    self._warnings.append((0, ""))
                elif (sentence := sentence_at(self.source, found.bounds[number])) is not None:
                    self._warn_of_lone_variables(parse(sentence), sentence)
            if number == begin and (pattern := found.patterns[begin]) is not None:
                self._warn_if_apart(pattern.key, found.bounds[begin])

    def warnings(self) -> Iterator[str]:
        """What may be a mistake, each with its place. Finding a place scans the text, so only the first are told."""
        for at, text in self._warnings[:MOST_WARNINGS]:
            yield f"{self.source.place(at)}: {text}"
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
        if known.parts:
            self._warn_if_apart(clause.key, clause.sentence.start)
        known.append(clause)
        self.last = clause.key

    def _warn_if_apart(self, key: Indicator, at: int) -> None:
        told = "discontiguous" not in self.declared.unchecked and key not in self.declared.empty
        if self.last != key and told:
            at = layout_end(self.source.text, at)
            self._warnings.append((at, f"clauses of {key[0]}/{key[1]} do not stand together"))

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
        if "singleton" in self.declared.unchecked:
            return
        seen: dict[str, list[int]] = {}
        for part in walk(node):
            if type(part) is Unknown and not is_anonymous(part.name):
                seen.setdefault(part.name, []).append(part.at)
        lone = [name for name, places in seen.items() if len(places) == 1 and name[0] != "_"]
        if lone:
            names = " and ".join(lone if len(lone) < 6 else [*lone[:4], f"{len(lone) - 4:,} more"])
            verb = "stands" if len(lone) == 1 else "stand"
            self._warnings.append((sentence.start + seen[lone[0]][0], f"{names} {verb} only once"))


def _is_head(key: Indicator) -> bool:
    """Whether there may be clauses of it."""
    return key[0] not in _NO_HEADS


def _plain_fact(sentence: Sentence) -> Clause | None:
    found = _PLAIN.fullmatch(sentence.text)
    if found is None:
        return None
    texts = [text.strip() for text in found[2].split(",")]
    values = tuple([text if text[0].islower() else int(text) for text in texts])
    return Clause((found[1], len(values)), sentence, values)
