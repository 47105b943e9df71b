"""Workers of a Dask cluster, on this machine and on others: the extra `dask` of the package.

Dask hands out, watches over workers, and does again what one of them had that died. Here it is asked for in groups of
items, and what nobody waits for any more is stopped on the worker too, whether it was cancelled or who asked has gone.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import Executor as Pool
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import PuzzleError
from ..stop import Stop, stoppable
from ..watchdog import Watchdog
from .addresses import START, Trusted, address_of
from .calls import LONG, Answers, answer
from .futures import TRIES, Futures

if TYPE_CHECKING:
    from distributed import Client

INSTALL = 'pip install "logicpuzzles[dask]"'
CONNECTING = 5.0  # seconds in which a scheduler answers, or a first worker comes
ALONE = 60.0  # seconds without a worker until that is said; a worker that has died is replaced in a few
FETCHED = 8  # results that may be on their way at the same time
LOOKING = 0.2  # seconds between two looks whether somebody still waits
YEARS = 1e9  # seconds; a watchdog with a limit is looked after
_turn = Lock()  # a worker with several threads: what it keeps of a puzzle is not for two at the same time


class Dask(Futures):
    """An `Executor` by the workers of a Dask cluster; each process does one thing at a time.

    Parameters
    ----------
    cluster
        The address of its scheduler, such as "tls://10.0.0.7:8786"; or a client, which stays open.
    trust
        Take an address on another machine that no certificates protect. What a cluster answers is unpickled, so whoever
        can answer there can run code here.

    Raises
    ------
    PuzzleError
        The extra is not installed, no scheduler answers, it has no workers, or these have another version.
    """

    lasting = 0.4  # a task takes 5 ms, and as much time of who asks and of the scheduler
    tried = TRIES  # Dask itself tries again
    all_end = False

    def __init__(self, cluster: str | Client, trust: bool = False) -> None:
        self.shares_memory = False
        self.is_mine = isinstance(cluster, str)
        client: Any = cluster  # not all of it has types
        if isinstance(cluster, str):
            client = connected(Trusted(cluster) if trust else cluster)
        self.client, self.place = client, str(cluster if self.is_mine else client.scheduler.address)
        self._there: dict[Future[Answers], Any] = {}  # by a future that is not done, the one that Dask has for it
        self._fetching = ThreadPoolExecutor(FETCHED, "results of Dask")
        self._long: tuple[bytes, Any] | None = None  # what was sent to be kept
        self._looked = self._seen = monotonic()  # when it was last looked for workers, and when there were some
        try:
            self.workers = self._ready()
        except BaseException:
            self.close()
            raise

    def _ready(self) -> int:
        """How many items the workers run at the same time, once they were found to be those that are needed."""
        from distributed import TimeoutError as TookTooLong

        try:
            self.client.wait_for_workers(1, CONNECTING)
        except (TimeoutError, TookTooLong):
            hint = f"start some: dask worker {self.place}"
            raise PuzzleError("the Dask cluster has no workers", place=self.place, hint=hint) from None
        for worker, version in self.client.run(version_here, on_error="return").items():
            if version != __version__:
                missing = isinstance(version, BaseException)
                said = f"this worker {'cannot run' if missing else 'has another version of'} logicpuzzles"
                hint = "install the same version everywhere"
                got = f"{type(version).__name__}: {version}" if missing else version
                raise PuzzleError(said, place=worker, expected=__version__, got=got, hint=hint)
        return max(1, len(self.client.nthreads()))

    def pool(self) -> Pool:
        """Nothing: items are submitted to the cluster.

        What `Client.get_executor` gives would leave futures open for ever where a worker dies that has their results.
        """
        return None  # type: ignore[return-value]

    def submitted(self, pool: Pool, work: Any, items: list[Any]) -> Future[Answers]:
        """What will be the answers of the first items."""
        found: Future[Answers] = Future()
        together = pickle.dumps(items)  # Dask would look at each
        there = self.client.submit(answered, __version__, self._there_once(work), together, self.longest, pure=False)
        self._there[found] = there
        there.add_done_callback(lambda done: self._fetch_apart(done, found))
        return found

    def _there_once(self, work: bytes) -> Any:
        """A function as it is given to tasks: a long one goes to each worker once, however often it is asked for."""
        if len(work) <= LONG:
            return work
        if self._long is None or self._long[0] != work:
            from dask import config

            with config.set({"distributed.admin.large-graph-warning-threshold": "1TB"}):
                # As a task, since what is only held by a worker is lost when that dies.
                self._long = work, self.client.submit(bytes, work, pure=False)
        return self._long[1]

    def _fetch_apart(self, there: Any, found: Future[Answers]) -> None:
        """Have it fetched, in another thread than that in which Dask tells of all that is done."""
        with suppress(RuntimeError):  # the cluster was left: nobody waits for it
            self._fetching.submit(self._fetch, there, found)

    def _fetch(self, there: Any, found: Future[Answers]) -> None:
        """Have `found` know what has come of `there`, which takes a while if its worker has died meanwhile."""
        self._there.pop(found, None)
        try:
            answers = pickle.loads(there.result())
        except BaseException as problem:
            found.set_exception(problem)
        else:
            found.set_result(answers)

    def is_lost(self, problem: BaseException | None) -> bool:
        """Whether workers have died of it, as often as Dask allows: three times, where nothing else is set."""
        from distributed import KilledWorker

        return isinstance(problem, KilledWorker)

    def replaced(self, pool: Pool) -> bool:
        """Nothing has to be replaced: Dask goes on with other workers."""
        return True

    def failed(self, problem: BaseException) -> BaseException:
        """What is raised where `problem` came instead of answers."""
        if isinstance(problem, CancelledError | OSError):
            hint = "see whether the scheduler runs; what was kept goes on with the same command"
            return PuzzleError("the Dask cluster has dropped what it was given", place=self.place, hint=hint)
        return problem

    def look(self) -> None:
        """See whether there are workers, from time to time.

        Raises
        ------
        PuzzleError
            There were none for a while, or the scheduler has gone.
        """
        now = monotonic()
        if now < self._looked + CONNECTING:
            return
        self._looked = now
        try:
            threads = self.client.nthreads()
        except (OSError, TimeoutError, CancelledError) as problem:
            raise self.failed(CancelledError()) from problem
        if threads:
            self._seen = now
        elif now > self._seen + ALONE:
            hint = f"start some: dask worker {self.place}"
            raise PuzzleError("the Dask cluster has lost all its workers", place=self.place, hint=hint)

    def abandon(self, pool: Pool, futures: Iterable[Future[Answers]]) -> None:
        """Cancel these; workers stop what they have begun of them."""
        for future in futures:
            if (there := self._there.pop(future, None)) is not None:
                there.release()

    def close(self) -> None:
        """Leave the cluster, which goes on."""
        self._fetching.shutdown(wait=False, cancel_futures=True)
        self._long = None
        if self.is_mine:
            with suppress(Exception):  # the scheduler may be gone
                self.client.close(timeout=CONNECTING)


def connected(address: str) -> Any:
    """A client of the scheduler at `address`.

    Raises
    ------
    PuzzleError
        The extra is not installed, or no scheduler answers.
    """
    try:
        from distributed import Client, Security
    except ImportError as problem:
        said = "workers of a Dask cluster need what is not installed here"
        raise PuzzleError(said, place=address, got=problem, hint=INSTALL) from None
    address_of(address)  # a client that fails to read it would leave a traceback when it is collected
    begin: Any = Client  # neither has types
    address = str(address)
    certified: Any = Security
    if address.startswith(("tls:", "wss:")) and certified().get_connection_args("client")["ssl_context"] is None:
        hint = "see distributed.comm.tls in the configuration of Dask, or give a client in Python"
        raise PuzzleError("Dask knows no certificates for this address", place=address, hint=hint)
    import logging

    for name in [name for name in logging.root.manager.loggerDict if name.partition(".")[0] == "distributed"]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is raised, and told once
    try:
        return begin(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, TimeoutError):
        raise PuzzleError("no Dask scheduler answers at this address", place=address, hint=START) from None


def version_here() -> str:
    """The version of the package where this is run."""
    return __version__


def answered(version: str, work: bytes, items: bytes, lasting: float) -> bytes:
    """What `answer` gives on a worker, which stops when nobody waits for it any more; a pickle for a pickle."""
    from distributed import get_worker

    worker, stop = get_worker(), Stop()
    with _watched(worker, stop), _turn, stoppable(stop), Watchdog(YEARS, sys.maxsize, what="the work"):
        return pickle.dumps(answer(version, work, pickle.loads(items), lasting, str(worker.address)))


@contextmanager
def _watched(worker: Any, stop: Stop) -> Iterator[None]:
    """While it is entered, wish the end of the work once its task is cancelled, also by the end of who asked for it."""
    key, ended = worker.get_current_task(), Event()

    def look() -> None:
        while not ended.wait(LOOKING):
            task = worker.state.tasks.get(key)
            if task is None or task.state == "cancelled":
                stop.now()

    Thread(target=look, name="logicpuzzles-watcher", daemon=True).start()
    try:
        yield
    finally:
        ended.set()
