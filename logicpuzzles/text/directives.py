"""The directives that a rule file may have; any other is refused."""

from __future__ import annotations

from dataclasses import dataclass, field

from .libraries import advice, names_libraries
from .names import Indicator
from .refusals import ANY_DIRECTIVE, DIRECTIVES
from .syntax.lexical import Sentence
from .syntax.nodes import Compound, Constant, Listed, Node, flattened, indicator_of
from .tabled.modes import Mode, modes_of

MOST_ARGUMENTS = 1_000  # of a relation that a directive names
KNOWN = (
    "table name/N, puzzle(name), model(name), begin_tests(name), end_tests(name), "
    "discontiguous name/N, dynamic name/N, op(Priority, Type, Name), set_prolog_flag(double_quotes, codes), "
    "and what changes nothing, such as use_module(library(name)) and module(name, [...])"
)


@dataclass
class Declared:
    """What the directives of a rule file say.

    Attributes
    ----------
    tabled
        Relations of which every answer is kept, with the modes of their arguments where some have one.
    empty
        Relations that may have no clause.
    puzzle, model
        The name of the move relation, and of the relation that is the model.
    unchecked
        What is not warned of from here on: "singleton", "discontiguous".
    """

    tabled: dict[Indicator, tuple[Mode | None, ...]] = field(default_factory=dict)
    empty: dict[Indicator, None] = field(default_factory=dict)
    puzzle: str | None = None
    model: str | None = None
    unchecked: set[str] = field(default_factory=set)

    def obey(self, node: Node, sentence: Sentence) -> None:
        """Carry out the directive `node`.

        Raises
        ------
        PuzzleError
            It is not known.
        """
        key, args = indicator_of(node), node.args
        if key == ("table", 1):
            for part in _listed(args[0]):
                self.tabled |= _tabled(part, sentence)
        elif key in (("dynamic", 1), ("discontiguous", 1)):
            self.empty |= dict.fromkeys(indicators(args[0], sentence))
        elif key == ("puzzle", 1):
            if self.puzzle is not None:
                problem = f"the move relation is already named: {self.puzzle}"
                raise sentence.error(problem, node.at)
            problem = "the name of the move relation is missing"
            self.puzzle = atom_in(args[0], sentence, problem, "such as puzzle(move_piece)")
        elif key == ("model", 1):
            if self.model is not None:
                raise sentence.error(f"the model is already named: {self.model}", node.at)
            self.model = atom_in(args[0], sentence, "the name of the model is missing", "such as model(queens)")
        elif key == ("style_check", 1):
            self._check_style(args[0])
        elif not changes_nothing(node):
            raise sentence.error("this directive is not known", node.at, KNOWN, hint=instead_of(node))

    def _check_style(self, node: Node) -> None:
        """Warn from here on of ``+singleton``, and not of ``-discontiguous``; other styles are not checked here."""
        for option in node.items if type(node) is Listed else [node]:
            key = indicator_of(option)
            if key in (("+", 1), ("-", 1)) and type(style := option.args[0]) is Constant:
                change = self.unchecked.add if key == ("-", 1) else self.unchecked.discard
                change(str(style.value))


# What only matters to other Prolog systems: goals too, then directives alone.
IDLE_GOALS: frozenset[Indicator] = frozenset(
    {("use_module", 1), ("use_module", 2), ("ensure_loaded", 1), ("set_prolog_flag", 2)}
    | {("initialization", 1), ("style_check", 1), ("garbage_collect", 0)}
)
_IDLE = (
    IDLE_GOALS
    | {("autoload", 1), ("autoload", 2), ("module", 2), ("initialization", 2), ("multifile", 1), ("meta_predicate", 1)}
    | {("license", 1), ("encoding", 1), ("set_prolog_stack", 2)}
)
_LOADING = frozenset({("use_module", 1), ("use_module", 2), ("ensure_loaded", 1), ("autoload", 1), ("autoload", 2)})
# The flags that a text may set, with the only value for which it means the same here; then those with any value.
_FLAGS = {
    "double_quotes": "atom",
    "occurs_check": "true",
    "character_escapes": "true",
    "unknown": "error",
    "prefer_rationals": "false",
}
_ANY_VALUE = frozenset(
    {
        "answer_format",
        "answer_write_options",
        "autoload",
        "back_quotes",
        "color_term",
        "debug",
        "encoding",
        "gc",
        "history",
    }
    | {"generate_debug_info", "last_call_optimisation", "optimise", "print_write_options"}
    | {"report_error", "stack_limit", "toplevel_mode", "toplevel_print_anon", "toplevel_prompt", "toplevel_var_size"}
    | {"verbose", "verbose_autoload", "verbose_load", "warn_override_implicit_import"}
)


