"""The query machine's code on disk: it is used again, and what is damaged is told once and compiled around."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from logicpuzzles import cache_folder
from logicpuzzles.errors import CacheWarning
from logicpuzzles.kernels import apart, sources
from logicpuzzles.kernels import kept as kept_files
from logicpuzzles.kernels.executable import Code
from logicpuzzles.logic.machine import loading
from logicpuzzles.logic.machine.kernels import build
from logicpuzzles.sealed import sealed

CODE = Code(bytes(range(256)), {"run": (16, 3)})
kept = loading.library.file
COUNT = "count(N, N).\ncount(M, N) :- M < N, K is M + 1, count(K, N).\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder; what is wrong with it has not been told yet."""
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path / "cache"))
    monkeypatch.setattr(sources, "_told", [])
    return tmp_path / "cache"


def test_what_is_kept_is_found(folder: Path):
    assert kept.read() is None
    kept.write(CODE)
    found = kept.read()
    assert found is not None
    assert (found.body, {name: tuple(place) for name, place in found.entries.items()}) == (CODE.body, CODE.entries)
    assert set(kept.path().parent.iterdir()) == {kept.path(), folder / "kernels" / cache_folder.MARK}


def test_code_of_sources_that_changed_is_not_used(tmp_path: Path, folder: Path):
    """However they changed: also with the same size and time, as where an archive of another version is unpacked."""
    source = tmp_path / "kernels" / "loop.py"
    source.parent.mkdir()
    source.write_text("STEP = 1\n")
    file = kept_files.CodeFile("own", str(source.parent))
    file.write(CODE)
    assert file.read() is not None
    os.utime(source)
    assert file.read() is not None, "touched, it says the same"
    before = source.stat()
    source.write_text("STEP = 2\n")
    os.utime(source, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert file.read() is None
    source.write_text("STEP = 1\n")
    assert file.read() is not None
    source.unlink()
    assert file.read() is None


def test_code_without_sources_is_not_used(folder: Path):
    kept.write(CODE)
    for sources_of_it in ("", "nowhere.py"):
        digest = kept_files._digest([sources_of_it])
        text = f"{digest}\n{len(sources_of_it)}\n{sources_of_it}".encode()
        kept.path().write_bytes(sealed(text + CODE.dump()))
        assert kept.read() is None


DAMAGE: dict[str, Callable[[Path], object]] = {
    "empty": lambda path: path.write_bytes(b""),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:-1]),
    "another byte": lambda path: path.write_bytes(path.read_bytes()[:-1] + b"?"),
    "sealed, and something else": lambda path: path.write_bytes(sealed(b"something")),
    "a folder": lambda path: (path.unlink(), path.mkdir()),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damage_is_told(folder: Path, damage: str):
    kept.write(CODE)
    DAMAGE[damage](kept.path())
    with pytest.warns(CacheWarning, match=r"the compiled kernel in .*\.code is damaged .*; it is compiled anew"):
        assert kept.read() is None


def test_no_folder_for_it_is_told(folder: Path):
    folder.write_text("a file")
    with pytest.warns(CacheWarning, match="cannot be kept in .*; name a folder of your own in LOGICPUZZLES_CACHE"):
        assert kept.read() is None


def test_a_disk_that_is_full_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def full(source: str, target: Path) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "replace", full)
    with pytest.warns(CacheWarning, match=r"cannot be kept in .* \(No space left on device\); make room there"):
        kept.write(CODE)
    assert list((folder / "kernels").iterdir()) == []


def test_where_no_process_can_be_started_this_one_compiles(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(apart, "start", lambda module: None)
    monkeypatch.setattr(build, "kernel", lambda: CODE)
    assert loading.library.compiled() is CODE
    assert kept.read() is not None


def test_the_first_use_compiles_and_no_other_loads_llvm(folder: Path, tmp_path: Path):
    (tmp_path / "count.pl").write_text(COUNT)
    script = (
        "import sys\nfrom logicpuzzles import load\n"
        "print([len(list(load('count.pl').ask('count(0, 100)', engine='kernel')))],"
        " sorted({'llvmlite'} & set(sys.modules)))"
    )
    for _ in range(2):
        ran = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
        assert (ran.stdout, ran.stderr) == ("[1] []\n", "")
    assert sorted(path.suffix for path in (folder / "kernels").iterdir()) == [".TAG", ".code", ".lock"]
