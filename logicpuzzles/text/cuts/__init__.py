"""Which cuts of a program are red, and what to write instead."""
