"""What every executor promises: order, laziness, errors in their place, and workers that stay usable."""

from __future__ import annotations

import os
import signal
import struct
import subprocess
import sys
import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import count, islice
from pathlib import Path
from threading import Thread
from threading import enumerate as all_threads

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from worker_items import (
    Odd,
    always_die,
    complain_at,
    die_once,
    fail_at,
    process,
    raise_odd,
    slow,
    squared,
    unpicklable,
)

from logicpuzzles.errors import PuzzleError
from logicpuzzles.workers import Executor
from logicpuzzles.workers.futures import Futures
from logicpuzzles.workers.here import Here
from logicpuzzles.workers.processes import Processes
from logicpuzzles.workers.specification import executor_of, using
from logicpuzzles.workers.threads import Threads

KINDS = ["here", "threads", "processes", "futures"]


@pytest.fixture(scope="module")
def executors():
    """One of each kind; the last is a pool of threads."""
    with using(2) as processes, ThreadPoolExecutor(2) as pool:
        yield {"here": Here(), "threads": Threads(2), "processes": processes, "futures": Futures(pool, 2)}


@pytest.fixture(params=KINDS)
def executor(request, executors) -> Executor:
    return executors[request.param]


def ended(pid):
    """Whether the process ends soon."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=20, deadline=None)
@given(numbers=st.lists(st.integers(), max_size=30), ahead=st.none() | st.integers(1, 9))
def test_all_give_what_map_gives(executors, kind, numbers, ahead):
    """The results of all items, in their order."""
    executor, wanted = executors[kind], list(map(squared, numbers))
    assert executor.run(squared, numbers) == wanted
    assert list(executor.each(squared, iter(numbers), ahead)) == wanted


def test_slow_items_keep_their_place(executor):
    """The first takes longest."""
    items = [(n, 0.05 if n % 5 == 0 else 0.0) for n in range(12)]
    assert list(executor.each(slow, items)) == list(range(12))


@pytest.mark.parametrize("ahead", [1, 3])
def test_endless_items_are_taken_as_they_are_needed(executor, ahead):
    """Never more than `ahead` whose results were not given."""
    taken = count()
    results = executor.each(squared, taken, ahead)
    assert list(islice(results, 20)) == [n * n for n in range(20)]
    assert next(taken) <= 20 + ahead
    results.close() if hasattr(results, "close") else None
    assert executor.run(squared, [3]) == [9]


@pytest.mark.parametrize("bad", [0, 7, 19])
def test_what_work_raises_stands_in_its_place(executor, bad):
    """Results before it are given; a message has its place, and a hint."""
    given_ = []
    with pytest.raises(PuzzleError, match=r"^here: this is wrong; expected that, got <object .*>\. Next: do it$"):
        _kept(executor.each(partial(complain_at, bad), range(20)), given_)
    assert given_ == list(range(bad))
    with pytest.raises(ValueError, match=str(bad)):
        executor.run(partial(fail_at, bad), range(20))
    assert executor.run(squared, range(5)) == [0, 1, 4, 9, 16]


def _kept(results, given_):
    for result in results:
        given_.append(result)


def test_what_items_raise_stands_in_its_place(executor):
    """Items before are done."""

    def items():
        yield from range(5)
        raise KeyError("no more")

    given_ = []
    with pytest.raises(KeyError):
        _kept(executor.each(squared, items()), given_)
    assert given_ == [0, 1, 4, 9, 16]


def test_an_iterator_that_is_closed_ends_what_runs():
    """Threads end with the item in hand; processes end at once, and others begin."""
    before = set(all_threads())
    results = Threads(2).each(squared, count())
    assert next(results) == 0
    results.close()
    assert set(all_threads()) <= before
    with using(2) as processes:
        results = processes.each(slow, ((n, 0.0 if n == 0 else 60.0) for n in count()))
        assert next(results) == 0
        pids = processes.pids
        assert pids
        began = time.monotonic()
        results.close()
        assert all(map(ended, pids))
        assert time.monotonic() - began < 30
        assert processes.run(squared, [5]) == [25]


@pytest.mark.parametrize("work", [raise_odd, unpicklable])
def test_what_cannot_be_sent_back_is_said(executors, work):
    """And the worker is still there."""
    processes = executors["processes"]
    [pid] = processes.run(process, [0])
    said = "this is a defect of logicpuzzles: Odd: 1" if work is raise_odd else "cannot be sent to another process"
    with pytest.raises(PuzzleError, match=said):
        processes.run(work, [1])
    assert pid in processes.pids
    with pytest.raises(Odd):
        Here().run(raise_odd, [1])


def test_what_cannot_be_sent_is_said(executors):
    """A function in a function, and an item in the middle, in its place."""
    processes, given_ = executors["processes"], []
    with pytest.raises(PuzzleError, match="worker processes: this cannot be sent to another process"):
        processes.run(lambda n: n, [1])
    with pytest.raises(PuzzleError, match="this cannot be sent to another process"):
        _kept(processes.each(type, [1, 2, lambda: None, 4]), given_)
    assert given_ == [int, int]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_killed_ten_times(tmp_path):
    """Ten items kill their worker once: nothing is lost, nothing is given twice."""
    items = [(n, n % 3 == 0) for n in range(30)]
    with using(2) as processes:
        assert list(processes.each(partial(die_once, str(tmp_path)), items)) == list(range(30))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@settings(max_examples=5, deadline=None)
@given(deadly=st.lists(st.booleans(), max_size=20), ahead=st.none() | st.integers(1, 9), workers=st.integers(2, 3))
def test_whoever_dies_all_results_are_there(tmp_path_factory, deadly, ahead, workers):
    """In their order, each once; and no item is begun more often than its worker may have died."""
    folder = tmp_path_factory.mktemp("dying")
    with using(workers) as processes:
        items = list(enumerate(deadly))
        assert list(processes.each(partial(die_once, str(folder)), items, ahead)) == list(range(len(deadly)))
    begun = [len((folder / str(n)).read_text().splitlines()) for n in range(len(deadly))]
    assert all(times >= 1 + is_deadly for times, is_deadly in zip(begun, deadly, strict=True))


class Forgetful(Processes):
    """Processes of which one dies at once, and the pool loses the first that it is given.

    So does one of Python 3.11, where a process dies just before.
    """

    has_forgotten = False

    def submitted(self, pool, work, items):
        future = super().submitted(pool, work, items)
        if self.has_forgotten:
            return future
        self.has_forgotten = True
        os.kill(self.pids[0], signal.SIGKILL)
        return Future()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("count", [1, 2, 20])
def test_what_a_broken_pool_forgets_is_done_again(count):
    """Also where nothing else is submitted, that would tell of it."""
    processes = Forgetful(2)
    try:
        assert list(processes.each(squared, range(count))) == [n * n for n in range(count)]
        assert processes.run(squared, range(count)) == [n * n for n in range(count)]
    finally:
        processes.close()


def test_two_iterators_of_one_executor(executor):
    """One that is closed takes nothing from the other."""
    one, other = executor.each(squared, count()), executor.each(slow, ((n, 0.01) for n in range(30)))
    assert [next(other) for _ in range(3)] == [0, 1, 2]
    assert [next(one) for _ in range(3)] == [0, 1, 4]
    if hasattr(one, "close"):
        one.close()
    assert list(other) == list(range(3, 30))


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("ahead", [1, 2, 7, None])
def test_an_item_that_always_kills_its_worker(ahead):
    """One message, and results of the items before it; those beside it are not to blame."""
    given_ = []
    with using(3) as processes:
        with pytest.raises(PuzzleError, match="whenever an item was tried its worker ended") as caught:
            _kept(processes.each(partial(always_die, 5), range(12), ahead), given_)
        assert caught.value.place == "worker processes"
        assert caught.value.hint is not None
        assert given_ == list(range(len(given_)))
        assert len(given_) <= 5
        assert processes.run(squared, range(4)) == [0, 1, 4, 9]


def test_a_pool_that_was_given_stays_open():
    """Its processes are used; when they are dead, that is said."""
    with ProcessPoolExecutor(1, initializer=None, mp_context=_spawning()) as pool, using(pool) as executor:
        assert (executor.workers, executor.shares_memory) == (1, False)
        assert list(executor.each(squared, range(5))) == [0, 1, 4, 9, 16]
        executor.close()
        assert pool.submit(squared, 4).result() == 16
        with pytest.raises(PuzzleError, match="the executor that was given is broken"):
            executor.run(partial(always_die, 0), [0])
    with ThreadPoolExecutor(2) as threads, using(threads) as executor:
        assert (executor.workers, executor.shares_memory) == (2, True)
    with pytest.raises(PuzzleError, match="the executor takes no work"):
        executor.run(squared, [1])


def _spawning():
    import multiprocessing

    return multiprocessing.get_context("spawn")


def test_what_is_asked_for():
    """None and 1 are this thread; threads where they serve; what is given is taken as it is."""
    assert isinstance(executor_of(None), Here)
    assert isinstance(executor_of(1, threads=True), Here)
    assert isinstance(executor_of(2, threads=True), Threads)
    assert isinstance(executor_of(None, threads=True, default=2), Threads)
    mine = Threads(3)
    assert executor_of(mine) is mine
    for wrong in (0, -2, True, 1.5, [2]):
        with pytest.raises(PuzzleError, match=r"^workers: this is no"):
            executor_of(wrong)


SCRIPT = """
import sys
from logicpuzzles.workers.specification import executor_of
sys.path.insert(0, {tests!r})
from worker_items import slow
executor = executor_of(2)
results = executor.each(slow, [(0, 0.0), (1, 600.0), (2, 600.0)])
next(results)
print(*executor.pids, flush=True)
{then}
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("how", ["end", "interrupt", "terminate", "kill"])
def test_no_process_outlives_who_asks(how, tmp_path):
    """However that ends; a script without `if __name__ ...` may ask for workers."""
    script = tmp_path / "asks.py"
    then = "" if how == "end" else "next(results)"
    script.write_text(SCRIPT.format(tests=str(Path(__file__).parent), then=then))
    pipe, command = subprocess.PIPE, [sys.executable, str(script)]
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as asks:
        assert asks.stdout is not None
        pids = list(map(int, asks.stdout.readline().split()))
        assert len(pids) == 2
        if how != "end":
            time.sleep(0.1)
            {"interrupt": lambda: asks.send_signal(2), "terminate": asks.terminate, "kill": asks.kill}[how]()
        _, told = asks.communicate(timeout=60)
    assert all(map(ended, pids))
    assert asks.returncode == {"end": 0, "interrupt": -2, "terminate": -15, "kill": -9}[how]
    assert ("KeyboardInterrupt" in told) == (how == "interrupt")
    if how == "end":
        assert told == ""  # after a signal Python tells of its semaphores, which it takes back


