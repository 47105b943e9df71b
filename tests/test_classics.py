"""The classic programs of the benchmarks: the same answers from the kernel, the resolver and SWI-Prolog."""

from __future__ import annotations

import pytest
import swi

from benchmarks.classics import CLASSICS, FOLDER, program
from logicpuzzles.text.query import Query


@pytest.mark.parametrize("name", CLASSICS)
def test_the_kernel_answers_as_the_resolver(name):
    """On the small query of each program; the kernel refuses none."""
    small, names = CLASSICS[name][1], program(name).names
    expected = [str(answer) for answer in Query.read(small, names, engine="reference")]
    assert expected
    assert [str(answer) for answer in Query.read(small, names, engine="kernel")] == expected


@pytest.mark.skipif(swi.SWIPL is None, reason="SWI-Prolog is not installed")
@pytest.mark.parametrize("name", CLASSICS)
def test_swi_prolog_answers_the_same(name, tmp_path):
    """The file loads there as it is."""
    small = CLASSICS[name][1]
    query = Query.read(small, program(name).names, engine="kernel")
    found = [tuple(answer.values()) for answer in query]
    assert [found] == swi.answers(FOLDER / f"{name}.pl", [small], tmp_path)


def test_each_program_is_timed():
    """No file of the folder is forgotten."""
    assert sorted(CLASSICS) == sorted(path.stem for path in FOLDER.glob("*.pl"))
