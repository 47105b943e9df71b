"""Calls kernels as machine code. The first call loads it or has another process compile it.

Limits and Ctrl-C work meanwhile. There is machine code for each kind of arguments. It lies in the cache in a file of
its own, is checked when it is read, and is valid for the sources of the kernel's folder (`kept`); where nothing can be
kept, it is compiled in each process.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from ..background import COMPILING, LOADING, in_background
from ..cache_folder import alone
from .apart import start
from .executable import Function, released
from .kept import CodeFile
from .kernel import kernel_of
from .passing import Passed, kind_of

if TYPE_CHECKING:
    from .executable import Code
    from .kinds import Kind

Call: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...]]  # a kernel and its arguments
Task: TypeAlias = "tuple[Callable[..., Any], tuple[Kind, ...]]"  # a kernel and the kinds of its arguments
loaded: dict[tuple[Any, ...], Function] = {}  # what is loaded, by the kernel and the kinds of its arguments


def launch(kernel: Callable[..., Any], *arguments: Any) -> int:
    """What `kernel` returns. If this is interrupted while the kernel is compiled, the compilation goes on."""
    passed = Passed(arguments)
    code = loaded.get((kernel, *passed.key))
    if code is None:
        prepare_all((kernel, arguments))
        code = loaded[(kernel, *passed.key)]
    return code(*passed.words)


def is_ready(kernel: Callable[..., Any]) -> bool:
    """Whether a kernel is in memory, for some arguments."""
    return any(found is kernel for found, *_ in loaded)


def prepare(kernel: Callable[..., Any], *arguments: Any) -> None:
    """Load or compile `kernel` for such arguments."""
    prepare_all((kernel, arguments))


def prepare_all(*calls: Call) -> None:
    """Load or compile several kernels, each for such arguments; those that must be compiled, in one process."""
    keys = [(kernel, *Passed(arguments).key) for kernel, arguments in calls]
    if loaded.keys() >= set(keys):
        return
    tasks = [(kernel, tuple(map(kind_of, arguments))) for kernel, arguments in calls]
    doing = [LOADING]

    def make() -> list[Function]:
        found = [file_of(*task).read() for task in tasks]
        missing = [task for task, code in zip(tasks, found, strict=True) if code is None]
        if missing:
            doing.append(COMPILING)
            _compile_apart(missing)
        return [_loaded(task, code) for task, code in zip(tasks, found, strict=True)]

    loaded.update(zip(keys, in_background(make, lambda: doing[-1]), strict=True))


def _loaded(task: Task, code: Code | None) -> Function:
    """The function of a kernel in memory; where it is not in the cache, and cannot be kept there, compiled here."""
    kernel = kernel_of(task[0])
    assert kernel is not None
    code = code or file_of(*task).read()
    if code is None:
        code = compiled(*task)
        file_of(*task).write(code)
    (function,) = code.functions().values()
    return released(function) if kernel.nogil else function


def compiled(function: Callable[..., Any], kinds: Sequence[Kind]) -> Code:
    """The machine code of a kernel for arguments of these kinds."""
    from .compiling import machine_code
    from .translation import Translation

    made = Translation()
    made.export(function, function.__name__, kinds)
    return machine_code(made.text(), made.sizes)


def file_of(function: Callable[..., Any], kinds: Sequence[Kind]) -> CodeFile:
    """Where the machine code of a kernel for arguments of these kinds is kept."""
    digest = sha256(repr(kinds).encode()).hexdigest()[:16]
    return CodeFile(f"{_name(function)}-{digest}", _folder(function.__code__.co_filename))


def lock_of(function: Callable[..., Any]) -> str:
    """The file that a process holds while it compiles a kernel, for whatever arguments."""
    return f"{CodeFile(_name(function), _folder(function.__code__.co_filename)).path()}.lock"


def _name(function: Callable[..., Any]) -> str:
    return f"{function.__module__}.{function.__name__}"


@cache
def _folder(path: str) -> str:
    return os.path.dirname(os.path.abspath(path))


def _compile_apart(tasks: Sequence[Task]) -> None:
    """Compile kernels into the cache in a process of its own, and wait for it."""
    named = [(function.__module__, function.__name__, kinds) for function, kinds in tasks]
    apart = start(__name__, named)
    if apart is not None:
        apart.wait()


def main() -> None:
    """Compile the kernels that standard input names, unless another process has just done so, and end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for module, name, kinds in pickle.load(sys.stdin.buffer):
        function = getattr(import_module(module), name)
        file = file_of(function, kinds)
        with alone(lock_of(function)):
            if file.read() is None:
                file.write(compiled(function, kinds))
