"""The cache folder: what others could have written is never read, and what is not the package's is never removed."""

from __future__ import annotations

import os
import re
import warnings
from pathlib import Path

import pytest

from logicpuzzles import cache_folder
from logicpuzzles.cache_folder import MARK, Unsafe, alone, made, opened, require_private, writing
from logicpuzzles.errors import CacheWarning
from logicpuzzles.kernels import sources
from logicpuzzles.kernels.executable import Code
from logicpuzzles.kernels.kept import CodeFile
from logicpuzzles.sealed import sealed, unsealed

needs_root = pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root gives files away")
pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="this system has no users of this kind")
SOMEBODY = 65_534
NAME = f"{'0a' * 20}.json"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder with a file; what is wrong with it has not been told yet."""
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path / "cache"))
    monkeypatch.setattr(sources, "_told", [])
    keep(tmp_path / "cache" / "trees" / NAME)
    return tmp_path / "cache"


def keep(path: Path) -> None:
    with writing(path) as file:
        file.write(sealed(b"kept"))


def test_what_is_made_is_for_this_user_alone_whatever_the_mask_is(tmp_path: Path):
    before = os.umask(0)
    try:
        keep(tmp_path / "above" / "cache" / "trees" / NAME)
    finally:
        os.umask(before)
    modes = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.rglob("*")}
    assert {name: oct(mode & 0o022) for name, mode in modes.items()} == dict.fromkeys(modes, "0o0")
    assert unsealed(tmp_path / "above" / "cache" / "trees" / NAME) == b"kept"


def mode(more: int):
    return lambda path: path.chmod(path.stat().st_mode & 0o7777 | more)


@pytest.mark.parametrize(
    ("what", "spoil", "why"),
    [
        ("trees", mode(0o002), "others can write in"),
        ("trees", mode(0o1002), "others can write in"),
        (".", mode(0o002), "others can write in"),
        (f"trees/{NAME}", mode(0o002), "others can write in"),
        pytest.param("trees", lambda path: os.chown(path, SOMEBODY, -1), "belongs to another user", marks=needs_root),
        pytest.param(".", lambda path: os.chown(path, SOMEBODY, -1), "belongs to another user", marks=needs_root),
        pytest.param(
            f"trees/{NAME}", lambda path: os.chown(path, SOMEBODY, -1), "belongs to another user", marks=needs_root
        ),
    ],
)
def test_what_others_could_have_written_is_not_read(folder: Path, what: str, spoil, why: str):
    path = folder / "trees" / NAME
    assert unsealed(path) == b"kept"
    spoil(folder / what)
    with pytest.raises(Unsafe, match=why):
        unsealed(path)
    if NAME not in what:
        with pytest.raises(Unsafe, match=why):
            keep(path)
        with pytest.raises(Unsafe, match=why), alone(folder / "trees" / "x.lock"):
            pass


def test_a_folder_of_ours_in_one_where_each_removes_only_his_own_is_private(tmp_path: Path):
    """As in /tmp."""
    tmp_path.chmod(0o1777)
    keep(tmp_path / "cache" / "trees" / NAME)
    assert unsealed(tmp_path / "cache" / "trees" / NAME) == b"kept"
    tmp_path.chmod(0o777)
    with pytest.raises(Unsafe, match=f"others can write in {re.escape(str(tmp_path))}"):
        unsealed(tmp_path / "cache" / "trees" / NAME)


def test_the_folder_behind_a_link_is_looked_at(folder: Path, tmp_path: Path):
    (tmp_path / "open" / "trees").mkdir(parents=True)
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "link").symlink_to(tmp_path / "open")
    with pytest.raises(Unsafe, match=f"others can write in {re.escape(str(tmp_path / 'open'))}"):
        require_private(tmp_path / "link" / "trees")


@pytest.mark.parametrize("use", [opened, lambda path: alone(path).__enter__()], ids=["read", "locked"])
def test_no_link_is_followed(folder: Path, tmp_path: Path, use):
    """A lock that is a link would empty a file of the user's."""
    (tmp_path / "mine").write_text("precious")
    (folder / "trees" / "link").symlink_to(tmp_path / "mine")
    with pytest.raises(OSError, match="it is a link"):
        use(folder / "trees" / "link")
    assert (tmp_path / "mine").read_text() == "precious"


def test_a_lock_that_is_a_file_with_something_in_it_keeps_that(folder: Path):
    path = folder / "trees" / "some.lock"
    path.write_text("precious")
    with alone(path):
        pass
    assert path.read_text() == "precious"


