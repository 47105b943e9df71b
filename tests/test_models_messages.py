"""What is wrong with a picture or an objective is told with its line; what can never fit is told by an explanation."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from logicpuzzles import Model, Problem, Regular, Table

Cli = Callable[..., tuple[int, str, str]]
FILE = """\
from logicpuzzles import Model, Problem


def build():
    problem = Problem()
    problem.addVariables("abc", range(3))
    return problem


model = Model(build{options})
"""


@pytest.fixture
def model_file(tmp_path: Path) -> Callable[[str], str]:
    """The path, from its folder, of a model with these options."""

    def written(options: str) -> str:
        (tmp_path / "trio.py").write_text(FILE.format(options=f", {options}" if options else ""))
        return "./trio.py"

    return written


WRONG = [
    (
        'picture="{a} {q}"',
        [],
        "trio.py: picture: the picture names {q}, which has no value; expected one of a, b, c. Nex",
    ),
    ('minimize="a +"', [], "trio.py:10: minimize: column 4: this is no formula; expected such as"),
    ('maximize="a + foo"', [], "trio.py:10: maximize: column 5: there is no variable foo; expected one of a, b, c"),
    (
        "minimize=lambda a, q: a",
        [],
        "trio.py:10: minimize: there is no variable 'q'; expected one of a, b, c. Next: give",
    ),
    (
        "minimize=lambda a: 1 // a",
        [],
        "trio.py:10: the objective function(a): it raises ZeroDivisionError: integer div",
    ),
    ('minimize="a", maximize="b"', [], "trio.py:10: a model has one objective, not both minimize and maximize. Next: "),
    ("", ["--maximize", "a *"], "--maximize: column 4: this is no formula"),
    ("", ["--minimize", "a // b"], "--minimize: the objective a // b: it raises ZeroDivisionError"),
]


@pytest.mark.parametrize(("options", "line", "message"), WRONG)
def test_one_message_with_its_place(
    cli: Cli, model_file: Callable[[str], str], options: str, line: list[str], message: str
) -> None:
    code, out, err = cli("solve", model_file(options), *line)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert message in err


def test_braces_that_are_no_names_stay(cli: Cli, model_file: Callable[[str], str]) -> None:
    """A picture may have them, as in a frame."""
    _, out, _ = cli("solve", model_file('picture="{ {a} }{}{|}"'))
    assert out.startswith("{ 0 }{}{|}\n")


@pytest.mark.parametrize(
    ("option", "told"),
    [('minimize="a + 2 * b"', "with the least a + 2 * b."), ("maximize=lambda a: a", "with the greatest function(a).")],
)
def test_show_tells_the_objective(cli: Cli, model_file: Callable[[str], str], option: str, told: str) -> None:
    code, out, _ = cli("show", model_file(option))
    assert (code, f"Solutions are those {told}" in out) == (0, True)
    _, out, _ = cli("show", model_file(""))
    assert "Solutions are" not in out


@pytest.mark.parametrize(
    ("constraint", "remark"),
    [
        (Regular("5*[1-7]"), "its variables are never 3, 4, 5, 6 or 7"),
        (Regular("2*[^5]<12>"), "its variables are never 12"),
        (Table([(1, 2, 9), (5, 1, 1)]), "none of its rows has values of its variables only"),
    ],
)
def test_an_explanation_tells_what_can_never_fit(constraint: Any, remark: str) -> None:
    def build() -> Problem:
        problem = Problem()
        problem.addVariables("abc", range(3))
        problem.addConstraint(constraint)
        return problem

    told = str(Model(build).explain())
    assert re.search(rf"(Regular|Table)\(a, b, c\): .*\n(.*\n)?    +{re.escape(remark)}\n", told)
