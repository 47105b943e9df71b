"""Processes that compile kernels into the cache: they outlive this one, and one compiles a kernel at a time."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from typing import IO

from ..cache_folder import PLACE, folder
from ..module_path import OPTIONS, PARENT

# The folder of the package comes last, if it is not among those of Python's at all: nothing there hides another module.
_BEGIN = """\
import sys
sys.path.append(sys.argv[2])
from importlib import import_module
import_module(sys.argv[1]).main()
"""


class _Apart(subprocess.Popen[bytes]):
    """A process that may go on after this one: Python warns of others that do when it forgets them."""

    def __del__(self) -> None:
        pass


_left: list[subprocess.Popen[bytes]] = []  # processes that may still compile


def start(module: str, work: object = None, result: IO[bytes] | None = None) -> subprocess.Popen[bytes] | None:
    """A process that runs `main` of a module, with `work` pickled on its standard input; None if none can be begun.

    It outlives this one and does not slow it down. What it writes goes to the file `result`.
    """
    asked = pickle.dumps(work)
    try:
        apart = _Apart(
            [sys.executable, *OPTIONS, "-c", _BEGIN, module, PARENT],
            cwd=PARENT,  # nothing is read from the folder of who asks
            env={**os.environ, PLACE: str(folder())},  # which may have been named from there
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL if result is None else result,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C does not reach it
        )
        _left[:] = [*(one for one in _left if one.poll() is None), apart]
        assert apart.stdin is not None
        with apart.stdin:
            apart.stdin.write(asked)
        return apart
    except (OSError, TypeError):  # no process can be started, or there is no `sys.executable`
        return None
