"""What differs between systems: each branch that Linux does not take, with the system's part played by the test."""

from __future__ import annotations

import errno
import ntpath
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from worker_items import squared

from logicpuzzles import PuzzleError, limits, watchdog
from logicpuzzles.batches.results import Results
from logicpuzzles.cache_folder import alone, opened, probe, replacing, writing
from logicpuzzles.cli.writing import check_target
from logicpuzzles.contents import open_regular
from logicpuzzles.errors import file_of
from logicpuzzles.locking import hold
from logicpuzzles.rulefile import finding
from logicpuzzles.watchdog import Watchdog, resident
from logicpuzzles.workers import processes
from logicpuzzles.workers.processes import Processes


@pytest.fixture
def windows_locks(monkeypatch: pytest.MonkeyPatch) -> dict[tuple[int, int], int]:
    """`msvcrt`, which locks bytes from the position of a file, for whoever has it open; by file and byte who does."""
    held: dict[tuple[int, int], int] = {}

    def locking(number: int, mode: int, size: int) -> None:
        assert (mode, size) == (2, 1)
        byte = os.fstat(number).st_ino, os.lseek(number, 0, os.SEEK_CUR)
        if held.setdefault(byte, number) != number:
            raise OSError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setattr(sys, "platform", "win32")
    return held


def test_one_process_holds_a_file_on_windows(tmp_path: Path, windows_locks: dict[tuple[int, int], int]):
    (tmp_path / "file").write_bytes(b"content")
    with open(tmp_path / "file", "r+b") as one, open(tmp_path / "file", "r+b") as other:
        one.read(3)
        place = os.lseek(one.fileno(), 0, os.SEEK_CUR)
        assert hold(one.fileno())
        assert not hold(other.fileno())
        assert os.lseek(one.fileno(), 0, os.SEEK_CUR) == place
    ((_, byte),) = windows_locks
    assert byte > 1 << 32  # a byte that is locked can be read by nobody else


@pytest.mark.usefixtures("windows_locks")
def test_locks_on_windows_keep_others_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("logicpuzzles.cache_folder.PATIENCE", 0.1)
    path = tmp_path / "cache" / "some.lock"
    with alone(path), pytest.raises(TimeoutError, match="another process holds"), alone(path):
        pass
    results = str(tmp_path / "results.jsonl")
    with Results(results, "batch", "--out"), pytest.raises(PuzzleError, match="another run is writing it"):
        Results(results, "batch", "--out").__enter__()


def test_where_there_are_no_locks_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    path = tmp_path / "cache" / "some.lock"
    with alone(path), alone(path):
        pass


def test_no_link_is_followed_where_the_system_cannot_refuse_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delattr(os, "O_NOFOLLOW")
    (tmp_path / "file").write_text("content")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    os.close(open_regular(tmp_path / "link"))
    os.close(open_regular(tmp_path / "file", follow=False))
    with pytest.raises(OSError, match="symbolic link") as caught:
        open_regular(tmp_path / "link", follow=False)
    assert caught.value.errno == errno.ELOOP
    with writing(tmp_path / "cache" / "kept"):
        pass
    (tmp_path / "cache" / "link").symlink_to(tmp_path / "file")
    with pytest.raises(OSError, match="it is a link"):
        opened(tmp_path / "cache" / "link")


@pytest.mark.parametrize(("sep", "other"), [("/", None), ("\\", "/")], ids=["posix", "windows"])
def test_a_name_with_a_folder_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sep: str, other: str | None):
    monkeypatch.setenv(finding.PATH_VARIABLE, str(tmp_path))
    monkeypatch.setattr(os, "sep", sep)
    monkeypatch.setattr(os, "altsep", other)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "own.py").write_text("")
    with pytest.raises(PuzzleError, match="there is no rule file 'sub/own'"):
        finding.find("sub/own")


