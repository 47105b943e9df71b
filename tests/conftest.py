"""How much the tests try, `fast` in `make test` and `fuzz` in `make fuzz`; and the command line as a function."""

from __future__ import annotations

import atexit
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import IO, Any

import pytest
from browsers import browser, open_page
from hypothesis import HealthCheck, settings

from logicpuzzles.cache_folder import PLACE, made
from logicpuzzles.cli import run

__all__ = ["browser", "open_page"]  # fixtures that tests of pages take

# No deadline: the first example of a test may compile a kernel. `make test` tries the same examples every time, so that
# it tells of the code and not of its luck; `make fuzz` draws new ones.
settings.register_profile(
    "fast", max_examples=50, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("fuzz", max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("fast")

# Nothing is read from the user's cache or written there, by no process; those that tests run in share one folder.
if PLACE not in os.environ:
    os.environ[PLACE] = mkdtemp()
    atexit.register(rmtree, os.environ[PLACE], ignore_errors=True)

# A shell starts what runs in the background with Ctrl-C ignored, and so would every process that a test interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def cli(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., tuple[int, str, str]]:
    """Runs a command line in an empty folder: its exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LOGICPUZZLES_PATH", raising=False)

    def call(*args: object) -> tuple[int, str, str]:
        code = run([str(arg) for arg in args])
        told = capsys.readouterr()
        assert "Traceback" not in told.out + told.err
        return code, told.out, told.err

    return call


@pytest.fixture
def starts(tmp_path: Path) -> Callable[..., str]:
    """Writes a file of starts, and gives its name."""

    def write(text: str, name: str = "starts.txt") -> str:
        file = tmp_path / name
        file.write_text(text)
        return str(file)

    return write


@pytest.fixture
def quiet(cli: Callable[..., tuple[int, str, str]]) -> Callable[..., tuple[int, str]]:
    """The same where nothing goes to standard error: the exit code and standard output."""

    def call(*args: object) -> tuple[int, str]:
        code, out, err = cli(*args)
        assert err == ""
        return code, out

    return call


@pytest.fixture(scope="session")
def query_kernel() -> None:
    """The kernel of queries is compiled, so that none of them says that it is still being done."""
    from logicpuzzles.logic.machine.loading import load

    load()


@pytest.fixture
def never_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Makes kernels whose compilation does not end: who compiles them waits for another process, which is this one.

    The cache is an empty folder.
    """
    from logicpuzzles.kernels.launch import lock_of
    from logicpuzzles.kernels.library import Library

    fcntl = pytest.importorskip("fcntl")
    folder = tmp_path / "cache"
    monkeypatch.setenv(PLACE, str(folder))
    held: list[IO[str]] = []

    def hold(*kernels: Any) -> None:
        for kernel in kernels:
            lock = f"{kernel.file.path()}.lock" if isinstance(kernel, Library) else lock_of(kernel)
            made(Path(lock).parent)
            held.append(open(lock, "w"))  # noqa: SIM115 -- closed below
            fcntl.flock(held[-1], fcntl.LOCK_EX)

    yield hold
    rmtree(folder, ignore_errors=True)  # so that who waits finds that nothing is to be done
    for file in held:
        file.close()
