"""A rule file in Prolog text: its relations, ready to be asked. It runs no code of any other kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..logic.facts import Relation
from ..logic.relations import Predicate
from ..logic.substitution import Substitution
from .code.clauses import Clause as Compiled
from .code.clauses import Clauses
from .code.compiler import Compiler
from .code.frames import too_deep
from .code.lambdas import lifted
from .code.scopes import outside
from .complaints import Complaints
from .names import YIELDING, Indicator, Namespace
from .outline import documentation
from .predicates import CONTROLS
from .predicates.builtins import SYSTEM
from .sentences import Block, Sorter
from .stated import Run, Stated
from .syntax.dialect import of_queries
from .syntax.lexical import Sentence, Source
from .syntax.nodes import term_of, unknowns
from .tabled.modes import Mode
from .tabled.tabling import Tabled

if TYPE_CHECKING:
    from .parameters import Resized

DEEPEST = 100  # levels of a fact that is kept in an index


class Program:
    """What a rule file states; while it is read, `check` is called now and then, which may raise what ends it.

    Raises
    ------
    PuzzleError
        A sentence is no term, no clause and no known directive, or defines what is not to be defined, or calls what
        there is not; of several mistakes all.

    Attributes
    ----------
    source, doc
        The text, and the comment at its top.
    predicates
        Its relations, in the order of their first clauses.
    names
        What names mean in it.
    declared
        What its directives say.
    operators
        Those of its directives `op`, with the standard ones; None if it has none.
    blocks
        Its blocks of tests.
    warnings
        What may be a mistake, as file:line:column and a sentence.
    resized
        Its parameters for which grids are given that have other sizes than their defaults, with these grids.
    """

    def __init__(self, source: Source, parent: Namespace, check: Callable[[], None] = lambda: None) -> None:
        self.source, self.doc = source, documentation(source.text)
        self.resized: list[Resized] = []
        complaints = Complaints()
        sorter = Sorter(source, check, complaints)
        stated, *self.blocks = sorter.blocks
        self.operators = of_queries(sorter.source.dialect)
        self.declared, self.warnings = sorter.declared, list(sorter.warnings())
        self.names = Namespace({}, parent, self.operators)
        self.predicates = define(stated, self.names, complaints, self.declared.tabled, self.declared.empty)
        complaints.tell()
        self.warnings += [
            f"{error.place}: {error.problem}, so what calls it has no answer" for error in complaints.asked
        ]


class Facts(Relation):
    """The facts of a relation, the first of which is `sentence`."""

    def __init__(self, key: Indicator, sentence: Sentence) -> None:
        super().__init__(*key, sentence.comment)
        self.sentence = sentence

    @property
    def place(self) -> str:
        """Where the first fact is."""
        return self.sentence.place(0)


def define(
    block: Block,
    names: Namespace,
    complaints: Complaints,
    tabled: Mapping[Indicator, Sequence[Mode | None]] | None = None,
    empty: Iterable[Indicator] = (),
) -> dict[Indicator, Predicate]:
    """The relations of `block`, compiled; they are entered into `names`, by which they know each other.

    What is wrong is kept in `complaints`: that a clause defines what is not to be defined, or calls what there is not.
    """
    tables = tabled or {}
    made: dict[Indicator, Predicate] = {}
    for key, clauses in block.clauses.items():
        if (key in CONTROLS or key in SYSTEM or key[0] == "call") and key not in YIELDING:
            with complaints.collecting():
                problem, hint = f"{key[0]}/{key[1]} is part of the language", "give the relation another name"
                raise clauses.first.sentence.error(problem, clauses.first.head.at, hint=hint)
        made[key] = _predicate(key, clauses, tables.get(key))
    for key in (*empty, *tables):
        made.setdefault(key, Relation(*key))
    names.predicates = made
    for predicate in made.values():
        if isinstance(predicate, Tabled):
            with complaints.collecting():
                predicate.find_joins(names)
    for key, clauses in block.clauses.items():
        predicate = made[key]
        if isinstance(predicate, Clauses):
            for compiled, clause in zip(predicate.clauses, clauses, strict=True):
                if clause.body is not None:
                    met = set(unknowns(clause.head))
                    body = lifted(clause.body, clause.sentence, names, clause.head)
                    compiler = Compiler(clause.sentence, compiled.layout, names, met | outside(body), complaints)
                    compiled.barrier = compiler.enclose(body)
                    compiled.close(compiler.chain(body, met))
                    compiled.node, compiled.names = body, names
    return made


def _predicate(key: Indicator, clauses: Stated, modes: Sequence[Mode | None] | None) -> Predicate:
    """The relation of `clauses`; `modes` are those of a tabled one."""
    if modes is None and (rows := _rows(clauses)) is not None:
        relation = Facts(key, clauses.first.sentence)
        relation.add_facts(*rows)
        return relation
    doc = clauses.first.sentence.comment
    made = Clauses(*key, doc) if modes is None else Tabled(*key, doc, modes)
    for clause in clauses:
        made.clauses.append(Compiled(clause.head, clause.sentence))
    return made


def _rows(clauses: Stated) -> tuple[list[tuple[Any, ...]], dict[int, tuple[Any, ...]]] | None:
    """The arguments of facts, and by their numbers the unknowns of those that have some.

    None where a clause has a body, or a fact is too deep for an index.
    """
    rows: list[tuple[Any, ...]] = []
    unknown: dict[int, tuple[Any, ...]] = {}
    for part in clauses.parts:
        if isinstance(part, Run):
            unknown.update({len(rows) + number: unknowns for number, unknowns in part.unknowns.items()})
            rows += part.rows
        elif part.values is not None:
            rows.append(part.values)
        elif part.body is not None or too_deep(part.head, DEEPEST):
            return None
        else:
            variables: dict[str, Any] = {}
            row = tuple([term_of(arg, variables) for arg in part.head.args])
            if variables:
                unknown[len(rows)] = tuple(variables.values())
            rows.append(Substitution().reify(row) if variables or "|" in part.sentence.text else row)
    return rows, unknown
