"""Workers of a Dask cluster: two processes with a scheduler, as somebody would start them."""

from __future__ import annotations

import builtins
import json
import re
import socket
import subprocess
import sys
import time
from functools import partial
from itertools import count, islice
from pathlib import Path

import pytest
from worker_items import (
    complain_at,
    die_once,
    mark_when_stopped,
    moves_of,
    process,
    raise_odd,
    slow,
    squared,
)

from logicpuzzles import PuzzleError, load, solve_many
from logicpuzzles.cli.running import run
from logicpuzzles.rulefile.finding import shipped
from logicpuzzles.search import plan
from logicpuzzles.search.kernels import deepening, sharing
from logicpuzzles.workers import dask as dask_workers
from logicpuzzles.workers.addresses import Trusted, address_of
from logicpuzzles.workers.dask import Dask
from logicpuzzles.workers.specification import executor_of, using

distributed = pytest.importorskip("distributed")
TESTS = Path(__file__).parent
CLUSTER = f"""
import sys
sys.path.insert(0, {str(TESTS)!r})
from distributed import LocalCluster
if __name__ == "__main__":
    workers = int(sys.argv[1])
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


class Cluster:
    """A scheduler and so many workers, in processes of their own."""

    def __init__(self, folder, workers):
        script = folder / "cluster.py"
        script.write_text(CLUSTER)
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([sys.executable, str(script), str(workers)], stdin=pipe, stdout=pipe, text=True)
        self.address = self.process.stdout.readline().strip()

    def close(self):
        self.process.stdin.close()
        self.process.wait(60)
        self.process.stdout.close()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    made = Cluster(tmp_path_factory.mktemp("cluster"), 2)
    yield made.address
    made.close()


@pytest.fixture(scope="module")
def executor(cluster):
    with using(cluster) as made:
        yield made


def test_results_are_in_order(executor):
    """All of them, and lazily; short items go together."""
    assert (executor.workers, executor.shares_memory) == (2, False)
    assert executor.run(squared, range(500)) == [n * n for n in range(500)]
    taken = count()
    assert list(islice(executor.each(squared, taken, 6), 20)) == [n * n for n in range(20)]
    assert next(taken) <= 26
    assert len(set(executor.run(process, range(200)))) == 2


def test_what_is_raised_is_raised_here(executor):
    """A message with its place; what cannot be sent."""
    with pytest.raises(PuzzleError, match=r"^here: this is wrong; expected that, got <object .*Next: do it$"):
        executor.run(partial(complain_at, 7), range(20))
    with pytest.raises(PuzzleError, match="this is a defect of logicpuzzles: Odd: 1"):
        executor.run(raise_odd, [1])
    with pytest.raises(PuzzleError, match=r"^tcp://.*: this cannot be sent to another process"):
        executor.run(lambda n: n, [1])


def test_what_nobody_waits_for_is_stopped(executor, tmp_path):
    """Workers end what they are at, and do the next."""
    mark = tmp_path / "stopped"
    results = executor.each(mark_when_stopped, ((n, str(mark)) for n in count()))
    assert next(results) == 0
    results.close()
    assert executor.run(squared, [3, 4]) == [9, 16]
    assert mark.read_text() == "stopped"


def test_a_worker_that_is_killed(executor, tmp_path):
    """Dask begins another, and has its item done again."""
    assert executor.run(partial(die_once, str(tmp_path)), [(n, n == 4) for n in range(8)]) == list(range(8))


def test_a_long_function_is_sent_once(executor, tmp_path, monkeypatch):
    """The same to all tasks; and again to the worker that comes for one that is killed."""
    monkeypatch.setattr(dask_workers, "LONG", 10)
    assert executor.run(partial(die_once, str(tmp_path)), [(n, n == 4) for n in range(8)]) == list(range(8))
    sent = executor._long
    assert executor.run(partial(die_once, str(tmp_path)), [(n, False) for n in range(8, 12)]) == list(range(8, 12))
    assert executor._long is sent
    assert executor.run(squared, [3]) == [9]
    assert executor._long is not sent


def test_deepening(cluster, capsys, monkeypatch):
    """A search for one solution that lasts is sent, with the tables that it looks up; the same is told."""
    monkeypatch.setattr(deepening, "LASTS", 20)
    monkeypatch.setattr(sharing, "BRANCHES", 6)
    monkeypatch.setattr(sharing, "BRANCHES_EACH", 3)
    monkeypatch.setitem(plan.SLICES, "compiled", (16, 0.01))
    monkeypatch.setattr(dask_workers, "LONG", 1000)
    sent_to, told = [], []
    each = Dask.each
    monkeypatch.setattr(Dask, "each", lambda self, *given: sent_to.append(self.place) or each(self, *given))
    command = ["solve", "eight", *"867254301", "--strategy", "ida", "--engine", "compiled", "--json"]
    for asked in (["--workers", "1"], ["--dask", cluster]):
        assert run([*command, "--bound", "1 2 3 4 / 5 6 7 8", *asked]) == 0
        told.append({name: value for name, value in json.loads(capsys.readouterr().out).items() if name != "seconds"})
    assert told[0] == told[1]
    assert set(sent_to) == {cluster}


def test_a_rule_file_goes_as_content(executor, tmp_path):
    """In Python and in text."""
    for name in ("six.py", "seven.pl"):
        path = tmp_path / name
        path.write_text((shipped() / name).read_text(encoding="utf-8"), encoding="utf-8")
        rulefile = load(path)
        path.unlink()
        puzzle = rulefile.puzzle
        found = executor.run(partial(moves_of, rulefile), [puzzle.start] * 3)
        assert [moves for moves, *_ in found] == [puzzle.successors(puzzle.start)] * 3


def test_a_batch(cluster, capsys, tmp_path):
    """The same lines as here; that a Python file runs there is said once."""
    starts = tmp_path / "starts.txt"
    starts.write_text("2 0 3 1 5 6 4\n1 2 3 4 5 6 0\n1 0 2 5 3 6 4\n")
    mine = tmp_path / "mine.py"
    mine.write_text((shipped() / "six.py").read_text(encoding="utf-8"), encoding="utf-8")
    told = []
    for asked in ([], ["--dask", cluster]):
        assert run(["batch", str(mine), "--starts", str(starts), *asked]) == 0
        told.append(capsys.readouterr())
    here, there = ([re.sub(r'"seconds": [^,}]*', "", line) for line in one.out.splitlines()] for one in told)
    assert here == there
    assert len(here) == 3
    assert "is Python" not in told[0].err
    assert told[1].err.count(f"mine.py is Python, which runs as code on the workers at {cluster} too") == 1
    lengths = [one.length for one in solve_many(load("six"), [(2, 0, 3, 1, 5, 6, 4)] * 3, workers=cluster)]
    assert lengths == [3] * 3


def test_a_batch_of_models(cluster, capsys, tmp_path):
    """The same lines as by processes and as here, with what is wrong with one."""
    starts = tmp_path / "sizes.jsonl"
    starts.write_text('{"n": 5}\n{"n": 3}\n{"n": "many"}\n{"n": 6}\n')
    told = []
    for asked in ([], ["--workers", "2"], ["--dask", cluster]):
        run(["batch", "queens", "--starts", str(starts), "--unique", "--engine", "compiled", *asked])
        lines = capsys.readouterr().out.splitlines()
        told.append([re.sub(r'"seconds": [^,}]*', "", line) for line in lines])
    assert told[0] == told[1] == told[2]
    assert re.findall('"status": "([a-z]+)"', "".join(told[0])) == ["solved", "exhausted", "wrong", "solved"]


COMMANDS = [
    ("solve", "queens", "--n", "6", "--all"),
    ("solve", "magic_square", "--count"),
    ("explore", "six", "--store", "{store}"),
    ("deal", "six", "--depth", "9", "--seed", "3", "--store", "{store}"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_command_says_the_same(cluster, capsys, tmp_path, command):
    """As in one process: status, counts, solutions and their order."""
    told = []
    for where, asked in (("here", ["--workers", "1"]), ("there", ["--dask", cluster])):
        words = [word.format(store=tmp_path / where) for word in command]
        assert run([*words, "--json", *asked]) == 0
        told.append({name: value for name, value in json.loads(capsys.readouterr().out).items() if name != "seconds"})
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("explore six", "machines share an exploration by its store alone"),
        ("deal six", "machines share an exploration by its store alone"),
        ("explore mastermind", "a game is explored by threads of this machine alone"),
    ],
)
def test_what_a_cluster_does_not_share_is_refused(capsys, command, said):
    """Whether or not there is a cluster: nothing is done on one core silently."""
    assert run([*command.split(), "--dask", "tls://10.0.0.7:8786"]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert said in told.err
    assert " Next: " in told.err


def test_a_client_and_its_executor(cluster):
    """They stay open."""
    with distributed.Client(cluster, set_as_default=False) as client:
        for asked in (client.get_executor(),):
            with using(asked) as executor:
                assert isinstance(executor, Dask)
                assert executor.run(squared, [1, 2]) == [1, 4]
        assert client.submit(squared, 5).result() == 25


def test_the_scheduler_is_gone(tmp_path, monkeypatch):
    """One message, in the middle of the work and after it."""
    monkeypatch.setattr(dask_workers, "CONNECTING", 1.0)
    made = Cluster(tmp_path, 1)
    executor = executor_of(made.address)
    results = executor.each(slow, ((n, 0.0 if n == 0 else 600.0) for n in count()))
    assert next(results) == 0
    made.process.kill()
    began = time.monotonic()
    with pytest.raises(PuzzleError, match=r"^tcp://.*: the Dask cluster has dropped what it was given\. Next: "):
        next(results)
    executor.close()
    assert time.monotonic() - began < 30
    made.close()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "tcp://nowhere.invalid:9"])
def test_no_scheduler(monkeypatch, address):
    """Said within seconds."""
    monkeypatch.setattr(dask_workers, "CONNECTING", 0.3)
    with pytest.raises(PuzzleError, match=rf"^{re.escape(address)}: no Dask scheduler answers"):
        Dask(address, trust=True)


@pytest.mark.parametrize("address", ["", "nowhere", "tcp://127.0.0.1", "http://127.0.0.1:8786", "tcp://a b:1"])
def test_no_address(capsys, address):
    """Said by every command before anything is done, also where work is too short to be shared."""
    with pytest.raises(PuzzleError, match=r"^workers: this is no address of a Dask scheduler"):
        executor_of(address)
    assert run(["solve", "magic_square", "--count", "--dask", address]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert told.err.startswith("Error: --dask: this is no address of a Dask scheduler; expected such as tcp://10.0.0.7")


@pytest.mark.parametrize(
    "address", ["tcp://10.0.0.7:8786", "10.0.0.7:8786", "ws://nowhere.invalid:9", "tcp://[fe80::7]:1"]
)
def test_a_cluster_elsewhere_must_be_trusted(capsys, address):
    """What it answers is unpickled: without certificates whoever answers there could run code here."""
    for ask in (executor_of, Dask):
        with pytest.raises(PuzzleError, match=r"^workers: a cluster is trusted like this machine.*--trust"):
            ask(address)
    assert run(["batch", "six", "--deal", "2", "--dask", address]) == 2
    told = capsys.readouterr()
    assert not told.out
    assert told.err.startswith(
        "Error: --dask: a cluster is trusted like this machine, for what it answers can run code"
    )
    assert run(["batch", "six", "--deal", "2", "--trust"]) == 2
    assert "--trust: there is no cluster to trust" in capsys.readouterr().err


@pytest.mark.parametrize(
    "address",
    [Trusted("tcp://10.0.0.7:8786"), "tls://10.0.0.7:8786", "wss://host:8786", "tcp://127.0.0.1:1", "localhost:8786",
     "tcp://[::1]:8786", "inproc://10.0.0.7/1/1", f"tcp://{socket.gethostname()}:1"],
)  # fmt: skip
def test_addresses_that_are_safe(address):
    """Of this machine, with certificates, or trusted by who asks."""
    assert address_of(address) == address


def test_no_certificates():
    """Said without a traceback."""
    with pytest.raises(PuzzleError, match=r"^tls://127.0.0.1:9: Dask knows no certificates for this address\. Next: "):
        executor_of("tls://127.0.0.1:9")


def test_no_workers(tmp_path, monkeypatch):
    """A scheduler alone."""
    monkeypatch.setattr(dask_workers, "CONNECTING", 1.0)
    made = Cluster(tmp_path, 0)
    try:
        with pytest.raises(PuzzleError, match=r"^tcp://.*: the Dask cluster has no workers. Next: start some: "):
            executor_of(made.address)
    finally:
        made.close()


def test_another_version(cluster, monkeypatch):
    """The message names the worker, and both versions."""
    monkeypatch.setattr(dask_workers, "__version__", "99.1")
    with pytest.raises(PuzzleError, match=r"^tcp://.*: this worker has another version .*expected 99\.1, got \d"):
        executor_of(cluster)


def test_without_the_extra(monkeypatch, capsys):
    """What to install is said."""
    real = builtins.__import__

    def without(name, *rest):
        if name.partition(".")[0] == "distributed":
            raise ModuleNotFoundError("No module named 'distributed'")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    assert run(["batch", "six", "--deal", "2", "--dask", "tls://10.0.0.7:8786"]) == 2
    told = capsys.readouterr().err
    assert "tls://10.0.0.7:8786: workers of a Dask cluster need what is not installed here" in told
    assert 'Next: pip install "logicpuzzles[dask]"' in told


def test_both_options(capsys):
    """One of them tells who works."""
    assert run(["batch", "six", "--deal", "2", "--workers", "2", "--dask", "tls://10.0.0.7:8786"]) == 2
    assert "--workers and --dask exclude each other" in capsys.readouterr().err
