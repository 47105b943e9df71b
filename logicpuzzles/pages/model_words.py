"""Solutions of models in words, and how the search for them went."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from ..drawing import folding
from ..drawing.folding import WIDTH
from ..drawing.report import sentence
from ..drawing.text import text
from ..endings import Assignment, Ending
from ..models.draw import scene_of
from ..models.solutions import NONE
from ..wording import duration

if TYPE_CHECKING:
    from ..models.model import Model


class Course(Protocol):
    """How a search went: an ending, or solutions that are still being found."""

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def engine(self) -> str | None: ...


def in_words(ending: Ending, model: Model | None, width: int = WIDTH) -> str:
    """What a model gave, as a person reads it: a solution, or why there is none."""
    told = of_solution(ending, model, width) if isinstance(ending, Assignment) else of_end(ending, width)
    return "\n\n".join(told)


def of_solution(ending: Assignment, model: Model | None, width: int = WIDTH) -> Iterator[str]:
    """The paragraphs that tell of a solution of a model: its picture, how good it is, and how it was found."""
    yield text(scene_of(None if model is None else model.picture, ending.values)).rstrip("\n")
    facts = course(ending)
    objective = None if model is None else model.objective
    if objective is not None:
        why = "" if ending.gap == 0 or ending.why is None else f"; {ending.why}"
        yield f"best    {objective.worth(ending.objective, ending.gap)}{why}\n{facts}"
    else:
        yield facts + because(ending.why, width)


def of_end(ending: Ending, width: int = WIDTH) -> Iterator[str]:
    """The paragraphs that tell how a search of a model ended without a further solution."""
    reason = getattr(ending, "reason", "")
    if ending.status == "exhausted" and reason != NONE:
        yield f"{reason[:1].upper()}{reason[1:]}."
    else:
        yield sentence(ending, width)
    facts = course(ending) + because(ending.why, width)
    hint = "model.explain(given) names the constraints that contradict each other"
    yield f"{facts}\n{folding.facts([('next', hint)], width)}" if reason == NONE else facts


def course(search: Course) -> str:
    """The work that a search took."""
    return f"nodes   {search.nodes:,}\ntime    {duration(search.seconds)}; engine {search.engine}"


def because(why: str | None, width: int = WIDTH) -> str:
    """A further line: why the engine was changed; "" where it was not."""
    return f"\n{folding.facts([('why', why)], width)}" if why else ""
