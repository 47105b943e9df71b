"""Files of starts, and of what is given to models: their forms, and lines that cannot be read."""

import json
import pickle

import pytest

from logicpuzzles import load

SUDOKUS = """\
# Hard sudokus (P. Norvig, Solving Every Sudoku Puzzle)
85...24..72......9..4.........1.7..23.5...9...4...........8..7..17..........36.4.

..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..
"""
TWICE = "12" * 40 + "1"  # no sudoku


def rows(text):
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "0 7 2 1 4 3 6 5\n# a comment\n\n07214365\n"),
        ("a.csv", "id,start\none,0 7 2 1 4 3 6 5\ntwo,07214365\n"),
        ("a.csv", 'start,id\n"0,7,2,1,4,3,6,5",1\n07214365,\n'),
        ("objects", '{"start": "07214365"}\n"0 7 2 1 4 3 6 5"\n'),
        ("a.jsonl", '[0,7,2,1,4,3,6,5]\n"07214365"\n'),
        ("a.jsonl", '{"start": [0,7,2,1,4,3,6,5], "id": 3}\n\n{"start": "0 7 2 1 4 3 6 5"}\n'),
    ],
)
def test_files_of_starts_are_read_in_every_form(cli, starts, name, text):
    code, out, _ = cli("batch", "seven", "--starts", starts(text, name))
    found = rows(out)
    assert code == 0
    assert [(row["number"], row["status"], row["length"]) for row in found] == [(1, "solved", 36), (2, "solved", 36)]


def test_a_collection_of_sudokus(cli, starts, tmp_path):
    file = starts(SUDOKUS)
    to = str(tmp_path / "out.jsonl")
    code, out, err = cli("batch", "sudoku", "--starts", file, "--unique", "--to", to)
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["instances 2 solved", "unique  2; 0 others have several solutions"]
    first, second = rows((tmp_path / "out.jsonl").read_text())
    assert first["unique"]
    assert second["unique"]
    expected = load("sudoku").model.solve().values
    assert first["solution"] == {str(name): value for name, value in expected.items()}


def test_wrong_lines_stop_no_others(cli, starts):
    code, out, err = cli("batch", "sudoku", "--starts", starts(f"{TWICE}\n{SUDOKUS}"))
    found = rows(out)
    assert code == 2
    assert [row["status"] for row in found] == ["wrong", "solved", "solved"]
    assert "starts.txt:1" in found[0]["problem"]
    assert "1 wrong" in err


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("a.jsonl", "{", "a.jsonl:2: this line is no JSON: Expecting"),
        ("a.jsonl", "[0, 7, 2, 1, 4, 3, 6, NaN]", "NaN is no number of JSON"),
        ("a.jsonl", "[0, 7, 2, 1, 4, 3, 6, 1e400]", "1e400 is no number of JSON"),
        ("a.jsonl", "null", "this is no start; expected text, or a list, got None"),
        ("a.jsonl", '{"start": "07214365", "start": ""}', "start is there twice"),
        ("a.jsonl", "[" * 500 + "]" * 500, "these lists are nested too deep"),
        ("a.jsonl", "[" * 100_000, "a.jsonl:2: this line is no JSON: maximum recursion depth"),
        ("a.csv", "07214365,b", "a.csv:3: the columns are not those of the first line; expected 1: start, got 2"),
    ],
)
def test_a_line_that_cannot_be_read_is_told_and_stops_no_other(cli, starts, name, text, told):
    good = "07214365"
    lines = ["start", good, text, good] if name == "a.csv" else [f'"{good}"', text, f'"{good}"']
    code, out, _ = cli("batch", "seven", "--starts", starts("\n".join(lines), name))
    found = rows(out)
    assert code == 2
    assert [row["status"] for row in found] == ["solved", "wrong", "solved"]
    assert told in found[1]["problem"]
    assert found[1]["given"] == {"line": text}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("start,start\n1,2\n", "a.csv:1: there are 2 columns start"),
        (
            "id,start,gaol\n1,07214365,\n",
            "a.csv:1: there is no column gaol; expected id, start, goal. Next: did you mean",
        ),
        ('id,start\n1,"07214365\n2,07214365\n', "a.csv:2: this is no row of a table, got unexpected end of data"),
        ('id,start\n1,"' + "0" * 200_000, "a.csv:2: this is no row of a table, got field larger"),
    ],
)
def test_a_table_that_cannot_be_read_gets_one_message(cli, starts, text, told):
    code, out, err = cli("batch", "seven", "--starts", starts(text, "a.csv"))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_tables_are_read_as_spreadsheets_write_them(cli, starts, delimiter):
    """With a byte order mark, CRLF, lines inside of quotes, and rows without anything."""
    lines = ["\ufeff# from a spreadsheet", "id,start", '"a', "", '# ""b""",07214365', ",", "", '"Ünï",01234567', ""]
    text = "\r\n".join(lines).replace(",", delimiter)
    found = rows(cli("batch", "seven", "--starts", starts(text, "a.csv"))[1])
    assert [(row["id"], row["given"]) for row in found] == [
        ('a\r\n\r\n# "b"', {"start": "07214365"}),
        ("Ünï", {"start": "01234567"}),
    ]


def test_compounds_are_read_as_results_have_them(cli, starts):
    given = '{"start": ["blue", {"name": "on", "args": ["red", 1]}, "x"]}'
    (found,) = rows(cli("batch", "blocks", "--starts", starts(given))[1])
    assert "a.jsonl" not in found["problem"]
    assert "cannot hold on(red, 1)" in found["problem"]
    assert found["given"] == json.loads(given)


