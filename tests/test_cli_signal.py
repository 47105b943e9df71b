"""Ctrl-C at any moment of a command, from its first import on: one line and exit code 130, nothing else."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

# Interrupts itself when so many modules have begun to be imported, from the moment at which Ctrl-C is taken care of.
# What comes before, above all the start of Python, is not ours.
ITSELF = """
import os, signal, sys
from logicpuzzles.cli import main, stopping
left = int(sys.argv.pop(1))
def count(event, args):
    global left
    if event == "import":
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGINT)
stopping.stop_at_once()
sys.addaudithook(count)
main()
"""


def interrupted(number, *args, given=""):
    command = [sys.executable, "-c", ITSELF, str(number), *args]
    done = subprocess.run(command, input=given, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("number", [1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 110, 130])
def test_an_import_that_is_interrupted_leaves_one_line(number):
    code, _, told = interrupted(number, "query", "six", "neighbor(0, X)")
    assert (code, told) == (130, "Stopped with Ctrl-C.\n")


@pytest.mark.parametrize(
    "args",
    [["list"], ["show", "six"], ["solve", "six"], ["explore", "oshidori"], ["deal", "oshidori"], ["check", "six"],
     ["listing", "six"], ["play", "mastermind"], ["repl", "six"], ["solve", "--help"]],
    ids=" ".join,
)  # fmt: skip
def test_every_command_is_interrupted_alike(args):
    code, _, told = interrupted(60, *args)
    assert (code, told) == (130, "Stopped with Ctrl-C.\n")


def test_what_was_printed_before_is_written_out():
    code = "from logicpuzzles.cli import stopping; import os, signal; stopping.stop_at_once(); print('so far')\n"
    end = "os.kill(os.getpid(), signal.SIGINT); print('never')"
    done = subprocess.run([sys.executable, "-c", code + end], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "so far\n", "Stopped with Ctrl-C.\n")


def test_how_to_go_on_is_said_while_there_is_something_to_go_on_with():
    code = (
        "from logicpuzzles.cli import stopping; import os, signal, sys; stopping.stop_at_once()\n"
        "with stopping.telling('Kept in states.'):\n"
        "    if len(sys.argv) > 1: os.kill(os.getpid(), signal.SIGINT)\n"
        "os.kill(os.getpid(), signal.SIGINT)"
    )
    for given, said in (["within"], "Stopped with Ctrl-C. Kept in states.\n"), ([], "Stopped with Ctrl-C.\n"):
        done = subprocess.run([sys.executable, "-c", code, *given], capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (130, said)


def test_a_reader_that_has_stopped_reading_holds_nothing_up():
    """The pipe is full and what is left cannot be written."""
    code = (
        "from logicpuzzles.cli import stopping; import os, signal, sys; stopping.stop_at_once()\n"
        "sys.stdout.write('x' * 5000); os.set_blocking(1, False)\n"
        "try:\n    while True: os.write(1, b'y' * 4096)\n"
        "except BlockingIOError: os.set_blocking(1, True)\n"
        "os.kill(os.getpid(), signal.SIGINT)"
    )
    reading, writing = os.pipe()
    done = subprocess.run([sys.executable, "-c", code], stdout=writing, stderr=subprocess.DEVNULL, timeout=60)
    os.close(reading)
    os.close(writing)
    assert done.returncode == 130


def test_a_command_that_is_to_ignore_it_goes_on():
    """As after `nohup`."""
    code = (
        "from logicpuzzles.cli import main; import os, signal, sys\n"
        "sys.addaudithook(lambda event, _: event == 'import' and os.kill(os.getpid(), signal.SIGINT))\n"
        "main(['list'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        timeout=120,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert (done.returncode, done.stderr) == (0, b"")
