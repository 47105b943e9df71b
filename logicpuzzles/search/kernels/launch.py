"""Calls a kernel; the first call compiles it or loads it from the cache, in a thread, so that Ctrl-C gets through."""

from __future__ import annotations

from threading import Thread
from typing import Any


def launch(kernel: Any, *arguments: Any) -> int:
    """What `kernel` returns; each kernel is only ever called with the same types, so one signature is all of them.

    Interrupted while it compiles, it goes on in the background and is there for the next call.
    """
    if kernel.signatures:
        return int(kernel(*arguments))
    result: list[Any] = []

    def first_call() -> None:
        try:
            result.append(kernel(*arguments))
        except BaseException as problem:
            result.append(problem)

    thread = Thread(target=first_call, name="compile", daemon=True)
    thread.start()
    while thread.is_alive():
        thread.join(0.05)  # a join without a time limit would not let KeyboardInterrupt through
    if isinstance(result[0], BaseException):
        raise result[0]
    return int(result[0])
