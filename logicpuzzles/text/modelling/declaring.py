"""What a rule file in Prolog text declares of a model.

model(Solution)           a clause that states constraints over integers on what is unknown in Solution, and labels it;
                          `:- model(queens).` or a fact `model(queens).` names another relation
picture(Text)             how a solution is drawn, or picture(Solution, Rows), see `pictures`
colour(Value, Colour)     facts: the colour of a value in pictures; shape(Value, Shape) the shape of its tile
parameter(Name, Default)  what the file can be given, see `text.parameters`
"""

from __future__ import annotations

from pathlib import Path

from ...errors import PuzzleError
from ...logic.facts import Relation
from ...logic.terms import Term, var
from ...logic.writer import shown
from ...models.draw import Picture
from ...models.model import Model
from ...puzzles.relation_answers import answers_of
from ..code.clauses import Clauses
from ..constraining import has_constraints
from ..effects import require_no_effects
from ..furthest import failure
from ..looks import looks_of
from ..program import Program
from .building import Building
from .pictures import Fields, Pictured, Regions


def declared_model(program: Program, file: str) -> Model | None:
    """The model that a program declares, if there is one.

    Raises
    ------
    PuzzleError
        A part of it is missing or wrong.
    """
    name = _named(program, file)
    if name is None:
        return None
    model = program.predicates.get((name, 1))
    if type(model) is not Clauses:
        expected = f"a clause {name}(Solution) :- ..."
        raise PuzzleError(f"the model {name}/1 is missing", place=file, expected=expected)
    require_no_effects(program, [(name, 1), ("picture", 2)])
    building = Building(model, program.resized)
    picture, colours, shapes = _picture(program, building), looks_of(program, "colour"), looks_of(program, "shape")
    try:
        return Model(building, picture=picture, name=Path(file).stem, doc=model.__doc__, colours=colours, shapes=shapes)
    except PuzzleError as error:
        name = {"colours": "colour", "shapes": "shape"}.get(error.place or "")
        raise error.at(str(getattr(program.predicates.get((name or "", 2)), "place", file))) from None


def _named(program: Program, file: str) -> str | None:
    """The name of the relation that is the model; None where nothing declares one."""
    if program.declared.model is not None:
        return program.declared.model
    model = program.predicates.get(("model", 1))
    if isinstance(model, Relation):
        names = [name for (name,) in model if isinstance(name, str) and (name, 1) in program.predicates]
        if len(names) > 1:
            place = getattr(model, "place", file)
            raise PuzzleError(f"several models are named: {', '.join(names)}", place=place, expected="one")
        return names[0] if names else None
    return "model" if type(model) is Clauses and has_constraints(program) else None


def _picture(program: Program, building: Building) -> Picture:
    one, two = (program.predicates.get(("picture", arity)) for arity in (1, 2))
    if one is None:
        return Pictured(building, two)
    place = getattr(one, "place", "picture/1")
    if two is not None:
        raise PuzzleError("there are picture/1 and picture/2", place=place, expected="one of them")
    for (found,) in answers_of(one, (text := var(),), (text,), 1):
        if isinstance(found, str):
            return Fields(found, place)
        if isinstance(found, Term) and found.name == "regions" and len(found.args) == 1:
            return Regions(building, found.args[0], place)
        expected = "a text with the variables as fields, such as '{A} {B}', or regions(Rows)"
        raise PuzzleError("picture/1 gives no text", place=place, expected=expected, got=shown(found))
    _ = building.posted  # a model that fails too has its own message
    raise failure(one, (text,), "picture/1 has no answer", place, program.resized)
