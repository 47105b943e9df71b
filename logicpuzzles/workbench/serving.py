"""The command `serve`: the page on this machine, until Ctrl-C."""

from __future__ import annotations

import errno
import logging
import os
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from secrets import token_urlsafe
from threading import Thread
from typing import TYPE_CHECKING, Any

from ..cache_folder import folder
from ..errors import PuzzleError
from .rules import given_files, shipped_files
from .work import end_all, prepare

if TYPE_CHECKING:
    from types import FrameType

HOST = "127.0.0.1"
LAST_PORT = 65_535
EXTRA = "pip install 'logicpuzzles[workbench]'"


def serve(files: tuple[str, ...], port: int, no_browser: bool) -> int:
    """Serve the page until Ctrl-C; the exit code."""
    if find_spec("nicegui") is None:
        raise PuzzleError("the workbench needs NiceGUI, which is not installed", hint=EXTRA)
    given = given_files(files)
    with _listening(port) as listening:
        prepare()
        token, port = token_urlsafe(24), listening.getsockname()[1]
        place, ticket = f"http://{HOST}:{port}", token_urlsafe(24)
        os.environ["NICEGUI_STORAGE_PATH"] = str(folder() / "nicegui")  # else in the current folder
        from .page import make_page  # NiceGUI takes most of a second

        make_page(given, shipped_files(given))
        try:
            _run(listening, token, ticket, lambda: _tell(place, token, None if no_browser else ticket))
        finally:
            end_all()
    return 0


def _listening(port: int) -> socket.socket:
    """A socket that listens at `port` of this machine alone; at a free one for 0."""
    if port > LAST_PORT:
        raise PuzzleError("there is no such port", place="--port", expected=f"0 to {LAST_PORT}", got=port)
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform != "win32":  # there it would let another program listen at the same port
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((HOST, port))
        made.listen()
    except OSError as error:
        made.close()
        why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be used: {error.strerror}"
        hint = "--port 0 takes a free one"
        raise PuzzleError(f"port {port} {why}", place="--port", hint=hint) from None
    return made


def _tell(place: str, token: str, ticket: str | None) -> None:
    """Say where the page is, and open it by the ticket, if there is one."""
    print(f"The workbench is at {place}/{token}/\nCtrl-C ends it.", flush=True)
    if ticket is not None:  # some browsers keep who opens them waiting
        Thread(target=_open, args=(f"{place}/{ticket}",), daemon=True).start()


def _open(address: str) -> None:
    """Open the address in a browser with a window; those for terminals would take this one."""
    import webbrowser

    try:
        browser = webbrowser.get()
        is_for_terminals = type(browser) is webbrowser.GenericBrowser and not os.environ.get("BROWSER")
        opened = not is_for_terminals and browser.open(address)
    except (webbrowser.Error, OSError):
        opened = False
    if not opened:
        print("No browser could be opened. Next: open the address in one.", file=sys.stderr, flush=True)


def _run(listening: socket.socket, token: str, ticket: str, ready: Any) -> None:
    import uvicorn
    from fastapi import FastAPI
    from nicegui import app as pages
    from nicegui import ui

    from .connections import HEADERS, Bounded
    from .guard import Guard

    class Server(uvicorn.Server):
        @contextmanager
        def capture_signals(self) -> Iterator[None]:
            """Ctrl-C and SIGTERM end the server, and are not sent on: that is how it is ended."""
            kinds = (signal.SIGINT, signal.SIGTERM)
            before = {kind: signal.signal(kind, self.handle_exit) for kind in kinds}
            try:
                yield
            finally:
                for kind, handler in before.items():
                    signal.signal(kind, handler)

        def handle_exit(self, sig: int, frame: FrameType | None) -> None:
            self.should_exit = True

    logging.getLogger("nicegui").addFilter(lambda record: token not in record.getMessage())  # it tells of each 404
    outer = FastAPI(openapi_url=None)
    pages.on_startup(ready)
    ui.run_with(
        outer, mount_path=f"/{token}", title="logicpuzzles", language="en-US", dark=None, tailwind=False,
        show_welcome_message=False,
    )  # fmt: skip
    guarded = Guard(outer, token, listening.getsockname()[1], ticket)
    config = uvicorn.Config(
        guarded, log_level="error", http=Bounded, ws="wsproto", lifespan="on", server_header=False,
        proxy_headers=False, timeout_graceful_shutdown=1, h11_max_incomplete_event_size=HEADERS,
    )  # fmt: skip
    Server(config).run(sockets=[listening])
