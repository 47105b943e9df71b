"""Twelve coins, one of them false, lighter or heavier: find it and tell which in three weighings on a balance.

Ask it in any direction:

    answer([3,heavy], [[1,2,3,4], [5,6,7,8]], A)                              what does a heavy coin 3 show?
    consistent(S, [[[[1,2,3,4], [5,6,7,8]], balance]])                        what is left when the pans balance?
    possible([[9,10,11], [1,2,3]], A, [[[[1,2,3,4], [5,6,7,8]], balance]])    what can be seen after that?

Representation: a secret is the false coin and "heavy" or "light"; a guess is a weighing, the coins in the left and in
the right pan, equally many; the answer is the pan that goes down, or "balance". Coins are numbered from 1.

Source: H. D. Grossman, "The twelve-coin problem", Scripta Mathematica 11 (1945).
"""

from itertools import combinations

from logicpuzzles import Game, PuzzleError


def answer(false, weighing):
    """The pan that goes down when the coins are weighed, or "balance"."""
    coin, kind = false
    left, right = weighing
    if coin not in left and coin not in right:
        return "balance"
    return "left" if (coin in left) == (kind == "heavy") else "right"


def game(coins: int = 12) -> Game:
    if not 3 <= coins <= 13:
        raise PuzzleError("so many coins are not weighed here", place="coins", expected="3 to 13", got=coins)
    numbers = range(1, coins + 1)
    weighings = [
        (left, right)
        for size in range(1, coins // 2 + 1)
        for left in combinations(numbers, size)
        for right in combinations(sorted(set(numbers) - set(left)), size)
    ]
    return Game(
        secrets=[(coin, kind) for coin in numbers for kind in ("heavy", "light")],
        guesses=weighings,
        answer=answer,
        ask=lambda weighing: " against ".join(" ".join(map(str, pan)) for pan in weighing),
    )
