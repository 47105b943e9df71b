"""Cells of rules and queries: what they give, where they complain, what may be asked next; in IPython itself."""

from __future__ import annotations

import atexit
import io
import os
import signal
import sys
import threading
from contextlib import redirect_stderr, redirect_stdout
from types import SimpleNamespace
from xml.etree.ElementTree import fromstring

import pytest

from logicpuzzles import load
from logicpuzzles.notebook.extension import Cells, Complaint
from logicpuzzles.notebook.options import ASK, divided
from logicpuzzles.notebook.told import Told

FAMILY = """
parent(tom, bob).
parent(tom, liz).
parent(bob, ann).
ancestor(X, Y) :- parent(X, Y).
ancestor(X, Y) :- parent(X, Z), ancestor(Z, Y).
""".lstrip()
FAMILY_AGAIN = "\nparent(bob, eve)."


class Notebook(Cells):
    """The magics beside a shell that only keeps variables; `shown` is what was displayed before a complaint."""

    def __init__(self) -> None:
        self.shown: list[Told] = []
        super().__init__(SimpleNamespace(user_ns={}), self.shown.append)

    def complaint(self, line: str, cell: str | None = None) -> str:
        with pytest.raises(Complaint) as told:
            self.ask(line, cell)
        return str(told.value)


@pytest.fixture
def notebook():
    made = Notebook()
    made.rules("family", FAMILY)
    return made


def test_a_cell_of_rules_is_a_rule_file_and_a_variable(notebook):
    made = notebook.rules("family", FAMILY + FAMILY_AGAIN)
    assert notebook.shell.user_ns["family"] is made
    assert list(made.relations) == ["parent", "ancestor"]
    assert made.ask("parent(bob, X)").count() == 2
    assert notebook.rules("", "a(1).").name == "rules"


ASKED = [
    ("", "ancestor(X, ann).", "X = bob\nX = tom"),
    ("", "parent(tom, X)", "X = bob\nX = liz"),  # without a full stop
    ("", "parent(tom, X) % the last", "X = bob\nX = liz"),
    ("", "parent(ann, X).", "false"),
    ("", "parent(tom, bob).", "true"),
    ("", "dif(X, tom), parent(X, Y).", "X = bob, Y = ann"),
    ("", "dif(X, tom).", "dif(X, tom)"),
    ("--count", "ancestor(X, Y).", "4"),
    ("--limit 1", "parent(X, Y).", "X = tom, Y = bob\nOthers may follow: %ask ; shows them."),
    ("--all", "between(1, 12, X).", "\n".join(f"X = {n}" for n in range(1, 13))),
    ("", "between(1, 11, X).", "\n".join(f"X = {n}" for n in range(1, 11)) + "\nOthers may follow: %ask ; shows them."),
    ("", "parent(tom, X). parent(bob, X).", "?- parent(tom, X).\nX = bob\nX = liz\n?- parent(bob, X).\nX = ann"),
    ("", "why(ancestor(tom, liz)).", "ancestor(tom, liz)\n  parent(tom, liz)\ntrue"),
    ("", "whynot(parent(liz, X)).", "parent(liz, X) fails.\n  parent(A, X) holds: "),
    ("", "halt.", "% the notebook goes on"),
    ("six", "start(S), show(S), neighbor(0, 1).", " 4 6\n5 1 3\n 2 .\nS = [4, 6, 5, 1, 3, 2, 0]"),
    ("six family", "six:neighbor(0, 1), parent(bob, X).", "X = ann"),
]


@pytest.mark.parametrize(("line", "cell", "expected"), ASKED, ids=[f"{line} {cell}" for line, cell, _ in ASKED])
def test_a_cell_of_queries_gives_what_a_session_does(notebook, line, cell, expected):
    told = str(notebook.ask(line, cell))
    assert told == expected or expected.endswith(" ") and told.startswith(expected)


def test_the_next_answers_are_those_after(notebook):
    assert str(notebook.ask("--limit 2 between(1, 5, X)")).startswith("X = 1\nX = 2\nOthers")
    assert str(notebook.ask("--limit 2 ;")).startswith("X = 3\nX = 4\nOthers")
    assert str(notebook.ask("--all ;")) == "X = 5"
    assert notebook.complaint(";").startswith("Error: there is no query that has other answers. Next: ask one")


def test_boards_stand_with_the_answer_that_drew_them(notebook):
    """Also where the next answer was looked for, for a moment, when the first was shown."""
    notebook.ask("six", "true.")
    query = "start(S), move_piece(P, S, T), show(T)"
    first = notebook.ask(f"--limit 1 {query}")
    rest = notebook.ask("--all ;")
    boards = [[board for _, drawn in part.answers for board in drawn] for told in (first, rest) for part in told.parts]
    assert list(map(len, boards)) == [1, 2]
    assert [answer.answer["P"] for told in (first, rest) for answer, _ in told.parts[0].answers] == [1, 3, 2]


