"""Clauses and queries as chains of instructions for the machine."""
