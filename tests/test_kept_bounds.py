"""Tables of lower bounds on disk: whole or not at all, checked when they are read, listed and removed."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import warnings

import numpy as np
import pytest
from boards import sliding

from logicpuzzles import cache_folder
from logicpuzzles.errors import CacheWarning
from logicpuzzles.proofs import table_cache
from logicpuzzles.proofs.bound_places import place
from logicpuzzles.proofs.table_cache import KeptTables, keep, read_tables
from logicpuzzles.rewriting.rewrite import pattern_of

TABLES = KeptTables([[1, 2], [3]], (np.arange(100_000, dtype=np.uint16), np.arange(3, dtype=np.uint8)))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty cache folder; what is wrong with it has not been told yet."""
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path / "cache"))
    monkeypatch.setattr(table_cache, "_told", set())
    return tmp_path / "cache"


@pytest.fixture
def path(folder):
    """Where tables are kept."""
    path = folder / "bounds" / f"{'0f' * 20}.bound"
    keep(path, "move_piece: 1 2 | 3", TABLES)
    return path


def same(found):
    assert found is not None
    assert found.chosen == TABLES.chosen
    for one, other in zip(found.entries, TABLES.entries, strict=True):
        assert one.dtype == other.dtype
        assert one.flags.aligned  # as kernels take arrays
        assert one.flags.writeable
        assert one.tolist() == other.tolist()


def test_tables_are_found_again(path):
    same(read_tables(path))
    assert table_cache.title(path) == "move_piece: 1 2 | 3"
    assert read_tables(path.with_name("other.bound")) is None


def test_what_is_written_into_a_table_is_not_kept(path):
    """Each process has its own copy."""
    read_tables(path).entries[0][:] = 7
    same(read_tables(path))


def flipped(at):
    def damage(path):
        data = bytearray(path.read_bytes())
        data[at] ^= 1
        path.write_bytes(data)

    return damage


DAMAGES = {
    "empty": (lambda path: path.write_bytes(b""), "is no file that was kept"),
    "foreign": (lambda path: path.write_bytes(b"\x89PNG" * 1000), "is no file that was kept"),
    "older": (lambda path: path.write_bytes(path.read_bytes().replace(b"bound 1", b"bound 0", 1)), "of another ver"),
    "truncated": (lambda path: path.write_bytes(path.read_bytes()[:-5]), "is damaged"),
    "longer": (lambda path: path.write_bytes(path.read_bytes() + bytes(64)), "is damaged"),
    "a digest": (flipped(50), "is damaged"),
    "a length": (flipped(76), "is damaged"),
    "a header": (flipped(110), "is damaged"),
    "a size": (lambda path: path.write_bytes(path.read_bytes().replace(b"100000", b"100001")), "is damaged"),
    "another type": (lambda path: path.write_bytes(path.read_bytes().replace(b"uint16", b"uint1O")), "is damaged"),
    "an entry": (flipped(1000), "is damaged"),
    "the last entry": (flipped(-64), "is damaged"),
    "a folder": (lambda path: (path.unlink(), path.mkdir()), "is"),
    "a pipe": (lambda path: (path.unlink(), os.mkfifo(path)), "cannot be read (not a regular file)"),
    "endless": (lambda path: (path.unlink(), path.symlink_to("/dev/zero")), "(it is a link)"),
    "a link to itself": (lambda path: (path.unlink(), path.symlink_to(path)), "cannot be read (it is a link)"),
}


@pytest.mark.parametrize(("damage", "told"), DAMAGES.values(), ids=DAMAGES)
def test_what_is_not_as_it_was_kept_is_told_once(path, damage, told):
    damage(path)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert read_tables(path) is None
        assert read_tables(path) is None
    (said,) = (str(one.message) for one in warned)
    assert told in said
    assert said.endswith("it is built anew")


@pytest.mark.parametrize("name", [name for name in DAMAGES if name != "a folder"])
def test_a_damaged_file_is_replaced(path, name):
    DAMAGES[name][0](path)
    keep(path, "", TABLES)
    same(read_tables(path))


def test_no_byte_of_a_file_can_change_unnoticed(path):
    """Those of the header, and some after it: the rest are entries alike."""
    data = path.read_bytes()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for at in range(320):
            path.write_bytes(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])
            assert read_tables(path) is None, at