def test_boards_of_a_query_that_fails_are_shown(notebook):
    assert str(notebook.ask("six", "start(S), show(S), fail.")) == "false\n 4 6\n5 1 3\n 2 ."


def test_rules_that_were_stated_last_are_asked(notebook):
    notebook.rules("other", "parent(X, Y) :- X = 1, Y = 2.")
    assert str(notebook.ask("parent(A, B)")) == "A = 1, B = 2"
    assert str(notebook.ask("family", "parent(bob, B).")) == "B = ann"
    assert str(notebook.ask("parent(bob, B)")) == "B = ann"


def test_rule_files_in_variables_are_asked(notebook):
    notebook.shell.user_ns["wide"] = load("sliding", rows=2, cols=2)
    assert str(notebook.ask("wide", "start(S), length(S, N).")).endswith("N = 4")


MISTAKES = [
    ("parent(X :- a.", "Error: family:2:7: `(` is not closed\n"),
    ("a(1).\n\nb(X) :- c(X).", "Error: family:4:9: there is no relation c/1\n"),
    ("a(1", "Error: family:2:1: the sentence that begins here has no end\n"),
]


@pytest.mark.parametrize(("cell", "expected"), MISTAKES)
def test_mistakes_in_rules_are_told_at_their_line_of_the_cell(notebook, cell, expected):
    """The first line of the cell is the one with `%%rules`. The rules of before stay."""
    with pytest.raises(Complaint) as told:
        notebook.rules("family", cell)
    assert str(told.value).startswith(expected)
    assert str(notebook.ask("parent(bob, X)")) == "X = ann"


WRONG = [
    ("", "parent(tom, X).\nprent(tom, X).", "Error: query:3:1: there is no relation prent/2"),
    ("", "parent(1", "Error: query:2:7: `(` is not closed"),
    ("", "a(X) :- b(X).", "Error: query:2:6: this is a clause or directive, and no query"),
    ("nofile", "a(X).", "Error: there is no rule file 'nofile'"),
    ("--lmit 3", "a(X).", "Error: No such option"),
    ("--limit x", "a(X).", "Error: Invalid value for '--limit'"),
    ("", "X is a + 1.", "Error: query:2:3: is takes integers"),
]


@pytest.mark.parametrize(("line", "cell", "expected"), WRONG, ids=[cell for _, cell, _ in WRONG])
def test_a_wrong_query_is_one_message_with_its_line_of_the_cell(notebook, line, cell, expected):
    assert notebook.complaint(line, cell).startswith(expected)


def test_what_came_before_a_wrong_query_is_shown(notebook):
    notebook.complaint("", "parent(bob, X).\nprent(tom, X).")
    assert [str(told) for told in notebook.shown] == ["?- parent(bob, X).\nX = ann\n?- prent(tom, X)."]


def test_names_of_rules_are_names_of_variables(notebook):
    with pytest.raises(Complaint, match="expected letters, digits and _, got my-family$"):
        notebook.rules("my-family", FAMILY)
    with pytest.raises(Complaint, match="unexpected extra argument"):
        notebook.rules("my family", FAMILY)


def test_how_clauses_are_stated_is_told_as_it_is_here(notebook):
    assert notebook.complaint("", "nobody(X).").endswith("a cell that begins with %%rules NAME takes clauses.")


def test_a_limit_keeps_the_answers_until_then(notebook, query_kernel):
    told = str(notebook.ask("--limit-seconds 2 X = 1 ; length(L, N), N < 0"))
    assert told.startswith("X = 1\nStopped: the query was stopped after 2 seconds")
    assert notebook.complaint(";").startswith("Error: there is no query that has other answers")


def test_an_interrupt_stops_a_query_and_keeps_its_answers(notebook, query_kernel):
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    assert str(notebook.ask("X = 1 ; length(L, N), N < 0")) == "X = 1\n% interrupted"
    timer.join()
    assert str(notebook.ask("parent(bob, X)")) == "X = ann"


def test_what_strangers_write_stays_text(notebook):
    """In HTML, and in what a terminal prints."""
    notebook.rules("hostile", "evil('<script>alert(1)</script>').\nevil('\\e[2J').\n")
    told = notebook.ask("evil(X), Y = X")
    root = fromstring(told._repr_html_())
    assert [part.text for part in root.iter("td")] == [None] * 4
    assert root.findall(".//td/div")[0].text == "'<script>alert(1)</script>'"
    assert not list(root.iter("script"))
    assert "\x1b" not in str(told) + told._repr_html_()


