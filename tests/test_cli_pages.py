"""What commands write with --html and --svg, and what they tell where nothing can be written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_cli_interrupt import interrupted
from test_page import unshared

from logicpuzzles import load
from logicpuzzles.cli import explore, run, solving

Cli = Callable[..., tuple[int, str, str]]

STUCK = '''"""Two pieces that change places, and one that cannot."""

from logicpuzzles import Puzzle, eq, lall, relation, swapo


@relation
def swap(label, before, after):
    """Exchange the first two pieces."""
    return lall(swapo(0, 1, before, after), eq(label, "swap"))


puzzle = Puzzle(move=swap, start=("a", "b", "c"), goal=("c", "a", "b"), picture="0 1 2")
'''


def read(name: str) -> str:
    """The file of this name in the folder of the test."""
    return Path(name).read_text(encoding="utf-8")


def labels(text: str) -> list[str]:
    """What is written in a picture and can be seen, in order."""
    root = ElementTree.fromstring(text)
    found = root.iter("{http://www.w3.org/2000/svg}text")
    return [part.text or "" for part in found if part.get("class") != "unseen"]


def figures(text: str) -> int:
    """How many boards are on a page."""
    return text.count("<figure")


def test_show_draws_the_start_and_writes_all_it_says(cli: Cli) -> None:
    """The picture is the start; the page has documentation, relations, start and goal."""
    code, out, error = cli("show", "six", "--svg", "six.svg", "--html", "six.html")
    assert (code, error) == (0, "")
    assert out.endswith("\n\npage    six.html\npicture six.svg\n")
    assert labels(read("six.svg")) == [str(piece) for piece in load("six").puzzle.start if piece]
    page = read("six.html")
    assert figures(page) == 2
    title = "6 puzzle: slide the pieces 1-6 on a hexagon of seven positions until they are in order."
    assert page.count(f">{title}<") == 2  # as the title of the page, and above it; not in the documentation again
    for told in ("<figcaption>start</figcaption>", "<figcaption>goal</figcaption>", "move_piece", "six.py"):
        assert told in page


def test_show_draws_a_model_as_it_is_given(cli: Cli) -> None:
    """The clues of a sudoku and nothing else; the page has its relations too."""
    code, out, _ = cli("show", "sudoku", "--svg", "x.svg", "--html", "x.html")
    assert (code, out[-31:]) == (0, "\n\npage    x.html\npicture x.svg\n")
    clues = [cell for row in load("sudoku").arguments["grid"] for cell in row if cell is not None]
    assert labels(read("x.svg")) == list(map(str, clues))
    page = read("x.html")
    assert figures(page) == 1
    assert "<dt>relation</dt><dd>sudoku/81</dd>" in page
    assert "<h2>Parameters</h2>" in page


def test_what_has_no_board_is_told(cli: Cli) -> None:
    """And what shows it; its page has documentation and relations."""
    code, out, error = cli("show", "mastermind", "--svg", "x.svg")
    assert (code, out) == (2, "")
    assert "--svg: mastermind has no board; expected a puzzle or a model. Next: logicpuzzles show mastermind" in error
    assert not Path("x.svg").exists()
    assert cli("show", "mastermind", "--html", "x.html")[0] == 0
    assert figures(read("x.html")) == 0
    assert "<h2>Relations</h2>" in read("x.html")


def test_deal_draws_the_state_that_it_tells(cli: Cli) -> None:
    """On a page with how it is solved, and as a picture."""
    code, out, _ = cli("deal", "six", "--depth", "9", "--seed", "1", "--svg", "x.svg", "--html", "x.html")
    assert code == 0
    state, *told = out.split("\n\n")[-1].rstrip().split("\n")
    assert told == ["page    x.html", "picture x.svg"]
    assert labels(read("x.svg")) == [piece for piece in state.split(",") if piece != "0"]
    assert f"<dd>9 moves to a goal</dd><dt>solve it</dt><dd>logicpuzzles solve six {state}</dd>" in read("x.html")


def test_the_picture_of_a_solution_is_where_it_ends(cli: Cli) -> None:
    """Of a puzzle the last state; of a model the solution."""
    assert cli("solve", "six", "--svg", "six.svg")[0] == 0
    assert labels(read("six.svg")) == ["1", "2", "3", "4", "5", "6"]
    code, out, _ = cli("solve", "send_more", "--svg", "send.svg")
    assert code == 0
    drawn = out.split("\n\n")[0]
    assert sorted("".join(labels(read("send.svg")))) == sorted(re.sub(r"[-\s]", "", drawn))


def test_all_solutions_can_be_played(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each under its moves; of more than there is room for, the first, and a sentence."""
    code, out, _ = cli("solve", "six", "--all", "--html", "x.html")
    assert code == 0
    page = read("x.html")
    summaries = re.findall("<summary>(.*?)</summary>", page)
    assert summaries == [line.strip().replace("  ", ": ", 1) for line in out.split("\n")[:24]]
    assert figures(page) == 24 * 16
    monkeypatch.setattr(solving, "PLAYED", 3)
    cli("solve", "six", "--all", "--html", "x.html")
    page = read("x.html")
    assert len(re.findall("<summary>", page)) == 3
    assert "24 solutions of 15 moves. The first 3 of 24 can be played." in page


