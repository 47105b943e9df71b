"""The examples of python-constraint's own repository, for that library and for ours: only the module differs.

Source: the folder `examples` of python-constraint (G. Niemeyer, 2005 and later), and for a space of many solutions its
`tests/benchmarks.py` (F. Willemsen, 2023), after auto-tuning of GPU programs; restated here. The words for the
crossword are made up, since none come with it. Nothing is imported that a small program would not import.
"""

from __future__ import annotations

from itertools import combinations
from random import Random

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Make = Callable[[Any], int]  # from the module to the number of solutions, or of those asked for


def abc(library: Any) -> int:
    """Three digits, all combinations; asked for twice, as there."""
    problem = library.Problem()
    problem.addVariables("abc", range(1, 10))
    problem.getSolutions()
    return len(problem.getSolutions())


def coins(library: Any) -> int:
    """A hundred coins that make five dollars."""
    problem, names = library.Problem(), ("0.01", "0.05", "0.10", "0.50", "1.00")
    values = [float(name) for name in names]
    for name, value in zip(names, values, strict=True):
        problem.addVariable(name, range(int(5.00 / value)))
    problem.addConstraint(library.ExactSumConstraint(5.00, values), names)
    problem.addConstraint(library.ExactSumConstraint(100))
    return sum(1 for _ in problem.getSolutionIter())


def many_coins(library: Any) -> int:
    """Ways to pay five dollars with fewer coins of each kind than would do alone.

    python-constraint gives 20 of 19,156 fewer than there are: sums are rounded on the way.
    """
    problem, values = library.Problem(), [0.01, 0.05, 0.10, 0.50, 1.00]
    for value in values:
        problem.addVariable(f"{value:.2f}", range(int(5.00 / value)))
    problem.addConstraint(library.ExactSumConstraint(5.00, values), [f"{value:.2f}" for value in values])
    return len(problem.getSolutions())


CROSSWORD = """\
    #
    #
#########
  # #
  # # # #
##### # #
  #   # #
#########"""


def crossword(library: Any) -> int:
    """A small crossword filled with made-up words, 150 of each length."""
    cells = {(r, c) for r, line in enumerate(CROSSWORD.split("\n")) for c, mark in enumerate(line) if mark == "#"}
    places = {}
    for down, right, name in ((0, 1, "h"), (1, 0, "v")):
        starts = [(r, c) for r, c in sorted(cells) if (r - down, c - right) not in cells]
        for r, c in starts:
            n = next(i for i in range(99) if (r + i * down, c + i * right) not in cells)
            if n > 3:
                places[f"{name}{len(places)}"] = [(r + i * down, c + i * right) for i in range(n)]
    problem = library.Problem()
    for one, other in combinations(places, 2):
        for cell in places[one]:
            if cell in places[other]:
                at, there = places[one].index(cell), places[other].index(cell)
                problem.addConstraint(lambda a, b, at=at, there=there: a[at] == b[there], (one, other))
    random = Random(1)
    words: dict[int, list[str]] = {}
    for name, place in places.items():
        n = len(place)
        if n not in words:
            words[n] = list(dict.fromkeys("".join(random.choices("aernst", k=n)) for _ in range(150)))
        problem.addVariable(name, words[n])
    problem.addConstraint(library.AllDifferentConstraint())
    return int(problem.getSolution() is not None)


HOUSES = {
    "color": ["red", "white", "green", "yellow", "blue"],
    "nation": ["brit", "swede", "dane", "norwegian", "german"],
    "drink": ["tea", "coffee", "milk", "beer", "water"],
    "smoke": ["pallmall", "dunhill", "blends", "bluemaster", "prince"],
    "pet": ["dogs", "birds", "cats", "horses", "fish"],
}
IN_ONE_HOUSE = ["nation brit color red", "nation swede pet dogs", "nation dane drink tea", "color green drink coffee",
                "smoke pallmall pet birds", "color yellow smoke dunhill", "smoke bluemaster drink beer",
                "nation german smoke prince"]  # fmt: skip
NEXT_DOOR = ["smoke blends pet cats", "pet horses smoke dunhill", "nation norwegian color blue",
             "smoke blends drink water"]  # fmt: skip


