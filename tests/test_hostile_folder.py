"""What lies in the current folder never runs: it may have come from a stranger, with a rule file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import HANGS

from logicpuzzles.commands.table import ON_THE_COMMAND_LINE

MARKER = "ran"
ASKED_FOR = ["colorama", "cuda", "llvmlite", "numpy", "scipy", "sitecustomize", "threadpoolctl", "yaml"]
COMMAND = Path(sys.executable).with_name("logicpuzzles")

COMMANDS = {
    "list": [],
    "show": ["seven"],
    "query": ["seven", "start(S), neighbor(0, X)"],
    "repl": ["seven"],
    "solve": ["seven", "--workers", "2"],
    "batch": ["send_more", "--starts", "empty.txt", "--workers", "2"],
    "explore": ["six", "--workers", "2"],
    "deal": ["six", "--seed", "1"],
    "play": ["seven"],
    "check": ["seven"],
    "listing": ["seven"],
    "test": ["tested.pl"],
    "serve": ["--no-browser"],
    "cache": [],
}


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder with a file for each module of Python's, and for some that others look for; each writes a line."""
    for name in {*sys.stdlib_module_names, *ASKED_FOR} - {"__main__"}:
        marked = f"open({str(tmp_path / MARKER)!r}, 'a').write({name + chr(10)!r})\nraise ImportError('a stranger')\n"
        (tmp_path / f"{name}.py").write_text(marked)
    (tmp_path / "tested.pl").write_text("n(1).\n:- begin_tests(n).\ntest(n) :- n(1).\n:- end_tests(n).\n")
    (tmp_path / "empty.txt").write_text("")
    return tmp_path


def started(folder: Path, *args: str | Path) -> subprocess.Popen[str]:
    environment = {name: what for name, what in os.environ.items() if not name.startswith("PYTHON")}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([*map(str, args)], cwd=folder, env=environment, text=True, **pipes)


def strangers(folder: Path) -> str:
    marker = folder / MARKER
    return marker.read_text() if marker.exists() else ""


def test_there_is_a_case_for_each_command():
    assert set(COMMANDS) == {command.name for command in ON_THE_COMMAND_LINE}


@pytest.mark.parametrize("name", COMMANDS)
def test_no_command_runs_what_lies_in_the_current_folder(hostile: Path, name: str):
    process = started(hostile, COMMAND, name, *COMMANDS[name])
    if name == "serve":
        assert process.stdout is not None
        said = process.stdout.readline()
        process.terminate()
    out, err = process.communicate("" if name != "play" else "quit\n", timeout=HANGS)
    assert strangers(hostile) == ""
    assert "stranger" not in out + err
    if name == "serve":
        assert "The workbench is at" in said
    else:
        assert process.returncode == 0, out + err


PROGRAMS = {
    "a process that compiles": """
from logicpuzzles.kernels.apart import start
assert start("logicpuzzles.logic.machine.kernels.build").wait() == 0
""",
    "workers": """
from operator import neg
from logicpuzzles.workers.processes import Processes
from logicpuzzles.workers.calls import packed
processes = Processes(2)
replies, _ = processes.submitted(processes.pool(), packed(neg), [packed(1)]).result()
assert len(replies) == 1, replies
processes.close()
""",
    "processes of the workbench": """
import asyncio
from logicpuzzles.workbench.work import Work, prepare
async def main():
    prepare()
    work = Work()
    await work.warm()
    work.close()
asyncio.run(main())
""",
}


@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_no_process_that_is_begun_runs_what_lies_in_the_current_folder(hostile: Path, program: str):
    process = started(hostile, sys.executable, "-P", "-c", program)
    out, err = process.communicate(timeout=HANGS)
    assert (process.returncode, strangers(hostile)) == (0, ""), out + err


def test_a_module_of_the_program_in_the_current_folder_is_found_by_workers(tmp_path: Path):
    (tmp_path / "mine.py").write_text("def doubled(x):\n    return 2 * x\n")
    program = (
        "import mine\nfrom logicpuzzles.workers.calls import opened, packed\n"
        "from logicpuzzles.workers.processes import Processes\nprocesses = Processes(1)\n"
        "replies, _ = processes.submitted(processes.pool(), packed(mine.doubled), [packed(21)]).result()\n"
        "print(opened(replies[0]))\nimport os\nprint(os.environ.get('PYTHONSAFEPATH'))\n"
    )
    process = started(tmp_path, sys.executable, "-c", program)
    assert process.communicate(timeout=HANGS) == ("42\nNone\n", "")


def test_processes_that_a_worker_begins_are_as_the_user_has_them(tmp_path: Path):
    from logicpuzzles.workers.calls import opened, packed
    from logicpuzzles.workers.processes import Processes

    processes = Processes(1)
    try:
        work, items = packed(os.getenv), [packed("PYTHONSAFEPATH")]
        replies, _ = processes.submitted(processes.pool(), work, items).result()
        assert opened(replies[0]) is None
    finally:
        processes.close()


@pytest.mark.parametrize("module", ["queue", "secrets", "json"])
def test_python_m_leaves_the_current_folder(tmp_path: Path, module: str):
    """As far as it can: what Python itself loads before is not for a package to choose."""
    (tmp_path / f"{module}.py").write_text(f"open({MARKER!r}, 'w').write('x')\nraise ImportError\n")
    process = started(tmp_path, sys.executable, "-m", "logicpuzzles", "solve", "seven", "--json")
    out, err = process.communicate(timeout=HANGS)
    assert (process.returncode, err, strangers(tmp_path)) == (0, "", ""), out
