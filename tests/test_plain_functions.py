"""Functions that lack @relation, names that do not exist, and how relations say what they take."""

from __future__ import annotations

import inspect
import pydoc
import re
import subprocess
import sys
from pathlib import Path

import pytest

import logicpuzzles
from logicpuzzles import Relation, load, relation
from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic.relations import Predicate
from logicpuzzles.repl.answering import take
from logicpuzzles.repl.session import Session
from logicpuzzles.rulefile.finding import available
from logicpuzzles.rulefile.outline import summary
from logicpuzzles.text.library import common_names
from logicpuzzles.text.names import suggestion
from logicpuzzles.text.namespaces import ask

PLAIN = """
from logicpuzzles import Relation, conde, eq, facts, neq, run, var

parent = Relation("parent")
facts(parent, ("Homer", "Bart"), ("Abe", "Homer"))


def ancestor(a, b):
    m = var()
    return conde([parent(a, b)], [parent(a, m), ancestor(m, b)])


def by_eq(a):
    m = var()
    return conde([eq(a, 1), by_eq(m)])


def by_neq(a):
    return conde([neq(a, 1), by_neq(a)])


if __name__ == "__main__":
    x = var()
    print(run(0, x, ancestor(x, "Bart")))
"""
PUBLIC = {name: one for name, one in vars(logicpuzzles).items() if isinstance(one, Predicate)}
for _name in logicpuzzles.__all__:  # what is imported when it is first needed
    if isinstance(getattr(logicpuzzles, _name), Predicate):
        PUBLIC[_name] = getattr(logicpuzzles, _name)


@pytest.fixture
def plain(tmp_path):
    file = tmp_path / "plain.py"
    file.write_text(PLAIN)
    return file


@pytest.mark.parametrize(("name", "line"), [("ancestor", 8), ("by_eq", 13), ("by_neq", 18)])
def test_a_function_that_calls_itself_without_relation_is_one_message(plain, name, line):
    names = {"__name__": "plain"}
    exec(compile(PLAIN, str(plain), "exec"), names)
    function = names[name]
    with pytest.raises(PuzzleError) as raised:
        function(*[logicpuzzles.var() for _ in inspect.signature(function).parameters])
    assert str(raised.value).startswith(f"{plain}:{line}: {name}: this function calls itself without end")
    assert "Next: write @relation above the function" in str(raised.value)


def test_so_is_it_where_the_file_is_run(plain):
    done = subprocess.run([sys.executable, str(plain)], capture_output=True, text=True, check=False)
    last = done.stderr.strip().splitlines()[-1]
    assert "RecursionError" not in last
    assert "ancestor: this function calls itself without end" in last


def test_with_relation_it_answers(tmp_path):
    file = tmp_path / "whole.py"
    text = PLAIN.replace("def ancestor", "@relation\ndef ancestor").replace("neq, run", "neq, relation, run")
    file.write_text(text)
    found = [answer["X"] for answer in ask("ancestor(X, 'Bart')", load(file))]
    assert found == ["Homer", "Abe"]


def test_what_recurs_for_good_reason_is_not_taken_for_one():
    """A deep call of other functions leaves Python's own error as it is."""
    parent = Relation("parent", 2)

    def down(depth):
        return parent(1, 2) if depth == 0 else down(depth - 1)

    assert down(200) == parent(1, 2)


def test_a_query_names_the_function_that_lacks_relation(plain):
    assert ask("parent(X, Y)", load(plain)).count() == 2
    with pytest.raises(PuzzleError) as raised:
        ask("ancestor(X, Y)", load(plain)).first()
    assert f"Next: ancestor at {plain}:8 is a function: write @relation above it" in str(raised.value)
    told = []
    session = Session(told.append)
    session.consult([str(plain)])
    take(session, "ancestor(X, Y).", lambda shown: False, lambda shown: None)
    assert f"Next: ancestor at {plain}:8 is a function: write @relation above it" in told[-1]


@pytest.mark.parametrize(
    ("name", "arity", "meant"),
    [
        ("ancestor", 2, None),  # not functor/3
        ("uncle", 1, None),  # not include/3
        ("hello", 0, None),
        ("ancestors", 2, None),
        ("lenght", 2, "length/2"),
        ("apend", 3, "append/3"),
        ("membr", 2, "member/2"),
        ("findal", 3, "findall/3"),
        ("sumlst", 2, "sumlist/2"),
        ("mapList", 3, "maplist/3"),
        ("writln", 1, "writeln/1"),
        ("all_diferent", 1, "all_different/1"),
    ],
)
def test_what_is_suggested_is_close_and_takes_as_much(name, arity, meant):
    told = suggestion(name, arity, common_names().known())
    assert told == (None if meant is None else f"did you mean {meant}?")


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_help_shows_the_arguments_in_order(name):
    one = PUBLIC[name]
    call = f"{one.name}({', '.join(one.parameters)})"
    assert one.parameters
    assert call in pydoc.render_doc(one, renderer=pydoc.plaintext)
    assert call in repr(one)
    assert tuple(inspect.signature(one).parameters) == one.parameters
    assert all(f"`{parameter}`" in one.__doc__ for parameter in one.parameters)  # what each means


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_they_are_passed_in_that_order(name):
    """The names are those of the function that the relation runs, but for the machine before them."""
    one = PUBLIC[name]
    named = list(inspect.signature(one.function).parameters)
    assert tuple(named)[1:] == one.parameters


def test_the_page_of_goals_names_every_relation():
    page = (Path(__file__).parent.parent / "docs/reference/goals.md").read_text()
    assert not [name for name in PUBLIC if not re.search(rf"auto(?:data|function):: {name}\b", page)]


def test_own_relations_show_their_arguments_too():
    @relation
    def older(who, than):
        """`who` was born before `than`."""

    assert repr(older) == "<rule older(who, than)>"
    assert str(inspect.signature(older)) == "(who, than, /)"
    assert repr(Relation("parent", 2)) == "<relation parent/2>"
    assert list(inspect.signature(Relation).parameters) == ["name", "arity", "doc"]  # of the class


@pytest.mark.parametrize("path", available().values(), ids=lambda path: path.name)
def test_the_list_of_rule_files_cuts_no_sentence(path):
    assert summary(path)[-1] in ".?!"
