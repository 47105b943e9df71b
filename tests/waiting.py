"""How long a test waits for what goes on elsewhere: so long that what has not come by then will not come."""

from __future__ import annotations

import time
from collections.abc import Callable

HANGS = 60.0  # seconds; a busy machine takes ten times as long as an idle one


def is_soon(holds: Callable[[], object]) -> bool:
    """Whether `holds` is true before one may say that it never will be."""
    until = time.monotonic() + HANGS
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True
