"""Every example of the README runs: sessions as doctests, commands with their output, files as files."""

from __future__ import annotations

import doctest
import re
import shlex
from pathlib import Path

import pytest

from logicpuzzles.cli import run
from logicpuzzles.rulefile import diagnosis
from logicpuzzles.search import plan
from logicpuzzles.text import directives

README = (Path(__file__).parent.parent / "README.md").read_text()
BLOCKS = re.findall(r"^```(\w+) ?([\w.]*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
TIMES = re.compile(r"[0-9.]+ (ms|s)\b")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the rule files that the README shows."""
    path = tmp_path_factory.mktemp("readme")
    for language, name, text in BLOCKS:
        if language in ("python", "prolog") and name:
            (path / name).write_text(text)
    return path


@pytest.fixture(autouse=True)
def elsewhere(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.delenv("LOGICPUZZLES_PATH", raising=False)
    for patience in ("HAND_OVER", "NUMBA_IS_THERE"):  # which engine ends a short search must not hang on the machine
        monkeypatch.setattr(plan, patience, 60.0)
    monkeypatch.setattr(diagnosis, "duration", lambda seconds: "12 ms")  # its length tells where a line is folded


def test_the_first_screen_has_a_query_its_answer_and_a_board():
    """All within the first fifteen lines."""
    first = "\n".join(README.split("\n")[:16])
    assert "\n(1, 3, 2)\n" in first
    assert "\n 1 2\n3 4 5\n 6 .\n" in first


def test_sessions_give_what_is_printed():
    """One session from the top to the end of the README."""
    text = "\n".join(text for language, name, text in BLOCKS if language == "python" and not name)
    example = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert len(example.examples) > 10
    told = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert "".join(told) == ""


def commands():
    for language, _, text in BLOCKS:
        if language == "console":
            for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
                yield part.split("\n", 1)


COMMANDS = list(commands())


@pytest.mark.parametrize(("line", "expected"), COMMANDS, ids=[line for line, _ in COMMANDS])
def test_a_command_prints_what_is_shown(capsys, line, expected):
    """Figures of time aside; a line of dots stands for any lines."""
    assert line.startswith("logicpuzzles ")
    run(shlex.split(line)[1:])
    told = capsys.readouterr()
    pattern = re.escape(TIMES.sub(r"# \1", expected)).replace(re.escape("...\n"), "(?s:.*)")
    assert re.fullmatch(pattern, TIMES.sub(r"# \1", told.out + told.err))


def test_there_is_a_command_of_every_kind():
    assert {line.split()[1] for line, _ in COMMANDS} == {
        "list", "solve", "check", "listing", "explore", "deal", "query", "test",
    }  # fmt: skip


def test_all_directives_are_told():
    names = re.findall(r"\b(?!library)([a-z_]+)[ (](?=name|library|\[|double)", directives.KNOWN)
    assert len(names) == 9
    for name in names:
        assert f":- {name}" in README
