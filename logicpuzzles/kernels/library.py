"""Functions of a kernel that Python calls: machine code from the cache, which another process fills."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING

from ..background import COMPILING, in_background
from ..watchdog import uncounted
from .executable import Code, Function, released, require_compiled, why_uncompiled
from .kept import CodeFile

if TYPE_CHECKING:
    import subprocess


class Library:
    """The functions of one kernel.

    Parameters
    ----------
    name
        What the file in the cache is called.
    maker
        The module whose `kernel()` gives the machine code, and whose `main()` compiles it into the cache.
    beside
        A file beside which the folder `kernels` has what it is made from.
    """

    def __init__(self, name: str, maker: str, beside: str) -> None:
        self.maker = maker
        self.file = CodeFile(name, os.path.join(os.path.dirname(os.path.abspath(beside)), "kernels"))
        self.functions: dict[str, Function] = {}  # once it is in memory
        self._released: dict[str, Function] = {}
        self._begun: list[subprocess.Popen[bytes] | None] = []  # the process that compiles it

    def is_compiled(self) -> bool:
        """Whether it can be had soon. Where it is not in the cache, another process compiles it, and goes on."""
        if why_uncompiled():
            return False
        if self.functions or self._take():
            return True
        if not self._begun:
            self._begun.append(self._start())
        return self._begun[0] is None or self._begun[0].poll() is not None

    def load(self) -> None:
        """Have it in memory. Limits and Ctrl-C get through while it is compiled, which then goes on."""
        if not self.functions and not self._take():
            require_compiled()
            with uncounted():
                self.functions.update(in_background(self.compiled, lambda: COMPILING).functions())

    def function(self, name: str) -> Function:
        """A function, which takes integers and addresses."""
        if not self.functions:
            self.load()
        return self.functions[name]

    def released(self, name: str) -> Function:
        """The same function; while it runs, other threads of Python run too."""
        if name not in self._released:
            self._released[name] = released(self.function(name))
        return self._released[name]

    def compiled(self) -> Code:
        """The machine code, compiled by another process, or by this one where that one did not keep it."""
        apart = self._start()
        if apart is not None:
            apart.wait()
        code = self.file.read()
        if code is None:
            code = import_module(self.maker).kernel()
            self.file.write(code)
        return code

    def fill(self) -> None:
        """Compile it into the cache, unless another process has just done so."""
        import signal

        from ..cache_folder import alone

        signal.signal(signal.SIGINT, signal.SIG_IGN)
        with alone(f"{self.file.path()}.lock"):
            if self.file.read() is None:
                self.file.write(import_module(self.maker).kernel())

    def _take(self) -> bool:
        """Load it from the cache; whether it is there."""
        code = None if why_uncompiled() else self.file.read()
        if code is not None:
            self.functions.update(code.functions())
        return code is not None

    def _start(self) -> subprocess.Popen[bytes] | None:
        from .apart import start  # here: what is in the cache needs no process

        return start(self.maker)
