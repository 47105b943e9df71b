"""A real browser for tests of pages: the system's Chromium, driven by Playwright, as fixtures.

`open_page(address)` opens a page in a window of its own and notes what goes on in it. A test in which a page complains
fails; tests are skipped where there is no Chromium, or no Playwright.

The browser lasts for the tests of one file, not for all: while it is open an event loop runs, and whatever else in the
same process asks for one, such as the session of the command line, would be refused.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from waiting import HANGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("chromium", "google-chrome", "google-chrome-stable", "chromium-browser")
PATIENCE = HANGS * 1000  # milliseconds
LATE = re.compile(r"decorations: mark range .* is past the end of the document")  # of a text that was changed meanwhile


@dataclass
class Opened:
    """A page in the browser.

    Attributes
    ----------
    page
        What Playwright drives.
    wrong
        What went wrong in it: errors on its console, exceptions of scripts, dialogs that opened. The test fails where
        this is not empty at its end, so that one which expects such a thing looks at it and clears it.
    requests
        The addresses that it asked for, its own among them.
    """

    page: Page
    wrong: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        def dismiss(dialog: Any) -> None:
            self.wrong.append(f"dialog: {dialog.message}")
            dialog.dismiss()

        def told(message: Any) -> None:
            if message.type in ("error", "warning") and not LATE.match(message.text):
                self.wrong.append(f"console: {message.text}")

        self.page.on("dialog", dismiss)
        self.page.on("console", told)
        self.page.on("pageerror", lambda error: self.wrong.append(f"exception: {error}"))
        self.page.on("request", lambda request: self.requests.append(request.url))


def chromium() -> str | None:
    """Where the system's Chromium is."""
    return next(filter(None, map(shutil.which, NAMES)), None)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """The browser."""
    place = chromium()
    if place is None:
        pytest.skip(f"no Chromium is installed: none of {', '.join(NAMES)} is on the PATH")
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed: it drives Chromium")
    playwright.expect.set_options(timeout=PATIENCE)
    with playwright.sync_playwright() as driver:
        opened = driver.chromium.launch(executable_path=place)  # --no-sandbox unless asked otherwise, as root needs
        yield opened
        opened.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Opened]]:
    """Opens the page at an address or in a file; further arguments are those of Playwright's `new_context`.

    Such as `color_scheme="dark"`, `viewport={"width": 360, "height": 740}`, `reduced_motion="reduce"`.
    """
    opened: list[Opened] = []

    def open_(address: str | Path, **options: Any) -> Opened:
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        opened.append(Opened(context.new_page()))
        opened[-1].page.goto(address.as_uri() if isinstance(address, Path) else address)
        return opened[-1]

    yield open_
    for one in opened:
        one.page.context.close()
    assert [wrong for one in opened for wrong in one.wrong] == []
