"""Lights out: a press switches a light and those beside it; all are to go out (Tiger Electronics, 1995).

Representation: a state has 1 for each light that is on, 0 for one that is off, row by row. The label of a move is the
light that is pressed.
"""

from logicpuzzles import Puzzle, PuzzleError, Relation, eq, lall, lany, relation, vars


def puzzle(rows: int = 5, cols: int = 5) -> Puzzle:
    if rows < 1 or cols < 1:
        raise PuzzleError("the board is too small", expected="at least 1 light", got=f"{rows} x {cols}")
    lights = range(rows * cols)
    switch = Relation.pairs("switch", {0: [1], 1: [0]}, "A light that is `before` is `after` when it is switched.")

    def near(one: int, two: int) -> bool:
        return abs(one // cols - two // cols) + abs(one % cols - two % cols) <= 1

    @relation
    def press(light, before, after):
        """Pressing `light` turns `before` into `after`."""
        was, becomes = vars(len(lights)), vars(len(lights))

        def pressed(one):
            return [switch(was[i], becomes[i]) if near(one, i) else eq(was[i], becomes[i]) for i in lights]

        choices = [lall(eq(light, one), *pressed(one)) for one in lights]
        return lall(eq(before, was), eq(after, becomes), lany(*choices))

    picture = "\n".join(" ".join(f"{r * cols + c:2}" for c in range(cols)) for r in range(rows))
    on, off, symbols = (1,) * len(lights), (0,) * len(lights), {0: ".", 1: "o"}
    return Puzzle(press, on, off, values=(0, 1), relations=[switch], picture=picture, symbols=symbols,
                  colours={1: "gold"}, shapes={1: "round"})  # fmt: skip