def einstein(library: Any) -> int:
    """Who owns the fish, in functions of two or three."""
    problem = library.Problem()
    for kind, values in HOUSES.items():
        problem.addVariables([f"{kind}{i}" for i in range(1, 6)], values)
    for kind in HOUSES:
        problem.addConstraint(library.AllDifferentConstraint(), [f"{kind}{i}" for i in range(1, 6)])
    for i in range(1, 6):
        for kind, one, other, two in map(str.split, IN_ONE_HOUSE):
            problem.addConstraint(lambda a, b, one=one, two=two: a != one or b == two, (f"{kind}{i}", f"{other}{i}"))
        for kind, one, other, two in map(str.split, NEXT_DOOR):
            beside = [f"{other}{j}" for j in (i - 1, i + 1) if 0 < j < 6]
            if len(beside) == 2:
                problem.addConstraint(
                    lambda a, b, c, one=one, two=two: a != one or b == two or c == two, (f"{kind}{i}", *beside)
                )
            else:
                problem.addConstraint(lambda a, b, one=one, two=two: a != one or b == two, (f"{kind}{i}", *beside))
    for i in range(1, 5):
        problem.addConstraint(lambda a, b: a != "green" or b == "white", (f"color{i}", f"color{i + 1}"))
    problem.addConstraint(lambda color: color != "green", ("color5",))
    problem.addConstraint(lambda drink: drink == "milk", ("drink3",))
    problem.addConstraint(lambda nation: nation == "norwegian", ("nation1",))
    return len(problem.getSolutions())


def queens(library: Any) -> int:
    """Eight queens, a row for each column."""
    problem = library.Problem()
    problem.addVariables(range(8), range(8))
    for one, two in combinations(range(8), 2):
        problem.addConstraint(lambda a, b, one=one, two=two: abs(a - b) != abs(one - two) and a != b, (one, two))
    return len(problem.getSolutions())


def rooks(library: Any) -> int:
    """Eight rooks."""
    problem = library.Problem()
    problem.addVariables(range(8), range(8))
    for pair in combinations(range(8), 2):
        problem.addConstraint(lambda a, b: a != b, pair)
    return len(problem.getSolutions())


DESKS = [[0, 1, 0, 0, 0, 0], [0, 2, 3, 4, 5, 6], [0, 7, 8, 9, 10, 0], [0, 11, 12, 13, 14, 0], [15, 16, 17, 18, 19, 0],
         [0, 0, 0, 0, 20, 0]]  # fmt: skip


def desks(library: Any) -> int:
    """Five tests for 20 desks, each for four of them, all different on any four desks of a square."""
    problem = library.Problem()
    problem.addVariables(range(1, 21), "ABCDE")
    for test in "ABCDE":
        problem.addConstraint(library.SomeInSetConstraint([test], 4, True))
    for r in range(5):
        for c in range(5):
            square = [DESKS[i][j] for i in (r, r + 1) for j in (c, c + 1) if DESKS[i][j]]
            problem.addConstraint(library.AllDifferentConstraint(), square)
    return int(problem.getSolution() is not None)


SUDOKU = (".9.7..86.", ".31..5.2.", "8.6......", "..7.5...6", "...3.7...", "5...1.7..", "......1.9", ".2.6...5.",
          ".54..8.7.")  # fmt: skip


