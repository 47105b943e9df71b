"""Programs as students write them after the textbooks, unchanged, answered as SWI-Prolog 9.0.4 answered when recorded.

Each file of `textbook/` is a program; below it stand queries in comments, each with SWI-Prolog's answers as it wrote
them: a line for each, `no` or `error`. `python tests/test_text_textbook.py` asks SWI-Prolog anew.
"""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
import swi
from test_text_directions import agree
from test_text_library import terms

from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic.terms import var
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.query import Query
from logicpuzzles.text.syntax.lexical import Source, one_sentence
from logicpuzzles.text.syntax.nodes import unknowns
from logicpuzzles.text.syntax.parser import parse

FOLDER = Path(__file__).with_name("textbook")
ASKS, TELLS = "% ?- ", "%    "
MOST = 10  # answers that are compared
# What does not run here, with the part of the message that says why.
REFUSED = {
    "newton": "numbers are integers",  # it computes with floats
    "crypt_columns": "integer needs a value",  # it asks whether a digit is known yet
    "derivative": "-> needs a value",  # a condition gives its answer to an unknown of the caller
}


def recorded(file):
    """The queries of a file, each with the lines of SWI-Prolog's answers."""
    found = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith(ASKS):
            found.append((line.removeprefix(ASKS), []))
        elif found and line.startswith(TELLS):
            found[-1][1].append(line.removeprefix(TELLS))
    return found


FILES = sorted(FOLDER.glob("*.pl"))
QUERIES = {file.stem: recorded(file) for file in FILES}


def program(name):
    file = FOLDER / f"{name}.pl"
    return Program(Source(file.read_text(encoding="utf-8"), file.name), common_names()).names


def ours(text, names, engine):
    query = Query.read(text, names, engine=engine)
    shown = [name for name in unknowns(parse(one_sentence(text))) if name[0] != "_"]
    try:
        return [tuple(answer[n] if n in answer else var() for n in shown) for answer in islice(query, MOST)]
    except PuzzleError as error:
        return str(error)


@pytest.mark.parametrize("engine", ["reference", "auto"])
@pytest.mark.parametrize("name", [name for name in QUERIES if name not in REFUSED])
def test_a_textbook_program_answers_as_recorded(name, engine):
    names = program(name)
    for text, lines in QUERIES[name]:
        found = ours(text, names, engine)
        assert agree(found, terms(lines)), f"{text}\nours: {found}\ntheirs: {lines}"


@pytest.mark.parametrize("name", REFUSED)
def test_a_program_that_does_not_run_is_told_why(name):
    """When it is loaded, or in place of one of its answers."""
    with pytest.raises(PuzzleError, match=REFUSED[name]):
        asked_in_turn(name)


def asked_in_turn(name):
    names = program(name)
    for text, _ in QUERIES[name]:
        list(islice(Query.read(text, names), MOST))


def test_there_are_sixty_programs_of_which_three_do_not_run():
    assert len(QUERIES) >= 60
    assert len(REFUSED) <= 3
    assert all(queries and all(lines for _, lines in queries) for queries in QUERIES.values())


def theirs(folder):
    """The lines of SWI-Prolog's answers to all queries, each program in a module of its own."""
    file = folder / "textbook.pl"
    plain, constrained = [], []  # library(clpfd) has the lambdas of what is read after it expanded otherwise
    for name in QUERIES:
        loads = constrained if "clpfd" in FOLDER.joinpath(f"{name}.pl").read_text(encoding="utf-8") else plain
        loads.append(f":- load_files({name}_:'{(FOLDER / name).resolve()}.pl').")
    file.write_text("\n".join([*plain, ":- use_module(library(clpfd)).", *constrained, ""]))
    asked = [f"{name}_:({text.removesuffix('.')})" for name, queries in QUERIES.items() for text, _ in queries]
    return swi.lines(file, asked, folder, MOST, warns=True)


@pytest.mark.skipif(swi.SWIPL is None, reason="swipl is not installed")
def test_swi_prolog_answers_as_recorded(tmp_path):
    queries = [query for queries in QUERIES.values() for query in queries]
    for (text, lines), now in zip(queries, theirs(tmp_path), strict=True):
        assert agree(terms(lines), terms(now)), text


def record():
    """Ask SWI-Prolog, and write its answers below the queries."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        found = iter(theirs(Path(folder)))
    for file in FILES:
        made = []
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith(ASKS):
                made += [line, *(TELLS + told for told in next(found) or ["no"])]
            elif not line.startswith(TELLS):
                made.append(line)
        file.write_text("\n".join(made) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record()
