"""The interactive session: ask rule files, see proofs, look around.

`session` knows the commands and nothing of terminals; `terminal` and `plain` read from one and from a pipe.
"""
