"""Every builtin in every direction: answers, their order and repeats, and what is an error, as in SWI-Prolog."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
import swi
from test_text_swipl import same

from logicpuzzles.errors import PuzzleError
from logicpuzzles.text.library import common_names
from logicpuzzles.text.predicates import CONTROLS
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source, one_sentence
from logicpuzzles.text.syntax.nodes import indicator_of, walk
from logicpuzzles.text.syntax.parser import parse

FACTS = "p(1). p(2). p(3). p(2).\nq(a, 1). q(b, 2). q(a, 3).\n"
OWN = "otherwise.\n"  # clauses, for SWI-Prolog, of the builtins that it has not
NAMES = Program(Source(FACTS, "facts.pl"), common_names()).names


def queries(name):
    """The lines of a file beside this one that are no comments."""
    lines = (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and line[0] != "%"]


QUERIES = queries("directions.txt")


def ours(text):
    try:
        found = Query.read(text, NAMES)
        return [tuple(answer[name] for name in found.variables) for answer in islice(found, 200)]
    except PuzzleError:
        return "error"


def agree(one, two):
    return one == two if "error" in (one, two) else same(one, two)


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
def test_every_direction_is_answered_as_in_swi_prolog(tmp_path):
    file = tmp_path / "facts.pl"
    file.write_text(FACTS + OWN)
    theirs = swi.answers(file, QUERIES, tmp_path)
    different = [
        f"{text}\nours: {found}\ntheirs: {other}"
        for text, other in zip(QUERIES, theirs, strict=True)
        if not agree(found := ours(text), other)
    ]
    assert not different, "\n".join(different)
    assert sum(other == "error" for other in theirs) > 50


def test_every_control_construct_is_asked():
    others = [line[3:] for line in queries("control.txt") if line.startswith("?- ")]
    nodes = [node for text in (*QUERIES, *others) for node in walk(parse(one_sentence(text)))]
    assert not set(CONTROLS) - {indicator_of(node) for node in nodes}
