"""A Dask cluster as on several machines: a scheduler and two workers of 500 MB, each a process of its own.

They share the cores, so Dask is told to watch over itself less often, by the settings of docs/howto/workers.md.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep

from logicpuzzles import load
from logicpuzzles.workers.specification import using

from .batches import easy
from .harness import Row, once, two_cores

TASKS = 300
MEMORY = "500MB"
GUIDE = Path(__file__).parents[1] / "docs" / "howto" / "workers.md"


def rows() -> Iterator[Row]:
    """Figures with targets; where there is a reference, it is one process in the same run."""
    yield two_cores()
    with cluster() as address, using(address) as executor:
        executor.run(abs, range(10))
        took = once(lambda: list(executor.each(abs, range(TASKS), 4)))
        yield Row("a task, where each goes alone", took / TASKS, target=0.01)
        yield easy().compared("two workers", executor)
        with tempfile.TemporaryDirectory() as folder:
            board = load("sliding", rows=3, cols=4).puzzle
            took = once(lambda: board.explore(store=Path(folder) / "store", workers=executor))
            yield Row("3x4 in a store, two workers of 500 MB", took, target=60)


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a scheduler with two workers."""
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "scheduler.json"
        (Path(folder) / "seldom.yaml").write_text(GUIDE.read_text().split("```yaml\n")[1].split("```")[0])
        common = ["--scheduler-file", str(told), "--no-dashboard"]
        begun = []
        try:
            begun.append(process(folder, "dask_scheduler", "--host", "127.0.0.1", "--port", "0", *common))
            sizes = ["--nworkers", "2", "--nthreads", "1", "--memory-limit", MEMORY, "--local-directory", folder]
            begun.append(process(folder, "dask_worker", *sizes, *common))
            yield address_in(told)
        finally:
            for one in reversed(begun):
                one.terminate()
                one.wait()


def process(settings: str, name: str, *options: str) -> subprocess.Popen[bytes]:
    """One of Dask's programs, with the settings in a folder."""
    command = [sys.executable, "-m", f"distributed.cli.{name}", *options]
    return subprocess.Popen(command, stderr=subprocess.DEVNULL, env=os.environ | {"DASK_CONFIG": settings})


def address_in(file: Path) -> str:
    """The address that the scheduler tells in its file, once it does."""
    end = perf_counter() + 30
    while not file.exists() and perf_counter() < end:
        sleep(0.1)
    return str(json.loads(file.read_text())["address"])
