"""The directives that a rule file may have; any other is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .names import Indicator
from .refusals import directive_refusal
from .sentences import Directive, indicators
from .syntax.nodes import Compound, Constant, Node, indicator_of

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

    def obey(self, directive: Directive) -> None:
        """Take up what `directive` says.

        Raises
        ------
        PuzzleError
            It is not known.
        """
        key = indicator_of(directive.node)
        args = directive.node.args if type(directive.node) is Compound else ()
        if key == ("table", 1):
            self.tabled.update((name, None) for name, _ in indicators(args[0], directive.sentence))
        elif key in (("dynamic", 1), ("discontiguous", 1)):
            self.empty.update((name, None) for name, _ in indicators(args[0], directive.sentence))
        elif key == ("puzzle", 1):
            if self.puzzle is not None:
                problem = f"the move relation is already named: {self.puzzle}"
                raise directive.sentence.error(problem, directive.node.at)
            self.puzzle = _atom(args[0], directive)
        elif not _is_for_others(key, args):
            hint = directive_refusal("[]" if key is None else key[0])
            raise directive.sentence.error("this directive is not known", directive.node.at, KNOWN, hint=hint)


def _is_for_others(key: Indicator | None, args: Sequence[Node]) -> bool:
    """Whether the directive only matters to other Prolog systems."""
    if key in (("use_module", 1), ("use_module", 2)):
        return indicator_of(args[0]) == ("library", 1)
    if key == ("set_prolog_flag", 2):
        return [_value(arg) for arg in args] == ["double_quotes", "atom"]
    return key == ("module", 2)


def _value(node: Node) -> object:
    return node.value if type(node) is Constant else None


def _atom(node: Node, directive: Directive) -> str:
    value = _value(node)
    if not isinstance(value, str):
        problem = "the name of the move relation is missing"
        raise directive.sentence.error(problem, node.at, "such as puzzle(move_piece)")
    return value
