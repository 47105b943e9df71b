"""Where in a rule file something was written, found by walking up the calls."""

from __future__ import annotations

import os
import sys

_OWN = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_RULES = _OWN + "rules" + os.sep  # rule files that come with an installed package are the author's code, not ours


def caller() -> str | None:
    """The file and line, as "file:line", of the innermost call from outside this package; None if there is none."""
    frame = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        if not file.startswith(_OWN) or file.startswith(_RULES):
            return f"{file}:{frame.f_lineno}"
        frame = frame.f_back  # type: ignore[assignment]
    return None
