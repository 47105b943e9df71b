"""What every text may use: the builtin relations, and those of `relations/`, each file read when it is first needed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path

from ..logic.relations import Predicate
from .code.clauses import Clauses
from .names import Indicator, Namespace
from .predicates.builtins import BUILTINS, HELPERS
from .program import Program
from .syntax.lexical import LIBRARY, Source

FOLDER = Path(__file__).parent / "relations"
# The arguments that are goals to call, of relations of a name, or of a name and so many arguments.
CLOSURES: dict[str, tuple[int, ...]] = {
    name: places
    for places, names in {
        (0,): "maplist foldl include exclude partition convlist map_list_to_pairs predsort phrase call_dcg tfilter "
        "tpartition map_assoc max_member/3 min_member/3",
        (0, 1): ", ;",
        (1,): "bagof setof ^ >> aggregate_ deleted_",
        (0, 1, 2): "if_",
    }.items()
    for name in names.split()
}
_HEAD = re.compile(
    r"^(?:([a-z]\w*)|'([^'\n]+)'|([=^]))(?=[\s(.])", re.MULTILINE
)  # of a clause: other lines are indented


def is_helper(name: str) -> bool:
    """Whether only the library uses the relations of this name."""
    return name[-1] == "_" and name != "if_"


class Library(Namespace):
    """The relations of the library; helpers, whose names end in an underscore, are not seen from outside."""

    def __init__(self) -> None:
        self.parent = self._dialect = None
        self._programs: dict[Path, Mapping[Indicator, Predicate]] = {}

    @cached_property
    def _files(self) -> dict[str, Path]:
        """Which file states the relations of each name."""
        texts = {file: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.pl"))}
        return {
            found[1] or found[2] or found[3]: file for file, text in texts.items() for found in _HEAD.finditer(text)
        }

    def _program(self, file: Path) -> Mapping[Indicator, Predicate]:
        if file not in self._programs:
            self._programs[file] = {}  # while it is read, it has its own relations already
            names = Namespace(HELPERS, Namespace(BUILTINS, self))
            found = Program(Source(file.read_text(encoding="utf-8"), LIBRARY), names).predicates
            for (name, arity), predicate in found.items():
                if isinstance(predicate, Clauses):
                    predicate.closures = CLOSURES.get(name) or CLOSURES.get(f"{name}/{arity}", ())
            self._programs[file] = found
        return self._programs[file]

    @property
    def predicates(self) -> Mapping[Indicator, Predicate]:  # type: ignore[override]
        """All of them."""
        found = {key: one for file in set(self._files.values()) for key, one in self._program(file).items()}
        return {key: found[key] for key in sorted(found) if not is_helper(key[0])}

    def find(self, name: str, arity: int) -> Predicate | None:
        file = self._files.get(name)
        return None if file is None or is_helper(name) else self._program(file).get((name, arity))

    def helper(self, name: str, arity: int) -> Predicate | None:
        file = self._files.get(name)
        return None if file is None else self._program(file).get((name, arity))

    def known(self) -> Iterator[Indicator]:
        yield from self.predicates


@cache
def common_names() -> Namespace:
    """The namespace of what every text may use: the builtin relations, and behind them the library."""
    return Namespace(BUILTINS, Library())
