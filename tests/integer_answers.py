"""The answers of queries over integers, as text or as rows of values."""

from __future__ import annotations

from itertools import islice

from logicpuzzles import ask


def texts(query, **options):
    return [str(answer) for answer in islice(ask(query, **options), 20)]


def rows(query, names, **options):
    return [tuple(answer[name] for name in names) for answer in ask(query, **options)]
