"""Prolog syntax: rule files as text, and the language in which everything that is loaded is asked."""

from __future__ import annotations

from .namespaces import ask
from .query import Answer, Query

__all__ = ["Answer", "Query", "ask"]
