"""What only looks at rule files looks at a bounded part of regular files, whatever lies in a folder; it never waits."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import logicpuzzles
from logicpuzzles.errors import PuzzleError
from logicpuzzles.rulefile.finding import GLANCED, beginning, source
from logicpuzzles.rulefile.outline import glance, signature, summary

ROOM = 2 << 30  # bytes of address space
LARGE = {
    "lists.py": '"""Lists."""\n' + "x = [1, 2, 3, f(4)]\n" * 900_000,
    "deep.py": '"""Deep."""\nx = ' + "(" * 5_000_000,
    "comments.py": "#\n" * 5_000_000,
    "single.py": "'''One \\''' of\nthem.'''\n" + "def puzzle(): pass\n" * 500_000,
    "clauses.pl": "% Clauses.\nparameter(n, 3).\n" + "f(1, X) :- g(X, [1, 2, 3]).\n" * 600_000,
    "open.pl": "% Open.\n" + "/* f(1, 2).\n" * 1_000_000,
    "begun.pl": "/* " * 5_000_000,
}
SHOWN = {"lists.py": "Lists.", "single.py": "One ''' of them.", "clauses.pl": "Clauses.", "open.pl": "Open."}


def run(folder: Path, *command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))

    environment = {**os.environ, **variables}
    return subprocess.run(
        [sys.executable, "-m", "logicpuzzles", *command],
        cwd=folder, capture_output=True, text=True, env=environment, preexec_fn=limit, timeout=100, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with `rules/` of a stranger."""
    made = tmp_path_factory.mktemp("stranger")
    rules = made / "rules"
    rules.mkdir()
    for name, text in LARGE.items():
        (rules / name).write_text(text)
    os.mkfifo(rules / "pipe.pl")
    (rules / "zero.py").symlink_to("/dev/zero")
    (rules / "nothing.py").symlink_to("nowhere.py")
    (rules / "folder.py").mkdir()
    return made


def test_list_looks_at_the_beginning_of_regular_files(folder: Path) -> None:
    """Within little memory."""
    done = run(folder, "list")
    assert (done.returncode, done.stderr) == (0, "")
    lines = [line.split(None, 1) for line in done.stdout.splitlines() if line.startswith("  ") and line[2] != " "]
    shown = {name: rest[0] if rest else "" for name, *rest in lines}
    for name, doc in SHOWN.items():
        assert shown[Path(name).stem] == doc
    for name in ("pipe", "zero", "nothing", "folder"):
        assert shown[name].startswith("(cannot be read: ")


@pytest.mark.parametrize("name", [*LARGE, "pipe.pl", "zero.py"])
def test_help_and_completion_look_at_the_beginning_too(folder: Path, name: str) -> None:
    """The options of the command are there, whatever the file is."""
    words = f"logicpuzzles solve rules/{name} --"
    done = run(folder, _LOGICPUZZLES_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD="3")
    assert "plain,--goal" in done.stdout
    if (folder / "rules" / name).is_file():
        assert "--limit-seconds" in run(folder, "solve", f"rules/{name}", "--help").stdout


def test_what_is_no_regular_file_is_not_read(folder: Path) -> None:
    """Nor waited for."""
    for name in ("pipe.pl", "zero.py"):
        for read in (source, beginning):
            with pytest.raises(PuzzleError, match="not a regular file"):
                read(folder / "rules" / name)
        assert glance(folder / "rules" / name) is None
        assert signature(folder / "rules" / name) == ()


def test_a_file_that_is_not_long_is_looked_at_whole(tmp_path: Path) -> None:
    """A long one up to the last line that is there."""
    path = tmp_path / "it.pl"
    path.write_bytes(b"\xef\xbb\xbf% It.\r\n" + b"f(1).\r\n" * 10)
    assert beginning(path) == source(path) == "% It.\n" + "f(1).\n" * 10
    path.write_text("% It, ä.\n" + "f('ä').\n" * GLANCED)
    assert source(path).startswith(beginning(path))
    assert beginning(path).endswith("f('ä').\n")
    assert GLANCED - 20 < len(beginning(path).encode()) <= GLANCED
    assert summary(path) == "It, ä."


def test_from_a_zip_file_a_message_says_that_there_are_no_rule_files(tmp_path: Path) -> None:
    """And not an empty list."""
    package = Path(logicpuzzles.__file__).parent
    with zipfile.ZipFile(tmp_path / "it.zip", "w") as file:
        for path in package.rglob("*"):
            if "__pycache__" not in path.parts:
                file.write(path, path.relative_to(package.parent))
    code = "import sys; sys.path.insert(0, 'it.zip'); from logicpuzzles.cli import main; main(['list'])"
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: list: there are no rule files; ")
    assert "Next: install the package" in done.stderr
