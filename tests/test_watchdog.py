"""Limits on time and memory: what is stopped, in which thread, and what stays as it was."""

from __future__ import annotations

import gc
import sys
import threading
import weakref
from contextlib import suppress
from time import perf_counter, sleep

import pytest
from waiting import HANGS

from logicpuzzles import watcher
from logicpuzzles.errors import LimitReached
from logicpuzzles.limits import Limits
from logicpuzzles.stop import Stop, stoppable
from logicpuzzles.watchdog import Watchdog, end, is_fragile, resident, within
from logicpuzzles.workers.together import together


def forever() -> None:
    while True:
        pass


def in_c() -> None:
    while True:
        sorted(range(100_000), key=str)


def swallowing() -> None:
    """As code that catches whatever goes wrong."""
    while True:
        with suppress(Exception):
            forever()


def stopped(work, seconds: float | None = 0.1, memory: int | None = None) -> str:
    """The message that ends `work` under limits."""
    began = perf_counter()
    with pytest.raises(LimitReached) as caught, Watchdog(seconds, memory, what="it"):
        work()
    assert perf_counter() - began < HANGS
    return str(caught.value)


def in_thread(work):
    """What `work` returns in a thread of its own."""
    results = []
    thread = threading.Thread(target=lambda: results.append(work()), daemon=True)
    thread.start()
    thread.join(HANGS)
    return results[0]


@pytest.mark.parametrize("work", [forever, in_c, swallowing, lambda: sleep(2 * HANGS)])
def test_work_that_never_looks_at_its_limit_is_stopped(work):
    assert stopped(work).startswith("it was stopped after 0.1 seconds. Next: ")


def in_a_callback() -> None:
    """A library's callback of a weak reference, which nobody could know, lasts too long; then the work goes on."""

    class Gone:
        pass

    def last(reference: object) -> None:
        until = perf_counter() + 1.0
        while perf_counter() < until:
            pass

    thing = Gone()
    reference = weakref.ref(thing, last)
    del thing
    assert reference() is None
    forever()


@pytest.mark.parametrize("call", [lambda work: work(), in_thread], ids=["main", "worker"])
def test_what_is_lost_in_a_callback_is_raised_again_without_a_word(call):
    """Python prints what a callback raises, here as an error of the test."""
    assert call(lambda: stopped(in_a_callback)).startswith("it was stopped after 0.1 seconds")


@pytest.mark.parametrize("work", [forever, in_c, swallowing])
def test_it_is_stopped_in_a_worker_thread_too(work):
    assert in_thread(lambda: stopped(work)).startswith("it was stopped after 0.1 seconds. Next: ")


@pytest.mark.parametrize("where", [lambda work: work(), in_thread])
def test_memory_is_looked_at_as_often(where):
    limit, held = 100_000_000, []

    def hoard():
        kept = []
        before = resident()
        try:
            while True:
                kept.append(b"x" * 1_000_000)
                sleep(0.004)  # or a loaded machine takes any amount between two looks
                held[:] = [resident() - before]
        finally:
            kept.clear()

    assert "it has taken 100,000,000 bytes of memory" in where(lambda: stopped(hoard, None, limit))
    assert held[0] < 3 * limit


def test_the_limits_around_hold_inside_and_the_innermost_says_what_is_stopped():
    with pytest.raises(LimitReached, match=r"^the inner was stopped after 0\.1 seconds") as caught:  # noqa: SIM117
        with Watchdog(0.1, what="the outer"), Watchdog(100, what="the inner"):
            forever()
    assert caught.value.around
    assert caught.value.hint

    with pytest.raises(LimitReached, match=r"^the inner was stopped after 0\.1 seconds"), within(Limits(seconds=0.1)):  # noqa: SIM117
        with Watchdog(None, what="the inner"):
            forever()
    assert end(1e300) == 1e300


def test_no_memory_and_no_stack_are_limits_too():
    def deep():
        deep()

    assert "nested too deep" in stopped(deep, None)
    assert "out of memory" in stopped(lambda: bytearray(1 << 62), None)


