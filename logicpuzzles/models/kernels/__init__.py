"""The propagation kernel: Numba functions over the arrays of `layout`, one kind of constraint a file.

Kernels never raise and know no puzzle: constraints are array arguments, compiled once a machine.
"""
