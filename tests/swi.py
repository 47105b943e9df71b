"""Ask SWI-Prolog, where it is installed, the same queries about the same file."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from logicpuzzles.text.syntax.lexical import one_sentence
from logicpuzzles.text.syntax.nodes import term_of
from logicpuzzles.text.syntax.parser import parse

SWIPL = shutil.which("swipl")
# Reads a query a line from standard input; prints a line `query(Number)`, then the values of each answer.
DRIVER = """
:- use_module(library(solution_sequences)).
:- use_module(library(dif)).
driver_main :- driver_read(0).
driver_read(N) :-
    read_term(Goal, [variable_names(Names)]),
    (   Goal == end_of_file
    ->  true
    ;   format("query(~d)~n", [N]),
        driver_values(Names, Values),
        catch(forall(limit(200, user:Goal), driver_told(Values)), _, writeln(error)),
        Next is N + 1,
        driver_read(Next)
    ).
driver_values([], []).
driver_values([Name = Value | Names], Values) :-
    (   sub_atom(Name, 0, 1, _, '_')
    ->  driver_values(Names, Values)
    ;   Values = [Value | More],
        driver_values(Names, More)
    ).
driver_told(Values) :- copy_term(Values, Copy, _), write_term(Copy, [quoted(true)]), nl.
"""


def run(goal: str) -> subprocess.CompletedProcess[str]:
    """What a goal prints in SWI-Prolog, and whether it ends well."""
    assert SWIPL is not None
    command = [SWIPL, "-q", "-f", "none", "-g", goal, "-t", "halt(1)"]
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=300)


def answers(file: Path | str, queries: list[str], folder: Path, warns: bool = False) -> list[list[object] | str]:
    """For each query the values of its variables in each answer (at most 200), or "error".

    Loading `file` may only give a warning where it `warns`, as of variables that stand once.
    """
    return [
        "error" if told == ["error"] else [term_of(parse(one_sentence(line)), {}) for line in told]
        for told in lines(file, queries, folder, warns=warns)
    ]


def lines(file: Path | str, queries: list[str], folder: Path, most: int = 200, warns: bool = False) -> list[list[str]]:
    """The same as lines of text, one for each answer, or the line "error"."""
    assert SWIPL is not None
    driver = folder / "driver.pl"
    driver.write_text(DRIVER.replace("200", str(most)))
    done = subprocess.run(
        [SWIPL, "-q", "-f", "none", "-g", "driver_main", "-t", "halt", str(driver), str(file)],
        input="".join(f"{query} .\n" for query in queries),
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert warns or not done.stderr, done.stderr
    found: list[list[str]] = []
    for line in done.stdout.splitlines():
        if line.startswith("query("):
            found.append([])
        elif line == "error":
            found[-1] = [line]
        elif line.strip():
            found[-1].append(line)
    return found
