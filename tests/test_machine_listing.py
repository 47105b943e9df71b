"""The code of the query machine in words: every instruction that is compiled is decoded, and none is misread."""

from __future__ import annotations

from contextlib import suppress

import pytest

from logicpuzzles import load
from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic.machine.clauses import Unsupported
from logicpuzzles.logic.machine.codes import ALLOCATE, FUNCTOR, N_OPERATIONS
from logicpuzzles.logic.machine.decoding import OPERATIONS, instructions
from logicpuzzles.logic.machine.image import Image
from logicpuzzles.logic.relations import Predicate
from logicpuzzles.rulefile.rulebook import available
from logicpuzzles.text.code.listing import code_of
from logicpuzzles.text.library import common_names
from logicpuzzles.text.names import Namespace
from logicpuzzles.text.program import Program
from logicpuzzles.text.syntax.lexical import Source

APPEND = """\
append/3:
      switch           x0, unknown L1, list L5, other fail
                        [] -> L4
L1:   switch           x2, unknown L2, list L2, other L4
L2:   try              3, L4, next L3
L3:   trust            L5
L4:   get_constant     x0, []
      get_value        x1, x2
      proceed
L5:   get_list         x0
      unify_variable   x3
      unify_variable   x4
      get_list         x2
      unify_value      x3
      unify_variable   x5
      put_value        x4, x0
      put_value        x5, x2
      execute          append/3"""
UNLIKE = r"""
unlike/2:
      jump             L1
L1:   allocate         1
      get_variable     x1, y0
      call             unlike#1/1
      put_value        y0, x3
      add              x3, 1, x2, slow L3
      test             <, x2, 3, slow L3, else fail
L2:   deallocate
      proceed
L3:   put_structure    x4, +/2
      set_value        y0
      set_constant     1
      put_constant     x5, 3
      compare          <, x4, x5, else wait
      jump             L2
unlike#1/1:
      test_kind        atom, x0, else L1
      fail
L1:   proceed"""


def names_of(text: str) -> Namespace:
    return Program(Source(text, "program"), common_names()).names


def shipped() -> dict[str, list[Predicate]]:
    """All relations that come with the package: those of every text, which call the definitions, and of rule files."""
    found = {"common": [one for key in dict.fromkeys(common_names().known()) if (one := common_names().find(*key))]}
    for name in available():
        with suppress(PuzzleError):  # some need a parameter
            found[name] = list(load(name).relations.values())
    return found


def loaded(predicates: list[Predicate]) -> Image:
    """The code of the relations, and of all that they call."""
    image = Image()
    for predicate in predicates:
        if predicate.arity is not None:
            image.number(predicate)
    number = 0
    while number < len(image.predicates):  # grows
        with suppress(Unsupported):
            image.load(number)
        number += 1
    return image


def test_each_operation_has_its_row():
    assert sorted(OPERATIONS) == list(range(N_OPERATIONS))


def test_all_code_is_decoded():
    """Instructions end where the next begin, jumps lead to beginnings, and operands are what they are said to be."""
    met = set()
    for name, predicates in shipped().items():
        image = loaded(predicates)
        found = list(instructions(image.code, 0, image.top))
        begins = {one.at for one in found}
        assert set(image.entries[: len(image.predicates)].tolist()) <= begins, name
        slots = 0
        for one, following in zip(found, [*(one.at for one in found[1:]), image.top], strict=True):
            assert one.at < following <= image.top
            assert set(one.labels) <= begins, (name, one)
            met.add(one.op)
            slots = one.operands[0] if one.op == ALLOCATE else slots
            for kind, operand in zip(one.kinds, one.operands, strict=True):
                if kind in ("x", "y"):
                    assert 0 <= operand < (image.registers if kind == "x" else slots), (name, one)
                elif kind == "predicate":
                    assert 0 <= operand < len(image.predicates), (name, one)
                elif kind == "functor":
                    assert operand & 7 == FUNCTOR, (name, one)
                    assert operand >> 3 < len(image.symbols.functors), (name, one)
    assert len(met) > 50


@pytest.mark.parametrize(("text", "name", "arity", "expected"), [
    ("append([], L, L). append([H | T], L, [H | R]) :- append(T, L, R).", "append", 3, APPEND),
    (r"unlike(X, Y) :- \+ atom(X), Y + 1 < 3.", "unlike", 2, UNLIKE.strip()),
])  # fmt: skip
def test_the_code_of_small_relations(text, name, arity, expected):
    found = names_of(text).find(name, arity)
    assert found is not None
    assert code_of(name, found) == expected


def test_what_the_machine_does_not_run_is_said():
    found = names_of("q(X) :- f(X) is X + 1.").find("q", 1)
    assert found is not None
    with pytest.raises(PuzzleError, match=r"^q/1 has no code: the query machine does not run a compound left"):
        code_of("q", found)


def test_many_facts_are_a_table():
    found = names_of("".join(f"n({n}).\n" for n in range(1500))).find("n", 1)
    assert found is not None
    assert code_of("n", found).splitlines()[1] == "      facts            1,500 of them"
