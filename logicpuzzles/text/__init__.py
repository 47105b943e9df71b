"""Prolog syntax: rule files as text, and the language in which everything that is loaded is asked."""
