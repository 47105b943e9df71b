"""How all rooms compile their loops: what a kernel is, its cache on disk, and its first call.

A kernel takes all that it knows as array arguments, works until a budget is used up, and can be resumed. It never
raises, and it is compiled once a machine. Only this folder imports llvmlite, and it only to compile.
"""
