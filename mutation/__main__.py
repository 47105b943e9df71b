"""Try the sample's mutants on the tests and say which survive: ``python -m mutation [-n 2] [--room ROOM] [ID ...]``."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any

from . import ROOMS, ROOT, digest
from .inside import line_key
from .sample import Mutant, sample

KEPT = ROOT / ".mutants"  # what was recorded and found, so that a run can be resumed
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
AT_LEAST = 285
# Where each room's faults should show, by words in the names of files of tests, besides the doctests.
TESTS = {
    "logic": "terms copies goals control kanren lists arithmetic programs text_directions transitions classes",
    "rewriting": "transitions compiling inverse packing rewriting lookup shipped_rules text_compiled search_dfs "
    "symmetry orbits",
    "proofs": "bounds invariants proofs worst linear signature goal_states unreachable search_facts search_astar "
    "abstraction pattern grouping mirrored",
    "models": "models_e models_k models_m models_p models_q models_r models_s",
    "coding": "packing transitions coding tours lookup goal_states search_a search_b search_d search_e shipped",
}
INSIDE = [sys.executable, "-m", "mutation.inside"]
ENVIRONMENT = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
_of_thread = threading.local()
BUDGET = 30.0  # seconds of tests, twice for each mutant
FEW = 12  # tests that are tried first, without the files of the others: one of them kills most mutants


def main() -> int:
    """Record what is not recorded yet, try the mutants, print the survivors; 1 where the tests are too weak."""
    parser = argparse.ArgumentParser(prog="python -m mutation", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="try only these mutants, again, and show their diffs")
    parser.add_argument("-n", type=int, default=2, metavar="N", help="processes at once (default 2)")
    parser.add_argument("--room", choices=ROOMS, help="only the mutants of this room")
    asked = parser.parse_args()
    os.nice(10)
    KEPT.mkdir(exist_ok=True)
    rooms = [asked.room] if asked.room else list(ROOMS)
    mutants = [mutant for room in rooms for mutant in sampled(room) if not asked.ids or mutant.id in asked.ids]
    with ThreadPoolExecutor(asked.n) as pool:
        tests = Tests(pool, rooms)
        results = Results(tests)
        for mutant, result in zip(mutants, pool.map(lambda m: results.of(m, bool(asked.ids)), mutants), strict=True):
            results.keep(mutant, result)
            if asked.ids:
                print(f"{mutant}\n    {result['end']}, of {result['tried']} tests by {result['test']}")
    control(sorted({results.known[m.id]["test"] for m in mutants} - {""}), tests)
    return told(mutants, results.known)


def sampled(room: str) -> list[Mutant]:
    """The mutants of a room, looked up while its files stay as they are."""
    sources = [*ROOMS[room], Path(__file__).with_name("sample.py")]
    out = KEPT / f"sample-{room}-{digest(source.read_text(encoding='utf-8') for source in sources)}.json"
    if not out.exists():
        print(f"choosing mutants of {room}", flush=True)
        replace(out, [asdict(mutant) for mutant in sample(room)])
    return [Mutant(**row) for row in json.loads(out.read_text(encoding="utf-8"))]


def replace(path: Path, data: Any) -> None:
    """Write data at once, instead of older data of the same name but for its hash."""
    for old in path.parent.glob(f"{path.stem.rpartition('-')[0]}-*.json"):
        old.unlink()
    path.with_suffix(".part").write_text(json.dumps(data), encoding="utf-8")
    path.with_suffix(".part").rename(path)


def told(mutants: list[Mutant], known: dict[str, Any]) -> int:
    """Print what survived; the exit code."""
    listed = {row.split()[0] for row in EQUIVALENT.read_text(encoding="utf-8").splitlines() if row[:1].strip(" #")}
    survivors = [mutant for mutant in mutants if known[mutant.id]["end"] == "survived"]
    for mutant in survivors:
        mark = "equivalent" if mutant.id in listed else "SURVIVED"
        print(f"\n{mark} ({known[mutant.id]['tried']} tests): {mutant}")
    killed = len(mutants) - len(survivors)
    unlisted = [mutant.id for mutant in survivors if mutant.id not in listed]
    print(f"killed {killed} of {len(mutants)}; of {len(survivors)} survivors", end=" ")
    print(f"{len(survivors) - len(unlisted)} are listed as equivalent in {EQUIVALENT.relative_to(ROOT)}")
    return int(bool(unlisted) or len(mutants) == 300 and killed < AT_LEAST)


class Tests:
    """What each test takes and runs, recorded once for each file of tests as it is."""

    def __init__(self, pool: ThreadPoolExecutor, rooms: Iterable[str]) -> None:
        words = {word for room in rooms for word in TESTS[room].split()}
        files = [path for path in sorted(ROOT.glob("tests/test_*.py")) if any(word in path.stem for word in words)]
        self.records = list(pool.map(self._recorded, [*files, ROOT / "logicpuzzles"]))
        self.seconds: dict[str, float] = {}
        for record in self.records:
            record["tests"] = list(record["seconds"])
            self.seconds |= record["seconds"]

    def _recorded(self, path: Path) -> dict[str, Any]:
        texts = [path] if path.is_file() else sorted(path.rglob("*.py"))
        out = KEPT / f"{path.stem}-{digest(text.read_text(encoding='utf-8') for text in texts)}.json"
        if not out.exists():
            print(f"recording {path.relative_to(ROOT)}", flush=True)
            inside("record", str(path.relative_to(ROOT)), str(out.with_suffix(".new")))
            replace(out, json.loads(out.with_suffix(".new").read_text(encoding="utf-8")))
            out.with_suffix(".new").unlink()
        found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return found

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that ran a mutant's line, then others that ran its module; of both the quick ones first.

        Others, since what is kept in a memo ran in the first test alone that asked for it. Where the line is not
        known, since no test ran it or the module has changed since: the nearest line before it.
        """
        path = ROOT / mutant.path
        text = path.read_text(encoding="utf-8")
        keys = [line_key(path, row) for row in text.splitlines()[: mutant.line]][::-1]
        is_covered = any(keys[0] in record["lines"] for record in self.records)
        ran: set[str] = set()
        others: set[str] = set()
        for record in self.records:
            is_current = record.get("modules", {}).get(mutant.path) == digest([text])
            upwards = keys[:1] if is_covered and is_current else keys
            numbers = next((record["lines"][key] for key in upwards if key in record["lines"]), [])
            ran.update(record["tests"][number] for number in numbers)
            for key, numbers in record["lines"].items():
                if key.startswith(line_key(path, "")):
                    others.update(record["tests"][number] for number in numbers)
        return [*self._quick(ran), *self._quick(others - ran)]

    def _quick(self, tests: Iterable[str]) -> Iterator[str]:
        left = BUDGET
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            left -= self.seconds[test]
            if left >= 0:
                yield test


