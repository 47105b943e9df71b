"""pytest runs the tests in rule files: ``pytest rules/``. It is found by itself once the package is installed.

Of files that end in .pl only those with a line that begins tests are looked at: others may be Perl.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .text.plunit import Case

_BEGIN = re.compile(rb"^\s*:-\s*begin_tests\(", re.MULTILINE)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RuleFileTests | None:
    """Collect a rule file in Prolog text that holds tests."""
    if file_path.suffix == ".pl" and _BEGIN.search(file_path.read_bytes()):
        return RuleFileTests.from_parent(parent, path=file_path)
    return None


class RuleFileTests(pytest.File):
    """The tests of one rule file."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item a test."""
        from .errors import PuzzleError
        from .text.plunit import cases_in

        try:
            for test in cases_in(self.path):
                yield RuleFileTest.from_parent(self, name=f"{test.block}:{test.name}", test=test)
        except PuzzleError as error:
            raise self.CollectError(str(error)) from None


class RuleFileTest(pytest.Item):
    """One test."""

    def __init__(self, *, test: Case, **given: Any) -> None:
        super().__init__(**given)
        self.test = test

    def runtest(self) -> None:
        """Run it; a failure is a message, not a traceback."""
        outcome = self.test.run()
        if outcome.problem is not None:
            pytest.fail(f"{self.test.place}: {outcome.problem}", pytrace=False)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, self.test.line - 1, self.name
