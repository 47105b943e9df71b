"""A pytest plugin that runs the tests in rule files: ``pytest rules/river.pl``.

A .pl file may be Perl, or for another Prolog. So one is read only if it is named on the command line or matches the
configuration option ``logicpuzzles_files``, such as ``rules/*.pl``; then it must be valid. No other file of a project
is touched, and nothing is imported for it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .text.plunit import Case

OPTION = "logicpuzzles_files"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option of the configuration."""
    parser.addini(OPTION, "rule files in Prolog text whose tests are run, such as rules/*.pl", type="args", default=[])


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RuleFileTests | None:
    """Collect a rule file in Prolog text that holds tests, where it is asked for."""
    if file_path.suffix != ".pl" or not (_is_named(file_path, parent.config) or _fits(file_path, parent.config)):
        return None
    from .text.outline import holds_tests

    return RuleFileTests.from_parent(parent, path=file_path) if holds_tests(file_path) else None


def _is_named(path: Path, config: pytest.Config) -> bool:
    """Whether pytest was told to run this file."""
    start = config.invocation_params.dir
    return path.resolve() in ((start / arg.split("::")[0]).resolve() for arg in config.args)


def _fits(path: Path, config: pytest.Config) -> bool:
    """Whether the configuration asks for this file; patterns are relative to its folder, and * matches / too."""
    start = config.rootpath if config.inipath is None else config.inipath.parent
    relative = Path(os.path.relpath(path, start)).as_posix()
    return any(fnmatchcase(relative, pattern.removeprefix("./")) for pattern in config.getini(OPTION))


class RuleFileTests(pytest.File):
    """The tests of one rule file."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item a test."""
        from .errors import PuzzleError
        from .printable import harmless, in_a_line
        from .text.plunit import cases_in

        try:
            for test in cases_in(self.path):
                yield RuleFileTest.from_parent(self, name=in_a_line(f"{test.block}:{test.name}"), test=test)
        except PuzzleError as error:
            raise self.CollectError(harmless(str(error))) from None


class RuleFileTest(pytest.Item):
    """One test."""

    def __init__(self, *, test: Case, **given: Any) -> None:
        super().__init__(**given)
        self.test = test

    def runtest(self) -> None:
        """Run it; a failure is a message, not a traceback."""
        from .printable import harmless

        outcome = self.test.run()
        if outcome.problem is not None:
            pytest.fail(harmless(f"{self.test.place}: {outcome.problem}"), pytrace=False)
        if outcome.warning is not None:
            self.warn(pytest.PytestWarning(harmless(f"{self.test.place}: {outcome.warning}")))

    def reportinfo(self) -> tuple[Path, int, str]:
        """The file, line and name of the test."""
        return self.path, self.test.line - 1, self.name
