"""Exploring by parts, each layer of a part a file of a store: spaces larger than memory, on several workers.

A *layer* is the set of states of one depth. A numbering cuts the space into *parts*; what a part has of a layer is one
immutable file. `run` makes one layer after the other; `log` says which of them are complete.
"""
