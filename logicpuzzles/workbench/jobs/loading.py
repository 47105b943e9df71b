"""Rule files in a process of the workbench, each loaded once as long as it is the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...rulefile.rulebook import RuleFile, load
from ...rulefile.typed import loads
from ..process import ForAnotherPanel
from ..rules import Rules

MOST = 4  # rule files that are kept
PANELS = {"puzzle": "Board", "model": "Models", "game": "Games"}  # for what rule files declare
_kept: dict[Rules, RuleFile] = {}


def loaded(rules: Rules) -> RuleFile:
    """The rule file, read anew where it has changed.

    Raises
    ------
    PuzzleError
        It is wrong, or gone; of a text on the page, the place is its name with line and column.
    """
    found = _kept.pop(rules, None)
    if found is None or found.changed:
        found = _loaded(rules)
    _kept[rules] = found
    while len(_kept) > MOST:
        del _kept[next(iter(_kept))]
    return found


def declared(rules: Rules, kind: str, lack: str) -> Any:
    """What a rule file declares, which must be of this kind, "puzzle", "model" or "game"; of others `lack` is told.

    Raises
    ------
    ForAnotherPanel
        It is of another kind; the message names the panel for it.
    """
    rulefile = loaded(rules)
    if rulefile.kind != kind:
        hint = f"the panel {PANELS.get(rulefile.kind, 'Ask')} is for it"
        raise ForAnotherPanel(f"{rulefile.name} {_stated(rulefile)}, and {lack}", hint=hint)
    return rulefile.declared


def _loaded(rules: Rules) -> RuleFile:
    given = dict(rules.given)
    return load(Path(rules.path), **given) if rules.text is None else loads(rules.text, rules.name, **given)


def _stated(rulefile: RuleFile) -> str:
    return f"is a {rulefile.kind}" if rulefile.kind else "states relations alone"
