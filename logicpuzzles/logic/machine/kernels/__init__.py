"""The loops that run queries, compiled once for all programs."""