def test_a_full_disk_is_a_warning_and_leaves_nothing(path):
    """The file before stays as it was."""
    usual = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, limits[1]))
    try:
        with pytest.warns(CacheWarning, match=r"cannot be kept in .*bounds \(File too large\); the search goes on"):
            keep(path, "", KeptTables([], (np.zeros(200_000, np.uint8),)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, usual)
    same(read_tables(path))
    assert sorted(os.listdir(path.parent)) == sorted([path.name, cache_folder.MARK])


def test_a_folder_that_cannot_be_made_is_a_warning(folder):
    folder.write_text("")
    with pytest.warns(CacheWarning, match="Not a directory|File exists"):
        keep(folder / "bounds" / "x.bound", "", TABLES)


KILLED = """
import os, sys
from pathlib import Path
from logicpuzzles.cache_folder import writing
with writing(Path(sys.argv[1])) as file:
    file.write(b"x" * 100_000)
    os.kill(os.getpid(), 9)
"""


def test_what_a_killed_process_leaves_is_not_taken_and_goes_later(path):
    other = path.with_name("other.bound")
    subprocess.run([sys.executable, "-c", KILLED, str(other)], timeout=60)
    (left,) = set(path.parent.iterdir()) - {path, path.with_name(cache_folder.MARK)}
    assert left.suffix == cache_folder.UNFINISHED
    assert read_tables(other) is None
    keep(other, "", TABLES)
    assert left.exists()  # another process may be writing it
    os.utime(left, (0, 0))
    keep(other, "", TABLES)
    assert not left.exists()
    same(read_tables(other))


def test_who_reads_while_another_writes_gets_one_or_the_other(path):
    """What is mapped stays what it was."""
    before = read_tables(path)
    keep(path, "", KeptTables([], (np.zeros(5, np.uint8),)))
    same(before)
    assert read_tables(path).entries[0].tolist() == [0] * 5


def test_the_place_depends_on_the_rules_the_goal_and_what_is_wanted():
    def of(rows, cols, wanted=None, goal=None):
        problem = sliding(rows, cols, (*range(1, rows * cols), 0))
        goals = problem.goals if goal is None else (pattern_of(goal),)
        return place(problem.program, problem.program.goals(goals), wanted).name

    names = [of(2, 3), of(3, 2), of(2, 3, "wanted"), of(2, 3, goal=(0, 1, 2, 3, 4, 5))]
    assert len(set(names)) == 4
    assert of(2, 3) == names[0]


def test_the_command_lists_and_removes(path, quiet):
    where = path.parents[1]
    with cache_folder.writing(where / "trees" / f"{'ab' * 20}.json") as file:
        file.write(b"x" * 1200)
    (where / "trees" / "logicpuzzles-abc.new").write_bytes(b"")
    code, out = quiet("cache")
    assert code == 0
    assert out.startswith(f"Kept in {where}: 3 files, ")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "bounds/0f0f0f0f move_piece: 1 2 | 3; 200 kB, just now" in lines
    assert "trees/abababab tree of a deduction game; 1.2 kB, just now" in lines
    assert "trees/logicpuzzles-abc.new" in out
    assert "unfinished: it is being written" in " ".join(lines)
    told = json.loads(quiet("cache", "--json")[1])
    assert told["folder"] == str(where)
    names = ["bounds/0f0f0f0f", "trees/abababab", "trees/logicpuzzles-abc.new"]
    assert [file["name"] for file in told["files"]] == names
    assert told["bytes"] == sum(file["bytes"] for file in told["files"])
    code, out = quiet("cache", "--remove", "bounds/0f")
    assert (code, path.exists()) == (0, True)
    assert out.startswith(f"This would remove from {where}: 1 file, 200 kB.\n\n  bounds/0f0f0f0f  move_piece")
    assert out.endswith("Nothing was removed yet. Next: the same with --yes\n")
    assert quiet("cache", "--remove", "bounds/0f", "--yes") == (0, f"Removed from {where}: 1 file, 200 kB.\n")
    assert not path.exists()
    assert quiet("cache", "--remove", "trees", "--yes") == (0, f"Removed from {where}: 2 files, 1.2 kB.\n")
    assert quiet("cache") == (0, f"Nothing is kept in {where}.\n")
    assert quiet("cache", "--remove-all", "--yes") == (0, f"Nothing is kept in {where}.\n")


KERNELS = ("below/a.b-1.py311.sealed.v2.nbi", "below/a.b-1.py311.sealed.v2.1.nbc", "machine-0123abcd.linux-x86_64.code")


def test_compiled_kernels_are_told_and_removed(path, quiet):
    """Nothing else there is touched."""
    kernels = path.parents[1] / "kernels"
    for name in KERNELS:
        with cache_folder.writing(kernels / name) as file:
            file.write(b"x" * 1000)
    (kernels / "other.nbi").write_bytes(b"")
    assert quiet("cache")[1].endswith("Compiled kernels: 3 files, 3 kB; --remove kernels removes them.\n")
    known = json.loads(quiet("cache", "--json")[1])["kernels"]
    assert known == {"folder": str(kernels), "files": 3, "bytes": 3000}
    assert "\n  kernels  3 files, 3 kB\n" in quiet("cache", "--remove", "kernels")[1]
    where = path.parents[1]
    assert quiet("cache", "--remove", "kernels", "--yes") == (0, f"Removed from {where}: 3 files, 3 kB.\n")
    left = {found.name for found in kernels.rglob("*") if found.is_file()}
    assert left == {"other.nbi", cache_folder.MARK}
    assert path.exists()


def test_a_damaged_file_is_listed_too(path, quiet):
    path.write_bytes(b"no file that was kept")
    assert "bounds/0f0f0f0f  lower bound; 21 bytes, just now" in quiet("cache")[1]


@pytest.mark.parametrize(("name", "why"), [("1f", "no file that is kept"), ("", "no file"), ("bounds/0", "2 files")])
def test_an_unknown_or_ambiguous_name_removes_nothing(path, cli, name, why):
    keep(path.with_name(f"{'0e' * 20}.bound"), "", TABLES)
    code, out, err = cli("cache", "--remove", "bounds/0f0f", "--remove", name)
    assert (code, out) == (2, "")
    assert err.startswith("Error: --remove: ")
    assert why in err
    assert len(list(path.parent.glob("*.bound"))) == 2


def test_a_folder_that_cannot_be_read_is_one_message(folder, cli):
    folder.write_text("")
    code, out, err = cli("cache")
    assert (code, out) == (2, "")
    assert err == f"Error: {folder}: cannot be read (Not a directory). Next: look at who may write there\n"


def test_tables_of_other_sources_are_built_anew(path, monkeypatch):
    """What entries mean may have changed with them."""
    line = table_cache._first_line().replace(b" 1 ", b" 1 x")[:-2] + b"\n"
    monkeypatch.setattr(table_cache, "_first_line", lambda: line)
    with pytest.warns(CacheWarning, match="is of another version; it is built anew"):
        assert read_tables(path) is None
