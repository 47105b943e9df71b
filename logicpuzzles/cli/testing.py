"""The command that runs the tests in rule files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from ..commands.command import Note, Reply
from ..errors import LimitReached, PuzzleError
from ..limits import Limits
from ..text.outline import holds_tests
from ..watchdog import within
from .progress import loading


def test(files: tuple[str, ...], seconds: float, memory: int | None) -> Reply:
    """The tests in rule files, and how many passed."""
    from ..text.plunit import cases_in

    passed = failed = wrong = stopped = 0
    for file in _files(files):
        try:
            with within(Limits(seconds=seconds, memory=memory)), loading(str(file)):
                cases = list(cases_in(file))
        except LimitReached as limit:
            stopped += 1
            yield Note(f"Stopped: {limit}")
            continue
        except PuzzleError as error:
            wrong += 1
            yield Note(f"Error: {error}")
            continue
        for case in cases:
            outcome = case.run(seconds, memory)
            passed, failed = passed + (outcome.problem is None), failed + (outcome.problem is not None)
            told = outcome.problem or outcome.warning and f"warning: {outcome.warning}"
            if told:
                yield f"{case.place}: {case.block}:{case.name}: {told}"
    if not passed + failed + wrong + stopped:
        raise PuzzleError("there are no tests", place=" ".join(files), hint=":- begin_tests(name). begins some")
    if passed + failed:
        yield f"{passed} passed" + (f", {failed} failed" if failed else "")
    return 2 if wrong else 3 if stopped else 1 if failed else 0


def _files(files: tuple[str, ...]) -> Iterator[str | Path]:
    """The rule files that are meant; of a folder all that hold tests: others in it may be Perl."""
    for file in files:
        if os.path.isdir(file):  # which takes names of any length
            found = (Path(folder, name) for folder, _, names in os.walk(file) for name in names if name.endswith(".pl"))
            yield from filter(holds_tests, sorted(found))
        else:
            yield file
