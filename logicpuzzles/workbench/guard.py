"""Who is let in: requests to this address, with the token in it, from no page of another origin.

A page anywhere on the web can make the browser send requests to 127.0.0.1, and a name of its own that means 127.0.0.1
(DNS rebinding) makes them look as if they stayed at home; so the Host and the Origin of each request are looked at,
those of web sockets too. Other users of the machine can reach the port; the token keeps them out. They can also see
with what address a browser is started, so that one has a ticket: it leads to the page once.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from secrets import compare_digest
from typing import Any

Message = MutableMapping[str, Any]  # a message, and the scope of a connection, as ASGI has them
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

REFUSED = "This address is not the one that `logicpuzzles serve` printed. Next: open that one, with its token.\n"
FOREIGN = "This request comes from another page or for another host. Next: open the address that was printed.\n"
_NAMES = ("127.0.0.1", "localhost")
# Scripts of the page are its own; whatever got into it could load nothing from elsewhere, and send nothing there.
_HEADERS = {
    "content-security-policy": "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; connect-src 'self' ws://{host}",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Guard:
    """The application `app` for those who are let in; all others get one message.

    Parameters
    ----------
    token
        What the path of each request begins with, between slashes.
    port
        Where the server listens.
    ticket
        A path that leads to the page, when it is first asked for; empty for none.
    """

    def __init__(self, app: App, token: str, port: int, ticket: str = "") -> None:
        self.app, self.token, self.ticket = app, token, ticket
        self.hosts = {f"{name}:{port}".encode() for name in _NAMES}
        if port == 80:
            self.hosts |= {name.encode() for name in _NAMES}

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Let the connection through, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is REFUSED and self._takes_ticket(scope):
            headers = [(b"location", f"/{self.token}/".encode()), (b"referrer-policy", b"no-referrer")]
            await _answered(send, 303, headers, b"")
            return
        if refusal is not None:
            await _refused(scope["type"], receive, send, refusal)
            return
        headers = [header for header in scope["headers"] if not header[0].startswith(b"x-forwarded-")]
        host = next(value for name, value in headers if name == b"host").decode()

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name for name, _ in message["headers"]}
                added = [(name.encode(), text.format(host=host).encode()) for name, text in _HEADERS.items()]
                message["headers"] = [*message["headers"], *(one for one in added if one[0] not in known)]
            await send(message)

        await self.app({**scope, "headers": headers}, receive, told)

    def _refusal(self, scope: Message) -> str | None:
        """Why the request is refused; None where it is let in."""
        given: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            given.setdefault(name, []).append(value)
        hosts, origins = given.get(b"host", []), given.get(b"origin", [])
        if len(hosts) != 1 or hosts[0] not in self.hosts:
            return FOREIGN
        if scope["type"] == "websocket" and not origins:  # browsers always send it
            return FOREIGN
        if any(origin != b"http://" + hosts[0] for origin in origins):
            return FOREIGN
        token = str(scope["path"]).split("/")[1:2]
        return None if token and compare_digest(token[0].encode(), self.token.encode()) else REFUSED

    def _takes_ticket(self, scope: Message) -> bool:
        """Whether the request comes with the ticket, which is used up then."""
        ticket, path = self.ticket, str(scope["path"])
        if scope["type"] != "http" or not ticket or not compare_digest(path.encode(), f"/{ticket}".encode()):
            return False
        self.ticket = ""
        return True


async def _refused(kind: str, receive: Receive, send: Send, text: str) -> None:
    if kind == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"x-content-type-options", b"nosniff")]
    await _answered(send, 403, headers, text.encode())


async def _answered(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
