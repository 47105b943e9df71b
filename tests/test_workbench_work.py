"""Work in processes: results, progress, limits, stops, crashes, and that one tab does not hear of another's."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys

import pytest
import workbench_jobs as jobs
from waiting import HANGS, is_soon

from logicpuzzles import LimitReached, PuzzleError
from logicpuzzles.workbench.work import Crashed, Stopped, Work

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are forked")


def alone(scenario):
    """Run a scenario with a `Work`, which is closed at its end."""

    async def run():
        work = Work()
        try:
            return await scenario(work)
        finally:
            work.close()

    return asyncio.run(run())


def is_there(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def gone(pid):
    """Whether the process ends soon."""
    return is_soon(lambda: not is_there(pid))


def test_a_function_runs_in_another_process_and_keeps_it():
    async def scenario(work):
        first, second = await work.run(jobs.process), await work.run(jobs.process)
        return await work.run(jobs.added, 1, 2), first == second == work.pid != os.getpid()

    assert alone(scenario) == (3, True)


def test_progress_is_heard_in_its_order():
    heard = []

    async def scenario(work):
        return await work.run(jobs.told, ["one", "two", ("three",)], progress=heard.append)

    assert alone(scenario) == 3
    assert heard == ["one", "two", ("three",)]


@pytest.mark.parametrize(
    ("job", "kind", "said"),
    [
        (jobs.complain, PuzzleError, "here: this is wrong; expected that, got <object object at"),
        (jobs.reach_a_limit, LimitReached, "enough"),
        (jobs.fail, PuzzleError, "this is a defect of logicpuzzles: ZeroDivisionError"),
        (jobs.leave, PuzzleError, "this is a defect of logicpuzzles: SystemExit: 3"),
        (jobs.unpicklable, PuzzleError, "this is a defect of logicpuzzles"),
        (jobs.crash, Crashed, "the process that worked on this has ended (signal 6)"),
    ],
)
def test_what_goes_wrong_is_raised_here_and_the_work_goes_on(job, kind, said):
    async def scenario(work):
        with pytest.raises(kind) as caught:
            await work.run(job)
        return str(caught.value), await work.run(jobs.added, 1, 2)

    text, after = alone(scenario)
    assert text.startswith(said)
    assert after == 3


@pytest.mark.parametrize("job", [jobs.endless, jobs.in_one_long_step])
def test_a_limit_ends_what_does_not_end_by_itself(job, monkeypatch):
    monkeypatch.setattr("logicpuzzles.workbench.work.GRACE", 0.5)

    async def scenario(work):
        with pytest.raises(PuzzleError, match="was stopped after 0.2 second"):
            await work.run(job, seconds=0.2)
        return await work.run(jobs.added, 1, 2)

    assert alone(scenario) == 3


def test_a_stop_ends_the_process_at_once_and_what_waits_goes_on():
    async def scenario(work):
        running = asyncio.ensure_future(work.run(jobs.in_one_long_step))
        waiting = asyncio.ensure_future(work.run(jobs.added, 1, 2))
        while work.pid is None and not running.done():
            await asyncio.sleep(0.01)
        pid = work.pid
        work.stop()
        with pytest.raises(Stopped):
            await running
        return gone(pid), await waiting

    assert alone(scenario) == (True, 3)


def test_a_stop_while_the_process_begins_ends_the_work_too():
    async def scenario(work):
        running = asyncio.ensure_future(work.run(jobs.endless))
        while not work.is_busy:
            await asyncio.sleep(0)
        assert work.pid is None
        work.stop()
        with pytest.raises(Stopped):
            await asyncio.wait_for(running, HANGS)
        return await work.run(jobs.added, 1, 2)

    assert alone(scenario) == 3


def test_closing_ends_the_process_and_refuses_more():
    async def scenario(work):
        pid = await work.run(jobs.process)
        work.close()
        with pytest.raises(Stopped):
            await work.run(jobs.process)
        return gone(pid)

    assert alone(scenario)


def test_a_killed_process_is_told_and_leaves_the_others():
    async def scenario(work):
        other = Work()
        try:
            running = asyncio.ensure_future(work.run(jobs.endless))
            kept = await other.run(jobs.process)
            while work.pid is None and not running.done():
                await asyncio.sleep(0.01)
            os.kill(work.pid, signal.SIGKILL)
            with pytest.raises(Crashed, match=r"\(signal 9\). Next: try again"):
                await running
            return await other.run(jobs.process) == kept
        finally:
            other.close()

    assert alone(scenario)


def test_whoever_does_not_wait_any_more_ends_the_work():
    async def scenario(work):
        waiting = asyncio.ensure_future(work.run(jobs.endless))
        while work.pid is None and not waiting.done():
            await asyncio.sleep(0.01)
        pid = work.pid
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return gone(pid)

    assert alone(scenario)


def test_what_is_loaded_for_all_processes_needs_neither_numpy_nor_the_user_interface():
    script = (
        "import sys, pkgutil, importlib; from logicpuzzles.workbench import jobs, process, work\n"
        "names = [one.name for one in pkgutil.iter_modules(jobs.__path__)]\n"
        "for name in names: importlib.import_module(f'{jobs.__name__}.{name}')\n"
        "print(*{'llvmlite', 'numpy', 'nicegui', 'uvicorn'} & sys.modules.keys())"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True).stdout == "\n"


def test_a_search_runs_there():
    assert alone(lambda work: work.run(jobs.solve, "seven")) == 36
