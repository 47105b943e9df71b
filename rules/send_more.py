"""Alphametics: SEND + MORE = MONEY. Different letters stand for different digits, and no number begins with 0.

Any sum or difference of words goes: `puzzle="TWO+TWO=FOUR"`, `puzzle="MONEY-MORE=SEND"`. A word of one letter may be 0.

Representation: each letter is a digit. The sum is written column by column, from the right: the digits of the left side
minus those of the right, plus the carry into the column, are ten times the carry out of it.
Source: H. E. Dudeney, in Strand Magazine 68 (1924).
"""

import re
from collections import Counter

from constraint import AllDifferentConstraint, ExactSumConstraint, InSetConstraint, NotInSetConstraint

from logicpuzzles import Model, Problem, PuzzleError

SUM = r"[A-Z]+([+-][A-Z]+)*"


def puzzle(puzzle: str = "SEND+MORE=MONEY") -> Model:
    text = "".join(puzzle.split()).upper()
    if not re.fullmatch(f"{SUM}={SUM}", text):
        raise PuzzleError("this is no alphametic", place="puzzle", expected="words as in SEND+MORE=MONEY", got=puzzle)
    left, right = (re.findall(r"([+-]?)([A-Z]+)", side) for side in text.split("="))
    words = [word for _, word in left + right]
    letters = list(dict.fromkeys("".join(words)))
    if len(letters) > 10:
        raise PuzzleError(
            f"there are {len(letters)} letters", place="puzzle", expected="at most 10, as many as digits", got=puzzle
        )
    plus = [word for sign, word in left if sign != "-"] + [word for sign, word in right if sign == "-"]
    minus = [word for sign, word in left if sign == "-"] + [word for sign, word in right if sign != "-"]
    columns = range(max(map(len, words)))

    def build():
        problem = Problem()
        problem.addVariables(letters, range(10))
        problem.addVariables(
            [("carry", column) for column in (*columns, len(columns))], range(1 - len(minus), len(plus))
        )
        problem.addConstraint(AllDifferentConstraint(), letters)
        problem.addConstraint(InSetConstraint([0]), [("carry", 0), ("carry", len(columns))])
        for word in words:
            if len(word) > 1:
                problem.addConstraint(NotInSetConstraint([0]), [word[0]])
        for column in columns:
            weight = Counter(word[-1 - column] for word in plus if len(word) > column)
            weight.subtract(word[-1 - column] for word in minus if len(word) > column)
            total = {**weight, ("carry", column): 1, ("carry", column + 1): -10}
            problem.addConstraint(ExactSumConstraint(0, list(total.values())), list(total))
        return problem

    return Model(build, arguments=letters, picture=written(left, right))


def written(left, right):
    """The sum as at school, a letter as the name of its digit: {S}{E}{N}{D} over {M}{O}{R}{E} over a line."""
    width = 2 + max(len(word) for _, word in left + right)
    above, below = ([sign + word.rjust(width - len(sign)) for sign, word in side] for side in (left, right))
    return re.sub("([A-Z])", r"{\1}", "\n".join([*above, "-" * width, *below]))
