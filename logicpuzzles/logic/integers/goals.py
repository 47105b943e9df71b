"""All goals over integers: importing this enters them into the table of the registry, each by its file."""

from . import cardinality, circuits, cumulative, distinct, domains, labelling, ordering, sums, tables, truth
from .registry import GOALS

__all__ = [
    "GOALS",
    "cardinality", "circuits", "cumulative", "distinct", "domains", "labelling", "ordering", "sums", "tables", "truth",
]  # fmt: skip
