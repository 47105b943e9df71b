"""The commands that tell whether rule files are right: check, and test, which runs the tests in them."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from ..commands.command import Note, Reply
from ..commands.layout import called, first_line, own, table
from ..errors import LimitReached, PuzzleError
from ..limits import Limits
from ..rulefile.finding import shown
from ..rulefile.rulebook import RuleFile
from ..text.outline import holds_tests
from ..watchdog import Watchdog, within
from ..wording import counted
from . import screen
from .rulefiles import placed
from .screen import loading


def check(rulefile: RuleFile) -> Reply:
    """What a rule file holds, what was proved, and whether the start reaches the goal."""
    from ..rulefile.diagnosis import diagnosis

    width = screen.text_width()
    yield screen.on(sys.stdout, f"{shown(rulefile.file)} declares {_declared(rulefile)}.")
    if relations := own(rulefile):
        rows = [(called(key, relation, 0), first_line(relation.__doc__)) for key, relation in relations.items()]
        yield f"\n{table(rows, width=width)}"
    findings, good, before = diagnosis(rulefile), True, "\n"
    with placed(rulefile):
        while True:
            with Watchdog(None, what=f"checking {rulefile.name}"):
                found = next(findings, None)
            if found is None:
                return 0 if good else 1
            yield before + table([(found.name, found.text)], 7, width)
            before, good = "", good and found.good


def _declared(rulefile: RuleFile) -> str:
    if rulefile.kind:
        return f"a {rulefile.kind}"
    relations = counted(len(rulefile.relations), "relation")
    return f"no puzzle, only {relations} to be asked" if rulefile.relations else "no puzzle and no relation"


def test(files: tuple[str, ...], seconds: float, memory: int | None) -> Reply:
    """The tests in rule files, and how many passed."""
    from ..text.plunit import cases_in

    ended: Counter[str] = Counter()
    for file in _files(files):
        try:
            with within(Limits(seconds=seconds, memory=memory)), loading(str(file)):
                cases = list(cases_in(file))
        except PuzzleError as error:
            how = "Stopped" if isinstance(error, LimitReached) else "Error"
            ended[how] += 1
            yield Note(f"{how}: {error}")
            continue
        for case in cases:
            outcome = case.run(seconds, memory)
            ended["passed" if outcome.problem is None else "failed"] += 1
            told = outcome.problem or outcome.warning and f"warning: {outcome.warning}"
            if told:
                yield f"{case.place}: {case.block}:{case.name}: {told}"
    if not ended:
        raise PuzzleError("there are no tests", place=" ".join(files), hint=":- begin_tests(name). begins some")
    if ended["passed"] or ended["failed"]:
        yield f"{ended['passed']} passed" + (f", {ended['failed']} failed" if ended["failed"] else "")
    return 2 if ended["Error"] else 3 if ended["Stopped"] else 1 if ended["failed"] else 0


def _files(files: tuple[str, ...]) -> Iterator[str | Path]:
    """The rule files that are meant; of a folder all that hold tests: others in it may be Perl."""
    for file in files:
        if os.path.isdir(file):  # which takes names of any length
            found = (Path(folder, name) for folder, _, names in os.walk(file) for name in names if name.endswith(".pl"))
            yield from filter(holds_tests, sorted(found))
        else:
            yield file