def test_a_page_says_why_there_is_no_solution(cli: Cli) -> None:
    """The proof, and the start; no picture is drawn, which is told."""
    Path("stuck.py").write_text(STUCK)
    for more in ([], ["--all"]):
        code, out, error = cli("solve", "./stuck.py", *more, "--html", "x.html")
        assert (code, error) == (1, "")
        sentence = out.split(".\n")[0]
        assert sentence.startswith("No solution: ")
        page = read("x.html")
        assert " ".join(sentence.split()) in " ".join(page.split())
        assert figures(page) == 1
    code, _, error = cli("solve", "./stuck.py", "--svg", "x.svg")
    assert (code, error) == (1, "no picture is written into x.svg\n")
    assert not Path("x.svg").exists()


def test_a_page_says_why_a_model_has_no_solution(cli: Cli) -> None:
    """The constraints that contradict each other."""
    code, _, error = cli("solve", "queens", "--n", "3", "--html", "x.html", "--svg", "x.svg")
    assert (code, error) == (1, "no picture is written into x.svg\n")
    page = read("x.html")
    assert "No solution: " in page
    assert "these contradict each other" in page
    assert figures(page) == 0
    Path("grid").write_text("123.\n....\n...4\n....")
    assert cli("solve", "sudoku", "--grid", "grid", "--html", "x.html")[0] == 1
    page = unshared(read("x.html"))
    assert (figures(page), page.count('class="marked"')) == (1, 7)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (["solve", "seven", "--limit-nodes", "50"], "Stopped: "),
        (["solve", "queens", "--all", "--engine", "reference", "--limit-nodes", "300"], "Stopped: "),
        (["explore", "seven", "--limit-nodes", "500"], "Stopped: "),
        (["explore", "mastermind", "--pegs", "2", "--limit-nodes", "3"], "Stopped: "),
    ],
)
def test_a_page_says_which_limit_stopped_it(cli: Cli, asked: list[str], told: str) -> None:
    """With what was found until then."""
    code, _, _ = cli(*asked, "--html", "x.html")
    assert code == 3
    page = read("x.html")
    assert told in page
    assert "<figure" in page or 'class="chart"' in page


def test_what_is_not_dealt_is_not_written(cli: Cli) -> None:
    """Where a limit stopped the exploration."""
    code, _, error = cli("deal", "seven", "--limit-nodes", "500", "--html", "x.html", "--svg", "x.svg")
    assert code == 3
    assert error == "no page is written into x.html\nno picture is written into x.svg\n"


