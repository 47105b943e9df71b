"""All goals over integers: importing this enters them into the table of the registry, each by its file."""

from . import cardinality, circuits, cumulative, distinct, domains, labelling, ordering, sums, tables, truth

__all__ = [
    "cardinality", "circuits", "cumulative", "distinct", "domains", "labelling", "ordering", "sums", "tables", "truth",
]  # fmt: skip
