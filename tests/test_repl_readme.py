"""Every session that the README shows gives what is printed there."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from logicpuzzles.repl.plain import Plain
from logicpuzzles.repl.session import Session
from logicpuzzles.rulefile.finding import shipped

README = (Path(__file__).parent.parent / "README.md").read_text()
SESSIONS = re.findall(r"^```session ([\w. ]*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def typed(session: str) -> str:
    """What the person types: what follows the prompts, and a ; after each answer that is printed with one."""
    lines = []
    for line in session.splitlines():
        if line.startswith(("?- ", "|  ")):
            lines.append(line[3:])
        elif line.endswith(" ;"):
            lines.append(";")
    return "\n".join(lines) + "\n"


def shown(session: str) -> str:
    """What the session prints."""
    return "".join(line for line in session.splitlines(keepends=True) if not line.startswith(("?- ", "|  ")))


def test_the_readme_shows_a_session():
    assert len(SESSIONS) >= 1


@pytest.mark.parametrize(("names", "session"), SESSIONS)
def test_a_session_gives_what_is_printed(names, session, monkeypatch):
    monkeypatch.chdir(shipped().resolve().parent)
    out = io.StringIO()
    opened = Session(lambda line: print(line, file=out))
    opened.consult(names.split())
    out.seek(0)
    out.truncate()
    Plain(opened, io.StringIO(typed(session)), out).run()
    assert out.getvalue() == shown(session)
