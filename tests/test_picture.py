"""Boards as text: what a person sees."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicpuzzles import Cell, Grid, Mark, Model, Puzzle, Scene, eq, load, var
from logicpuzzles.drawing.folding import WIDTH, columns
from logicpuzzles.drawing.gallery import caption, gallery, moves
from logicpuzzles.drawing.picture import cell_width, check_picture, draw, scene_of
from logicpuzzles.drawing.renderers import RENDERERS
from logicpuzzles.drawing.stacks import towers
from logicpuzzles.errors import PuzzleError

HEXAGON = " 0 1\n2 3 4\n 5 6"
FRAME = "+---+---+\n| 0 | 1 |\n+---+---+\n| 2 | 3 |\n+---+---+"
SQUARE = "\n".join(" ".join(f"{4 * row + column:2}" for column in range(4)) for row in range(4))
LEFT = "\n".join(" ".join(f"{4 * row + column:<2}" for column in range(4)) for row in range(4))
RAGGED = "\n".join(" ".join(f"{4 * row + column}" for column in range(4)) for row in range(4))
FIFTEEN = (*range(1, 16), 0)

BOARDS = [
    ("a hexagon", (4, 6, 5, 1, 3, 2, 0), HEXAGON, {0: "."}, " 4 6\n5 1 3\n 2 ."),
    ("wide values keep the hexagon's shape", (14, 6, 5, 1, 3, 2, 0), HEXAGON, None, "  14   6\n 5   1   3\n   2   0"),
    ("numbers that end in line", FIFTEEN, SQUARE, {0: "."}, " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  ."),
    ("numbers that start in line", FIFTEEN, LEFT, {0: "."}, " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15  ."),
    ("numbers that are not in line", FIFTEEN, RAGGED, {0: ""}, " 1  2  3  4\n 5  6  7  8\n 9 10 11 12\n13 14 15"),
    ("values narrower than the numbers", tuple("abcdefghijklmnop"), SQUARE, None, "a b c d\ne f g h\ni j k l\nm n o p"),
    ("narrow values, numbers that start in line", (0,) * 16, LEFT, {0: "."}, "\n".join([". . . ."] * 4)),
    ("narrow values in a frame", (1, 2), "+----+----+\n| 00 | 01 |", None, "+---+---+\n| 1 | 2 |"),
    ("a frame", (1, 2, 3, 0), FRAME, {0: ""}, "+---+---+\n| 1 | 2 |\n+---+---+\n| 3 |   |\n+---+---+"),
    (
        "a frame that widens",
        (1, 200, 3, 0),
        FRAME,
        {0: ""},
        "+-----+-----+\n|   1 | 200 |\n+-----+-----+\n|   3 |     |\n+-----+-----+",
    ),
    ("sentences", ("blue", "x"), "red on 0\nblue on 1", None, "red on blue\nblue on x"),
    ("indented text of a rule file", (1, 2, 3, 0), "\n    0 1\n    2 3\n", None, "1 2\n3 0"),
    ("no picture", ("black", "white", "empty"), None, {"empty": "."}, "black white ."),
    ("no picture, symbols of one column", ("black", "white"), None, {"black": "B", "white": "W"}, "B W"),
    ("wide characters", ("duck", "none"), "0 1", {"duck": "🦆", "none": "."}, "🦆 ."),
    ("a position drawn twice", (1, 2), "0 1\n1 0", None, "1 2\n2 1"),
    ("digits that are drawn as themselves", ("a", "b"), "   \\1 \\22\n\\0: 0  1", None, "   1 22\n0: a  b"),
    ("and that widen with the cells", ("aaa", "bbb"), "\\1: 0\n\\2: 1", None, "1: aaa\n2: bbb"),
    ("values that are lists", ((1, 2), (3,)), "0|1", None, "1 2|  3"),
]


@pytest.mark.parametrize(
    ("state", "picture", "symbols", "expected"), [board[1:] for board in BOARDS], ids=[board[0] for board in BOARDS]
)
def test_a_state_is_drawn_in_its_picture(state, picture, symbols, expected):
    assert draw(state, picture, symbols) == expected


def test_towers_stand_on_their_places():
    drawn = towers(("red", "blue", "green"), ("x", "y", "z"))
    assert drawn(("blue", "green", "x")) == " red\n blue\ngreen\n-------------------\n  x      y      z"
    low = "\n              green\n red           blue\n-------------------\n  x      y      z"
    assert drawn(("x", "z", "blue")) == low


def test_towers_that_cannot_be_are_drawn_without_end():
    """Red on blue and blue on red: a state that no rule leads to."""
    assert towers(("red", "blue"), ("x",))(("blue", "red")) == "\n\n----\n x"


def test_boards_come_out_alike_when_told_the_width():
    """A cell can be made as wide as the widest value of another board."""
    assert draw((1, 2), "0 1", cell=cell_width((1, 200))) == "  1   2"


def test_a_long_row_is_wrapped_within_80_columns():
    lines = draw(tuple(range(64))).split("\n")
    assert len(lines) == 3
    assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize(
    ("picture", "message"),
    [
        ("0 1\n2", "position 3 is missing from the picture; expected the positions 0 to 3"),
        ("0 1\n2 3 4", "position 4 of the picture is no cell; expected the positions 0 to 3"),
        ("no numbers", "position 0 is missing from the picture; expected the positions 0 to 3"),
    ],
)
def test_a_wrong_picture_is_refused(picture, message):
    with pytest.raises(PuzzleError, match=message):
        check_picture(picture, 4)


def test_a_right_picture_is_accepted():
    check_picture(HEXAGON, 7)
    check_picture("in words: 0, then 1", 2)


def test_boards_stand_side_by_side_under_their_moves():
    boards = [draw(state, "0 1\n2 3", {0: "."}) for state in [(0, 1, 3, 2), (1, 0, 3, 2), (1, 2, 3, 0)]]
    assert gallery(boards, ["start", caption(1, 1), caption(2, 2)]) == (
        "start   1: 1    2: 2\n. 1     1 .     1 2\n3 2     3 2     3 ."
    )


def test_rows_of_boards_are_parted_by_an_empty_line():
    assert gallery(["a\nb"] * 3, ["1", "2", "3"], width=5) == "1   2\na   a\nb   b\n\n3\na\nb"


def test_boards_of_one_line_stand_below_each_other():
    assert gallery(["B W .", ". W B"], ["start", "1: 2"]) == "start  B W .\n1: 2   . W B"


def test_moves_are_wrapped_between_labels():
    wrapped = moves([("red", "y")] * 20)
    assert wrapped.split("\n")[0] == ", ".join(["red y"] * 11) + ","
    assert wrapped.replace("\n", " ") == ", ".join(["red y"] * 20)


texts = st.text("ab1 ", max_size=12).map(str.strip)


@given(st.lists(st.tuples(st.lists(st.text("xy", min_size=1, max_size=9), min_size=2, max_size=4), texts), min_size=1))
def test_a_gallery_of_boards_that_fit_stays_within_80_columns(blocks):
    """However many boards there are, and whatever the sizes of the boards and captions."""
    drawn = gallery(["\n".join(lines) for lines, _ in blocks], [title for _, title in blocks])
    assert max(map(columns, drawn.split("\n"))) <= WIDTH
    assert sum(drawn.count(letter) for letter in "xy") == sum(len(line) for lines, _ in blocks for line in lines)


@given(st.permutations(range(7)), st.integers(0, 3))
def test_every_value_of_a_state_is_drawn_once_in_reading_order(state, wide):
    """Reading the drawn hexagon gives the state back, however wide the cells."""
    assert tuple(map(int, draw(state, HEXAGON, cell=wide).split())) == tuple(state)


def test_a_picture_gives_cells_with_their_places_and_marks():
    """Places are counted in characters; what is no cell is a mark."""
    board = scene_of((1, "x"), "a: 0\n-- 1", {1: "."})
    assert board.cells == (Cell(0, 3, 1, 1, ".", 0), Cell(1, 3, 1, "x", "x", 1))
    assert board.marks == (Mark(0, 0, "a:"), Mark(1, 0, "--"))
    assert [(c.row, c.column, c.label) for c in towers(("a", "b"), ("x", "y")).scene(("b", "y")).cells] == [
        (1, 3, "b"),
        (0, 3, "a"),
    ]
    assert [(c.row, c.column, c.value) for c in Grid("1 .\n2 xy").scene.cells] == [
        (0, 0, 1),
        (0, 3, None),
        (1, 0, 2),
        (1, 3, "xy"),
    ]


def board(values):
    """A cell for each value, and a mark below the first."""
    return Scene(tuple(Cell(0, 2 * at, 1, value, str(value)) for at, value in enumerate(values)), (Mark(1, 0, "^"),))


def test_the_function_of_a_puzzle_or_a_model_may_give_a_scene():
    """It is drawn by whichever renderer is named."""
    puzzle = Puzzle(lambda label, before, after: eq(before, after), (1, 2), (1, 2), picture=board)
    model = load("send_more").model
    assert puzzle.draw((1, 2)) == "1 2\n^"
    assert Model(model.build, picture=lambda values: board(values.values())).scene({"a": 7}).cells == board([7]).cells
    assert {cell.value for cell in model.scene(model.solve()).cells} == set(model.solve().values.values())


def test_renderers_are_taken_from_the_table(monkeypatch):
    """A new one is a line in it; an unknown one is told with those that there are."""
    monkeypatch.setitem(RENDERERS, "size", lambda scene: str(len(scene.cells)))
    six = load("six").puzzle
    assert (six.draw(six.start, "size"), six.draw(six.start, "text")) == ("7", six.draw(six.start))
    with pytest.raises(PuzzleError, match="renderer: there is no renderer txt; expected one of svg, text, size.*text?"):
        six.draw(six.start, "txt")


@pytest.mark.parametrize(
    ("picture", "drawn"),
    [("0123", "a b c d"), ("01\n23", "a b\nc d"), (" 0\n123", "  a\nb c d"), ("0 1 2 3", "a b c d")],
)
def test_digits_without_blanks_are_a_cell_each_where_that_fits_the_board(picture, drawn):
    check_picture(picture, 4)
    assert draw("abcd", picture) == drawn


@pytest.mark.parametrize("picture", ["01234567891011", "|012|", "0012"])
def test_numbers_that_run_together_are_refused_with_what_to_write(picture):
    with pytest.raises(PuzzleError, match="picture") as error:
        check_picture(picture, 12 if len(picture) > 9 else 3)
    assert "0 1 2 3" in error.value.hint


def test_a_cell_without_a_value_is_drawn_empty():
    six = load("six").puzzle
    for unknown in (None, var()):
        assert six.draw((1, 2, unknown, 3, 4, 5, 6)) == " 1 2\n. 3 4\n 5 6"
        assert six.draw((1, 2, unknown, 3, 4, 5, 6), "svg").count('class="empty"') == 1


@pytest.mark.parametrize("values", [{"A1": 7}, {"A1": 7, "A2": None}])
def test_a_model_draws_what_has_no_value_as_empty_cells(values):
    sudoku = load("sudoku").model
    board = sudoku.draw(values)
    assert board.startswith("7 . . |")
    assert board.count(".") == 80
    assert sudoku.draw(values, "svg").count('class="empty"') == 80


def test_a_picture_that_is_a_function_is_drawn_without_values_too():
    queens = load("queens").model
    first, *others = queens.draw({1: 1}).split("\n")
    assert first[0] == "Q"
    assert {line[0] for line in others} == {"."}  # this column is known
    assert {line[2:] for line in others} == {"- - - - - - -"}
    assert queens.draw(dict.fromkeys(queens.variables)).count("-") == 64
    assert "Q" not in load("zebra").model.draw({})