def test_a_lock_is_not_waited_for_for_ever(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(cache_folder, "PATIENCE", 0.1)
    path = folder / "trees" / "some.lock"
    with alone(path), pytest.raises(TimeoutError, match="another process holds"), alone(path):
        pass


def test_compiled_code_that_others_could_have_written_is_not_run(folder: Path, tmp_path: Path):
    """Said once, and truly; it stays where it is."""
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "loop.py").write_text("")
    file = CodeFile("own", str(tmp_path / "kernels"))
    file.write(Code(b"code", {"run": (0, 1)}))
    assert file.read() is not None
    (folder / "kernels").chmod(0o777)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert file.read() is None
        assert file.read() is None
        file.write(Code(b"other", {"run": (0, 1)}))
    (said,) = warned
    assert said.category is CacheWarning
    assert str(said.message) == (
        f"compiled kernels cannot be kept in {folder} (others can write in {folder / 'kernels'}); "
        "name a folder of your own in LOGICPUZZLES_CACHE"
    )
    assert file.path().exists()


@needs_root
def test_each_user_has_a_part_of_a_shared_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The second one reads nothing of the first, and keeps what he makes."""
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o1777)
    monkeypatch.setenv(cache_folder.PLACE, str(shared))
    assert cache_folder.folder() == shared / "logicpuzzles-0"
    keep(cache_folder.folder() / "trees" / NAME)
    monkeypatch.setattr(os, "getuid", lambda: SOMEBODY)
    assert cache_folder.folder() == shared / f"logicpuzzles-{SOMEBODY}"
    os.chown(tmp_path, 0, -1)
    with pytest.raises(Unsafe, match="belongs to another user"):
        unsealed(shared / "logicpuzzles-0" / "trees" / NAME)


def test_where_a_shared_folder_cannot_be_used_it_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    monkeypatch.setenv(cache_folder.PLACE, str(shared))
    with pytest.raises(Unsafe, match=f"others can write in {re.escape(str(shared))}$"):
        keep(cache_folder.folder() / "trees" / NAME)


# -- nothing is removed but what is the package's ----------------------------------------------------


def test_files_of_the_users_are_neither_listed_nor_removed(folder: Path, quiet):
    """Also such as have the names of ours, in a folder that the package did not make."""
    mine = {folder / "notes.txt", folder / "trees" / "mine.json", folder / "trees" / "x.new"}
    (folder / "bounds").mkdir()
    (folder / "kernels").mkdir()
    mine.add(folder / "bounds" / f"{'0b' * 20}.bound")
    for path in mine:
        path.write_text("mine")
        os.utime(path, (0, 0))
    keep(folder / "trees" / f"{'0c' * 20}.json")
    assert quiet("cache", "--remove-all")[1].startswith(f"This would remove from {folder}: 2 files, ")
    assert (folder / "trees" / NAME).exists()
    assert quiet("cache", "--remove-all", "--yes")[1].startswith(f"Removed from {folder}: 2 files, ")
    left = {path for path in folder.rglob("*") if path.is_file()}
    assert left == {*mine, folder / "trees" / MARK}


def test_nothing_is_written_among_files_of_the_users(folder: Path):
    (folder / "bounds").mkdir()
    (folder / "bounds" / "mine.txt").write_text("")
    with pytest.raises(Unsafe, match="bounds has other files"):
        made(folder / "bounds")


def test_a_folder_of_an_earlier_version_is_taken_over(folder: Path):
    (folder / "trees" / MARK).unlink()
    assert cache_folder.kept_files("trees") == []
    made(folder / "trees")
    assert [file.path.name for file in cache_folder.kept_files("trees")] == [NAME]


def test_what_is_saved_in_the_workbench_removes_no_other_file(tmp_path: Path):
    from logicpuzzles.workbench.rules import given_files, saved

    for name in ("old.new", "logicpuzzles-abcdefgh.new"):
        (tmp_path / name).write_text("mine")
        os.utime(tmp_path / name, (0, 0))
    (tmp_path / "rules.pl").write_text("a(1).\n")
    (rules,) = given_files([str(tmp_path / "rules.pl")])
    saved(rules.edited("a(2).\n"))
    names = {path.name: path.read_text() for path in tmp_path.iterdir()}
    assert names == {"old.new": "mine", "logicpuzzles-abcdefgh.new": "mine", "rules.pl": "a(2).\n"}
