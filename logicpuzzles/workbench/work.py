"""Work in a process of its own: a tab asks it to run functions, hears of progress, stops it, and outlives its crash.

    found = await tab.work.run(solve, rules, start, progress=label.set_text, seconds=60)

runs `solve(rules, start, progress=tell)` in the process and gives its result. The function stands in a module of
`workbench/jobs/`, at its top level; what it takes and gives is pickled: states, texts, SVG, `Rules`, records. It may
keep things in its module between calls (a loaded rule file, a query that goes on), and must do without them: the
process may be a new one. What goes wrong is raised as `PuzzleError`: a limit as `LimitReached`, a stop as `Stopped`,
the end of the process by a crash as `Crashed`. Of calls at the same time, one is run after the other.

`tab.quick` is for clicks: nothing lasts there, so that nothing waits. `tab.work` is for all else, and
`tab.new_work()` for a panel whose work goes on while others work.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pkgutil import iter_modules
from threading import Thread
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakSet

from ..errors import PuzzleError
from ..limits import SECONDS
from ..workers.beginning import NAME, without_current_folder
from . import jobs, process
from .process import DONE, PROGRESS, Job

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

T = TypeVar("T")
Tell = Callable[[Any], object]  # is told how far the work is: a line, or what was found so far
GRACE = 2.0  # seconds after the limit in which a process may say how far it got; then it is ended
# A fork server loads the package once, so that a process begins in 20 ms; where there is none, in half a second.
_FORKS = "forkserver" in multiprocessing.get_all_start_methods()
_CONTEXT = multiprocessing.get_context("forkserver") if _FORKS else multiprocessing.get_context("spawn")
_JOBS = f"{jobs.__name__}."
_starter = ThreadPoolExecutor(1, "starting")  # starting a process waits for the fork server


class Stopped(PuzzleError):
    """The work was stopped because somebody wished so."""


class Crashed(PuzzleError):
    """The process that did the work has ended."""


class Work:
    """A process that runs functions; it is started when it is first needed, and anew after a stop or a crash."""

    def __init__(self) -> None:
        self._numbers = count()
        self._turn = asyncio.Lock()
        self._running: _Running | None = None
        self._closed = False
        self._stops = 0

    @property
    def is_busy(self) -> bool:
        """Whether something runs, or waits to."""
        return self._turn.locked()

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one."""
        return None if self._running is None else self._running.process.pid

    async def run(
        self,
        function: Callable[..., T],
        *arguments: Any,
        progress: Tell | None = None,
        seconds: float | None = SECONDS,
    ) -> T:
        """The result of `function(*arguments)`, run in the process within so many seconds.

        With `progress` the function is given a callable of this name too, and `progress` gets what it is called with.

        Raises
        ------
        PuzzleError
            What the function raised; `LimitReached`, `Stopped` and `Crashed` are such.
        """
        async with self._turn:
            stops = self._stops
            running = await self._started()
            if stops != self._stops:  # while the process was started
                raise Stopped("Stopped")
            job = Job(next(self._numbers), function, arguments, seconds, progress is not None)
            answer = running.ask(job, progress)
            try:
                result: T = await asyncio.wait_for(answer, None if seconds is None else seconds + GRACE)
                return result
            except TimeoutError:
                self.stop()
                hint = "ask for less, or allow more time"
                raise PuzzleError(f"the work was stopped after {seconds:g} seconds", hint=hint) from None
            except asyncio.CancelledError:  # whoever waited is gone
                self.stop()
                raise

    async def warm(self) -> None:
        """Have the process ready."""
        async with self._turn:
            await self._started()

    def stop(self) -> None:
        """End what runs at once; whoever waits for it gets `Stopped`."""
        self._stops += 1
        if self._running is not None:
            self._running.kill(Stopped("Stopped"))
            self._running = None

    def close(self) -> None:
        """Stop, for good."""
        self._closed = True
        self.stop()

    async def _started(self) -> _Running:
        if self._running is None or self._running.ended:
            self._running = None
            try:
                started = await asyncio.get_running_loop().run_in_executor(_starter, _start)
            except (OSError, EOFError) as problem:
                raise _crashed(f"it could not be started: {problem or 'its parent is gone'}") from None
            self._running = _Running(*started)
        if self._closed:
            self.stop()
            raise Stopped("Stopped")
        return self._running


class _Running:
    """A process, and who waits for its answers."""

    def __init__(self, process: BaseProcess, connection: Connection[Any, Any]) -> None:
        self.process, self.connection = process, connection
        self.ended = False
        _all.add(self)
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[int, tuple[asyncio.Future[Any], Tell | None]] = {}
        Thread(target=self._listen, name="answers", daemon=True).start()

    def ask(self, job: Job, progress: Tell | None) -> asyncio.Future[Any]:
        """What will be the result of `job`."""
        answer: asyncio.Future[Any] = self._loop.create_future()
        self._waiting[job.number] = answer, progress
        try:
            self.connection.send(job)
        except OSError:
            self._end(_crashed("its connection is closed"))
        return answer

    def kill(self, why: PuzzleError) -> None:
        """End the process."""
        with suppress(OSError, ValueError):
            self.process.kill()
        self._end(why)

    def _listen(self) -> None:
        with suppress(EOFError, OSError):
            while True:
                message = self.connection.recv()
                self._in_loop(self._hear, *message)
        self.process.join(1)
        self._in_loop(self._end, _crashed(_how(self.process.exitcode)))

    def _in_loop(self, function: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the server has ended
            self._loop.call_soon_threadsafe(function, *arguments)

    def _hear(self, number: int, kind: str, what: Any) -> None:
        answer, progress = self._waiting.get(number, (None, None))
        if answer is None or answer.done():
            return
        if kind == PROGRESS:
            if progress is not None:
                progress(what)
            return
        del self._waiting[number]
        if kind == DONE:
            answer.set_result(what)
        else:
            answer.set_exception(what)

    def _end(self, why: PuzzleError) -> None:
        self.ended = True
        waiting, self._waiting = self._waiting, {}
        for answer, _ in waiting.values():
            if not answer.done():
                answer.set_exception(why)


_all: WeakSet[_Running] = WeakSet()


def end_all() -> None:
    """End all processes: the server ends."""
    for running in list(_all):
        with suppress(OSError, ValueError):
            running.process.kill()


def _crashed(how: str) -> Crashed:
    hint = "try again; the page and its other tabs are as they were"
    return Crashed(f"the process that worked on this has ended ({how})", hint=hint)


def _how(code: int | None) -> str:
    return "no exit code" if code is None else f"signal {-code}" if code < 0 else f"exit code {code}"


def _start() -> tuple[BaseProcess, Connection[Any, Any]]:
    ours, theirs = _CONTEXT.Pipe()
    made: BaseProcess = _CONTEXT.Process(target=process.work, args=(theirs,), daemon=True, name=f"{NAME} work")
    with without_current_folder():
        made.start()
    theirs.close()
    return made, ours


def prepare() -> None:
    """Begin to load what every process needs, so that the first is there soon: all jobs, which need no numpy."""
    if sys.platform != "win32" and _FORKS:
        _CONTEXT.set_forkserver_preload([process.__name__, *(one.name for one in iter_modules(jobs.__path__, _JOBS))])
        from multiprocessing.forkserver import ensure_running

        _starter.submit(without_current_folder()(ensure_running))
