"""Pages of models: as they are given, and their solutions."""

from __future__ import annotations

from collections.abc import Sequence

from ..drawing.page import page
from ..drawing.page_boards import MOST, Board
from ..drawing.page_parts import Facts, Part, Player, Sheet, Words
from ..drawing.scene import Scene
from ..endings import Assignment
from ..models.draw import scene_of
from ..models.explain import Contradiction
from ..models.model import Model, Values
from ..playing.filling import Fill
from ..wording import counted, duration

NAMED = 60  # variables that are named


def unsolved(model: Model) -> Scene:
    """The picture of a model in which only those cells have values that are given."""
    return Fill(model).scene()


def numbers(model: Model) -> list[int]:
    """The integers that variables may have, so that those that are given have the colours of a solution."""
    return sorted({value for domain in model.reading.domains.values() for value in domain if type(value) is int})


def of_solutions(model: Model, solutions: Sequence[Values], title: str, told: Sequence[str] = ()) -> str:
    """The page of solutions of a model, as far as there is room, some at a time; `told` says what is known of them."""
    return page(title, solution_parts(model, solutions, told))


def solution_parts(model: Model, solutions: Sequence[Values], told: Sequence[str] = ()) -> list[Part]:
    """What is shown of solutions."""
    several = len(solutions) > 1
    drawn = enumerate(solutions[:MOST], 1)
    boards = [Board(model.scene(values), str(at) if several else "") for at, values in drawn]
    sheet = Sheet(boards, more=len(solutions) - len(boards))
    said = told or [f"{counted(len(solutions), 'solution')}."]
    return [*map(Words, said), *([Player([sheet], "solution", is_paged=True)] if boards else [])]


def of_contradiction(found: Contradiction, title: str, told: Sequence[str]) -> str:
    """The page of a model without a solution: what contradicts each other, between what else is told."""
    _, parts = contradiction_shown(found)
    return page(title, [*map(Words, told[:-1]), *parts, *map(Words, told[-1:])])


def assignment_shown(ending: Assignment) -> tuple[str, list[Part]]:
    """A solution, how good it is, and how it was found; drawn by the model that handed it out."""
    model = ending.drawing if isinstance(ending.drawing, Model) else None
    scene = scene_of(None, ending.values) if model is None else model.scene(ending)
    facts = [("nodes", f"{ending.nodes:,}"), ("time", f"{duration(ending.seconds)}; engine {ending.engine}")]
    if ending.why:
        facts.append(("why", ending.why))
    if model is not None and model.objective is not None:
        facts = [("best", model.objective.worth(ending.objective, ending.gap)), *facts]
    return titled(model, "Solution"), [Sheet([Board(scene, "")]), Facts(facts)]


def contradiction_shown(found: Contradiction) -> tuple[str, list[Part]]:
    """The board with the cells concerned in frames, and the constraints that contradict each other."""
    boards = [] if found.scene is None else [Board(found.scene, "", marked=list(found.domains))]
    return "Contradiction", [*([Sheet(boards)] if boards else []), Words(found.in_words())]


def model_shown(model: Model) -> tuple[str, list[Part], list[int]]:
    """The board with what is given, and what a model is: its variables, and how many constraints there are."""
    reading, relation = model.reading, model.relation
    more = f", ... ({len(relation.parameters):,} in all)" if len(relation.parameters) > NAMED else ""
    facts = [("relation", f"{relation.name}/{relation.arity}")]
    facts.append(("variables", ", ".join(relation.parameters[:NAMED]) + more))
    facts.append(("constraints", f"{len(reading.posted):,}"))
    if model.objective is not None:
        facts.append(("solutions", f"those with the {model.objective.best} {model.objective.text}"))
    said = [Words(model.__doc__.strip(), is_running=True)] if model.__doc__ else []
    sheet = Sheet([Board(unsolved(model), "")])
    return titled(model, "Model"), [*said, sheet, Facts(facts)], numbers(model)


def titled(model: Model | None, otherwise: str) -> str:
    """What a page of a model is called: as its rule file is, if it has one."""
    return otherwise if model is None or model.source is None else model.source.title
