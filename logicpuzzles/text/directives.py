"""The directives that a rule file may have; any other is refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .names import Indicator
from .refusals import ANY_DIRECTIVE, DIRECTIVES
from .syntax.lexical import Sentence
from .syntax.nodes import Constant, Node, flattened, indicator_of

MOST_ARGUMENTS = 1_000  # of a relation that a directive names
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
            hint = DIRECTIVES.get("[]" if key is None else key[0], ANY_DIRECTIVE)
            raise sentence.error("this directive is not known", node.at, KNOWN, hint=hint)


def _is_for_others(key: Indicator | None, args: Sequence[Node]) -> bool:
    """Whether the directive only matters to other Prolog systems."""
    if key in (("use_module", 1), ("use_module", 2)):
        return indicator_of(args[0]) == ("library", 1)
    if key == ("set_prolog_flag", 2):
        return [indicator_of(arg) for arg in args] == [("double_quotes", 0), ("atom", 0)]
    return key == ("module", 2)


def atom_in(node: Node, sentence: Sentence, problem: str, expected: str | None = None) -> str:
    """The atom that `node` is.

    Raises
    ------
    PuzzleError
        It is none: `problem`.
    """
    if type(node) is not Constant or not isinstance(node.value, str):
        raise sentence.error(problem, node.at, expected)
    return node.value


def indicators(node: Node, sentence: Sentence) -> list[Indicator]:
    """The relations that a directive such as ``table path/2, reach/1`` names.

    Raises
    ------
    PuzzleError
        It is no list of name/arity.
    """
    found = []
    for part in flattened(node, ","):
        named = part.args if indicator_of(part) == ("/", 2) else (part, part)
        name, arity = (arg.value if type(arg) is Constant else None for arg in named)
        if not isinstance(name, str) or arity is None or arity not in range(MOST_ARGUMENTS + 1):
            raise sentence.error("a name with its number of arguments is missing", part.at, "such as path/2")
        found.append((name, arity))
    return found
