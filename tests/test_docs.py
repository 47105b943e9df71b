"""Every example of the README and the documentation runs: sessions, commands with their output, files as files."""

from __future__ import annotations

import doctest
import io
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import logicpuzzles
from logicpuzzles.cli import run
from logicpuzzles.logic.machine import loading
from logicpuzzles.repl.answering import Plain
from logicpuzzles.repl.session import Session
from logicpuzzles.rulefile import diagnosis
from logicpuzzles.rulefile.finding import shipped
from logicpuzzles.search import plan
from logicpuzzles.text import directives

ROOT = Path(__file__).parent.parent
FILES = [*(ROOT / name for name in ("README.md", "CONTRIBUTING.md")), *sorted(ROOT.glob("docs/**/*.md"))]
PAGES = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in FILES}
TIMES = re.compile(r"[0-9.]+ (ms|s)\b")


class Block(NamedTuple):
    """A fenced block of a page: its language, what follows that on the line, and its text."""

    page: str
    language: str
    name: str
    text: str


BLOCKS = [
    Block(page, *found)
    for page, text in PAGES.items()
    for found in re.findall(r"^```(\w+) ?([\w. ]*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
]
COMMANDS = [
    (block.page, *part.split("\n", 1))
    for block in BLOCKS
    if block.language == "console"
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
]
SESSIONS = [(block.page, block.name, block.text) for block in BLOCKS if block.language == "session"]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """For each page a folder with the rule files that it shows."""
    made = {page: tmp_path_factory.mktemp(re.sub(r"\W", "_", page)) for page in PAGES}
    for page, language, name, text in BLOCKS:
        if language in ("python", "prolog", "csv", "json") and name:
            (made[page] / name).write_text(text)
    return made


@pytest.fixture(autouse=True)
def the_same_everywhere(monkeypatch):
    monkeypatch.delenv("LOGICPUZZLES_PATH", raising=False)
    for patience in ("HAND_OVER", "NUMPY_IS_THERE"):  # which engine ends a short search must not depend on the machine
        monkeypatch.setattr(plan, patience, 60.0)
    monkeypatch.setattr(diagnosis, "duration", lambda seconds: "12 ms")  # its length decides where a line is folded


def test_the_first_screen_has_a_query_its_answer_and_a_board():
    """All within the first fifteen lines."""
    first = "\n".join(PAGES["README.md"].split("\n")[:16])
    assert "\n(1, 3, 2)\n" in first
    assert "\n 1 2\n3 4 5\n 6 .\n" in first


@pytest.mark.parametrize("page", sorted({b.page for b in BLOCKS if b.language == "python" and ">>> " in b.text}))
def test_python_sessions_give_what_is_printed(page, folders, monkeypatch):
    """One session from the top to the end of a page."""
    monkeypatch.chdir(folders[page])
    text = "\n".join(b.text for b in BLOCKS if b.page == page and b.language == "python" and not b.name)
    example = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert example.examples
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(example, out=told.append)
    assert "".join(told) == ""


@pytest.mark.parametrize(("page", "line", "expected"), COMMANDS, ids=[f"{page}: {line}" for page, line, _ in COMMANDS])
def test_a_command_prints_what_is_shown(page, line, expected, folders, monkeypatch, capsys):
    """Figures of time aside; a line of dots stands for any lines."""
    monkeypatch.chdir(folders[page])
    assert line.startswith("logicpuzzles ")
    run(shlex.split(line)[1:])
    told = capsys.readouterr()
    pattern = re.escape(TIMES.sub(r"# \1", expected)).replace(re.escape("...\n"), "(?s:.*)")
    assert re.fullmatch(pattern, TIMES.sub(r"# \1", told.out + told.err))


def test_there_is_a_command_of_every_kind():
    assert {line.split()[1] for _, line, _ in COMMANDS} >= {
        "list", "solve", "check", "listing", "explore", "deal", "query", "test",
    }  # fmt: skip


PROMPTS = ("?- ", "|  ", "|: ")


def typed(session: str) -> str:
    """What the person types: what follows the prompts, and a ; after each answer that is printed with one."""
    lines = []
    for line in session.splitlines():
        if line.startswith(PROMPTS):
            lines.append(line[3:])
        elif line.endswith(" ;"):
            lines.append(";")
    return "\n".join(lines) + "\n"


def shown(session: str) -> str:
    """What the session prints."""
    return "".join(line for line in session.splitlines(keepends=True) if not line.startswith(PROMPTS))


@pytest.fixture(scope="module")
def machine():
    """The query machine is compiled: a session says so where it has to wait for that."""
    loading.load()


@pytest.mark.parametrize(("page", "names", "session"), SESSIONS, ids=[page for page, *_ in SESSIONS])
def test_a_session_gives_what_is_printed(page, names, session, monkeypatch, machine):
    monkeypatch.chdir(shipped().resolve().parent)
    out = io.StringIO()
    opened = Session(lambda line: print(line, file=out))
    opened.consult(names.split())
    out.seek(0)
    out.truncate()
    Plain(opened, io.StringIO(typed(session)), out).run()
    assert out.getvalue() == shown(session)


def test_all_directives_are_told():
    """What the messages call known stands in the documentation."""
    names = re.findall(r"\b(?!library)([a-z_]+)[ (](?=name|library|\[|double)", directives.KNOWN)
    assert len(names) == 10
    for name in names:
        assert any(f":- {name}" in text for text in PAGES.values())


def test_every_public_name_has_its_place_in_the_reference():
    """A name that is added to the package is added to a page."""
    told = set(re.findall(r"^\.\. auto\w+:: (\w+)$", "".join(PAGES.values()), re.MULTILINE))
    assert told == set(logicpuzzles.__all__)


def test_every_shipped_rule_file_is_in_the_gallery():
    for path in shipped().glob("*.p[yl]"):
        assert re.search(rf"\b{path.stem}\b", PAGES["docs/gallery.md"]), path.stem


def test_the_site_is_built_without_a_warning(tmp_path):
    """As `make docs` does: every page is in the contents, every reference leads somewhere."""
    build = [sys.executable, "-m", "sphinx", "-W", "-q", "-b", "html", str(ROOT / "docs"), str(tmp_path)]
    done = subprocess.run(build, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stderr) == (0, "")
    page = (tmp_path / "tutorial.html").read_text(encoding="utf-8")
    assert not re.search(r'<(script|link|img)[^>]*="https?:', page)  # what is loaded; links for readers may lead out


def test_the_files_that_contributors_are_sent_to_are_there():
    """Names in backticks that end as a file or folder does, from the root, the package or the room of their line."""
    for page in ("CONTRIBUTING.md", "docs/architecture.md"):
        for line in PAGES[page].splitlines():
            named = re.findall(r"`([\w/]*(?:/|\w\.(?:py|pl|txt|md)))`", line)
            folders = [Path(name).parent if "." in name else Path(name) for name in named]
            beside = [base / folder for base in (ROOT, ROOT / "logicpuzzles") for folder in (Path(), *folders)]
            for name in named:
                assert any((folder / name).exists() for folder in beside), f"{page}: {name}"


def test_every_room_is_in_the_architecture():
    """In the table of its page and in its picture."""
    picture = (ROOT / "docs/rooms.svg").read_text(encoding="utf-8")
    drawn = set(re.findall(r'class="n"[^>]*>([^<]+)<', picture)) - {"the ground"}
    rooms = {path.parent.name for path in (ROOT / "logicpuzzles").glob("*/__init__.py")}
    assert {name.partition("/")[0] for name in drawn} == rooms
    assert all(f"`{room}/`" in PAGES["docs/architecture.md"] for room in rooms)


def test_links_between_pages_lead_somewhere():
    for page, text in PAGES.items():
        for target in re.findall(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)", text):
            assert (ROOT / page).parent.joinpath(target).exists(), f"{page}: {target}"


def test_a_doctest_after_a_section_is_shown_as_an_example() -> None:
    """In the site a doctest that follows a section stands under a heading of its own, not among the items."""
    configuration = runpy.run_path(str(ROOT / "docs/conf.py"))
    lines = ["What it gives.", "", "Raises", "------", "PuzzleError", "    It is wrong.", "", ">>> 1", "1", ">>> 2"]
    configuration["head_examples"](None, "function", "", None, None, lines)
    assert lines[6:] == ["", "Examples", "--------", ">>> 1", "1", ">>> 2"]
    again, plain = [*lines], ["What it gives.", "", ">>> 1", "1"]
    configuration["head_examples"](None, "function", "", None, None, again)
    configuration["head_examples"](None, "function", "", None, None, plain)
    assert again == lines
    assert plain == ["What it gives.", "", ">>> 1", "1"]
