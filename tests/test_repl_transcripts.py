"""Sessions over a pipe: what is typed in tests/transcripts/*.in gives *.out, each file one behaviour.

The first line of a transcript names the rule files that are loaded, as a comment. A line that is a single ;
asks for the next answer. The machine that answers queries is fixed: how soon it comes to an end decides whether an
answer is the last (`.`) or others may follow (` .`). Where the kernel knows it sooner, *.kernel.out says so.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from logicpuzzles import ask
from logicpuzzles.repl.answering import Plain
from logicpuzzles.repl.session import Session
from logicpuzzles.rulefile.finding import shipped
from logicpuzzles.text import engines

FOLDER = Path(__file__).parent / "transcripts"
NAMES = sorted(path.stem for path in FOLDER.glob("*.in"))


def told(text: str) -> str:
    """What a session says to `text`."""
    out = io.StringIO()
    session = Session(lambda line: print(line, file=out), seconds=120)
    session.progress = lambda line: None  # whether a kernel must be compiled depends on what ran before
    names = re.match(r"% (.*)\n", text)
    session.consult(names[1].split() if names else [])
    Plain(session, io.StringIO(text), out).run()
    said = re.sub(r"\d+ inferences?, \d+\.\d{3} seconds", "1 inference, 0.000 seconds", out.getvalue())
    return said.replace(str(shipped().resolve()), "rules")


@pytest.fixture(scope="module", autouse=True)
def compiled():
    """The kernel is there from the first query on: while it is compiled the resolver would answer."""
    assert ask("member(X, [1])", engine="kernel").first() == {"X": 1}


def test_there_are_transcripts():
    assert len(NAMES) >= 17


@pytest.mark.parametrize("kernel", [False, True], ids=["resolver", "kernel"])
@pytest.mark.parametrize("name", NAMES)
def test_transcript(name, kernel, monkeypatch):
    """Whether the kernel answers from the first goal on or not at all."""
    for threshold in ("HAND_OVER", "LOADED"):
        monkeypatch.setattr(engines, threshold, 0 if kernel else 1 << 60)
    monkeypatch.delenv("LOGICPUZZLES_PATH", raising=False)
    monkeypatch.chdir(shipped().resolve().parent)
    expected = FOLDER / f"{name}.kernel.out"
    if not kernel or not expected.exists():
        expected = FOLDER / f"{name}.out"
    assert told((FOLDER / f"{name}.in").read_text()) == expected.read_text()
