"""Compiled kernels on disk: they are used again, and what is damaged is told once and compiled around."""

from __future__ import annotations

import json
import os
import pickle
import resource
import subprocess
import sys

import pytest
from waiting import HANGS

from logicpuzzles.cache_folder import PLACE
from logicpuzzles.errors import CacheWarning
from logicpuzzles.kernels import kept, sources
from logicpuzzles.kernels import launch as launching
from logicpuzzles.kernels.kernel import kernel
from logicpuzzles.kernels.kinds import INT
from logicpuzzles.kernels.launch import file_of, launch
from logicpuzzles.sealed import Damaged, sealed, unsealed


@kernel
def twice(x: int) -> int:
    return x + x


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache folder; what is wrong with it has not been told yet."""
    monkeypatch.setenv(PLACE, str(tmp_path / "cache"))
    monkeypatch.setattr(sources, "_told", [])
    return tmp_path / "cache"


def compiled():
    """The kernel as a new process has it, once it is called; and whether it came from the cache."""
    launching.loaded.clear()
    was_there = file_of(twice, (INT,)).read() is not None
    assert launch(twice, 21) == 42
    return was_there


def files(folder):
    return list(folder.rglob("*.code"))


def test_a_kernel_is_compiled_once(folder):
    assert not compiled()
    assert compiled()


def test_a_change_of_any_file_beside_a_kernel_compiles_it_anew(folder, monkeypatch):
    """A kernel calls functions of other files."""
    assert not compiled()
    assert compiled()
    monkeypatch.setattr(kept, "_digest", lambda _: "others")
    assert not compiled()


def test_constants_from_another_folder_are_part_of_a_kernel(tmp_path):
    """They are compiled in; what else comes from there is not."""
    files = {
        "loops/loop.py": "from ..codes import (\n    LEAST,\n)\nfrom .. import limits\nfrom ..classes import Label\n",
        "loops/beside.py": "MOST = 3\n",
        "codes.py": "LEAST = 1\n",
        "limits.py": "GREATEST = 9\n",
        "classes.py": "class Label: ...\n",
    }
    (tmp_path / "loops").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)

    def digest():
        sources.digest_of.cache_clear()
        return sources.digest_of(tmp_path / "loops")

    before = digest()
    assert digest() == before
    (tmp_path / "classes.py").write_text("class Label: pass\n")
    assert digest() == before
    for name in ("codes.py", "limits.py", "loops/beside.py", "loops/loop.py"):
        (tmp_path / name).write_text(files[name] + "# another\n")
        after = digest()
        assert after != before
        before = after
    sources.digest_of.cache_clear()


def flipped(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def in_its_place(make):
    def damage(path):
        path.unlink()
        make(path)

    return damage


DAMAGES = {
    "empty": lambda path: path.write_bytes(b""),
    "truncated": lambda path: path.write_bytes(path.read_bytes()[:50]),
    "garbage": lambda path: path.write_bytes(os.urandom(1000)),
    "one bit": flipped,
    "a pickle": lambda path: path.write_bytes(pickle.dumps("version")),
    "endless": in_its_place(lambda path: path.symlink_to("/dev/zero")),
    "a pipe": in_its_place(os.mkfifo),
    "a link to itself": in_its_place(lambda path: path.symlink_to(path)),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_replaced(folder, damage, recwarn):
    assert not compiled()
    (path,) = files(folder)
    damage(path)
    assert not compiled()
    assert compiled()
    assert [str(path.parent) in str(one.message) for one in recwarn if one.category is CacheWarning] in ([True], [])


def test_where_no_file_can_be_the_kernel_is_compiled_each_time(folder):
    assert not compiled()
    (path,) = files(folder)
    path.unlink()
    path.mkdir()
    with pytest.warns(CacheWarning):
        assert not compiled()
    assert not compiled()  # told once


def test_damage_is_told_in_words(folder):
    assert not compiled()
    (path,) = files(folder)
    path.write_bytes(b"")
    with pytest.warns(CacheWarning, match=r"the compiled kernel in .*\.code is damaged .*; it is compiled anew"):
        assert not compiled()


def test_a_file_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(sealed(b"something"))
    assert unsealed(path) == b"something"
    path.write_bytes(sealed(b"something") + b"!")
    with pytest.raises(Damaged):
        unsealed(path)


def test_whatever_bit_is_damaged_is_noticed(tmp_path):
    """Also where the digest itself is damaged, and at each end that is cut off or written further."""
    path = tmp_path / "file"
    written = sealed(b"something that is kept")
    for bit in range(8 * len(written)):
        damaged = bytearray(written)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        with pytest.raises(Damaged):
            unsealed(path)
    for other in [written[:n] for n in range(len(written))] + [written[1:], written + b"\0", b"\0" + written]:
        path.write_bytes(other)
        with pytest.raises(Damaged):
            unsealed(path)


def test_versions_of_python_read_the_same_files(tmp_path):
    """The digest is that of BLAKE2b, whatever Python runs: kernels and trees are kept for all of them."""
    assert sealed(b"something").hex() == "28c6a96ef3e4b8d8" + b"something".hex()


# -- compiled by another process ----------------------------------------------------------------------

TINY = """
from logicpuzzles.kernels.kernel import kernel

@kernel
def twice(x: int) -> int:
    return x + x
