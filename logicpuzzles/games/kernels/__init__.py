"""The search for the best tree of questions as a kernel: only it needs numpy.

A kernel takes the game as arrays, works until a budget is used up, and returns a code. It can be resumed: its whole
state is in its array arguments. It never raises, and it is compiled once on each machine.
"""
