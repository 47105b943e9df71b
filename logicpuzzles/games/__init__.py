"""Deduction games: secrets, guesses, and the answer that a guess gets; who finds the secret in the fewest questions."""

from .game import Game

__all__ = ["Game"]