def test_of_very_many_answers_the_first_are_shown(notebook):
    """A notebook keeps what its cells show; `print` tells all."""
    told = notebook.ask("--all between(1, 1200, X)")
    html = told._repr_html_()
    assert (html.count("<tr>"), "700 more answers are left out here" in html) == (501, True)
    assert (len(repr(told).split("\n")), len(str(told).split("\n"))) == (500, 1200)


def test_answers_are_a_table_with_boards(notebook):
    told = notebook.ask("six", "start(S), move_piece(P, S, T), dif(Q, P).")
    root = fromstring(told._repr_html_())
    assert [part.text for part in root.iter("th")] == ["S", "P", "T", "Q", "where"]
    rows = [[cell.find("div") for cell in row.iter("td")] for row in root.findall(".//tbody/tr")]
    assert [row[1].text for row in rows] == ["1", "3", "2"]
    assert [row[4].text for row in rows] == ["dif(Q, 1)", "dif(Q, 3)", "dif(Q, 2)"]
    assert [len(row.findall(".//{*}svg")) for row in root.findall(".//tbody/tr")] == [2, 2, 2]


def test_options_end_where_the_query_begins():
    assert divided("--limit 3 a(X), X = --all") == (["--limit", "3"], "a(X), X = --all")
    assert divided("--limit=3 --count a(X)") == (["--limit=3", "--count"], "a(X)")
    assert divided("a(X)") == ([], "a(X)")
    assert {param.name for param in ASK.params} >= {"names", "limit", "all_answers", "only_count", "seconds", "memory"}


# -- in IPython ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def ipython():
    shells = pytest.importorskip("IPython.core.interactiveshell")
    config = pytest.importorskip("traitlets.config").Config()
    config.HistoryManager.enabled = False
    main = sys.modules["__main__"]
    shell = shells.InteractiveShell(config=config)
    assert shell.run_line_magic("load_ext", "logicpuzzles") is None
    yield shell
    shell.run_line_magic("unload_ext", "logicpuzzles")
    assert not {"ask", "rules"} & {name for kind in shell.magics_manager.magics.values() for name in kind}
    atexit.unregister(shell.atexit_operations)
    shell.atexit_operations()
    sys.modules["__main__"] = main  # which a shell replaces, and processes that other tests start ask for


def ran(shell, cell):
    """What a cell gives, and what it prints."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(out):
        done = shell.run_cell(cell)
    return done, out.getvalue()


def test_cells_work_in_ipython(ipython):
    done, _ = ran(ipython, f"%%rules family\n{FAMILY}")
    assert done.result.name == "family"
    done, printed = ran(ipython, "%%ask family\nancestor(X, ann).")
    assert str(done.result) == "X = bob\nX = tom"
    assert "X = bob\nX = tom" in printed
    assert str(ran(ipython, "%ask --limit 1 parent(X, Y)")[0].result).startswith("X = tom, Y = bob")
    assert str(ran(ipython, "%ask --all ;")[0].result) == "X = tom, Y = liz\nX = bob, Y = ann"
    assert ran(ipython, "family.ask('parent(bob, X)').first()['X']")[0].result == "ann"


def test_a_mistake_is_one_message_in_ipython_and_ends_the_cell(ipython):
    done, printed = ran(ipython, "%%rules wrong\nparent(X :- a.")
    assert isinstance(done.error_in_exec, Complaint)
    assert printed == "Error: wrong:2:7: `(` is not closed\n    parent(X :- a.\n          ^\n"


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("%%ask family\nparen", {"parent"}),
        ("%ask ance", {"ancestor"}),
        ("%%ask family\nparent(Child, Other), Ch", {"Child"}),
        ("%%ask family\nnothing_like_it", set()),
    ],
)
def test_names_are_completed_in_queries(ipython, cell, expected):
    pytest.importorskip("IPython.core.completer")
    ran(ipython, f"%%rules family\n{FAMILY}")
    lines = cell.split("\n")
    from IPython.core.completer import CompletionContext, provisionalcompleter

    word = lines[-1].split()[-1].split("(")[-1]
    context = CompletionContext(word, cell, len(lines[-1]), len(lines) - 1, None)
    (matcher,) = [one for one in ipython.Completer.custom_matchers if "logicpuzzles" in type(one).__module__]
    found = matcher(context)
    assert {one.text for one in found["completions"]} == expected
    with provisionalcompleter():
        made = {one.text for one in ipython.Completer.completions(cell, len(cell))}
    assert expected <= made


def test_python_is_completed_as_ever(ipython):
    from IPython.core.completer import CompletionContext

    (matcher,) = [one for one in ipython.Completer.custom_matchers if "logicpuzzles" in type(one).__module__]
    assert matcher(CompletionContext("pri", "pri", 3, 0, None)) == {"completions": []}
