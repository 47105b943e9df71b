"""Prolog text as terms with their places, and terms as Prolog text."""
