"""The search for the best tree of questions as a kernel: numba is imported here and nowhere else in `games`.

A kernel takes the game as arrays, works until a budget is used up, returns a code, and can be resumed: all that it
knows is in its array arguments. It never raises, and it is compiled once a machine.
"""