COMMAND = """
import os, signal, sys
from logicpuzzles.cli import stopping
stopping.stop_at_once()
sys.path.insert(0, {tests!r})
from threading import Timer
from worker_items import slow
from logicpuzzles import load
from logicpuzzles.cli.rulefiles import sharing
from logicpuzzles.workers.specification import executor_of
results = executor_of(sharing(load("six"), 2, None, False)).each(slow, [(0, 0.0), (1, 600.0), (2, 600.0)])
next(results)
Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
next(results)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_command_that_is_interrupted_says_so_and_nothing_else():
    """What its processes leave behind is taken back without a word."""
    script = COMMAND.format(tests=str(Path(__file__).parent))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (130, "Stopped with Ctrl-C.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="pipes")
def test_a_process_that_ends_while_it_sends_a_result_holds_nobody_up():
    """The pool waits for the rest of it: as if it had been killed after the first bytes."""
    processes = Processes(2)
    assert processes.run(squared, [1, 2]) == [1, 4]
    writer = processes._context.queues[0]._writer
    os.write(writer.fileno(), struct.pack("!i", 1000) + b"the first bytes")
    ending = Thread(target=processes.close, daemon=True)
    ending.start()
    ending.join(60)
    assert not ending.is_alive()
    assert processes.run(squared, [3]) == [9]
    processes.close()
