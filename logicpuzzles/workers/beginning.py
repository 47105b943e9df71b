"""How processes of `multiprocessing` are begun, so that they read no module from the current folder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import process, spawn
from threading import Lock
from typing import Any

from ..module_path import depends_on

NAME = "logicpuzzles"  # what the names of our processes begin with
_VARIABLE = "PYTHONSAFEPATH"  # says what `module_path.OPTIONS` say, which `multiprocessing` does not take
_lock = Lock()
_inside = [0]  # how often `without_current_folder` is entered


@contextmanager
def without_current_folder() -> Iterator[None]:
    """Processes that are begun here do not look for modules in the current folder before they look among Python's."""
    with _lock:
        _inside[0] += 1
        os.environ.setdefault(_VARIABLE, NAME)
    try:
        yield
    finally:
        with _lock:
            _inside[0] -= 1
            if not _inside[0]:
                forget()


def forget() -> None:
    """Let this process begin others as the user has them: it was begun in `without_current_folder`, or ends that."""
    if os.environ.get(_VARIABLE) == NAME:
        del os.environ[_VARIABLE]


def _prepared(name: str) -> dict[str, Any]:
    """What a new process is told of this one; ours do not hear of the main module.

    A script that asks for workers outside of `if __name__ == "__main__"` would else be run by each of them, and would
    ask for workers again. They need nothing of it: what they are sent is the package's, and rule files go by content.
    The current folder is looked in last, for modules of a user's program: it replaces none that is installed.
    """
    told = _told(name)
    if name.startswith(NAME):
        told = {key: what for key, what in told.items() if not key.startswith("init_main")}
    if _inside[0] and "sys_path" in told:
        here = os.path.realpath(process.ORIGINAL_DIR or os.curdir)  # type: ignore[attr-defined]
        told["sys_path"] = sorted(told["sys_path"], key=lambda entry: depends_on(entry, here))
    return told


_told, spawn.get_preparation_data = spawn.get_preparation_data, _prepared
