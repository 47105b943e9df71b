"""What messages call the goals that commit, and what stands in them."""

from __future__ import annotations

from typing import Final

CUT: Final = "!"


def within(name: str, scope: str) -> str:
    """What messages call the goal `name` in the part of a goal that commits, `scope`; of a clause that is its cut.

    >>> within(">", "once"), within(">", CUT), within(">", "")
    ('> inside once', '> before !', '>')
    """
    if not scope:
        return name
    return f"{name} before {scope}" if scope == CUT else f"{name} inside {scope}"
