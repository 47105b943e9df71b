"""Connections before it is known who is there: few, with short headers, and none that waits for the rest of a request.

Whoever can reach the port can connect, with no token. What is sent is looked at when a request is complete; until then
it may neither take memory nor keep others out.
"""

from __future__ import annotations

from asyncio import TimerHandle
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS = 1 << 15  # bytes of a request line and its headers
SECONDS = 10.0  # for a request to be complete
WAITING = 100  # connections without a complete request; of more, the one that has waited longest is closed


class Bounded(H11Protocol):
    """A connection of uvicorn that is closed if its request does not come in time, or if too many wait like it."""

    waiting: ClassVar[dict[Bounded, TimerHandle]] = {}  # the one that has waited longest is the first

    def connection_made(self, transport: Any) -> None:
        """Wait for a request."""
        super().connection_made(transport)
        while len(self.waiting) >= WAITING:
            next(iter(self.waiting))._give_up()
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Handle what is sent; wait for the rest where a request has begun."""
        super().data_received(data)
        if self.transport.get_protocol() is not self:
            return  # it is a web socket now
        state = self.conn.their_state
        if state is h11.SEND_BODY or (state is h11.IDLE and self.conn.trailing_data[0]):
            self._wait()
        elif state is not h11.IDLE:
            self._no_wait()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Hand the connection over: its request is complete."""
        self._no_wait()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._no_wait()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self not in self.waiting:
            self.waiting[self] = self.loop.call_later(SECONDS, self._give_up)

    def _no_wait(self) -> None:
        timer = self.waiting.pop(self, None)
        if timer is not None:
            timer.cancel()

    def _give_up(self) -> None:
        self._no_wait()
        self.transport.abort()
