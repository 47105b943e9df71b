"""Who gets into the workbench, how it begins and ends, and that nothing else is read or opened."""

from __future__ import annotations

import http.client
import os
import resource
import socket
import time
from contextlib import suppress

import pytest
from waiting import HANGS, is_soon
from workbench import serving

from logicpuzzles.cli import run
from logicpuzzles.workbench.connections import SECONDS
from logicpuzzles.workbench.guard import FOREIGN, REFUSED
from logicpuzzles.workbench.serving import _open

UPGRADE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("served"), "seven") as made:
        yield made


def answered(served, path, **headers):
    """The status and the body of a GET; of a web socket, of its handshake."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=HANGS)
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.putrequest("GET", path, skip_host="Host" in given)
    for name, value in given.items():
        connection.putheader(name, value)
    connection.endheaders()
    found = connection.getresponse()
    body = b"" if found.status == 101 else found.read()
    connection.close()
    return found.status, body.decode(errors="replace")


def token_of(served):
    return served.address.rstrip("/").rsplit("/", 1)[1]


def test_the_address_with_its_token_shows_the_page(served):
    status, body = answered(served, f"/{token_of(served)}/")
    assert status == 200
    assert "logicpuzzles" in body


@pytest.mark.parametrize(
    "path", ["/", "/wrong/", "/wrong", "//", "/../", "/_nicegui_ws/socket.io/", "/favicon.ico", "/%00/"]
)
def test_without_the_token_there_is_one_message_and_nothing_else(served, path):
    assert answered(served, path) == (403, REFUSED)


def test_a_token_that_only_begins_right_is_wrong(served):
    token = token_of(served)
    assert len(token) >= 32
    for wrong in (token[:-1], token + "x", token.swapcase()):
        assert answered(served, f"/{wrong}/") == (403, REFUSED)


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "evil.example:{port}", "[::1]:{port}", ""]
)
def test_another_host_is_refused(served, host):
    path = f"/{token_of(served)}/"
    assert answered(served, path, Host=host.format(port=served.port)) == (403, FOREIGN)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1", ""]
)
def test_another_origin_is_refused_for_pages_and_for_web_sockets(served, origin):
    origin = origin.format(port=served.port)
    token = token_of(served)
    assert answered(served, f"/{token}/", Origin=origin) == (403, FOREIGN)
    path = f"/{token}/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    assert answered(served, path, Origin=origin, **UPGRADE)[0] == 403


def test_a_web_socket_of_the_page_is_let_in_and_needs_origin_and_token(served):
    own = {"Origin": f"http://127.0.0.1:{served.port}", **UPGRADE}
    path = "/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
    assert answered(served, f"/{token_of(served)}{path}", **own)[0] == 101
    assert answered(served, f"/{token_of(served)}{path}", **UPGRADE)[0] == 403
    assert answered(served, f"/wrong{path}", **own)[0] == 403
    assert answered(served, path, **own)[0] == 403


def test_it_listens_at_this_machine_alone(served):
    with socket.socket() as other:
        other.settimeout(5)
        others = {found[4][0] for found in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
        for address in others - {"127.0.0.1"}:
            if not address.startswith("127."):
                assert other.connect_ex((address, served.port)) != 0


def test_the_page_may_load_nothing_from_elsewhere(served):
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=HANGS)
    connection.request("GET", f"/{token_of(served)}/")
    found = connection.getresponse()
    policy = dict(part.split(" ", 1) for part in found.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"].split() == ["'self'", "'unsafe-inline'", "'unsafe-eval'", "data:", "blob:"]
    assert policy["connect-src"] == f"'self' ws://127.0.0.1:{served.port}"
    assert found.headers["Referrer-Policy"] == "no-referrer"
    assert b"http://" not in found.read().replace(f"http://127.0.0.1:{served.port}".encode(), b"").replace(
        b"http://www.w3.org/", b""
    )
    connection.close()


def test_a_port_in_use_is_told(served, capsys):
    assert run(["serve", "--no-browser", "--port", str(served.port)]) == 2
    said = capsys.readouterr().err
    assert said == f"Error: --port: port {served.port} is in use. Next: --port 0 takes a free one\n"


def test_a_port_that_cannot_be_is_told(capsys):
    assert run(["serve", "--no-browser", "--port", "65536"]) == 2
    assert "--port: there is no such port; expected 0 to 65535" in capsys.readouterr().err


def test_the_browser_gets_a_ticket_that_leads_to_the_page_once_and_ctrl_c_ends_all(tmp_path):
    folder, seen, browser = tmp_path / "served", tmp_path / "seen", tmp_path / "browser"
    folder.mkdir()
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.new\nmv {seen}.new {seen}\n')
    browser.chmod(0o700)
    with serving(folder, no_browser=False, BROWSER=str(browser)) as made:
        assert is_soon(seen.exists)
        address = seen.read_text().strip()
        assert token_of(made) not in address
        ticket = "/" + address.rsplit("/", 1)[1]
        assert answered(made, ticket, Host="evil.example") == (403, FOREIGN)
        assert answered(made, f"{ticket}x") == (403, REFUSED)
        assert answered(made, ticket)[0] == 303
        assert answered(made, ticket) == (403, REFUSED)
        assert answered(made, f"/{token_of(made)}/")[0] == 200
        workers = made.workers() | {made.fork_server()}
        assert made.end() == (0, "")
        assert not any(os.path.exists(f"/proc/{pid}/cwd") for pid in workers if pid is not None)
    assert sorted(path.name for path in folder.iterdir()) in ([], ["cache"])


def test_no_browser_is_told(monkeypatch, capsys):
    monkeypatch.setattr("webbrowser.get", lambda: type("Browser", (), {"open": lambda self, address: False})())
    _open("http://127.0.0.1:1/")
    assert capsys.readouterr().err == "No browser could be opened. Next: open the address in one.\n"


def test_a_file_that_is_not_there_is_told(capsys):
    assert run(["serve", "--no-browser", "sevn"]) == 2
    assert "there is no rule file 'sevn'. Next: did you mean seven?" in capsys.readouterr().err


def test_the_extra_that_is_missing_is_told(monkeypatch, capsys):
    monkeypatch.setattr("logicpuzzles.workbench.serving.find_spec", lambda name: None)
    assert run(["serve", "--no-browser"]) == 2
    assert "Next: pip install 'logicpuzzles[workbench]'" in capsys.readouterr().err


def sent(port, data, most=HANGS):
    """What the server answers to these bytes, and whether it closes the connection."""
    found = b""
    with socket.create_connection(("127.0.0.1", port), timeout=most) as connection:
        try:
            for at in range(0, len(data), 1 << 16):
                connection.sendall(data[at : at + (1 << 16)])
            while part := connection.recv(1 << 16):
                found += part
        except ConnectionError:
            return found, True
        except TimeoutError:
            return found, False
    return found, True


@pytest.mark.parametrize(
    "data",
    [
        b"GET / HTTP/1.1\r\n" + b"X-Header: value\r\n" * 600_000,
        b"GET / HTTP/1.1\r\nX-Header: " + b"x" * 10_000_000,
        b"GET /" + b"x" * 10_000_000,
        b"x" * 1_000_000,
    ],
    ids=["lines", "header", "path", "none"],
)
def test_headers_are_bounded(served, data):
    """Before the token is known nothing long is read: the connection is closed with one message."""
    before = memory(served)
    found, closed = sent(served.port, data)
    assert closed
    assert not found or found.startswith(b"HTTP/1.1 400 ")
    assert memory(served) < before + (100 << 20)
    assert answered(served, f"/{token_of(served)}/")[0] == 200


def memory(served):
    """The bytes that the server holds."""
    with open(f"/proc/{served.process.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HTTP/1.1\r\nHost: x\r\n", b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n"]
)
def test_requests_that_are_not_sent_to_the_end_keep_nobody_out(served, begun):
    """However many there are."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    held = []
    try:
        for _ in range(min(1500, most - 100 if most > 0 else 1500)):
            made = socket.create_connection(("127.0.0.1", served.port), timeout=HANGS)
            held.append(made)
            with suppress(ConnectionError):
                made.sendall(begun)
        assert answered(served, f"/{token_of(served)}/")[0] == 200
    finally:
        for made in held:
            made.close()


def test_a_request_that_does_not_come_to_its_end_is_given_up(served):
    found, closed = sent(served.port, b"GET / HTTP/1.1\r\nHost: x\r\n", most=SECONDS + HANGS)
    assert (found, closed) == (b"", True)


def test_what_is_not_there_tells_nobody_the_token(tmp_path):
    with serving(tmp_path, "seven") as made:
        token = token_of(made)
        assert answered(made, f"/{token}/nothing")[0] == 404
        assert answered(made, f"/{token}/_nicegui/nothing/at/all")[0] == 404
        code, told = made.end()
    assert code == 0
    assert token not in told


@pytest.mark.parametrize("typed", ["", "?file=sliding&rows=2"])
def test_a_page_that_is_fetched_and_never_connects_says_nothing(tmp_path, typed):
    """As a program fetches it that runs no scripts; the server goes on."""
    before = "from logicpuzzles.workbench import page\npage.CONNECTING = 0.2"
    with serving(tmp_path, "sliding", before=before) as made:
        for _ in range(2):
            assert answered(made, f"/{token_of(made)}/{typed}")[0] == 200
            time.sleep(2)  # until it is given up
        code, told = made.end()
    assert (code, told) == (0, "")
