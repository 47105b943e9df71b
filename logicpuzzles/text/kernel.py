"""A query on the compiled machine: its answers in the same order as the resolver's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from weakref import WeakKeyDictionary

from ..logic.answers import disequalities
from ..logic.goals import Neq
from ..logic.machine.clauses import IN
from ..logic.machine.driver import Run
from ..logic.machine.image import Image
from ..logic.resolver import Machine
from .answer import Answer
from .code.lowering import Question, clauses_of, resolve
from .names import Namespace
from .syntax.lexical import Sentence
from .syntax.nodes import Node, unknowns

MOST_CODE = 1 << 22  # numbers; queries leave their code behind
_images: WeakKeyDictionary[Namespace, Image] = WeakKeyDictionary()


def image_of(names: Namespace) -> Image:
    """The code of what `names` names."""
    image = _images.get(names)
    if image is None or image.top > MOST_CODE:
        image = _images[names] = Image(clauses_of, resolve, IN)
    return image


class KernelRun:
    """The answers of a query, found by the kernel.

    Raises
    ------
    Unsupported
        Only the resolver runs it; so do the answers, in the middle of which this may turn out.
    """

    def __init__(self, sentence: Sentence, node: Node, names: Namespace, check: Callable[[], bool]) -> None:
        self.names = list(unknowns(node))
        image = image_of(names)
        question = Question(sentence, node, names, self.names)
        self.run = Run(image, image.number(question), question.arity, check)

    def answers(self) -> Iterator[object]:
        """Stop at each answer, and with PAUSED where `check` says so."""
        return self.run.answers()

    def answer(self) -> Answer:
        """The present answer."""
        variables: dict[int, object] = {}
        values = {
            name: self.run.value(address << 3, variables)
            for name, address in zip(self.names, self.run.asked, strict=True)
        }
        shown = {name: value for name, value in values.items() if name[0] != "_"}
        pairs = self.run.differing(variables)
        if not pairs:
            return Answer(shown)
        machine = Machine()
        for left, right in pairs:
            Neq(((left, right),)).attempt(machine)
        return Answer(shown, disequalities(machine, machine.unknowns(tuple(shown.values()))))
