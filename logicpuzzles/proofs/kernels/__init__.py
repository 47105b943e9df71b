"""Kernels that fill the tables of patterns.

Only here, and in the `kernels` folders of other rooms, are there kernels; they are loaded when tables are large.
"""
