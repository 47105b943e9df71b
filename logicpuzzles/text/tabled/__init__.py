"""Tabling: every call of a tabled relation is evaluated once, so left recursion and cycles end."""
