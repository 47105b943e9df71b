"""The list of commands, and the list of rule files under what they declare."""

from __future__ import annotations

import inspect
import re
from typing import get_type_hints

import pytest

from logicpuzzles import load
from logicpuzzles.by_name import entry
from logicpuzzles.cli.commands import logicpuzzles
from logicpuzzles.cli.explore import Exploring
from logicpuzzles.cli.inspecting import HEADINGS
from logicpuzzles.cli.solving import Solving
from logicpuzzles.commands.session_table import IN_THE_SESSION
from logicpuzzles.commands.table import COST, DASK, LIMITS, NODES, ON_THE_COMMAND_LINE, TRUST
from logicpuzzles.repl.dispatch import READERS
from logicpuzzles.rulefile.finding import available
from logicpuzzles.rulefile.outline import RELATIONS, glance


def test_without_a_command_the_help_is_printed_and_nothing_else(cli):
    assert cli() == cli("--help")
    assert cli()[0] == 0
    assert cli()[1].startswith("Usage: logicpuzzles [OPTIONS] COMMAND [ARGS]...\n")


def test_every_command_is_told_in_a_whole_sentence(cli, monkeypatch):
    for columns in ("80", "50"):
        monkeypatch.setenv("COLUMNS", columns)
        told = cli()[1].split("Commands:\n")[1]
        assert "..." not in told
        assert re.findall(r"(?m)^  (\S+)", told) == list(logicpuzzles.commands)


def test_what_a_shipped_file_seems_to_declare_is_what_it_declares():
    for name, path in available().items():
        assert glance(path) == (load(name).kind or RELATIONS), name


def test_files_are_listed_under_what_they_declare(cli):
    sections = {part.split("\n")[0]: re.findall(r"(?m)^  (\S+)", part) for part in cli("list")[1].split("\n\n")}
    assert [heading for heading in HEADINGS.values() if heading in sections] == list(sections)
    assert "seven.pl" in sections[HEADINGS["puzzle"]]
    assert "queens" in sections[HEADINGS["model"]]
    assert "mastermind" in sections[HEADINGS["game"]]
    assert "zebra.pl" in sections[HEADINGS[RELATIONS]]
    assert sorted(name for names in sections.values() for name in names) == list(available())


GLANCES = [
    ("a.py", "from logicpuzzles import Puzzle\npuzzle = Puzzle()\n", "puzzle"),
    ("a.py", "import logicpuzzles\n\n\ndef puzzle():\n    return logicpuzzles.Model(None)\n", "model"),
    ("a.py", "puzzle = load('seven').puzzle\n", None),
    ("a.py", "a = Puzzle()\nb = Game()\n", None),
    ("a.py", "raise SystemExit('this file was run')\n", None),
    ("a.py", "puzzle = Puzzle(\n", None),
    ("a.pl", "% start(1) is no clause\n/*\nstart(1).\n*/\nlikes(a, b).\n", RELATIONS),
    ("a.pl", "start([1]).\n", "puzzle"),
    ("a.pl", ":- puzzle(go).\n", "puzzle"),
]


@pytest.mark.parametrize(("name", "text", "kind"), GLANCES)
def test_a_glance_at_a_file_does_not_run_it(tmp_path, name, text, kind):
    (tmp_path / name).write_text(text)
    assert glance(tmp_path / name) == kind


def test_a_file_that_is_wrong_is_listed_with_what_is_wrong(cli, tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "broken.py").write_text("puzzle = Puzzle(\n")
    assert re.search(r"\nOthers\n  broken +\(cannot be read: '\(' was never closed", cli("list")[1])


ASKED = {"solve": Solving, "explore": Exploring}


def test_every_row_of_the_table_names_a_function_that_takes_its_arguments():
    """The functions are named, not imported: a slip would show only where the command is given."""
    for command in ON_THE_COMMAND_LINE:
        given = {argument.name for argument in command.shell.arguments} - {"name"}
        if NODES not in command.shell.arguments:
            given -= {limit.name for limit in (*LIMITS, COST)}  # held by whoever runs the command
        else:
            given = given - {limit.name for limit in (*LIMITS, COST)} | {"limits", "progress"}
        given |= {"progress"} if command.shell.tells else set()
        given -= {DASK.name, TRUST.name}  # they go into `workers`
        runs = [command.shell.run] if isinstance(command.shell.run, str) else command.shell.run.values()
        for run in runs:
            taken = inspect.signature(entry(run)).parameters
            if "asked" in taken:
                taken = get_type_hints(ASKED[command.name])
            assert set(taken) - {"rulefile"} == given, command.name
    for command in IN_THE_SESSION:
        for usage in command.prompt.usages:
            words = [word for word in usage.partition("(")[2].rstrip(")").split(", ") if word]
            assert set(words) <= set(READERS)
            inspect.signature(entry(command.prompt.run)).bind("session", *words)


def test_relations_of_one_name_are_told_apart(cli, tmp_path):
    (tmp_path / "mine.pl").write_text("p(1).\np(1, 2).\n")
    assert cli("show", "./mine.pl")[1].endswith("Relations\n  p/1\n  p/2\n")