def sudoku(library: Any) -> int:
    """A sudoku, its given digits as functions."""
    problem, nine = library.Problem(), range(9)
    problem.addVariables([(r, c) for r in nine for c in nine], range(1, 10))
    for i in nine:
        for group in ([(i, j) for j in nine], [(j, i) for j in nine],
                      [(i // 3 * 3 + j // 3, i % 3 * 3 + j % 3) for j in nine]):  # fmt: skip
            problem.addConstraint(library.AllDifferentConstraint(), group)
    for r, line in enumerate(SUDOKU):
        for c, digit in enumerate(line):
            if digit != ".":
                problem.addConstraint(lambda value, given=int(digit): value == given, ((r, c),))
    return len(problem.getSolutions())


def seis(library: Any) -> int:
    """SEIS + SEIS = DOZE, with what the last digits say."""
    problem = library.Problem()
    problem.addVariables("seidoz", range(10))
    problem.addConstraint(lambda s, e: (2 * s) % 10 == e, "se")
    problem.addConstraint(lambda i, s, z, e: ((10 * 2 * i) + (2 * s)) % 100 == z * 10 + e, "isze")
    problem.addConstraint(
        lambda s, e, i, d, o, z: 2 * (s * 1000 + e * 100 + i * 10 + s) == d * 1000 + o * 100 + z * 10 + e, "seidoz"
    )
    problem.addConstraint(lambda s: s != 0, "s")
    problem.addConstraint(lambda d: d != 0, "d")
    problem.addConstraint(library.AllDifferentConstraint())
    return len(problem.getSolutions())


def send(library: Any) -> int:
    """SEND + MORE = MONEY, likewise."""
    problem = library.Problem()
    problem.addVariables("sendmory", range(10))
    problem.addConstraint(lambda d, e, y: (d + e) % 10 == y, "dey")
    problem.addConstraint(lambda n, d, r, e, y: (n * 10 + d + r * 10 + e) % 100 == e * 10 + y, "ndrey")
    problem.addConstraint(
        lambda e, n, d, o, r, y: (e * 100 + n * 10 + d + o * 100 + r * 10 + e) % 1000 == n * 100 + e * 10 + y, "endory"
    )
    problem.addConstraint(
        lambda s, e, n, d, m, o, r, y: (
            1000 * s + 100 * e + 10 * n + d + 1000 * m + 100 * o + 10 * r + e
            == 10000 * m + 1000 * o + 100 * n + 10 * e + y
        ),
        "sendmory",
    )
    problem.addConstraint(library.NotInSetConstraint([0]), "sm")
    problem.addConstraint(library.AllDifferentConstraint())
    return len(problem.getSolutions())


def two(library: Any) -> int:
    """TWO + TWO = FOUR, likewise."""
    problem = library.Problem()
    problem.addVariables("twofur", range(10))
    problem.addConstraint(lambda o, r: (2 * o) % 10 == r, "or")
    problem.addConstraint(lambda w, o, u, r: ((10 * 2 * w) + (2 * o)) % 100 == u * 10 + r, "wour")
    problem.addConstraint(
        lambda t, w, o, f, u, r: 2 * (t * 100 + w * 10 + o) == f * 1000 + o * 100 + u * 10 + r, "twofur"
    )
    problem.addConstraint(library.NotInSetConstraint([0]), "ft")
    problem.addConstraint(library.AllDifferentConstraint())
    return len(problem.getSolutions())


def xsum(library: Any) -> int:
    """Digits on an X, both diagonals of which add up to 27; each arm ascends."""
    problem = library.Problem()
    problem.addVariables("abcdxefgh", range(1, 10))
    for names in ("abcdx", "efghx"):
        problem.addConstraint(lambda a, b, c, d, x: a < b < c < d and a + b + c + d + x == 27, names)
    problem.addConstraint(library.AllDifferentConstraint())
    return len(problem.getSolutions())


def tiles(library: Any) -> int:
    """Sizes of blocks and tiles of a program for GPUs: 138,600 ways."""
    powers = {"X": (1024, 8, 8), "Y": (32, 4, 4), "Z": (4, 4, 4)}
    problem = library.Problem()
    for axis, (block, tile, unrolled) in powers.items():
        sizes = [x for x in (1, 2, 4, 8, 16, 32, 128, 256, 512, 1024) if x <= block]
        problem.addVariable(f"block{axis}", sizes)
        problem.addVariable(f"tile{axis}", [x for x in (1, 2, 4, 8) if x <= tile])
        problem.addVariable(f"unrolled{axis}", [x for x in (1, 2, 4, 8) if x <= unrolled])
        problem.addConstraint(f"tile{axis} % unrolled{axis} == 0")
    problem.addVariable("blocks", range(5))
    problem.addConstraint("blockX * blockY * blockZ * blocks <= 1024")
    problem.addConstraint("32 <= blockX * blockY * blockZ <= 1536")
    return len(problem.getSolutions())


def hotspot(library: Any) -> int:
    """Sizes of blocks and tiles of another program, under formulas of seven and eight variables: 349,853 ways."""
    problem = library.Problem()
    problem.addVariable("blockX", [1, 2, 4, 8, 16, *range(32, 1025, 32)])
    problem.addVariable("blockY", [1, 2, 4, 8, 16, 32])
    problem.addVariables(["tileX", "tileY", "steps", "unrolled"], range(1, 11))
    problem.addVariable("power", [0, 1])
    problem.addVariable("blocks", range(5))
    shared = "(blockX * tileX + steps * 2) * (blockY * tileY + steps * 2) * (2 + power) * 4"
    problem.addConstraint("blockX * blockY >= 32")
    problem.addConstraint("steps % unrolled == 0")
    problem.addConstraint("blockX * blockY <= 1024")
    problem.addConstraint(f"{shared} <= 49152")
    problem.addConstraint(f"blocks == 0 or {shared} * blocks <= 102400")
    return len(problem.getSolutions())


EXAMPLES: dict[str, tuple[Make, int]] = {
    "three digits": (abc, 729),
    "a hundred coins": (coins, 104),
    "coins": (many_coins, 19156),
    "a crossword": (crossword, 1),
    "Einstein's riddle": (einstein, 1),
    "eight queens by functions": (queens, 92),
    "eight rooks": (rooks, 40320),
    "tests at desks": (desks, 1),
    "a sudoku": (sudoku, 3),
    "SEIS + SEIS = DOZE": (seis, 4),
    "SEND + MORE = MONEY": (send, 1),
    "TWO + TWO = FOUR": (two, 7),
    "an X of digits": (xsum, 8),
    "sizes of tiles": (tiles, 138600),
    "more sizes of tiles": (hotspot, 349853),
}