def test_nothing_is_raised_in_a_finalizer_but_after_it():
    """What is raised inside of one is lost."""
    ended = []

    class Slow:
        def __del__(self):
            began = perf_counter()
            while perf_counter() - began < 0.6:
                pass
            ended.append(True)

    def work():
        Slow()
        forever()

    stopped(work)
    assert ended


def test_what_was_left_behind_does_not_limit_what_follows():
    """As where Ctrl-C comes in while a watchdog is entered."""

    def leave_behind():
        Watchdog(0.01, what="it").__enter__()

    leave_behind()
    sleep(0.3)
    with Watchdog(100, what="another") as watchdog:
        sleep(0.3)
        watchdog.check()
    assert not watcher._entered


def test_the_signal_for_what_was_left_behind_may_come_while_other_work_begins(monkeypatch):
    innermost = watcher.innermost

    def interrupted(thread, frame):
        monkeypatch.setattr(watcher, "innermost", innermost)
        watcher._struck(0, sys._getframe())
        return innermost(thread, frame)

    def leave_behind():
        Watchdog(100, what="it").__enter__()

    leave_behind()
    watchdog = Watchdog(100, what="another")
    monkeypatch.setattr(watcher, "innermost", interrupted)
    watcher.begin(threading.get_ident(), watchdog, sys._getframe())
    assert watcher._entered[threading.get_ident()] == [watchdog]
    watcher.end(threading.get_ident(), watchdog)
    assert not watcher._entered


def test_a_watchdog_that_is_left_in_time_strikes_nobody():
    for _ in range(200):
        with Watchdog(0.01, what="it"):
            pass
    sleep(0.3)
    assert not watcher._entered
    gc.collect()
    assert sys.exc_info() == (None, None, None)


def test_frames_of_other_threads_are_looked_at_only_for_late_work_and_while_no_garbage_is_collected(monkeypatch):
    """Python 3.11 spoils the stack of a thread that goes on while a collection interrupts such a look."""
    looks = []
    frames = sys._current_frames

    def looked():
        looks.append(gc.isenabled())
        return frames()

    monkeypatch.setattr(sys, "_current_frames", looked)

    def in_time():
        with Watchdog(100, what="it"):
            sleep(0.2)

    in_time()
    in_thread(in_time)
    assert looks == []
    assert in_thread(lambda: stopped(forever)).startswith("it was stopped after 0.1 seconds. Next: ")
    assert looks
    assert not any(looks)
    assert gc.isenabled()


@pytest.mark.parametrize("work", [forever, in_c, swallowing])
def test_another_thread_stops_work_before_its_limit(work):
    """And work inside it that has limits of its own, which begins later."""
    stop, told = Stop(), []

    def watched():
        try:
            with stoppable(stop), Watchdog(None), Watchdog(60, what="it", grace=60):
                told.append(True)
                work()
        except LimitReached as reached:
            told.append(str(reached))

    thread = threading.Thread(target=watched, daemon=True)
    thread.start()
    while not told:
        sleep(0.01)
    stop.now()
    thread.join(HANGS)
    assert told == [True, "it was stopped. Next: ask again"]


def test_nobody_is_struck_while_a_thread_begins(monkeypatch):
    """Else that thread may end instead, and who begins it would wait for it for ever."""
    outermost, seen = sys._getframe(), []
    name = "_start_joinable_thread" if hasattr(threading, "_start_joinable_thread") else "_start_new_thread"
    begin = getattr(threading, name)

    def begun(*given, **more):
        seen.append(is_fragile(sys._getframe(), outermost))
        return begin(*given, **more)

    monkeypatch.setattr(threading, name, begun)
    thread = threading.Thread(target=seen.append, args=("ran",))
    thread.start()
    thread.join()
    together(1, lambda: seen.append(is_fragile(sys._getframe(), outermost)))
    assert seen == [True, "ran", True]
    assert not is_fragile(sys._getframe(), None)
