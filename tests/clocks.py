"""How long a process takes."""

from __future__ import annotations

import resource
from collections.abc import Callable


def seconds_of(call: Callable[[], object]) -> float:
    """Processor time of the processes that `call` starts and waits for; what other work takes is not counted."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    call()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
