"""Deduction games: secrets, guesses, and the answer that a guess gets; who finds the secret in the fewest questions?

`game.py` is what a rule file declares. `table.py` works out answers, `strategies.py` chooses guesses, `tree.py` and
`exploring.py` play them against every secret, `optimum.py` seeks the best tree, `play.py` is a game turn by turn.
"""