@pytest.mark.parametrize(
    "asked",
    [["solve", "six"], ["solve", "six", "--all"], ["solve", "send_more"], ["explore", "six"], ["deal", "six"],
     ["explore", "mastermind", "--pegs", "2"]],
)  # fmt: skip
def test_data_goes_together_with_a_page(cli: Cli, asked: list[str]) -> None:
    """One JSON object on standard output, and nothing else; the page is told beside it."""
    code, out, error = cli(*asked, "--json", "--html", "x.html")
    assert code == 0
    assert isinstance(json.loads(out), dict)
    assert error == "page    x.html\n"
    assert read("x.html").startswith("<!doctype html>")


def test_a_game_is_a_chart_and_a_tree(cli: Cli) -> None:
    """A bar for each number of questions with its secrets behind; the tree as nested lines."""
    assert cli("explore", "mastermind", "--pegs", "2", "--colours", "4", "--html", "x.html")[0] == 0
    page = read("x.html")
    found = load("mastermind", pegs=2, colours=4).game.explore()
    behind = re.findall('<p class="behind">(.*?)</p>', page)
    assert [len(text.split(", ")) for text in behind] == list(found.counts.values())
    game = load("mastermind", pegs=2, colours=4).game
    for secret in game.secrets:
        assert page.count(f": it is {game.name(secret)}</li>") == 1


def test_a_file_that_cannot_be_written_is_told_before_the_search(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is explored."""
    monkeypatch.setattr(explore, "_explored", lambda *_: pytest.fail("it was explored"))
    for command in ("explore", "deal"):
        code, _, error = cli(command, "six", "--html", "/nowhere/x.html")
        assert code == 2
        assert "--html: the page cannot be written: there is no such folder, got /nowhere/x.html. Next: name" in error


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full, which is always a full disk")
def test_a_full_disk_is_told(cli: Cli) -> None:
    """After the solution, which is not lost."""
    code, out, error = cli("solve", "six", "--html", "/dev/full")
    assert code == 2
    assert out.startswith("Solved in 15 moves:")
    assert "--html: the page cannot be written: No space left on device, got /dev/full. Next: name a file" in error


def test_ctrl_c_leaves_the_files_as_they_were(tmp_path: Path) -> None:
    """One line, and what an earlier run wrote is still there."""
    page, picture = tmp_path / "x.html", tmp_path / "x.svg"
    page.write_text("of an earlier run")
    asked = ("solve", "fifteen", "--strategy", "iddfs", "--html", str(page), "--svg", str(picture))
    _, code, out, error = interrupted(asked, 1.0, None)
    assert (code, out, error) == (130, "", "Stopped with Ctrl-C.")
    assert page.read_text() == "of an earlier run"
    assert not picture.exists()


def test_a_shell_completes_the_file(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """And the options themselves."""
    for typed, completed in (("solve six --ht", "plain,--html\n"), ("deal six --sv", "plain,--svg\n"),
                             ("show six --html x", "file,x\n")):  # fmt: skip
        monkeypatch.setenv("_LOGICPUZZLES_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", f"logicpuzzles {typed}")
        monkeypatch.setenv("COMP_CWORD", str(len(typed.split())))
        assert run([]) == 0
        assert capsys.readouterr().out == completed


def test_a_board_that_is_too_large_is_told_with_its_values(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """In its place a sentence and the values; beside a picture a note."""
    monkeypatch.setattr("logicpuzzles.drawing.too_large.MOST_CELLS", 6)
    sentence = "A board of 7 cells is too large to be drawn (at most 6)."
    code, _, error = cli("deal", "six", "--svg", "x.svg")
    assert (code, error) == (0, f"{sentence}\n")
    assert " ".join(labels(read("x.svg"))).startswith(f"{sentence} It holds: ")
    assert cli("show", "six", "--html", "x.html")[0] == 0
    assert f"<desc>{sentence} It holds:\n1 2 3 4 5 6 .</desc>" in read("x.html")
