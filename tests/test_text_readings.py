"""Random texts, and clauses with slips in them, are read as a grammar of the language read them, or told of as it did.

`readings.txt` was recorded from an LALR grammar, which shares nothing with the parser but the patterns of the words:
terms and slips with all their places.
"""

from __future__ import annotations

from ast import literal_eval
from pathlib import Path

import pytest

from logicpuzzles.errors import PuzzleError
from logicpuzzles.text.syntax.lexical import Sentence, Source
from logicpuzzles.text.syntax.nodes import Compound, Constant, Listed, Node, Unknown, walk
from logicpuzzles.text.syntax.parser import parse

READINGS = Path(__file__).with_name("readings.txt").read_text().splitlines()[1:]


def told(part: Node) -> str:
    """The place of a node, and what it says."""
    if type(part) is Compound:
        return f"{part.at}:{part.name}/{len(part.args)}"
    if type(part) is Listed:
        return f"{part.at}:[{len(part.items)}{'' if part.rest is None else '|'}]"
    if type(part) is Unknown:
        return f"{part.at}:?{part.name}"
    assert type(part) is Constant
    return f"{part.at}:{part.value!r}"


def reading(text: str) -> str:
    try:
        return " ".join(map(told, walk(parse(Sentence(Source(text, "query"), text, 0)))))
    except PuzzleError as error:
        more = {"expected": error.expected, "got": error.got, "next": error.hint}
        said = "".join(f"; {name} {what}" for name, what in more.items() if what is not None)
        return f"{error.place} {error.problem}{said}"


@pytest.mark.parametrize("line", READINGS)
def test_a_text_is_read_or_refused_as_recorded(line):
    text, expected = map(literal_eval, line.split("\t"))
    assert reading(text) == expected
