"""A query as it was read: its goal, what names mean in it, and what may answer it for how long."""

from __future__ import annotations

from ..limits import SECONDS, Progress
from . import predicates  # noqa: F401 - it enters the control constructs, which the compiler looks up
from .code.compiler import Compiler
from .code.frames import Layout
from .code.lambdas import lifted
from .code.scopes import outside
from .engines import check_engine
from .names import Namespace
from .predicates.printing import Write, drop_text
from .syntax.lexical import Sentence
from .syntax.nodes import Node, is_anonymous, unknowns


class Request:
    """What a run of a query needs to know.

    Parameters
    ----------
    node, sentence
        The goal, and the text in which it stands.
    names
        What names mean in it.
    seconds, memory
        The limits; see `watchdog.Watchdog`.
    engine
        What answers: "reference", the resolver; "kernel", the compiled machine; "auto", which begins with the
        resolver and turns to the kernel where the query lasts. They give the same answers, in the same order.
    progress
        Is told while the kernel is loaded or compiled.
    write
        Is given what goals such as write/1 print, when they run; by default it is dropped.

    Raises
    ------
    PuzzleError
        It asks what there is not.
    """

    def __init__(
        self,
        node: Node,
        sentence: Sentence,
        names: Namespace,
        seconds: float | None = SECONDS,
        memory: int | None = None,
        engine: str = "auto",
        progress: Progress | None = None,
        write: Write = drop_text,
    ) -> None:
        self.node = node = lifted(node, sentence, names)
        self.sentence, self.seconds, self.memory = sentence, seconds, memory
        self.engine, self.progress = check_engine(engine), progress
        self.write = write
        self._told: set[str] = set()  # lines of progress
        self.names, self.layout, self.spent = names, Layout(), 0.0
        self.chain = Compiler(sentence, self.layout, names, outside(node)).body(node, set())
        for name in unknowns(node):
            self.layout.slot(name)  # also those of goals that do nothing

    @property
    def variables(self) -> list[str]:
        """The variables that answers show: those whose names do not begin with an underscore."""
        return [name for name in unknowns(self.node) if name[0] != "_"]

    @property
    def hidden(self) -> list[str]:
        """The variables with a name that answers do not show."""
        return [name for name in unknowns(self.node) if name[0] == "_" and not is_anonymous(name)]

    def tell(self, line: str) -> None:
        """Tell the progress, each line once."""
        if self.progress is not None and line not in self._told:
            self._told.add(line)
            self.progress(line)
