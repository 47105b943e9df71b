"""Queries in Prolog syntax, answered lazily."""

from __future__ import annotations

from collections.abc import Collection

from ..drawable import Drawable
from ..limits import SECONDS, Progress
from ..logic.resolver import Tracer
from ..watchdog import Watchdog
from .answer import Answer
from .names import Indicator, Namespace
from .predicates.printing import Write, drop_text
from .request import Request
from .running import Run
from .stepping import PORTS, Stepper, Watch
from .syntax.lexical import Sentence, one_sentence
from .syntax.nodes import indicator_of
from .syntax.parser import parse


def reading(seconds: float | None = SECONDS, memory: int | None = None) -> Watchdog:
    """The watchdog of the reading of a query, which counts towards the limits of the query."""
    return Watchdog(seconds, memory, what="reading the query", hint="ask for less, or allow more time")


class Query(Request, Drawable):
    """A query that has been read. Iterate over its answers as often as you wish, each time anew.

    Raises
    ------
    PuzzleError
        While it is iterated: a goal has wrong arguments or needs a value, or the engine cannot answer it.
    LimitReached
        While it is iterated.
    """

    @classmethod
    def read(
        cls,
        text: str | Sentence,
        names: Namespace,
        seconds: float | None = SECONDS,
        memory: int | None = None,
        engine: str = "auto",
        progress: Progress | None = None,
        write: Write = drop_text,
    ) -> Query:
        """The query that a text is; `?-` may stand before it, and the full stop at its end be left out.

        Raises
        ------
        PuzzleError
            It is no query.
        """
        with reading(seconds, memory) as watchdog:
            sentence = one_sentence(text) if isinstance(text, str) else text
            sentence = sentence.read_as(names.dialect)
            node = parse(sentence)
            if indicator_of(node) in (("?-", 1), (":-", 1)):
                node = node.args[0]
            if indicator_of(node) == (":-", 2):
                raise sentence.error("this is a clause, not a query", node.at, hint="clauses stand in rule files")
            made = cls(node, sentence, names, seconds, memory, engine, progress, write)
        made.spent = watchdog.spent
        return made

    def __repr__(self) -> str:
        return f"<query {' '.join(self.sentence.text.split())}>"

    def __iter__(self) -> Run:
        return self.run()

    def run(self, tracer: Tracer | None = None) -> Run:
        """The answers, found as they are asked for; `tracer` is told of every goal."""
        return Run(self, tracer)

    def trace(self, watch: Watch, visible: Collection[str] = PORTS, spied: Collection[Indicator] | None = None) -> Run:
        """The answers, while `watch` is shown the goals at their ports and tells what to do there; see `Stepper`.

        With `spied`, only those of these relations are shown.
        """
        return self.run(Stepper(watch, visible, spied or (), spied is not None).enter)

    def first(self) -> Answer | None:
        """The first answer; None if there is none."""
        return next(self.run(), None)

    def count(self, most: int | None = None) -> int:
        """The number of answers; not more than `most`."""
        return self.run().tally(most)
