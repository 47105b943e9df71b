"""Many facts read at once: the same terms that the grammar reads, some ten times as fast.

A sentence is parted into its words (atoms, numbers, texts, unknowns) and what stands between them, brackets and
operators. Sentences that differ in their words only have one pattern, which the grammar reads once. What has no
pattern, and whatever may be wrong in a text, is left to the grammar.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .lexical import COMMENT, END, LAYOUT, repeated
from .patterns import CODE, INTEGER, NUMBER, OTHER, QUOTED, STRING, TEXT, UNKNOWN, WORD, Key, Pattern, Row
from .words import OPERATOR

MOST = 4096  # sentences at once
MOST_CHARACTERS = 1 << 17  # of them
LONGEST = 10_000  # characters of a sentence that may have a pattern
ROOM = 1 << 22  # characters of all patterns
OFTEN = 16  # sentences of a pattern after which it is looked for
MOST_SOUGHT = 128  # patterns that are looked for
_TEXT = rf"(?:{QUOTED}|{STRING})(?![\w'\"(])"
_BODY = repeated(rf"[^\w.'\"`%/]|{CODE}|\w++(?!')|{_TEXT}|{COMMENT}|=?\.\.|/(?!\*)|\.(?!\s|%|\Z)")
_SENTENCE = re.compile(rf"{LAYOUT}({_BODY}){END}")
_COMMENT = re.compile(rf"({CODE}|{_TEXT})|(%[^\n]*+)|{COMMENT}")
_WORDS = re.compile(rf"(\b(?!{OPERATOR})[^\W\d]\w*+(?!\()|\b{CODE}|\b(?:{INTEGER})(?![\w'(]|\.\d)|{_TEXT})")


class _Kinds(dict[int, str]):
    """The kind of a word, by the number of its first character."""

    def __missing__(self, code: int) -> str:
        kind = UNKNOWN if chr(code).isupper() else OTHER
        self[code] = kind
        return kind


_KINDS = _Kinds({ord("'"): WORD, ord('"'): TEXT, ord("_"): UNKNOWN})
_KINDS.update(dict.fromkeys(range(ord("a"), ord("z") + 1), WORD))
_KINDS.update(dict.fromkeys(range(ord("A"), ord("Z") + 1), UNKNOWN))
_KINDS.update(dict.fromkeys(range(ord("0"), ord("9") + 1), NUMBER))


@dataclass(slots=True)
class Found:
    """Sentences that stand one behind another; each begins, layout before it included, where the one before ends.

    Attributes
    ----------
    bounds
        Where each begins, and where the last ends.
    patterns
        The pattern of each that is a fact, and has one.
    words
        The words of each.
    rows
        The arguments of each that has a pattern.
    unknowns
        Those of each that has some, by its number.
    lone
        The numbers of those in which one that has a name occurs once.
    """

    bounds: list[int]
    patterns: list[Pattern | None] = field(default_factory=list)
    words: list[Sequence[str]] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    unknowns: dict[int, Row] = field(default_factory=dict)
    lone: set[int] = field(default_factory=set)


class PlainFacts:
    """Reads facts; equal atoms are one object. `is_head` says what facts may state."""

    def __init__(self, is_head: Callable[[Key], bool]) -> None:
        self._is_head = is_head
        self._patterns: dict[str, Pattern | None] = {}  # by words' kinds and what is between them, as written
        self._met: set[str] = set()  # the same of sentences that were met once, with single spaces
        self._room = ROOM
        self._n_sought = 0
        self._atoms: dict[str, str] = {}  # by the words that stand for them

    def read(self, text: str, at: int) -> Found:
        """The sentences that begin at `at`, up to a directive or to one that only the grammar reads."""
        found = Found([at])
        most = at + MOST_CHARACTERS
        groups: dict[Pattern, list[int]] = {}
        bounds, patterns, all_words = found.bounds, found.patterns, found.words
        last: Pattern | None = None
        words: Sequence[str]
        for number in range(MOST):
            pattern = None if last is None else last.next
            if pattern is not None and pattern.match is not None and (sentence := pattern.match(text, at)) is not None:
                words = sentence.groups()
            else:
                sentence = _SENTENCE.match(text, at)
                if sentence is None or (body := sentence[1])[:1] in ":?":
                    break
                pattern, words = (None, ()) if len(body) > LONGEST else self._pattern(body)
                if last is not None:
                    last.next = pattern
                last = pattern
            at = sentence.end()
            bounds.append(at)
            patterns.append(pattern)
            all_words.append(words)
            if pattern is not None:
                last = pattern
                if pattern in groups:
                    groups[pattern].append(number)
                else:
                    groups[pattern] = [number]
            if at > most:
                break
        self._fill(found, groups)
        return found

    def _fill(self, found: Found, groups: dict[Pattern, list[int]]) -> None:
        """Make the rows of the sentences `groups`, by their patterns."""
        n_found = len(found.patterns)
        found.rows = [()] * n_found
        for pattern, numbers in groups.items():
            chosen = found.words if len(numbers) == n_found else [found.words[number] for number in numbers]
            rows, unknowns = pattern.rows(chosen, self._atoms)
            if len(numbers) == n_found:
                found.rows = rows
            else:
                for number, row in zip(numbers, rows, strict=True):
                    found.rows[number] = row
            if unknowns:
                found.unknowns.update(zip(numbers, unknowns, strict=True))
            for n in pattern.lone:
                found.lone.update([number for number in numbers if found.words[number][n][0] != "_"])

    def _pattern(self, body: str) -> tuple[Pattern | None, Sequence[str]]:
        """The pattern of a sentence, if it is known or met for the second time; and its words."""
        if "%" in body or "/*" in body:
            body = _COMMENT.sub(_without_words, body)
        pieces = _WORDS.split(body)
        words = pieces[1::2]
        kinds = "".join([word[0] for word in words]).translate(_KINDS)
        same: Sequence[int] = ()
        if UNKNOWN in kinds:
            same = _same(words, kinds)
            key = "\0".join((*pieces[::2], kinds, *map(str, same)))
        else:
            key = "\0".join((*pieces[::2], kinds))
        if key in self._patterns:
            pattern = self._patterns[key]
            if pattern is not None:
                pattern.met += 1
                if pattern.met == OFTEN and self._n_sought < MOST_SOUGHT:
                    self._n_sought += 1
                    pattern.look()
            return pattern, words
        short = " ".join(key.split())
        pattern = self._patterns.get(short)
        if short not in self._patterns:
            if self._room < len(short):
                return None, words
            if short not in self._met:
                self._met.add(short)
                self._room -= len(short)
                return None, words
            pattern = Pattern.of(
                [" ".join(f".{piece}.".split())[1:-1] for piece in pieces[::2]], kinds, same, self._is_head
            )
            self._patterns[short] = pattern
        if self._room > len(key):
            self._room -= len(key)
            self._patterns[key] = pattern
        return pattern, words


def _same(words: Sequence[str], kinds: str) -> list[int]:
    """The number of the first word that is the same unknown; of other words and of `_` its own."""
    first: dict[str, int] = {}
    return [
        first.setdefault(word, n) if kind == UNKNOWN and word != "_" else n
        for n, (word, kind) in enumerate(zip(words, kinds, strict=True))
    ]


def _without_words(found: re.Match[str]) -> str:
    """A comment without its words; it sticks to what stands before it as it did."""
    return found[1] or (" /**/ " if found[2] else "/**/")
