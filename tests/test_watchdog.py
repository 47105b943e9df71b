"""The timer that limits the time of a query: where it may strike, and that it is stopped."""

from __future__ import annotations

import signal
import sys

import pytest

from logicpuzzles.errors import LimitReached
from logicpuzzles.watchdog import Watchdog, _Timer

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no such timer on this system")


def test_the_timer_does_not_strike_while_it_is_stopped():
    """A tick that comes in while the watchdog is left: raised there, it would leave the timer running for ever."""
    ticks = []

    class Late(Watchdog):
        """Read by `__exit__` while the timer is still this one's."""

        @property
        def outer(self):
            ticks.append(_Timer.watchdog)
            _Timer.tick(signal.SIGVTALRM, sys._getframe(1))

        @outer.setter
        def outer(self, value):
            pass

    with Late(0.001) as watchdog:
        watchdog.began -= 1
        watchdog.late = 100
    assert ticks[0] is watchdog
    assert _Timer.watchdog is None
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


def test_a_goal_that_runs_long_in_c_is_stopped_too():
    def sort_without_end():
        with Watchdog(0.1, what="it"):
            while True:
                sorted(range(100_000), key=str)

    with pytest.raises(LimitReached, match="^it was stopped after 0.1 seconds"):
        sort_without_end()
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
