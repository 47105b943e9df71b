"""Rule files on workers: as content, without a file there, read once by each, with what they import beside them."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from functools import partial

import pytest
from worker_items import count_of, moves_of

from logicpuzzles import PuzzleError, load, loads
from logicpuzzles.rulefile.beside import modules_beside
from logicpuzzles.rulefile.carried import content_hash
from logicpuzzles.rulefile.finding import shipped
from logicpuzzles.workers.calls import answer, opened, packed
from logicpuzzles.workers.processes import Processes

STARTS = [(0, 7, 2, 1, 4, 3, 6, 5), (4, 7, 2, 1, 0, 3, 6, 5), (7, 0, 2, 1, 4, 3, 6, 5)]


@pytest.fixture(scope="module")
def processes():
    made = Processes(2)
    yield made
    made.close()


@pytest.mark.parametrize("name", ["seven.py", "seven.pl"])
def test_a_rule_file_is_sent_as_its_text(processes, tmp_path, name):
    """Its file may be gone; each worker reads it once."""
    path = shutil.copy(shipped() / name, tmp_path)
    rulefile = load(path)
    os.remove(path)
    found = processes.run(partial(moves_of, rulefile), STARTS * 4)
    assert [moves for moves, *_ in found] == [rulefile.puzzle.successors(start) for start in STARTS] * 4
    assert len({seen for _, *seen in map(list, found) for seen in [tuple(seen)]}) == len({pid for _, pid, _ in found})
    assert os.getpid() not in {pid for _, pid, _ in found}


@pytest.mark.parametrize(("name", "kind", "wanted"), [("queens", "model", 4), ("queens.pl", "model", 4)])
def test_what_it_declares_is_sent_as_the_file(processes, name, kind, wanted):
    """With the values of its parameters."""
    model = getattr(load(name, n=6), kind)
    assert processes.run(partial(count_of, model), [0, 1]) == [wanted, wanted]


COUNTING = """
parameter(last, 3).
move(up, [N], [M]) :- parameter(last, Last), N < Last, M is N + 1.
start([0]).
goal([Last]) :- parameter(last, Last).
"""


def test_another_text_is_another_hash(tmp_path):
    """An edit or another value; the same again is the same."""
    path = tmp_path / "counted.pl"
    path.write_text(f"{COUNTING}likes(wallace, cheese).\n")
    first, again, other = load(path), load(path), load(path, last=4)
    path.write_text(f"{COUNTING}likes(gromit, cheese).\n")
    edited = load(path)
    assert content_hash(first) == content_hash(again)
    assert len(set(map(content_hash, (first, other, edited)))) == 3
    elsewhere = tmp_path / "elsewhere.pl"
    elsewhere.write_text(first.text)
    os.utime(elsewhere, (1, 1))
    assert content_hash(load(elsewhere)) == content_hash(first)
    made = pickle.loads(pickle.dumps(first))
    assert made.ask("likes(X, cheese)").first()["X"] == "wallace"
    assert (made.changed, made.arguments, repr(made)) == (True, {"last": 3}, repr(first))
    assert made.reload().ask("likes(X, cheese)").first()["X"] == "gromit"


def test_a_text_that_was_typed_in_is_sent(processes):
    """It has no file anywhere."""
    rulefile = loads("start([0]). goal([2]). move(up, [N], [M]) :- N < 2, M is N + 1.")
    [(moves, pid, _)] = processes.run(partial(moves_of, rulefile), [(0,)])
    assert (moves, pid == os.getpid()) == ((("up", (1,)),), False)


BESIDE = {
    "rules_of_it.py": '''"""With a module beside it."""
from logicpuzzles import Puzzle, eq, lall, relation, swapo

from around_it.goals import last


@relation
def turn(at, before, after):
    return lall(swapo(0, 1, before, after), eq(at, 0))


def puzzle():
    from beside_it import first

    return Puzzle(turn, first(), last())
''',
    "beside_it.py": "import also_beside_it\n\ndef first():\n    return also_beside_it.FIRST\n",
    "also_beside_it.py": "FIRST = (1, 0)\n",
    "not_imported.py": "",
    "around_it/__init__.py": "",
    "around_it/goals.py": "from .two import TWO\n\ndef last():\n    return TWO\n",
    "around_it/two.py": "TWO = (0, 1)\n",
}
ASKS = """
import pickle, sys
sys.path.insert(0, sys.argv[1])
from logicpuzzles import load
sys.stdout.buffer.write(pickle.dumps(load(sys.argv[1] + "/rules_of_it.py")))
"""
READS = """
import pickle, sys
rulefile = pickle.loads(sys.stdin.buffer.read())
print(rulefile.puzzle.solve().moves, rulefile.puzzle.start, "also_beside_it" in sys.modules)
"""


def test_modules_beside_a_python_file_go_with_it(tmp_path):
    """Those that it imports, wherever it does, and theirs; they are found where there is no such folder."""
    folder = tmp_path / "asking"
    for name, text in BESIDE.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    sent = subprocess.run([sys.executable, "-c", ASKS, str(folder)], stdout=subprocess.PIPE, check=True).stdout
    assert b"not_imported" not in sent
    shutil.rmtree(folder)
    done = subprocess.run([sys.executable, "-c", READS], input=sent, capture_output=True, check=True)
    assert done.stdout.decode().split("\n")[0] == "(0,) (1, 0) True"


@pytest.mark.parametrize("name", ["six.py", "sudoku.py", "mastermind.py"])
def test_what_is_installed_stays(name):
    """Only what lies in the folder of the file goes along."""
    assert modules_beside((shipped() / name).read_text(), shipped()) == ()


def test_a_file_that_a_worker_cannot_read_says_so(processes, tmp_path):
    """The place is that of the file here."""
    path = tmp_path / "here_only.py"
    path.write_text(f"import os\nassert os.getpid() == {os.getpid()}\nfrom logicpuzzles import *\n{MOVES}")
    rulefile = load(path)
    with pytest.raises(PuzzleError, match=r"here_only\.py:2: AssertionError"):
        processes.run(partial(moves_of, rulefile), [(1, 0)])


MOVES = """
@relation
def turn(at, before, after):
    return lall(swapo(0, 1, before, after), eq(at, 0))

puzzle = Puzzle(turn, (1, 0), (0, 1))
"""


def test_another_version_is_refused():
    """The message says which is where."""
    [reply], _ = answer("0.1.9", packed(abs), [packed(-1)], 1.0, "tcp://10.0.0.7:4711")
    with pytest.raises(PuzzleError, match=r"^tcp://10\.0\.0\.7:4711: this worker has another version .* 0\.1\.9, got "):
        opened(reply)
