"""The interactive session: ask rule files, see proofs, look around.

`session` has what is loaded, `dispatch` does what is said, `answering` shows answers: they know nothing of terminals.
`terminal` reads from one, `answering` itself from a pipe.
"""
