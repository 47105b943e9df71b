"""What is said at the prompt: a command of the table, rule files to load, or a query, which is read here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ..by_name import entry
from ..errors import PuzzleError
from ..text.directives import changes_nothing
from ..text.query import Query, reading
from ..text.stepping import PORTS
from ..text.syntax.lexical import Sentence, Source, body_end, layout_end
from ..text.syntax.nodes import Compound, Constant, Listed, Node, indicator_of, parts
from ..text.syntax.parser import parse
from .names import COMMANDS, is_bare
from .session import Session

PLACE = "query"
RelationName = tuple[str, int | None]  # ("neighbor", 2), or of any number of arguments


_STATED = ((":-", 2), ("-->", 2))
_DIRECTIVES = (
    *((name, 1) for name in ("table", "puzzle", "model", "dynamic", "discontiguous", "begin_tests", "end_tests")),
)


@dataclass
class Asked:
    """A query to answer; `how` tells what to show of it: "answers", "time" or "why"."""

    query: Query
    how: str = "answers"


class Leave(Exception):
    """The person wants to leave."""


def do(session: Session, sentence: Sentence) -> Asked | None:
    """Do what `sentence` says; the query to answer, if it is one.

    `PuzzleError` is raised where it cannot be read or done, `Leave` where the session is over.
    """
    sentence = sentence.read_as(session.names().dialect)
    with reading(session.seconds, session.memory):
        node = parse(sentence)
    key = indicator_of(node)
    is_directive = key == (":-", 1)
    if key in (("?-", 1), (":-", 1)):
        (node,) = node.args
        key = indicator_of(node)
    dialect = session.dialect.directed(node, sentence)
    if dialect is not None or is_directive and changes_nothing(node):
        session.dialect = dialect or session.dialect
        return Asked(_query(session, Constant("true", node.at), sentence))
    if type(node) is Listed or type(node) is Constant and node.value == ():
        session.consult(_files(session, node, sentence))
        return None
    if key == (",", 2) and indicator_of(node.args[0]) == ("trace", 0):
        session.tracing.is_on = True
        return Asked(_query(session, node.args[1], sentence))
    if key in COMMANDS:
        usage, prompt = COMMANDS[key]
        words = usage.partition("(")[2].rstrip(")").split(", ")
        read = [READERS[word](session, arg, sentence) for word, arg in zip(words, node.args, strict=False)]
        return entry(prompt.run)(session, *read)  # type: ignore[no-any-return]
    if key in _STATED or key in _DIRECTIVES and (is_directive or session.names().find(*key) is None):
        hint = f"{session.hint} Or write a file, and load it: ['my.pl']"
        raise sentence.error("this is a clause or directive, and no query", node.at, hint=hint)
    return Asked(_query(session, node, sentence))


def time(session: Session, query: Query) -> Asked:
    """Ask for the seconds of each answer too."""
    return Asked(query, "time")


def why(session: Session, query: Query) -> Asked:
    """Ask for the proof of each answer too."""
    return Asked(query, "why")


def leave(session: Session) -> None:
    """End the session."""
    raise Leave


# -- what a command is given -----------------------------------------------------------------------


def _query(session: Session, node: Node, sentence: Sentence) -> Query:
    with reading(session.seconds, session.memory):
        names = session.names()
        limits = session.seconds, session.memory
        return Query(node, sentence, names, *limits, session.engine, session.progress, session.print)


def _relation(session: Session, node: Node, sentence: Sentence) -> RelationName:
    """A relation as ``name`` or ``name/N``."""
    key = indicator_of(node)
    if key == ("/", 2):
        name, arity = node.args
        if type(name) is Constant and type(arity) is Constant and type(arity.value) is int:
            return str(name.value), arity.value
    elif key is not None and key[1] == 0:
        return key[0], None
    raise sentence.error("the name of a relation is missing", node.at, "name or name/N")


def _relations(session: Session, node: Node, sentence: Sentence) -> list[RelationName]:
    """One relation, or a list of them."""
    return [_relation(session, item, sentence) for item in (node.items if type(node) is Listed else [node])]


def _ports(session: Session, node: Node, sentence: Sentence) -> list[tuple[str, str]]:
    """A port, or a list of them, each with the sign before it."""
    found = []
    for item in node.items if type(node) is Listed else [] if type(node) is Constant and node.value == () else [node]:
        key = indicator_of(item)
        sign, item = (key[0], item.args[0]) if key in (("+", 1), ("-", 1)) else ("", item)
        name = item.value if type(item) is Constant else None
        if name != "all" and name not in PORTS:
            raise sentence.error("there is no such port", item.at, f"{', '.join(PORTS)} or all")
        found.append((sign, name))
    return found


def _code(session: Session, node: Node, sentence: Sentence) -> str:
    """The word that asks for code."""
    if type(node) is Constant and node.value == "code":
        return "code"
    raise sentence.error("there is no such listing", node.at, "listing(name/N). or listing(name/N, code).")


def _files(session: Session, node: Node, sentence: Sentence) -> list[str]:
    """The names in ``[file, 'path/to/file.pl']``, or in a single atom."""
    if type(node) is Constant and node.value == ():
        return []
    return [_file(part, sentence) for part in (parts(node) if type(node) is Listed else [node])]


def _file(node: Node, sentence: Sentence) -> str:
    if type(node) is Constant and isinstance(node.value, str):
        return node.value
    if type(node) is Compound and node.name == "/" and len(node.args) == 2:  # [rules/seven]
        return str(Path(*(_file(arg, sentence) for arg in node.args)))
    raise sentence.error("the name of a rule file is missing", node.at, "such as [name] or ['path/to/file.pl']")


# By the word that stands for the argument in the usage of a command.
READERS: dict[str, Callable[[Session, Node, Sentence], object]] = {
    "File": _files,
    "Goal": _query,
    "Name": _relation,
    "Name/N": _relations,
    "Ports": _ports,
    "Word": _relation,
    "code": _code,
}


def is_complete(text: str) -> bool:
    """Whether `text` ends with a full stop, so that it can be read, or needs none; also where it never could be."""
    if is_bare(text):
        return True
    source = Source(text, PLACE)
    start = layout_end(text, 0)
    try:
        while start < len(text):
            end = body_end(source, start)
            if end is None:
                return False
            start = layout_end(text, end + 1)
    except PuzzleError:
        return True
    return True
