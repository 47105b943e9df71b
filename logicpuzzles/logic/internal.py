"""Names of terms that only the engine makes."""

from __future__ import annotations


class Internal(str):
    """The name of a term that no text can state, whatever it writes in quotes."""

    __slots__ = ()


IN = Internal("$in")  # $in(names, goal): a goal to call, with what its name means
