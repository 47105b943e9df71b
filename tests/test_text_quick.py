"""The quick reader of sentences and the grammar agree: on what is a term, on which one, and on every place in it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from scale import scale

from logicpuzzles.errors import PuzzleError
from logicpuzzles.text.syntax.grammar import _quick, parsed_by_lark
from logicpuzzles.text.syntax.lexical import Sentence, Source, sentences
from logicpuzzles.text.syntax.nodes import Compound, Constant, Listed, Node, Unknown, walk
from logicpuzzles.text.syntax.priorities import Misread

RULES = Path(__file__).parents[1] / "rules"
WORDS = [
    *("a", "bC", "is", "mod", "table", "dynamic", "'q w'", "'it''s'", "'\\n'", "'\\q'", '"s"', "X", "_", "_Y", "été"),
    *("Ärger", "Ä("),
    *("0", "12", "-3", "1_000", "0x1f", "-0b1", "0'a", "0' ", "0'", "1.5", "3a", "12345678901234567890", "0o8"),
    *("f(", "'g h'(", "-(", "+(", ";(", "(", ")", "[", "]", "[]", "{", "}", "|", ",", ",", ";", "->", ":-", "?-", "!"),
    *("+", "-", "*", "/", "//", "**", "^", ":", "=", "\\=", "==", "=..", "<", ">=", "=<", "@<", "\\+", "-->", "*->"),
    *(" ", " ", " ", "\n", "% c\n", "/* c */", "/*", "=>", "."),
]


def told(node: Node) -> list[tuple[object, ...]]:
    """All that a node and those below it say."""
    found: list[tuple[object, ...]] = []
    for part in walk(node):
        if type(part) is Compound:
            found.append(("compound", part.at, part.name, len(part.args)))
        elif type(part) is Listed:
            found.append(("list", part.at, len(part.items), part.rest is None))
        elif type(part) is Unknown:
            found.append(("unknown", part.at, part.name))
        else:
            assert type(part) is Constant
            found.append(("constant", part.at, type(part.value), part.value))
    return found


def by_hand(text: str) -> list[tuple[object, ...]] | None:
    try:
        read = _quick().read(text)
    except Misread:
        return None
    return None if read is None else told(read)


def by_grammar(text: str) -> list[tuple[object, ...]] | None:
    try:
        return told(parsed_by_lark(Sentence(Source(text, "query"), text, 0)))
    except PuzzleError:
        return None


@pytest.mark.parametrize("file", sorted(RULES.glob("*.pl")), ids=lambda path: path.name)
def test_they_agree_on_rule_files(file):
    for sentence in sentences(Source(file.read_text(), file.name)):
        assert by_hand(sentence.text) == by_grammar(sentence.text) is not None


def test_they_agree_on_words_in_any_order():
    random, right = Random(5), 0
    for _ in range(scale(4_000, 200_000)):
        text = "".join(random.choices(WORDS, k=random.randint(1, 9)))
        found = by_grammar(text)
        assert by_hand(text) == found, text
        right += found is not None
    assert right > 100


def test_they_agree_on_terms():
    """Words in an order that makes sense more often."""
    random, right = Random(6), 0

    def term(depth: int) -> str:
        gap = random.choice(["", "", " ", " % c\n"])
        kind = random.randint(0, 9 if depth else 3)
        if kind < 4:
            return gap + random.choice(WORDS[:29]) + gap
        if kind < 6:
            return f"{random.choice(['f', 'g_1', chr(39) + 'a b' + chr(39), '-'])}({','.join(terms(depth))}{gap})"
        if kind < 7:
            return f"[{gap}{','.join(terms(depth))}{random.choice(['', '|T', '|[]', '|[a|B]'])}]"
        if kind < 8:
            return f"({gap}{term(depth - 1)})"
        sign = random.choice(["+", "-", "- ", ", ", " is ", " = ", ";", "->", " mod ", "\\+ ", ":-", "**", "^"])
        return f"{term(depth - 1)}{sign}{term(depth - 1)}"

    def terms(depth: int) -> list[str]:
        return [term(depth - 1) for _ in range(random.randint(1, 3))]

    for _ in range(scale(2_000, 100_000)):
        text = term(3)
        found = by_grammar(text)
        assert by_hand(text) == found, text
        right += found is not None
    assert right > 500
