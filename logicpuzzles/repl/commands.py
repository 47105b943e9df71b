"""What can be said at the prompt beside queries; what takes time to import is imported when it is said."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..text.names import Indicator
from ..text.syntax.lexical import Sentence
from ..text.syntax.nodes import Constant, Listed, Node, indicator_of
from .session import Asked, Leave, Session, file_names


@dataclass(frozen=True)
class Command:
    """Something to say; `usage` is how."""

    do: Callable[[Session, Sequence[Node], Sentence], Asked | None]
    usage: str

    @property
    def doc(self) -> str:
        """What it does."""
        return self.do.__doc__ or ""


def _name_of(node: Node, sentence: Sentence) -> tuple[str, int | None]:
    """A relation as ``name`` or ``name/N``."""
    key = indicator_of(node)
    if key == ("/", 2):
        name, arity = node.args  # type: ignore[attr-defined]
        if type(name) is Constant and type(arity) is Constant and type(arity.value) is int:
            return str(name.value), arity.value
    elif key is not None and key[1] == 0:
        return key[0], None
    raise sentence.error("the name of a relation is missing", node.at, "name or name/N")


def _names_of(node: Node, sentence: Sentence) -> list[tuple[str, int | None]]:
    """One relation, or a list of them."""
    return [_name_of(item, sentence) for item in (node.items if type(node) is Listed else [node])]


def _consult(session: Session, args: Sequence[Node], sentence: Sentence) -> None:
    """Load a rule file, by name or path; so does [File]. Several: [one, 'path/to/two.pl']."""
    session.consult(file_names(args[0], sentence))


def _make(session: Session, args: Sequence[Node], sentence: Sentence) -> None:
    """Read again the rule files that were edited."""
    session.make()


def _listing(session: Session, args: Sequence[Node], sentence: Sentence) -> None:
    """Print the clauses of a relation; without one, what is loaded."""
    from .listing import list_all, list_relation

    if not args:
        session.say(list_all(session))
    for name, arity in _names_of(args[0], sentence) if args else ():
        session.say(list_relation(session, name, arity))


def _help(session: Session, args: Sequence[Node], sentence: Sentence) -> None:
    """Tell what there is, or about a relation or command."""
    from .helping import help_text, topic

    session.say(topic(session, *_name_of(args[0], sentence)) if args else help_text(session))


def _apropos(session: Session, args: Sequence[Node], sentence: Sentence) -> None:
    """List what has a word in its name or its description."""
    from .helping import apropos

    session.say(apropos(session, _name_of(args[0], sentence)[0]))


def _time(session: Session, args: Sequence[Node], sentence: Sentence) -> Asked:
    """Answer a query and tell how long each answer took."""
    return Asked(session.query(args[0], sentence), "time")


def _why(session: Session, args: Sequence[Node], sentence: Sentence) -> Asked:
    """Answer a query and show why each answer holds: the proof tree."""
    return Asked(session.query(args[0], sentence), "why")


def _whynot(session: Session, args: Sequence[Node], sentence: Sentence) -> None:
    """Tell why a query has no answer: the goal that fails first, and the nearest that holds."""
    from .whynot import explain

    explain(session, args[0], sentence)


def _halt(session: Session, args: Sequence[Node], sentence: Sentence) -> None:
    """Leave; so does Ctrl-D."""
    raise Leave


COMMANDS: dict[Indicator, Command] = {
    ("consult", 1): Command(_consult, "consult(File)"),
    ("make", 0): Command(_make, "make"),
    ("listing", 0): Command(_listing, "listing"),
    ("listing", 1): Command(_listing, "listing(Name/N)"),
    ("help", 0): Command(_help, "help"),
    ("help", 1): Command(_help, "help(Name)"),
    ("apropos", 1): Command(_apropos, "apropos(Word)"),
    ("time", 1): Command(_time, "time(Goal)"),
    ("why", 1): Command(_why, "why(Goal)"),
    ("whynot", 1): Command(_whynot, "whynot(Goal)"),
    ("halt", 0): Command(_halt, "halt"),
}