class Results:
    """How each mutant ended, kept while its module and the tests that said so stay as they are."""

    def __init__(self, tests: Tests) -> None:
        self.tests, self.path = tests, KEPT / "results.json"
        self.known: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}

    def of(self, mutant: Mutant, again: bool) -> dict[str, Any]:
        """What came of a mutant, looked up or tried."""
        known = self.known.get(mutant.id, {})
        if again or not known or known["key"] != self._key(mutant, known):
            tests, seconds = self.tests.of(mutant), self.tests.seconds
            module, killer = module_of(Path(mutant.path)), known.get("test")
            end, test = "", ""
            for some in ([killer] if killer in seconds else [], tests[:FEW], tests[FEW:]):
                if end != "killed":
                    end, test = run(mutant.id, module, mutant.text, some, seconds)
            known = {"end": end, "test": test, "tried": len(tests)}
            known["key"] = self._key(mutant, known)
            print("." if end == "killed" else "S", end="", flush=True)
        return known

    def keep(self, mutant: Mutant, result: dict[str, Any]) -> None:
        """Keep what came of a mutant, on disk too."""
        if self.known.get(mutant.id) != result:
            self.known[mutant.id] = result
            replace(self.path, self.known)

    def _key(self, mutant: Mutant, known: dict[str, Any]) -> str:
        tests = [known["test"]] if known["test"] else self.tests.of(mutant)
        files = sorted({test.split("::")[0] for test in tests})
        return digest([mutant.text, *((ROOT / f).read_text(encoding="utf-8") for f in files if (ROOT / f).exists())])


def run(name: str, module: str, text: str, tests: list[str], seconds: dict[str, float]) -> tuple[str, str]:
    """How tests of a module's text ended, and the one that killed the mutant ("" where its import did)."""
    if not tests:
        return "survived", ""
    job = KEPT / f"{name}.job"
    job.write_text(json.dumps({"module": module, "text": text, "tests": [(t, seconds[t]) for t in tests]}))
    job.with_suffix(".test").write_text("")
    code = tried(job)
    if code in (3, 4, 5):
        raise SystemExit(f"pytest ended with {code} on {name}; see {job}")
    last = job.with_suffix(".test").read_text(encoding="utf-8")
    job.unlink()
    job.with_suffix(".test").unlink()
    return ("killed", last) if code else ("survived", "")


def control(killers: list[str], tests: Tests) -> None:
    """Stop where a test that killed a mutant fails without one too."""
    if killers and run("control", "", "", killers, tests.seconds)[0] == "killed":
        raise SystemExit("a test fails without any mutant: run make test, and remove .mutants")


def inside(*arguments: str) -> None:
    """Run `mutation.inside` in a process of its own."""
    done = subprocess.run([*INSIDE, *arguments], cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")


def tried(job: Path) -> int:
    """The exit code of what ran the tests of a job, below 0 where a signal ended it; a server for each thread."""
    server = getattr(_of_thread, "server", None)
    if server is None:
        server = _of_thread.server = subprocess.Popen(
            [*INSIDE, "serve"], cwd=ROOT, env=ENVIRONMENT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
    print(job, file=server.stdin, flush=True)
    return int(server.stdout.readline())


def module_of(path: Path) -> str:
    """A module's dotted name; a package is named after its folder."""
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


if __name__ == "__main__":
    sys.exit(main())
