"""Constraints over integers and truth values in every direction: answers, their order and errors, as in SWI-Prolog."""

from __future__ import annotations

import pytest
import swi
from boolean_programs import random_formulas
from test_text_directions import agree, ours, queries


def compared(library, asked, tmp_path):
    """Ask SWI-Prolog the same queries; its answers."""
    file = tmp_path / "goals.pl"
    file.write_text(f":- use_module(library({library})).\n")
    theirs = swi.answers(file, asked, tmp_path)
    different = [
        f"{text}\nours: {found}\ntheirs: {other}"
        for text, other in zip(asked, theirs, strict=True)
        if not agree(found := ours(text), other)
    ]
    assert not different, "\n".join(different)
    return theirs


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
@pytest.mark.parametrize(("library", "name"), [("clpfd", "integer_queries.txt"), ("clpb", "boolean_queries.txt")])
def test_every_direction_is_answered_as_in_swi_prolog(library, name, tmp_path):
    assert sum(other == "error" for other in compared(library, queries(name), tmp_path)) > 20


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
@pytest.mark.parametrize("names", ["ABCD", ["A", "B", "C", "p", "q"]])
def test_random_formulas_bind_the_same_unknowns_as_in_swi_prolog(names, tmp_path):
    unknowns = [name for name in names if name[0].isupper()]
    asked = []
    for seed in range(100):
        formulas = random_formulas(seed, names)[0]
        stated = ", ".join(f"sat({text})" for text in formulas)
        asked.append(f"L = [{', '.join(unknowns)}], {stated}")
    compared("clpb", asked, tmp_path)
