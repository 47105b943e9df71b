"""Rule files in a process of the workbench, each loaded once as long as it is the same."""

from __future__ import annotations

from pathlib import Path

from ...rulefile.rulebook import RuleFile, load
from ...rulefile.typed import loads
from ..rules import Rules

MOST = 4  # rule files that are kept
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


def _loaded(rules: Rules) -> RuleFile:
    given = dict(rules.given)
    return load(Path(rules.path), **given) if rules.text is None else loads(rules.text, rules.name, **given)