def test_text_that_is_no_value_of_a_variable_is_wrong(cli, starts):
    wrong, none, one = rows(cli("batch", "send_more", "--starts", starts("S,M\n9,l\n9,2\n9,1\n"))[1])
    assert "M: it has no such value; expected one of 0, 1, 2" in wrong["problem"]
    assert (none["status"], one["status"]) == ("exhausted", "solved")


def test_a_parameter_that_is_called_id_has_the_value_of_that_column(cli, starts, tmp_path):
    rule_file = tmp_path / "named.py"
    rule_file.write_text(
        "from logicpuzzles import Model, Problem\n\n\ndef puzzle(id: int = 1):\n    problem = Problem()\n"
        "    problem.addVariable('a', [id])\n    return Model(lambda: problem)\n"
    )
    found = rows(cli("batch", rule_file, "--starts", starts("id\n5\n7\n"))[1])
    assert [(row["id"], row["solution"]) for row in found] == [("5", {"a": 5}), ("7", {"a": 7})]


def test_a_rule_file_that_hangs_for_one_line_is_stopped_by_the_limit(cli, starts, tmp_path):
    rule_file = tmp_path / "hangs.py"
    rule_file.write_text(
        "from logicpuzzles import Model, Problem\n\n\ndef puzzle(n: int = 1):\n"
        "    while n == 2:\n        pass\n    problem = Problem()\n"
        "    problem.addVariable('a', range(n))\n    return Model(lambda: problem)\n"
    )
    batch = "batch", rule_file, "--starts", starts("n\n1\n2\n3\n"), "--limit-seconds", 3
    for workers in (1, 2):
        code, out, _ = cli(*batch, "--workers", workers)
        assert code == 3
        assert [row["status"] for row in rows(out)] == ["solved", "stopped", "solved"]
        assert "loading" in rows(out)[1]["reason"]


@pytest.mark.parametrize("name", ["easy.txt", "line.txt"])
def test_a_value_in_a_line_is_never_read_as_a_file(cli, starts, tmp_path, monkeypatch, name):
    """An option of the command line may name the file that a line may not; whether it is a link changes nothing."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "easy.txt").write_text("1...\n..3.\n.2..\n...4\n")
    (tmp_path / "line.txt").symlink_to("easy.txt")
    code, _, err = cli("solve", "sudoku", "--grid", name)
    assert (code, err) == (0, "")
    for text in (json.dumps({"grid": name}), name, json.dumps({"grid": str(tmp_path / name)})):
        code, out, _ = cli("batch", "sudoku", "--starts", starts(text + "\n", "a.jsonl" if text[0] == "{" else "a"))
        (row,) = rows(out)
        assert (code, row["status"]) == (2, "wrong")
        assert "text does not name a file here" in row["problem"]


def test_a_grid_that_was_in_a_file_goes_to_workers_as_it_was_read(tmp_path):
    """A pickle holds no path, which would be read where it is unpickled."""
    file = tmp_path / "easy.txt"
    file.write_text("1...\n..3.\n.2..\n...4\n")
    pickled = pickle.dumps(load("sudoku", grid=file))
    file.unlink()
    assert pickle.loads(pickled).arguments["grid"][0] == (1, None, None, None)


HOSTILE = {
    "infinite": '"seconds": 1e999',
    "no number": '"nodes": NaN',
    "text": '"length": "x"',
    "below 0": '"cost": -1',
    "large": f'"nodes": {1 << 70}',
    "status": '"status": ["solved"]',
    "another status": '"status": "happy"',
    "unique": '"unique": [1]',
    "deep": f'"moves": {"[" * 100_000}{"]" * 100_000}',
}


@pytest.mark.parametrize("changed", HOSTILE.values(), ids=HOSTILE)
def test_results_that_a_stranger_changed_get_one_message(cli, starts, tmp_path, changed):
    """What they say would be added up; nothing is removed from the file."""
    file, to = starts("1 2 3 4 5 6 0\n"), tmp_path / "it.jsonl"
    assert cli("batch", "six", "--starts", file, "--to", str(to))[0] == 0
    name = changed.split(":")[0]
    row = ", ".join(part for part in to.read_text().strip()[1:-1].split(", ") if not part.startswith(name))
    to.write_text(f"{{{row}, {changed}}}\n")
    before = to.read_text()
    code, out, err = cli("batch", "six", "--starts", file, "--to", str(to))
    assert (code, out) == (2, "")
    assert f"--to: {to}: line 1 is no result" in err
    assert to.read_text() == before


def test_lines_without_an_end_are_not_read(cli, starts, tmp_path, monkeypatch):
    monkeypatch.setattr("logicpuzzles.cli.starts.LONGEST", 1000)
    monkeypatch.setattr("logicpuzzles.batches.results.LONGEST", 1000)
    code, _, err = cli("batch", "six", "--starts", starts("1 2 3 4 5 6 0\n" + "x" * 5000))
    assert code == 2
    assert "starts.txt:2: the line is too long; expected fewer than 1,000 characters" in err
    to = tmp_path / "it.jsonl"
    to.write_text('{"number": ' + "1" * 5000)
    code, _, err = cli("batch", "six", "--starts", starts("1 2 3 4 5 6 0\n"), "--to", str(to))
    assert code == 2
    assert "line 1 is no result" in err
    assert len(to.read_text()) > 5000
