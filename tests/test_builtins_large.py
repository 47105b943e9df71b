"""Every builtin and every function, with arguments as large as there may be: an answer, or one message, in time."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from waiting import HANGS

from logicpuzzles.logic import functions
from logicpuzzles.logic.functions import OPERATIONS

LARGE = {
    "a text": "'a' * 10_000_000",
    "a number": "3**600_000",
}
SECONDS = 10.0  # of processor time until a limit of one second has ended a goal on a busy machine
RUN = """
import sys
from itertools import islice
from time import process_time

from logicpuzzles import PuzzleError, Term, var
from logicpuzzles.errors import NeedsValue
from logicpuzzles.logic.arithmetic import Evaluation
from logicpuzzles.logic.functions import RATIONAL
from logicpuzzles.logic.resolver import Machine
from logicpuzzles.text.predicates.builtins import BUILTINS
from logicpuzzles.watchdog import Watchdog
import logicpuzzles.text.predicates

value = {value}


def places(arity):
    yield (value,) * arity
    for place in range(arity if arity > 1 else 0):
        yield tuple(value if at == place else var() for at in range(arity))


def calls():
    for (name, arity), relation in sorted(BUILTINS.items()):
        for args in places(arity):
            yield f"{{name}}/{{arity}}", relation(*args)
    for name, arity in sorted(RATIONAL):
        for args in places(arity):
            yield f"function {{name}}/{{arity}}", Evaluation(None, var(), Term(name, args), "is")


for name, goal in calls():
    began = process_time()
    try:
        with Watchdog(1, 300_000_000) as watchdog:
            for _ in islice(Machine(watchdog.check).answers(goal), 3):
                pass
    except (PuzzleError, NeedsValue) as error:
        str(error)
    except BaseException as error:
        print(name, type(error).__name__)
    if process_time() - began > {seconds}:
        print(name, "took", process_time() - began)
    print(name, "took", process_time() - began, file=sys.stderr)
"""


@pytest.mark.parametrize("kind", LARGE)
def test_a_limit_holds_within_every_builtin_and_function(kind):
    """In a process of its own, whose memory a limit of 300 MB bounds."""
    code = RUN.format(value=LARGE[kind], seconds=SECONDS)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20 * HANGS, check=False)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr[-1000:]


@given(st.integers(0), st.integers(0), st.integers(1), st.integers(1, 4))
def test_a_modular_power_of_pieces_is_the_power(base, exponent, modulus, pieces):
    usual = functions.AT_ONCE
    functions.AT_ONCE = pieces * modulus.bit_length() ** 2
    try:
        assert OPERATIONS["powm", 3](base, exponent, modulus) == pow(base, exponent, modulus)
    finally:
        functions.AT_ONCE = usual
