"""Ctrl-C and limits of time do not strike where an exception would be lost or would leave half a module behind."""

from __future__ import annotations

import gc
import importlib
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import logicpuzzles
from logicpuzzles.repl.interrupting import Stoppable
from logicpuzzles.watchdog import is_fragile

ROOT = Path(logicpuzzles.__file__).parents[1]


class Notes:
    """What `is_fragile` says where it is called."""

    def __init__(self):
        self.found = []

    def __call__(self, *_):
        self.found.append(is_fragile(sys._getframe(), None))


@pytest.fixture
def notes():
    return Notes()


class Finalized:
    def __init__(self, call):
        self.call = call

    def __del__(self):
        self.call()


def test_ordinary_code_may_be_interrupted(notes):
    notes()
    (lambda: notes())()
    assert notes.found == [False, False]


def test_a_finalizer_is_not_interrupted(notes):
    Finalized(notes)
    gc.collect()
    assert notes.found == [True]


def test_an_import_is_not_interrupted(notes, tmp_path, monkeypatch):
    (tmp_path / "imported_now.py").write_text("import builtins\nbuiltins.noted_here()\n")
    monkeypatch.setattr("builtins.noted_here", notes, raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("imported_now")
    assert notes.found == [True]


def test_what_runs_while_a_module_is_imported_may_be_interrupted(tmp_path, monkeypatch):
    """A script that asks queries may itself be imported: only what lies within the query counts."""
    found = []
    monkeypatch.setattr(
        "builtins.noted_here", lambda frame: found.append(is_fragile(sys._getframe(), frame)), raising=False
    )
    (tmp_path / "asks_now.py").write_text("import builtins, sys\nbuiltins.noted_here(sys._getframe())\n")
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("asks_now")
    assert found == [False]


def test_the_command_line_is_there_before_anything_else_is_imported():
    """From then on Ctrl-C is one line; before, it would be a traceback."""
    code = "import sys, logicpuzzles.cli; print([name for name in sys.modules if name.startswith('logicpuzzles')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "['logicpuzzles', 'logicpuzzles.cli']"


def test_ctrl_c_means_afterwards_what_it_meant_before():
    before = signal.getsignal(signal.SIGINT)
    with Stoppable():
        assert signal.getsignal(signal.SIGINT) != before
    assert signal.getsignal(signal.SIGINT) == before
