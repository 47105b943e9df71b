"""How all rooms compile their loops: what a kernel is, its cache on disk, its first call, and sets as bits.

A kernel takes all that it knows as array arguments, works until a budget is used up, and can be resumed. It never
raises, and it is compiled once a machine. Only folders of this name import numba and llvmlite.
"""
