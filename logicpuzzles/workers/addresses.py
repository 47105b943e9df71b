"""Addresses of Dask schedulers: what one looks like is known without loading Dask."""

from __future__ import annotations

import re
import socket
from ipaddress import ip_address

from ..errors import PuzzleError

START = "start one: dask scheduler; it tells its address, such as tcp://10.0.0.7:8786"
_ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss|ucx)://)?[^\s/:]+:\d{1,5}|(?:tcp|tls|ws|wss|ucx)://\[[0-9a-fA-F:.%]+\]:\d{1,5}"
                      r"|inproc://\S+")  # fmt: skip


_HOST = re.compile(r"(?:(\w+)://)?\[?(.*?)\]?:\d+")
PROTECTED = ("tls", "wss")  # protocols in which both ends show certificates, and nobody between them can answer


class Trusted(str):
    """An address where whoever answers is trusted, though no certificate shows who that is."""

    __slots__ = ()


def address_of(text: str, place: str = "workers") -> str:
    """The address of a scheduler that `text` is.

    What a cluster answers is unpickled, which runs whatever code is in it. So an address on another machine must be one
    that certificates protect, or `Trusted`.

    Raises
    ------
    PuzzleError
        It looks like no address, whether or not a scheduler is there, or it is not to be trusted.
    """
    if _ADDRESS.fullmatch(text) is None:
        said, expected = "this is no address of a Dask scheduler", "such as tcp://10.0.0.7:8786"
        raise PuzzleError(said, place=place, expected=expected, got=repr(text), hint=START)
    if not (isinstance(text, Trusted) or _is_safe(text)):
        problem = "a cluster is trusted like this machine, for what it answers can run code here"
        expected = "tls://..., or an address of this machine"
        hint = "if only yours can be reached there: --trust, in Python Dask(address, trust=True)"
        raise PuzzleError(problem, place=place, expected=expected, got=text, hint=hint)
    return text


def _is_safe(address: str) -> bool:
    """Whether an address is protected by certificates, or of this machine."""
    if address.startswith("inproc:"):
        return True
    found = _HOST.fullmatch(address)
    assert found is not None
    protocol, host = found.groups()
    return protocol in PROTECTED or _is_here(host)


def _is_here(host: str) -> bool:
    """Whether a host is this machine; no name is looked up, since who answers that could be anybody."""
    if host in ("localhost", socket.gethostname()):
        return True
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return False
    if address.is_loopback:
        return True
    kind = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(kind, socket.SOCK_DGRAM) as made:
            made.bind((str(address), 0))  # which the system allows for addresses of its own alone
    except OSError:
        return False
    return not address.is_unspecified
