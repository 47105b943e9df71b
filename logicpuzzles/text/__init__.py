"""Prolog syntax: rule files as text, and the language in which everything that is loaded is asked."""

from __future__ import annotations

from .asking import Answer, Query
from .book import ask

__all__ = ["Answer", "Query", "ask"]
