"""The code of what a namespace names, and what is kept with it: the code of queries, and what they have come to.

Whether the kernel labels what a query posts is found out by the first with its goals: the resolver runs it up to its
first constraint over integers, then the kernel runs it. Later ones begin there, or stay with the resolver.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..logic.machine.image import Image
from ..logic.resolver import Machine
from .code.lowered import Question
from .names import Namespace
from .syntax.lexical import Sentence
from .syntax.nodes import Compound, Constant, Node, Unknown, conjuncts, indicator_of, parts, unknowns

MOST_CODE = 1 << 22  # numbers; queries leave their code behind
MOST = 256  # of a kind
LONGEST = 1 << 10  # characters of a query whose code is kept


def image_of(names: Namespace) -> Image:
    """The code of what `names` names."""
    if names.image is None or names.image.top > MOST_CODE:
        names.image = Image()
    return names.image


class Expected:
    """When the kernel takes over a query with the goals of `node`, which `machine` runs, for the sake of `label`."""

    def __init__(self, names: Namespace, node: Node, machine: Machine) -> None:
        self.kept, self.machine = image_of(names).labelled, machine
        self.goals = tuple(map(indicator_of, conjuncts(node)))
        known = self.kept.get(self.goals)
        self.machine.hands_over = known is None
        self.is_open = known is not False

    def is_due(self) -> bool:
        """Whether it is to take over now: the first constraint is posted, or is about to be. True only once."""
        if not self.is_open or self.machine.hands_over:
            return False
        self.is_open = False
        return True

    def tell(self, labels: bool) -> None:
        """The kernel runs what the query has posted, or does not."""
        if not self.machine.hands_over:
            if len(self.kept) >= MOST:
                self.kept.clear()
            self.kept[self.goals] = labels


def question_of(sentence: Sentence, node: Node, names: Namespace) -> Question:
    """A query as a predicate of its variables; the same for one that is written alike."""
    variables = list(unknowns(node))
    if len(sentence.source.text) > LONGEST:
        return Question(sentence, node, names, variables)
    kept = image_of(names).questions
    key = (sentence.source.name, sentence.source.text, sentence.start, sentence.text, *_shape(node))
    found = kept.get(key)
    if found is None:
        if len(kept) >= MOST:
            kept.clear()
        found = kept[key] = Question(sentence, node, names, variables)
    return found


def _shape(node: Node) -> Iterator[Any]:
    """What a term is made of: operators may have read another of the same text."""
    stack = [node]
    while stack:
        part = stack.pop()
        below = parts(part)
        if type(part) is Unknown or type(part) is Compound:
            yield part.name
        elif type(part) is Constant:
            yield type(part.value)
            yield part.value
        yield len(below)
        stack += below
