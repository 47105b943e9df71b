"""What runs in a process of its own: pytest over chosen tests, with coverage of each or with a mutant in place.

Nothing on disk is changed: the mutant's text is what its module's import gives. So kernels keep their cache, two
mutants can run at once, and an interrupted run leaves nothing behind. Processes that tests start have no mutant.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Generator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

from . import PACKAGE, ROOMS, ROOT, digest

OPTIONS = ["-q", "--tb=no", "--no-header", "--no-summary", "-p", "no:cacheprovider", "-p", "no:xdist"]
MEMORY = 8 << 30  # bytes of addresses: an endless loop that gathers ends by this
LONGEST = 1800  # seconds after which a process that waits for ever is ended
LIBRARIES = ["hypothesis.strategies", "llvmlite.binding", "kanren", "constraint"]  # what tests and the package load
SLACK = 20.0  # seconds of processor time that a test may take besides ten times what it took


class Recorder:
    """Takes down for each test its time, and which lines of the rooms it ran."""

    def __init__(self) -> None:
        import coverage

        paths = [str(path) for room in ROOMS.values() for path in room]
        self.coverage = coverage.Coverage(data_file=None, include=paths, config_file=False)
        self.seconds: dict[str, float] = {}
        self.failed: set[str] = set()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """One test, in a context of its own."""
        self.coverage.switch_context(item.nodeid)
        began = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(time.process_time() - began, 3)
            self.coverage.switch_context("")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails or is skipped without a mutant tells nothing with one."""
        if report.outcome != "passed":
            self.failed.add(report.nodeid)

    def told(self) -> dict[str, Any]:
        """The seconds of each test that passed, and for each line that ran in tests, by `line_key`, their numbers.

        With hashes of the modules as they are, since they change while the tests stay.
        """
        found: dict[str, set[str]] = {}
        data = self.coverage.get_data()
        for name in data.measured_files():
            path = Path(name)
            rows = path.read_text(encoding="utf-8").splitlines()
            for number, tests in data.contexts_by_lineno(name).items():
                if 0 < number <= len(rows):
                    found.setdefault(line_key(path, rows[number - 1]), set()).update(tests)
        seconds = {test: time for test, time in self.seconds.items() if test not in self.failed}
        place = {test: place for place, test in enumerate(seconds)}
        lines = {key: sorted(place[test] for test in tests & seconds.keys()) for key, tests in found.items()}
        paths = [path for room in ROOMS.values() for path in room]
        modules = {str(path.relative_to(ROOT)): digest([path.read_text(encoding="utf-8")]) for path in paths}
        return {"seconds": seconds, "lines": {key: tests for key, tests in lines.items() if tests}, "modules": modules}


def line_key(path: Path, row: str) -> str:
    """A line by its file and text, so that it is known again where lines before it changed."""
    return f"{path.relative_to(PACKAGE)}: {row.strip()}"


def record(target: str, out: Path) -> None:
    """Run the tests of one file, or the doctests of one folder, and write what each ran."""
    recorder = Recorder()
    recorder.coverage.start()
    # Its lock would stay locked for ever where a RecursionError comes just before it is unlocked.
    recorder.coverage._collector.data_lock = None
    # Python 3.11 stays for ever at the head of a traced function once an exception in a thread has been taken back.
    watcher = importlib.import_module("logicpuzzles.watcher")
    raise_in = watcher._raise_in
    watcher._raise_in = lambda thread, kind: None if kind is None else raise_in(thread, kind)  # type: ignore[attr-defined]
    code = pytest.main([*OPTIONS, target], plugins=[recorder])
    recorder.coverage.stop()
    if code not in (0, 1, 5):
        sys.exit(f"recording {target} failed: pytest ended with {code}")
    out.write_text(json.dumps(recorder.told()), encoding="utf-8")


class Mutated(MetaPathFinder, SourceFileLoader):
    """Finds one module where it is and gives it another text."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        """The module's place as ever, with this as what loads it."""
        if fullname != self.name or (spec := PathFinder.find_spec(fullname, path)) is None:
            return None
        self.path, spec.loader = str(spec.origin), self
        return spec

    def get_code(self, fullname: str) -> CodeType:
        """The mutant, compiled; no compiled file is read or written."""
        return compile(self.text, self.path, "exec", dont_inherit=True)


class Chosen:
    """Runs chosen tests in their order, each within its time, and says which one is running."""

    def __init__(self, tests: list[tuple[str, float]], out: Path) -> None:
        self.order = {test: place for place, (test, _) in enumerate(tests)}
        self.seconds, self.out = dict(tests), out

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave the chosen tests alone, in their order."""
        items[:] = sorted((i for i in items if i.nodeid in self.order), key=lambda item: self.order[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """One test; what takes far longer than ever before is endless, and ends the process."""
        self.out.write_text(item.nodeid, encoding="utf-8")
        signal.setitimer(signal.ITIMER_PROF, SLACK + 10 * self.seconds[item.nodeid])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def try_mutant(job: Path) -> int:
    """Run a job's tests up to the first that fails: pytest's exit code."""
    plan = json.loads(job.read_text(encoding="utf-8"))
    if plan["module"]:
        sys.meta_path.insert(0, Mutated(plan["module"], plan["text"]))
        importlib.import_module(plan["module"])
    files = dict.fromkeys(test.split("::")[0] for test, _ in plan["tests"])
    stop = ["-x"] if plan["module"] else []
    return int(pytest.main([*OPTIONS, *stop, *files], plugins=[Chosen(plan["tests"], job.with_suffix(".test"))]))


def serve() -> None:
    """Try mutants, each in a fork of this process, where the libraries are loaded already: several times as fast.

    Each line of standard input names a job; each line of standard output is the exit code of what tried it, or the
    number of the signal that ended it, below 0.
    """
    for library in LIBRARIES:
        importlib.import_module(library)
    asked, answers, nowhere = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w"), os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    OPTIONS.extend(["-W", "ignore::pytest.PytestAssertRewriteWarning"])  # the libraries are there before pytest is
    while job := asked.readline().strip():
        fork = os.fork()
        if not fork:
            code = 1
            try:
                code = try_mutant(Path(job))
            finally:
                os._exit(code)
        print(_ended(fork), file=answers, flush=True)


def _ended(fork: int) -> int:
    """The exit code of a fork; one that waits for ever is ended."""
    end = time.monotonic() + LONGEST
    while True:
        done, status = os.waitpid(fork, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            os.kill(fork, signal.SIGKILL)
        time.sleep(0.02)


if __name__ == "__main__":
    assert Path.cwd() == ROOT
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it, tests send it
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    if sys.argv[1] == "record":
        record(sys.argv[2], Path(sys.argv[3]))
    else:
        serve()