def changes_nothing(node: Node) -> bool:
    """Whether the directive or goal only matters to other Prolog systems: it holds, and that is all.

    >>> from .syntax.lexical import one_sentence
    >>> from .syntax.parser import parse
    >>> texts = ("use_module(library(lists))", "use_module(lists)", "set_prolog_flag(double_quotes, codes)")
    >>> [changes_nothing(parse(one_sentence(text))) for text in texts]
    [True, False, False]
    """
    key, args = indicator_of(node), node.args
    if key is None or key not in _IDLE:
        return False
    if key == ("set_prolog_flag", 2):
        flag, value = (indicator_of(arg) for arg in args)
        known = flag is not None and (flag[0] in _ANY_VALUE or value is not None and _FLAGS.get(flag[0]) == value[0])
        return bool(known)
    return key not in _LOADING or names_libraries(args[0]) and (len(args) == 1 or _imports(args[1]))


def _imports(node: Node) -> bool:
    """Whether `node` says what is imported: a list of names with arities, or all but these."""
    if indicator_of(node) == ("except", 1):
        node = node.args[0]
    if type(node) is Constant and node.value in ((), "all"):
        return True
    return type(node) is Listed and node.rest is None and all(map(_is_import, node.items))


def _is_import(node: Node) -> bool:
    return indicator_of(node) in (("/", 2), ("//", 2), ("op", 3))


def instead_of(node: Node) -> str:
    """What to write in place of a directive that is not known."""
    key = indicator_of(node)
    hint = advice(node.args[0]) if key in _LOADING else None
    return hint or DIRECTIVES.get("[]" if key is None else key[0], ANY_DIRECTIVE)


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


def _listed(node: Node) -> list[Node]:
    """What a directive names: one, a conjunction, or a list of these."""
    listed = node.items if type(node) is Listed and node.rest is None else [node]
    return [one for item in listed for one in flattened(item, ",")]


def _tabled(node: Node, sentence: Sentence) -> dict[Indicator, tuple[Mode | None, ...]]:
    """The relation that ``table path/2`` or ``table path(_, _, min)`` names, and the modes of its arguments."""
    key = indicator_of(node)
    if type(node) is not Compound or key is None or key[0] in ("/", "//") and key[1] == 2:
        return dict.fromkeys(indicators(node, sentence, "such as path/2, or path(_, _, min)"), ())
    return {key: modes_of(node, sentence)}


def indicators(node: Node, sentence: Sentence, expected: str = "such as path/2") -> list[Indicator]:
    """The relations that a directive such as ``dynamic path/2, reach/1`` names.

    Raises
    ------
    PuzzleError
        It is no list of name/arity.
    """
    found = []
    for part in _listed(node):
        key = indicator_of(part)
        name, arity = (
            arg.value if type(arg) is Constant else None
            for arg in (part.args if key in (("/", 2), ("//", 2)) else (part, part))
        )
        if not isinstance(name, str) or type(arity) is not int or arity not in range(MOST_ARGUMENTS + 1):
            raise sentence.error("a name with its number of arguments is missing", part.at, expected)
        found.append((name, arity + 2 * (key == ("//", 2))))
    return found
