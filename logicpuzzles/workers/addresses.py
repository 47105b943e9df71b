"""Addresses of Dask schedulers: what one looks like is known without loading Dask."""

from __future__ import annotations

import re

from ..errors import PuzzleError

START = "start one: dask scheduler; it tells its address, such as tcp://10.0.0.7:8786"
_ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss|ucx)://)?[^\s/:]+:\d{1,5}|(?:tcp|tls|ws|wss|ucx)://\[[0-9a-fA-F:.%]+\]:\d{1,5}"
                      r"|inproc://\S+")  # fmt: skip


def address_of(text: str, place: str = "workers") -> str:
    """The address of a scheduler that `text` is.

    Raises
    ------
    PuzzleError
        It looks like none, whether or not a scheduler is there.
    """
    if _ADDRESS.fullmatch(text) is None:
        said, expected = "this is no address of a Dask scheduler", "such as tcp://10.0.0.7:8786"
        raise PuzzleError(said, place=place, expected=expected, got=repr(text), hint=START)
    return text
