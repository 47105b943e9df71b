"""Constraints over integers in every direction: answers, their order, what is left, and errors, as in SWI-Prolog."""

from __future__ import annotations

import pytest
import swi
from test_text_directions import agree, ours, queries

QUERIES = queries("integer_queries.txt")


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
def test_every_direction_is_answered_as_in_swi_prolog(tmp_path):
    file = tmp_path / "integers.pl"
    file.write_text(":- use_module(library(clpfd)).\n")
    theirs = swi.answers(file, QUERIES, tmp_path)
    different = [
        f"{text}\nours: {found}\ntheirs: {other}"
        for text, other in zip(QUERIES, theirs, strict=True)
        if not agree(found := ours(text), other)
    ]
    assert not different, "\n".join(different)
    assert sum(other == "error" for other in theirs) > 20
