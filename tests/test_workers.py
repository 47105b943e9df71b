"""Workers: results in order, what is raised, and no thread is left."""

from __future__ import annotations

import signal
import sys
from threading import Barrier, Event, current_thread, main_thread
from threading import enumerate as all_threads

import pytest
from worker_items import hears_ctrl_c

from logicpuzzles import load
from logicpuzzles.errors import PuzzleError
from logicpuzzles.workers import Executor
from logicpuzzles.workers.processes import uninterrupted
from logicpuzzles.workers.specification import using
from logicpuzzles.workers.threads import Threads, checked, cores
from logicpuzzles.workers.together import each_together, together


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_are_in_order(workers: int) -> None:
    """Whoever takes an item, its result has its place."""
    executor: Executor = Threads(workers)
    assert executor.run(lambda n: n * n, range(100)) == [n * n for n in range(100)]
    assert executor.run(str, ()) == []


def test_items_run_at_the_same_time() -> None:
    """Three items that wait for each other end."""
    barrier = Barrier(3)
    assert sorted(Threads(3).run(lambda _: barrier.wait(20), range(3))) == [0, 1, 2]


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt])
def test_what_an_item_raises_is_raised(kind: type[BaseException]) -> None:
    """No further item is begun, and no thread is left."""
    begun, before = [], set(all_threads())

    def work(n: int) -> None:
        begun.append(n)
        if n == 3:
            raise kind(n)

    with pytest.raises(kind):
        Threads(1).run(work, range(100))
    assert begun == [0, 1, 2, 3]
    assert set(all_threads()) <= before


def test_an_interrupt_waits_for_the_items_in_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """What interrupts the thread that waits is raised when the workers have ended; no item is begun after it."""
    waiting_again, ended = Event(), []

    def work(n: int) -> None:
        waiting_again.wait(20)
        ended.append(n)

    real = Threads.run.__globals__["_wait"]

    calls = iter([KeyboardInterrupt, None])

    def wait(threads: list[object]) -> None:
        interrupt = next(calls)
        if interrupt is not None:
            raise interrupt
        waiting_again.set()
        real(threads)

    before = set(all_threads())
    monkeypatch.setitem(Threads.run.__globals__, "_wait", wait)
    with pytest.raises(KeyboardInterrupt):
        Threads(2).run(work, range(1000))
    assert set(all_threads()) <= before
    assert len(ended) <= 2


def test_the_caller_does_not_work() -> None:
    """It must be free for Ctrl-C."""
    assert main_thread() not in Threads(2).run(lambda _: current_thread(), range(4))


@pytest.mark.parametrize("wrong", [0, -1, 1.0, True, "tcp://10.0.0.7:8786"])
def test_a_wrong_number(wrong: object) -> None:
    """One message."""
    said = "on cores of this machine alone" if isinstance(wrong, str) else "no number of workers"
    with pytest.raises(PuzzleError, match=said):
        checked(wrong)
    assert checked(None) == cores() >= 1
    assert checked(7) == 7


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_waits_until_a_process_has_begun_and_is_not_heard_by_it() -> None:
    waiting = uninterrupted()
    waiting.__enter__()
    signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        waiting.__exit__(None, None, None)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert hears_ctrl_c(0)
    with using(2) as processes:
        assert processes.run(hears_ctrl_c, range(4)) == [False] * 4


@pytest.mark.parametrize("wrong", [0, 1.5])
@pytest.mark.parametrize("name", ["six", "blocks"])
def test_a_wrong_number_is_told_where_nothing_is_shared(name: str, wrong: object) -> None:
    """Exploring so few states uses no workers."""
    with pytest.raises(PuzzleError, match="no number of workers"):
        load(name).puzzle.explore(workers=wrong)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_what_is_done_together(workers: int) -> None:
    """So many threads do it, this one too, and all have ended then."""
    barrier, there = Barrier(workers), []

    def work() -> None:
        there.append(current_thread())
        barrier.wait(20)

    together(workers, work)
    assert len(set(there)) == workers
    assert current_thread() in there


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_each_together(workers: int) -> None:
    """Results are in order; what one raises is raised, and then no other is begun."""
    assert each_together(workers, lambda n: n * n, range(100)) == [n * n for n in range(100)]
    assert each_together(workers, str, ()) == []
    begun = []

    def work(n: int) -> None:
        begun.append(n)
        if n == 3:
            raise ValueError(n)

    with pytest.raises(ValueError, match="3"):
        each_together(workers, work, iter(range(100_000)))
    assert len(begun) < 100_000


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt])
def test_what_is_raised_while_it_is_done_together(kind: type[BaseException]) -> None:
    """What others raise is raised here; what is raised here waits until the others have ended."""
    begun, ended = Event(), []

    def fails_elsewhere() -> None:
        if current_thread() is not main_thread():
            raise kind("elsewhere")

    with pytest.raises(kind, match="elsewhere"):
        together(3, fails_elsewhere)

    def fails_here() -> None:
        if current_thread() is main_thread():
            begun.wait(20)
            raise kind("here")
        begun.set()
        ended.append(Event().wait(0.05))

    with pytest.raises(kind, match="here"):
        together(2, fails_here)
    assert ended == [False]
