"""The searches as kernels over packed states: numpy is imported here and nowhere else in `search`.

A kernel takes the rules as array arguments, works until a budget is used up, returns an `Outcome`, and can be resumed:
all that it knows is in its array arguments. It never raises, and it is compiled once a machine.
"""
