"""What is shipped: the wheel holds the rule files and works away from the checkout; imports stay light."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path

import pytest
from hatchling.build import build_sdist, build_wheel

import logicpuzzles

ROOT = Path(__file__).parent.parent
HEAVY = (
    "llvmlite", "numpy", "rich", "prompt_toolkit", "pygments", "constraint", "ortools", "IPython", "anywidget",
    "nicegui",
)  # fmt: skip


def python(*args, **more):
    done = subprocess.run([sys.executable, *args], capture_output=True, text=True, check=True, timeout=300, **more)
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        return folder / build_wheel(str(folder))
    finally:
        os.chdir(before)


def test_the_wheel_holds_every_rule_file_and_the_marker_of_types(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    rules = {f"logicpuzzles/rules/{path.name}" for path in (ROOT / "rules").iterdir() if path.is_file()}
    assert rules
    assert rules | {"logicpuzzles/py.typed", "logicpuzzles/cli/__init__.py"} <= names
    assert not [name for name in names if name.startswith(("rules/", "tests/")) or "__pycache__" in name]


def test_the_unpacked_wheel_finds_its_rule_files_from_another_folder(wheel, tmp_path):
    """Nothing of the checkout is on the path: the package and its rules come from the wheel alone."""
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    (tmp_path / "elsewhere").mkdir()
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r})\n"
        "import json, logicpuzzles\n"
        "from logicpuzzles.rulefile.finding import available\n"
        "print(json.dumps([logicpuzzles.__file__, *map(str, available().values())]))"
    )
    found = json.loads(python("-P", "-c", code, cwd=tmp_path / "elsewhere"))
    assert len(found) > len(list((ROOT / "rules").glob("*.py")))
    assert all(path.startswith(str(tmp_path / "site")) for path in found)


def test_the_source_archive_holds_the_tests_and_rules(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    with tarfile.open(tmp_path / build_sdist(str(tmp_path))) as archive:
        names = {name.split("/", 1)[-1] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "Makefile", "rules/seven.py", "tests/test_packaging.py"} <= names


def test_every_dependency_has_its_reason():
    """Beside each dependency stands why it is needed."""
    text = (ROOT / "pyproject.toml").read_text()
    project = tomllib.loads(text)["project"]
    wanted = project["dependencies"] + [d for extra in project["optional-dependencies"].values() for d in extra]
    explained = [line for line in text.splitlines() if "#" in line or '"logicpuzzles[' in line]
    assert [d for d in wanted if not any(f'"{d}"' in line for line in explained)] == []


def loaded(code):
    tell = "import sys, json; print(json.dumps(list(sys.modules)))"
    return set(json.loads(python("-c", f"{code}\n{tell}").splitlines()[-1]))


@pytest.mark.parametrize(
    "code",
    [
        "import logicpuzzles",
        "from logicpuzzles.cli import run; run(['--help'])",
        "from logicpuzzles.cli import run; run(['list'])",
    ],
)
def test_what_is_heavy_is_not_imported(code):
    assert loaded(code).isdisjoint(HEAVY)


def test_type_checkers_see_what_there_is():
    """`__init__.pyi` names each public name once, and imports it from where it comes."""
    tree = ast.parse(Path(logicpuzzles.__file__).with_suffix(".pyi").read_text())
    homes = {name.name: node.module for node in tree.body if isinstance(node, ast.ImportFrom) for name in node.names}
    listed = next(ast.literal_eval(node.value) for node in tree.body if isinstance(node, ast.Assign))
    assert sorted(homes) == sorted(listed) == logicpuzzles.__all__
    for name, home in homes.items():
        assert getattr(logicpuzzles, name) is getattr(import_module(f"logicpuzzles.{home}"), name)
    assert {"load", "Puzzle", "run"} <= set(dir(logicpuzzles))
