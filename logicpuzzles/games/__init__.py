"""Deduction games: secrets, guesses, and the answer that a guess gets; who finds the secret in the fewest questions?

From below: `game.py` says what a game is, and `table.py` holds its answers. `strategies.py` chooses guesses, and
`growing.py` makes a tree of them. `optimum.py` searches for the best tree, and `play.py` is one game, turn by turn.
`api.py` is the `Game` of rule files, which offers all of this.
"""
