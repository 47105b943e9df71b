"""A workbench that is served for tests: a process of its own, in a folder of its own, at a free port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browsers import PATIENCE, Opened
from waiting import HANGS

pytest.importorskip("nicegui", reason="NiceGUI is not installed: it serves the workbench")

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent


@dataclass
class Served:
    """A workbench that runs.

    Attributes
    ----------
    address
        With its token.
    folder
        Where it was started; the files that it was given lie there.
    """

    address: str
    folder: Path
    process: subprocess.Popen[str]

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(re.search(r":(\d+)/", self.address)[1])

    def workers(self) -> set[int]:
        """The processes that work for it; where the system does not tell, the test is skipped."""
        if not Path("/proc/self/task").is_dir():
            pytest.skip("the system does not tell which processes there are")
        return {pid for pid in _below(self.process.pid) if "forkserver" in _line(pid)} - {self.fork_server()}

    def fork_server(self) -> int | None:
        """The process that makes the others."""
        found = [pid for pid in _children(self.process.pid) if "forkserver" in _line(pid)]
        return found[0] if found else None

    def end(self) -> tuple[int, str]:
        """Press Ctrl-C; the exit code, and what was said on standard error."""
        self.process.send_signal(signal.SIGINT)
        said = self.process.communicate(timeout=HANGS)[1]
        return self.process.returncode, said


@contextmanager
def serving(
    folder: Path, *files: str, no_browser: bool = True, before: str = "", **variables: str
) -> Iterator[Served]:
    """The workbench with these rule files, of `folder` or by name, and these environment variables.

    `before` is Python that its process runs first.
    """
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}  # with the cache that all tests share
    begin = ["-c", f"{before}\nfrom logicpuzzles.cli import main\nmain()"] if before else ["-m", "logicpuzzles"]
    command = [sys.executable, *begin, "serve", *(["--no-browser"] * no_browser), *files]
    with subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            said = process.stdout.readline()
            found = re.search(r"http://\S+", said)
            assert found is not None, said + (process.communicate(timeout=HANGS)[1] if process.poll() else "")
            yield Served(found[0], folder, process)
        finally:
            process.kill()


@contextmanager
def opened(browser: Browser, address: str) -> Iterator[Opened]:
    """A page in the browser for several tests; at the end nothing has gone wrong in it."""
    with browser.new_context() as context:
        made = Opened(context.new_page())
        made.page.set_default_timeout(PATIENCE)
        made.page.goto(address)
        yield made
    assert made.wrong == [], made.wrong


def _children(pid: int) -> list[int]:
    """Those that any of its threads began."""
    try:
        return [
            int(child) for file in Path(f"/proc/{pid}/task").glob("*/children") for child in file.read_text().split()
        ]
    except OSError:
        return []


def _below(pid: int) -> Iterator[int]:
    for child in _children(pid):
        yield child
        yield from _below(child)


def _line(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""