"""
CALL = """
import sys
from logicpuzzles.cli.running import tell_warnings
tell_warnings()
import tiny
from logicpuzzles.kernels.launch import launch
print(launch(tiny.twice, 21), int("llvmlite" not in sys.modules))
"""


TYPED = """
from typing import NamedTuple
from logicpuzzles.kernels.kernel import kernel

class Doubled(NamedTuple):
    number: int

    def value(self) -> int:
        return 2 * self.number

class Squared(NamedTuple):
    number: int

    def value(self) -> int:
        return self.number * self.number

@kernel
def evaluate(moves) -> int:
    return moves.value()
"""
CALL_TYPED = """
import sys
import tiny
from logicpuzzles.kernels.launch import launch
print(*(launch(tiny.evaluate, kind(7)) for kind in (tiny.Doubled, tiny.Squared, tiny.Doubled)))
print(int("llvmlite" not in sys.modules))
"""


def called(folder, tiny=TINY, call=CALL, **options):
    """What a process prints that calls a kernel, its result and 1 if it compiles nothing itself; and its messages."""
    (folder / "tiny.py").write_text(tiny)
    (folder / "call.py").write_text(call)
    env = {**os.environ, PLACE: str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1"}
    env["PYTHONPATH"] = str(folder)  # the process that compiles looks for nothing in the current folder
    done = subprocess.run(
        [sys.executable, "call.py"], cwd=folder, env=env, capture_output=True, text=True, timeout=300, **options
    )
    return done.stdout, done.stderr


def test_another_process_compiles_and_this_one_loads(tmp_path):
    assert called(tmp_path) == ("42 1\n", "")


def test_a_kernel_is_compiled_for_each_type_of_moves(tmp_path):
    """The operations are those of the type, and what was compiled for one type is not taken for another."""
    assert called(tmp_path, TYPED, CALL_TYPED) == ("14 49 14\n1\n", "")


def test_a_full_disk_is_one_line(tmp_path):
    """No byte can be written into a file: the kernel is compiled all the same."""
    printed, told = called(tmp_path, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))
    assert printed in ("42 0\n", "")  # standard output is a pipe
    assert printed == "42 0\n"
    assert told.startswith("Warning: ")
    assert told.count("\n") == 1


def commanded(*args, seconds=HANGS):
    command = [sys.executable, "-m", "logicpuzzles", *args, "--json", "--limit-seconds", str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.returncode, json.loads(done.stdout), done.stderr


def waiting(*args):
    """The reason why the command stops; on a busy machine a short limit is reached before it waits for the kernel."""
    for seconds in (2, 8, 32):
        code, found, told = commanded(*args, seconds=seconds)
        assert (code, found["status"], told) == (3, "stopped", "")
        if "while" in found["reason"]:
            break
    return found["reason"].replace(f"{seconds} seconds", "so many seconds")


SO_MANY = "the limit of so many seconds was reached while"


@pytest.mark.parametrize(
    "args",
    [
        ("solve", "fifteen", "--strategy", "iddfs", "--engine", "compiled"),
        ("solve", "fifteen", "--strategy", "iddfs"),
        ("solve", "fifteen", "--strategy", "iddfs", "--count"),
    ],
    ids=" ".join,
)
def test_a_search_stops_at_its_limit_while_its_kernel_is_compiled(never_compiled, args):
    from logicpuzzles.search.kernels.depth_first import depth_first

    never_compiled(depth_first)
    assert SO_MANY in waiting(*args)


def test_an_exploration_stops_at_its_limit_while_its_kernel_is_compiled(never_compiled):
    from logicpuzzles.search.kernels.hash_queue import breadth_first

    never_compiled(breadth_first)
    assert SO_MANY in waiting("explore", "fifteen")


def test_a_model_is_solved_while_its_kernel_is_compiled(never_compiled):
    from logicpuzzles.models.loading import library

    never_compiled(library)
    code, found, told = commanded("solve", "send_more")
    assert (code, found["status"], found["nodes"], told) == (0, "solved", 4, "")


def test_a_model_that_lasts_stops_at_its_limit_while_its_kernel_is_compiled(never_compiled):
    from logicpuzzles.models.loading import library

    never_compiled(library)
    assert SO_MANY in waiting("solve", "magic_square", "--order", "4", "--count")


def test_a_game_stops_at_its_limit_while_its_kernel_is_compiled(never_compiled):
    from logicpuzzles.games.kernels.memory import recall

    never_compiled(recall)
    assert "while" in waiting("explore", "mastermind", "--pegs", "3", "--strategy", "optimum")


def test_a_query_stops_at_its_limit_while_a_kernel_is_compiled(never_compiled, capfd):
    from logicpuzzles.search.kernels.hash_queue import breadth_first

    never_compiled(breadth_first)
    command = [sys.executable, "-m", "logicpuzzles", "query", "fifteen", "hardest(S, N)", "--limit-seconds", "2"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith("Stopped: ")


def test_a_process_that_compiles_outlives_the_one_that_began_it_without_a_warning(tmp_path):
    going = tmp_path / "going"
    going.touch()
    (tmp_path / "slow.py").write_text(
        f"import os, time\ndef main():\n    while os.path.exists({str(going)!r}):\n        time.sleep(0.02)\n"
    )
    code = "from logicpuzzles.kernels.apart import start\nprint(start('slow').poll())\n"
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=HANGS,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    going.unlink()
    assert (done.returncode, done.stdout, done.stderr) == (0, "None\n", "")
