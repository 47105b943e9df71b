"""All goals over integers: importing this enters them into the table of the registry, each by its file."""

from . import (
    cardinality,
    circuits,
    cumulative,
    distinct,
    domains,
    labelling,
    noting,
    ordering,
    rectangles,
    satisfiability,
    sums,
    tables,
    truth,
)  # fmt: skip
from .registry import GOALS

__all__ = [
    "GOALS",
    "cardinality", "circuits", "cumulative", "distinct", "domains", "labelling", "noting", "ordering", "rectangles",
    "satisfiability", "sums", "tables", "truth",
]  # fmt: skip

for _key, _note in noting.NOTES.items():
    GOALS[_key].note = _note
