"""Try the sample's mutants on the tests and say which survive: ``python -m mutation [-n 2] [--room ROOM] [ID ...]``."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from .inside import line_key
from .sample import ROOMS, ROOT, Mutant, sample

KEPT = ROOT / ".mutants"  # what was recorded and found, so that a run can be resumed
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
AT_LEAST = 285
# Tests of the command line, the session, games and packaging come to the rooms through much else: slow, and little.
LEFT_OUT = ("cli", "repl", "game", "play", "picture", "packaging", "readme", "watchdog", "screen", "swipl")
BUDGET = 90.0  # seconds of tests for one mutant, the quick ones first
LONGEST = 1800  # seconds after which a process that waits for ever is ended


def main() -> int:
    """Record what is not recorded yet, try the mutants, print the survivors; 1 where the tests are too weak."""
    parser = argparse.ArgumentParser(prog="python -m mutation", description=__doc__)
    parser.add_argument("ids", nargs="*", metavar="ID", help="try only these mutants, again, and show their diffs")
    parser.add_argument("-n", type=int, default=2, metavar="N", help="processes at once (default 2)")
    parser.add_argument("--room", choices=ROOMS, help="only the mutants of this room")
    asked = parser.parse_args()
    os.nice(10)
    KEPT.mkdir(exist_ok=True)
    rooms = sample()
    mutants = [mutant for room, those in rooms.items() if asked.room in (None, room) for mutant in those]
    if asked.ids:
        mutants = [mutant for mutant in mutants if mutant.id in asked.ids]
    with ThreadPoolExecutor(asked.n) as pool:
        tests = Tests(pool)
        results = Results(tests)
        for mutant, result in zip(mutants, pool.map(lambda m: results.of(m, bool(asked.ids)), mutants), strict=True):
            results.keep(mutant, result)
            if asked.ids:
                print(f"{mutant}\n    {result['end']}, of {result['tried']} tests by {result['test']}")
    control(sorted({results.known[m.id]["test"] for m in mutants} - {""}), tests)
    return told(mutants, results.known)


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

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        files = [path for path in sorted(ROOT.glob("tests/test_*.py")) if not any(w in path.stem for w in LEFT_OUT)]
        self.seconds: dict[str, float] = {}
        self.lines: dict[str, set[str]] = {}
        for told in pool.map(self._recorded, [*files, ROOT / "logicpuzzles"]):
            tests = list(told["seconds"])
            self.seconds |= told["seconds"]
            for key, numbers in told["lines"].items():
                self.lines.setdefault(key, set()).update(tests[number] for number in numbers)

    def _recorded(self, path: Path) -> dict[str, Any]:
        texts = [path] if path.is_file() else sorted(path.rglob("*.py"))
        out = KEPT / f"{path.stem}-{digest(text.read_text(encoding='utf-8') for text in texts)}.json"
        if not out.exists():
            for old in KEPT.glob(f"{path.stem}-*.json"):
                old.unlink()
            print(f"recording {path.relative_to(ROOT)}", flush=True)
            inside("record", str(path.relative_to(ROOT)), str(out.with_suffix(".part")))
            out.with_suffix(".part").rename(out)
        found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return found

    def of(self, mutant: Mutant) -> list[str]:
        """The tests that ran a mutant's line, or the nearest before it that ran in any; the quick ones first."""
        rows = mutant.path.read_text(encoding="utf-8").splitlines()
        keys = (line_key(mutant.path, row) for row in reversed(rows[: mutant.line]))
        ran = next((self.lines[key] for key in keys if key in self.lines), set())
        chosen, left = [], BUDGET
        for test in sorted(ran, key=lambda test: (self.seconds[test], test)):
            left -= self.seconds[test]
            if left < 0:
                break
            chosen.append(test)
        return chosen


class Results:
    """How each mutant ended, kept while its module and the tests that said so stay as they are."""

    def __init__(self, tests: Tests) -> None:
        self.tests, self.path = tests, KEPT / "results.json"
        self.known: dict[str, Any] = json.loads(self.path.read_text(encoding="utf-8")) if self.path.exists() else {}

    def of(self, mutant: Mutant, again: bool) -> dict[str, Any]:
        """What came of a mutant, looked up or tried."""
        known = self.known.get(mutant.id, {})
        if again or not known or known["key"] != self._key(mutant, known):
            tests = self.tests.of(mutant)
            if known.get("test") in self.tests.seconds:
                tests = [known["test"], *(test for test in tests if test != known["test"])]
            end, test = run(mutant.id, module_of(mutant.path), mutant.text, tests, self.tests.seconds)
            known = {"end": end, "test": test, "tried": len(tests)}
            known["key"] = self._key(mutant, known)
            print("." if end == "killed" else "S", end="", flush=True)
        return known

    def keep(self, mutant: Mutant, result: dict[str, Any]) -> None:
        """Keep what came of a mutant, on disk too."""
        if self.known.get(mutant.id) != result:
            self.known[mutant.id] = result
            self.path.with_suffix(".part").write_text(json.dumps(self.known, indent=1), encoding="utf-8")
            self.path.with_suffix(".part").rename(self.path)

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
    code = inside("try", str(job), check=False)
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


def inside(*arguments: str, check: bool = True) -> int:
    """Run `mutation.inside` in a process of its own: its exit code, below 0 where a signal ended it."""
    command = [sys.executable, "-m", "mutation.inside", *arguments]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return -1
    if check and done.returncode:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{done.stdout}{done.stderr}")
    return done.returncode


def module_of(path: Path) -> str:
    """A module's dotted name; a package is named after its folder."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def digest(texts: Iterable[str]) -> str:
    """A short hash of texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


if __name__ == "__main__":
    sys.exit(main())
