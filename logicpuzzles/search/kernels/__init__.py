"""The searches as kernels over packed states: numba is imported here and nowhere else in `search`.

A kernel takes the rules as array arguments, works until a budget is used up, returns an `Outcome`, and can be resumed:
all that it knows is in its array arguments. It never raises, and it is compiled once a machine.

Numba's cache notices a change of the file that a kernel is in, but not of the helpers that it calls: after an edit of
`rules` or `table` remove `__pycache__`.
"""
