"""The relations and the control constructs that every text may use; importing this room enters all of them."""

from ..names import CONTROLS
from . import compounds, controls, lists, terms

__all__ = ["CONTROLS", "compounds", "controls", "lists", "terms"]