@pytest.fixture
def forbidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A folder in which no file can be made, though `os.access` says so, as on Windows; what was tried."""
    tried: list[str] = []
    really = os.open

    def refuse(path: Any, flags: int, *mode: int, **more: Any) -> int:
        if str(path).startswith(str(tmp_path)) and flags & (os.O_CREAT | os.O_WRONLY | os.O_RDWR):
            tried.append(str(path))
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return really(path, flags, *mode, **more)

    (tmp_path / "there.html").write_text("before")
    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(os, "access", lambda *_: True)
    return tried


@pytest.mark.parametrize("name", ["new.html", "there.html"])
def test_a_file_that_cannot_be_written_is_told_beforehand(tmp_path: Path, forbidden: list[str], name: str):
    with pytest.raises(PuzzleError, match="the page cannot be written: Permission denied"):
        check_target(str(tmp_path / name), "--html")
    assert (tmp_path / "there.html").read_text() == "before"


def test_looking_whether_a_file_can_be_written_leaves_nothing(tmp_path: Path):
    check_target(str(tmp_path / "new.html"), "--html")
    probe(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_may_not_be_written_is_tried_once(
    tmp_path: Path, forbidden: list[str], monkeypatch: pytest.MonkeyPatch
):
    """There the module tempfile takes a refusal for a name that is in use, 10,000 times."""
    path = tmp_path / "file"
    with monkeypatch.context() as windows:
        windows.setattr(os, "name", "nt")
        with pytest.raises(PermissionError), replacing(path):
            pass
    assert len(forbidden) == 1


@pytest.fixture
def no_proc(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A system that tells nothing in files; psutil knows it: `rss` of this process, and what is `available`."""
    known = SimpleNamespace(rss=50 << 20, available=6 << 30)
    made = SimpleNamespace(
        Process=lambda number: SimpleNamespace(memory_info=lambda: SimpleNamespace(rss=known.rss)),
        virtual_memory=lambda: SimpleNamespace(available=known.available),
    )

    def told(path: str) -> str:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)

    monkeypatch.setitem(sys.modules, "psutil", made)
    monkeypatch.setattr(limits, "read_text", told)
    monkeypatch.setattr(watchdog, "read_text", told)
    return known


@pytest.fixture(autouse=True)
def _forget_psutil():
    """What was looked up before a test is looked up anew in it, and again after it."""
    known = (limits.psutil, limits._half_of_free, watchdog._process)
    for one in known:
        one.cache_clear()
    yield
    for one in known:
        one.cache_clear()


def test_memory_is_limited_where_no_file_tells_of_it(no_proc: SimpleNamespace):
    assert resident() == 50 << 20
    with Watchdog(None, 1_000_000) as watched:
        assert watched.reached() is None
        assert "it has taken 1,000,000 bytes of memory" in str(watched.reached(2_000_000))
    no_proc.rss -= 1_000_000
    assert resident() == (50 << 20) - 1_000_000  # what it holds now, not the most that it held


def test_free_memory_where_no_file_tells_of_it(no_proc: SimpleNamespace):
    assert limits.half_of_free_memory() == 3 << 30


@pytest.mark.usefixtures("no_proc")
def test_where_nothing_tells_of_memory_time_alone_is_limited(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "psutil", None)
    assert (resident(), limits.half_of_free_memory()) == (0, 2 << 30)


def test_processes_that_are_begun_anew(monkeypatch: pytest.MonkeyPatch):
    """As on Windows, where each loads all that it needs, and a pool has 61 at most."""
    monkeypatch.setattr(processes, "_FORKS", False)
    monkeypatch.setattr(processes, "_MOST", 2)
    pool = Processes(100)
    try:
        assert pool.workers == 2
        assert list(pool.each(squared, range(5))) == [0, 1, 4, 9, 16]
    finally:
        pool.close()


def test_a_drive_is_part_of_a_place(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(os.path, "splitdrive", ntpath.splitdrive)
    assert file_of(r"C:\rules\my.py:3:7") == r"C:\rules\my.py"
    assert file_of("my.py:3") == file_of("my.py") == "my.py"
    assert PuzzleError("no goal", place=r"C:\b.py:1").at(r"C:\a.py:3").place == r"C:\a.py:3: C:\b.py:1"


def test_files_of_the_package_are_read_as_utf_8_whatever_the_system_prefers():
    program = (
        "from logicpuzzles import ask, load; from logicpuzzles.text.code.definitions import _definitions\n"
        "_definitions(); load('seven.pl'); ask('member(X, [1])').first()"
    )
    options = ["-X", "warn_default_encoding", "-W", "error::EncodingWarning"]
    done = subprocess.run([sys.executable, *options, "-c", program], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
