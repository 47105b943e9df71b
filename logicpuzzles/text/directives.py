"""The directives that a rule file may have; any other is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .names import Indicator
from .refusals import directive_refusal
from .sentences import atom_in, indicators
from .syntax.lexical import Sentence
from .syntax.nodes import Node, indicator_of

KNOWN = (
    "table name/N, puzzle(name), begin_tests(name), end_tests(name), discontiguous name/N, dynamic name/N, "
    "use_module(library(name)), module(name, [...]) and set_prolog_flag(double_quotes, atom)"
)


@dataclass
class Declared:
    """What the directives of a rule file say.

    Attributes
    ----------
    tabled
        Relations of which every answer is kept.
    empty
        Relations that may have no clause.
    puzzle
        The name of the move relation.
    """

    tabled: dict[Indicator, None] = field(default_factory=dict)
    empty: dict[Indicator, None] = field(default_factory=dict)
    puzzle: str | None = None

    def obey(self, node: Node, sentence: Sentence) -> None:
        """Carry out the directive `node`.

        Raises
        ------
        PuzzleError
            It is not known.
        """
        key, args = indicator_of(node), node.args
        if key == ("table", 1):
            self.tabled |= dict.fromkeys(indicators(args[0], sentence))
        elif key in (("dynamic", 1), ("discontiguous", 1)):
            self.empty |= dict.fromkeys(indicators(args[0], sentence))
        elif key == ("puzzle", 1):
            if self.puzzle is not None:
                problem = f"the move relation is already named: {self.puzzle}"
                raise sentence.error(problem, node.at)
            problem = "the name of the move relation is missing"
            self.puzzle = atom_in(args[0], sentence, problem, "such as puzzle(move_piece)")
        elif not _is_for_others(key, args):
            hint = directive_refusal("[]" if key is None else key[0])
            raise sentence.error("this directive is not known", node.at, KNOWN, hint=hint)


def _is_for_others(key: Indicator | None, args: Sequence[Node]) -> bool:
    """Whether the directive only matters to other Prolog systems."""
    if key in (("use_module", 1), ("use_module", 2)):
        return indicator_of(args[0]) == ("library", 1)
    if key == ("set_prolog_flag", 2):
        return [indicator_of(arg) for arg in args] == [("double_quotes", 0), ("atom", 0)]
    return key == ("module", 2)
