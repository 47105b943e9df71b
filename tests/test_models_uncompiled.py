"""The kernel's functions run uncompiled until their machine code is there: same solutions, order and nodes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_problems import RandomProblem, problems
from scale import scale
from test_models_kernel import pythagoras, wide

from logicpuzzles import load
from logicpuzzles.models.compiled import CompiledSearch
from logicpuzzles.models.kernels import layout
from logicpuzzles.models.loading import library
from logicpuzzles.models.reading import Reading
from logicpuzzles.search.budget import Budget

Found = tuple[list[Any], int]


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code counts as being compiled still."""
    monkeypatch.setattr(library, "is_compiled", lambda: False)


def searched(reading: Reading, patience: int | None, most: int | None = None, selection: int = 0) -> Found:
    """The solutions, `most` at most, and the nodes; uncompiled for as many nodes, or with None never."""
    search = CompiledSearch(reading.packed, {}, Budget(), selection)
    if search.s is not None and patience is None:
        search.hand_over()
    search._patience = -1 if patience is None else patience
    rows = (row for row in search.rows() if row is not None)
    found = list(rows if most is None else (row for _, row in zip(range(most), rows, strict=False)))
    return found, search.nodes if most in (None, 1) else 0  # a slice may have found more than were taken


@settings(max_examples=scale(150, 3000), deadline=None)
@given(problems(), st.integers(0, 12), st.integers(0, 5))
def test_random_problems(problem: RandomProblem, patience: int, selection: int) -> None:
    """Compiled, uncompiled, and handed over in the middle."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(library, "is_compiled", lambda: False)
        reading = Reading.of(problem.build(), None)
        if any(not isinstance(value, int) for domain in reading.domains.values() for value in domain):
            selection = min(selection, layout.MOST_CONSTRAINED)  # by the least number and the greatest: numbers only
        expected = searched(reading, None, None, selection)
        assert searched(reading, 1 << 40, None, selection) == expected
        assert searched(reading, patience, None, selection) == expected


CASES: dict[str, tuple[Callable[[], Any], int | None]] = {
    "functions": (pythagoras, None),
    "several words": (wide, None),
    "64 values": (lambda: load("queens", n=64).model.build(), 1),
    "restarts": (lambda: load("magic_square", order=5).model.build(), 1),
    "round trips": (lambda: load("knights_circuit", rows=3, cols=10).model.build(), 6),
    "many solutions": (lambda: load("magic_square", order=4, corners=False).model.build(), 40),
}


@pytest.mark.parametrize("patience", [0, 1, 7, 300, 1 << 40])
@pytest.mark.parametrize("name", CASES)
def test_models_that_take_many_nodes(name: str, patience: int, uncompiled: None) -> None:
    """However soon the compiled kernel takes over."""
    build, most = CASES[name]
    reading = Reading.of(build(), None)
    assert searched(reading, patience, most) == searched(reading, None, most)


def test_the_hand_over_is_counted_in_nodes(uncompiled: None) -> None:
    """A model begins uncompiled, and goes on compiled after so many nodes for its size."""
    reading = Reading.of(load("magic_square", order=4).model.build(), None)
    packed = reading.packed
    assert packed is not None
    search = CompiledSearch(packed, {}, Budget())
    lengths = []
    for _ in search.rows():
        lengths.append((search.nodes, isinstance(search.s, list)))
    last = max(nodes for nodes, is_plain in lengths if is_plain)
    assert 0 < last <= search._patience <= search.nodes
    assert not isinstance(search.s, list)


def test_a_model_needs_neither_llvm_nor_numpy() -> None:
    """Nor LLVM, once the kernel was compiled on this machine."""
    library.load()
    script = (
        "import sys\nfrom logicpuzzles import load\n"
        "print(load('send_more').model.solve().nodes, sorted({'llvmlite', 'numpy'} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("4 []\n", "")


SMALL = """
import sys
from logicpuzzles import AllDifferentConstraint, NotInSetConstraint, Problem
problem = Problem()
problem.addVariables("twofur", range(10))
problem.addConstraint(lambda o, r: 2 * o % 10 == r, "or")
problem.addConstraint(lambda t, w, o, f, u, r: 2 * (100 * t + 10 * w + o) == 1000 * f + 100 * o + 10 * u + r, "twofur")
problem.addConstraint(NotInSetConstraint([0]), "ft")
problem.addConstraint(AllDifferentConstraint())
print(len(problem.getSolutions()), *sorted(unneeded & set(sys.modules)))
"""
UNNEEDED = {
    "numpy", "logicpuzzles.models.model", "logicpuzzles.models.totals",
    "logicpuzzles.models.constraints.diagrams",
}  # fmt: skip


def test_a_small_problem_imports_little() -> None:
    """Nothing that only larger problems need is loaded."""
    library.load()
    script = f"unneeded = {UNNEEDED}\n{SMALL}"
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("7\n", "")
