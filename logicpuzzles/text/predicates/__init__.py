"""The relations and the control constructs that every text may use; importing this room enters all of them."""

from ..names import CONTROLS
from . import (
    characters,
    compounds,
    controls,
    grammars,
    helpers,
    inside,
    integers,
    joined,
    lists,
    printing,
    terms,
    texts,
    variables,
)

ROOMS = (
    *(characters, inside, compounds, controls, grammars, helpers, integers, joined, lists, printing, terms, texts),
    variables,
)
__all__ = ["CONTROLS", "ROOMS"]
