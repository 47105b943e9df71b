"""What `%load_ext logicpuzzles` adds to IPython: `%%rules`, `%%ask` and `%ask`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol

from ..errors import PuzzleError, defect
from ..printable import harmless
from ..rulefile.rulebook import RuleFile
from .completing import Completing
from .options import ASK, ASK_LINE, RULES, divided, given
from .session import CellSession, Wrong
from .told import Told

DEFAULT = "rules"  # the name of rules that have no other
MAGICS = {"rules": "cell", "ask": "line_cell"}


class Shell(Protocol):
    """What is used of IPython's shell."""

    user_ns: dict[str, object]
    Completer: Any
    magics_manager: Any

    def register_magic_function(self, func: Callable[..., object], magic_kind: str, magic_name: str) -> None:
        """Add a magic."""


class Complaint(Exception):
    """One message in place of a traceback."""

    def _render_traceback_(self) -> list[str]:  # which IPython asks for
        return str(self).split("\n")


class Cells:
    """The magics, and the session that they share.

    Parameters
    ----------
    shell
        Where names get their values.
    show
        Displays what a cell gave before something in it was wrong.
    """

    def __init__(self, shell: Shell, show: Callable[[Told], object]) -> None:
        self.shell, self.show = shell, show
        self.session = CellSession(self._say)

    def rules(self, line: str, cell: str) -> RuleFile | None:
        """`%%rules NAME`: the rule file that the cell states, which is a variable then."""
        try:
            options = given(RULES, line.split())
            if options is None:
                return None
            name = options["name"] or DEFAULT
            if not name.isidentifier():
                raise PuzzleError("rules are a variable of the notebook", expected="letters, digits and _", got=name)
            made = self.session.state(cell, name)
        except KeyboardInterrupt:
            raise Complaint("Stopped: interrupted") from None
        except Exception as problem:
            raise _complaint(problem) from None
        self.shell.user_ns[name] = made
        for warning in made.warnings:
            print(f"Warning: {harmless(warning)}")
        return made

    def ask(self, line: str, cell: str | None = None) -> Told | None:
        """`%%ask NAMES`: what the queries of the cell give; `%ask QUERY`: what one query gives."""
        session = self.session
        try:
            # the lines of a cell are counted from its first, which is not part of the query
            words, query = divided(line) if cell is None else (line.split(), f"\n{cell}")
            options = given(ASK_LINE if cell is None else ASK, words)
            if options is None:
                return None
            if options.get("names"):
                session.use([session.rule_file(name, self.shell.user_ns) for name in options["names"]])
            session.seconds, session.memory = options["seconds"], options["memory"]
            session.engine, most = options["engine"], None if options["all_answers"] else options["limit"]
            session.ask(query, most, options["only_count"])
        except Wrong as wrong:
            if session.told.parts:
                self.show(session.told)
            raise _complaint(wrong.problem) from None
        except Exception as problem:
            raise _complaint(problem) from None
        return session.told

    def _say(self, text: str) -> None:
        self.session.told.parts.append(text)


def _complaint(problem: Exception) -> Complaint:
    return Complaint(harmless(f"Error: {problem if isinstance(problem, PuzzleError) else defect(problem)}"))


def load(shell: Shell) -> None:
    """Add the magics and their completion."""
    cells = Cells(shell, import_module("IPython.display").display)
    for name, kind in MAGICS.items():
        shell.register_magic_function(getattr(cells, name), kind, name)
    shell.Completer.custom_matchers.append(Completing(cells.session))


def unload(shell: Shell) -> None:
    """Remove them."""
    for name in MAGICS:
        for known in shell.magics_manager.magics.values():
            known.pop(name, None)
    matchers = shell.Completer.custom_matchers
    matchers[:] = [matcher for matcher in matchers if not isinstance(matcher, Completing)]
