"""pytest runs the tests in rule files: ``pytest rules/``. It is found by itself once the package is installed.

Of files that end in .pl only those with a line that begins tests are looked at: others may be Perl. Where such a file
is for another Prolog and lies below what pytest was asked to run, it is skipped; named itself, or by its folder, it
must be right. ``-p no:logicpuzzles`` leaves all of them alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from .rulefile.finding import holds_tests

if TYPE_CHECKING:
    from .text.plunit import Case


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RuleFileTests | None:
    """Collect a rule file in Prolog text that holds tests."""
    if file_path.suffix == ".pl" and holds_tests(file_path):
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
            if not self._is_asked_for():
                pytest.skip(f"no rule file that logicpuzzles can read: {error}", allow_module_level=True)
            raise self.CollectError(str(error)) from None

    def _is_asked_for(self) -> bool:
        """Whether pytest was told to run this file, or the folder in which it lies."""
        if self.config.args_source is pytest.Config.ArgsSource.INVOCATION_DIR:
            return False
        start = self.config.invocation_params.dir
        asked = {(start / arg.split("::")[0]).resolve() for arg in self.config.args}
        return not asked.isdisjoint({self.path.resolve(), self.path.resolve().parent})


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
        if outcome.warning is not None:
            self.warn(pytest.PytestWarning(f"{self.test.place}: {outcome.warning}"))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where it stands."""
        return self.path, self.test.line - 1, self.name
