"""With --json standard output holds one object, whatever a rule file prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from logicpuzzles.cli.running import run

LOUD = '''"""Two cells that change places."""

from logicpuzzles import Puzzle, eq, lall, relation, vars

print("loading")


@relation
def move(label, before, after):
    """Says that it is asked."""
    print("asked")
    x, y = vars(2)
    return lall(eq(label, 1), eq(before, (x, y)), eq(after, (y, x)))


puzzle = Puzzle(move=move, start=(1, 0), goal=(0, 1))
'''


@pytest.mark.parametrize(
    "command",
    [
        "solve FILE --json",
        "solve --json FILE --all",
        "explore FILE --json",
        "deal FILE --json",
        "query FILE QUERY --json",
    ],
)
def test_what_a_rule_file_prints_stands_beside_the_data(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both when it is loaded and when its relations are asked."""
    file = tmp_path / "loud.py"
    file.write_text(LOUD)
    words = {"FILE": str(file), "QUERY": "move(1, [1, 0], X)"}
    code = run([words.get(word, word) for word in command.split()])
    told = capsys.readouterr()
    assert code == 0
    assert "status" in json.loads(told.out)
    assert "loading\n" in told.err
    assert "asked\n" in told.err


def test_what_a_rule_file_prints_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where a person reads, it stands among the rest."""
    file = tmp_path / "loud.py"
    file.write_text(LOUD)
    assert run(["solve", str(file)]) == 0
    assert capsys.readouterr().out.startswith("loading\nasked\n")
