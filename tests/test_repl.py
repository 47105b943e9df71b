"""The session beyond its transcripts: files that change, limits, what a proof holds, completion."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

import logicpuzzles
from logicpuzzles.cli import run
from logicpuzzles.repl.answering import Plain
from logicpuzzles.repl.completion import PromptCompleter
from logicpuzzles.repl.dispatch import is_complete
from logicpuzzles.repl.proofs import MOST_LINES
from logicpuzzles.repl.session import Session

ROOT = Path(logicpuzzles.__file__).parents[1]


class Told:
    """A session with what it has said."""

    def __init__(self, *names, seconds=60.0):
        self.out = io.StringIO()
        self.session = Session(lambda line: print(line, file=self.out), seconds)
        self.session.consult(names)

    def __call__(self, text):
        """What it says to `text`."""
        self.out.seek(0)
        self.out.truncate()
        self.code = Plain(self.session, io.StringIO(text), self.out).run()
        return self.out.getvalue()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_directives_at_the_prompt_are_those_of_a_file(folder):
    """Operators and flags that are typed hold from then on, beside those of the files; what changes nothing is true."""
    (folder / "likes.pl").write_text(":- op(700, xfx, likes).\nann likes bob.\np(a likes b).\n")
    told = Told("./likes.pl")
    assert told("X likes Y.") == "X = ann, Y = bob.\n"
    assert told(":- op(600, xfy, &).\nX = (a & b), p(Y).") == "true.\nX = a & b, Y = (a likes b).\n"
    assert told(':- set_prolog_flag(double_quotes, codes).\nX = "ab".') == "true.\nX = [97, 98].\n"
    for text in ("module(m, [p/1])", "initialization(main, main)", "multifile p/1", "autoload(library(lists))"):
        assert told(f":- {text}.") == "true.\n"
    for text in ("dynamic p/1", "model(queens)", "discontiguous([q/1, r//2])"):
        assert "this is a clause or directive, and no query" in told(f":- {text}.")
    assert "use_module(library(clpfd))" in told(":- use_module(library(clpr)).")
    assert told("listing(p/1).\nwhy(ann likes X).").endswith("p(a likes b).\nann likes bob\nX = bob.\n")
    assert told("whynot((X likes bob, X likes X)).") == (
        "X likes bob holds, first with X = ann.\n"
        "Then ann likes ann fails.\n"
        "  ann likes A holds: A = bob.\n"
        "Nearest: (X likes bob, X likes A) holds: X = ann, A = bob.\n"
    )


def test_make_reads_again_what_was_edited(folder):
    (folder / "one.pl").write_text("p(1).\n")
    (folder / "two.pl").write_text("q(1).\n")
    told = Told("./one.pl", "./two.pl")
    (folder / "one.pl").write_text("p(1).\np(2).\nr(X, Y).\n")
    assert told("make.") == "% one: 2 relations\nWarning: one.pl:3:3: X and Y stand only once\n"
    assert told("p(X).\n;\nmake.") == "X = 1 ;\nX = 2.\n% no rule file has changed\n"
    (folder / "one.pl").write_text("p(1) :- .\n")
    said = told("make.")
    assert said.startswith("Error: one.pl:1:8: something is missing before the end")
    assert said.endswith("% one stays as it was\n")
    assert told.code == 2
    assert told("p(2).") == "true.\n"


def test_make_reads_all_that_changed_though_one_is_wrong(folder):
    (folder / "one.pl").write_text("p(1).\n")
    (folder / "two.pl").write_text("q(1).\n")
    told = Told("./one.pl", "./two.pl")
    (folder / "one.pl").unlink()
    (folder / "two.pl").write_text("q(22).\n")
    assert told("make.") == (
        "Error: one.pl: the file cannot be read, got No such file or directory\n"
        "% one stays as it was\n% two: 1 relation\n"
    )
    assert told("p(X), q(Y).") == "X = 1, Y = 22.\n"


def test_files_are_consulted_by_path_and_several_at_once(folder):
    (folder / "sub").mkdir()
    (folder / "sub" / "one.pl").write_text("p(1).\n")
    (folder / "two.pl").write_text("q(1).\n")
    told = Told()
    assert told("[sub/'one.pl', 'two.pl'].") == "% one: 1 relation\n% two.pl: 1 relation\n"
    assert told("consult('./sub/one.pl').\nconsult([river]).\n[].") == "% one: 1 relation\n% river: 7 relations\n"
    assert told("p(X), q(X), eaten([X, left, left, Y]).") == "false.\n"
    assert "is missing" in told("[3].")


def test_a_file_of_the_folder_is_consulted_by_its_name(folder):
    """As in other Prologs; a rule file of that name comes first."""
    (folder / "aunts.pl").write_text("aunt(ann).\n")
    (folder / "river.pl").write_text("aunt(bob).\n")
    assert Told()("[aunts, river].\naunt(X).\n") == "% aunts: 1 relation\n% river: 7 relations\nX = ann.\n"


def test_what_is_not_listed_is_told_with_what_there_is(folder):
    (folder / "aunts.pl").write_text("aunt(ann).\n")
    assert "states aunt/3. Next: aunt exists with 1 argument\n" in Told("./aunts.pl")("listing(aunt/3).")


def test_a_wrong_file_leaves_the_session_as_it_was(folder):
    (folder / "one.pl").write_text("p(1).\n")
    told = Told("./one.pl")
    (folder / "bad.pl").write_text("p(1\n")
    assert "bad.pl:1" in told("['./bad.pl'].")
    assert told.code == 2
    assert told("p(X).") == "X = 1.\n"
    assert told.code == 0


def test_a_query_at_a_limit_keeps_the_session(query_kernel):
    told = Told(seconds=1)
    out = told("length(L, N), N < 0.\nX = 1.\n")
    assert out.startswith("Error: the query was stopped after 1 second")
    assert out.endswith("X = 1.\n")


def test_an_error_after_some_answers_is_told_where_it_comes():
    told = Told()
    assert told("member(X, [1, 0, 2]), Y is 6 // X.\n;\n").splitlines() == [
        "X = 1, Y = 6 ;",
        "Error: query:1:25: division by zero",
        "    member(X, [1, 0, 2]), Y is 6 // X.",
        "                            ^",
        "Next: state that the divisor is not 0 before it",
    ]


def test_a_long_answer_takes_a_line_for_each_variable():
    out = Told()("numlist(1, 30, L), msort(L, M).\nw\n")
    _, first, second = out.splitlines()
    assert first.startswith("L = [1, 2, ")
    assert first.endswith("],")
    assert second.startswith("M = [1, 2, ")


def test_the_last_answer_is_known_without_asking_where_a_moment_tells():
    told = Told()
    assert told("member(X, [a]).") == "X = a.\n"
    assert told("member(X, [a, b]), X = a.") == "X = a.\n"
    assert told("X = 1 ; fail.") == "X = 1.\n"
    assert told("X = 1 ; length(L, N), N < 0.") == "X = 1 .\n"


COMPLETE = [
    ("", True),
    ("p(X).", True),
    ("p(X)", False),
    ("p(X). ", True),
    ("p(X). q", False),
    ("p('a. b'", False),
    ("p(X) % end.", False),
    ("p(X). % end", True),
    ("X = 'abc", True),
    ("/* open", True),
    ("X = 0'.", False),
    ('X = "a.\n', True),
]


@pytest.mark.parametrize(("text", "complete"), COMPLETE)
def test_a_sentence_is_read_when_it_has_its_full_stop_or_never_will(text, complete):
    assert is_complete(text) is complete


def test_a_long_proof_is_cut_and_deep_ones_are_shown():
    told = Told()
    out = told("why((numlist(1, 300, L), maplist(integer, L))).")
    assert "% and 102 more lines" in out
    assert len(out.splitlines()) < MOST_LINES + 10
    assert told("why(append(X, [c], [a, b, c])).").startswith("append([a, b], [c], [a, b, c])\nX = [a, b]")


def test_a_proof_of_recursion_nests(folder):
    (folder / "family.pl").write_text(
        "parent(a, b). parent(b, c). parent(c, d).\nup(X, Y) :- parent(X, Y).\nup(X, Y) :- parent(X, Z), up(Z, Y).\n"
    )
    assert Told("./family.pl")("why(up(a, d)).").splitlines() == [
        "up(a, d)",
        "  parent(a, b)",
        "  up(b, d)",
        "    parent(b, c)",
        "    up(c, d)",
        "      parent(c, d)",
        "true.",
    ]


def test_whynot_follows_the_clause_that_gets_furthest(folder):
    (folder / "family.pl").write_text(
        "parent(a, b). parent(b, c).\nmale(a). male(c).\nold(a).\n"
        "grandfather(X, Y) :- parent(X, Z), parent(Z, Y), male(X).\n"
        "wise(X) :- male(X), old(X), grandfather(X, nobody).\nwise(X) :- old(X), fail.\n"
    )
    assert Told("./family.pl")("whynot(wise(a)).").splitlines() == [
        "wise(a) fails.",
        "  family.pl:5:1, the clause that gets furthest:",
        "  (male(a), old(a)) holds.",
        "  Then grandfather(a, nobody) fails.",
        "    family.pl:4:1:",
        "    parent(a, Z) holds, first with Z = b.",
        "    Then parent(b, nobody) fails.",
        "      parent(b, A) holds: A = c.",
    ]


def completions(told, text):
    found = PromptCompleter(told.session).get_completions(Document(text, len(text)), CompleteEvent())
    return [completion.text for completion in found]


def test_completion_knows_relations_variables_commands_and_files(folder):
    (folder / "mine.pl").write_text("neighborhood(1).\n")
    told = Told("six", "./mine.pl")
    assert completions(told, "neighb") == ["neighbor", "neighborhood"]
    assert completions(told, "neighbor(0, X), permu") == ["permutation"]
    assert completions(told, "listi") == ["listing"]
    assert completions(told, "member(Piece, [1]), Position = 2, P") == ["Piece", "Position"]
    assert "seven" in completions(told, "[sev")
    assert completions(told, "['./mi") == ["mine.pl"]
    (folder / "sub" / "deep").mkdir(parents=True)
    (folder / "sub" / "two words.pl").write_text("")
    (folder / "sub" / "notes.txt").write_text("")
    assert completions(told, "consult('su") == ["sub/"]
    assert completions(told, '?- consult("sub/') == ["deep/", "two words.pl"]
    assert completions(told, "[seven, 'sub/t") == ["two words.pl"]
    assert completions(told, "['nowhere/x") == []
    assert completions(told, "X = [sev") == []
    assert completions(told, "X = ") == []


def test_nothing_heavy_is_imported_to_begin_with():
    code = (
        "import sys; from logicpuzzles.repl.session import Session; from logicpuzzles.repl.terminal import Terminal;"
        "Session(print).consult(['six']);"
        "print([name for name in ('llvmlite', 'numpy', 'ortools', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines()[-1] == "[]"


def test_the_command_reads_standard_input(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("neighbor(0, X).\n;\n"))
    assert run(["repl", "seven"]) == 0
    assert capsys.readouterr().out == "% seven: 3 relations\nX = 1 ;\nX = 4.\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("neighbor(0 X).\n"))
    assert run(["repl", "seven"]) == 2
    assert run(["repl", "sevn"]) == 2
    assert "did you mean seven?" in capsys.readouterr().err


def test_listing_tells_what_can_be_loaded_while_nothing_is(folder, monkeypatch):
    (folder / "rules").mkdir()
    (folder / "rules" / "mine.pl").write_text("% What is mine.\np(1).\n")
    (folder / "rules" / "mine.py").write_text('"""Mine in Python."""\n')
    out = Told()("listing.").splitlines()
    assert out[0] == "% no rule file is loaded; [name]. loads one of these:"
    assert "  'mine.pl'          What is mine." in out
    assert "  mine               Mine in Python." in out


def test_a_file_has_one_name_at_a_time(folder):
    (folder / "one.pl").write_text("p(1).\n")
    (folder / "sub").mkdir()
    (folder / "sub" / "one.pl").write_text("p(2).\n")
    told = Told("one.pl")
    assert told("['./one.pl'].\np(X).") == "% one: 1 relation\nX = 1.\n"
    assert told("[sub/'one.pl'].\np(X).") == f"% one: 1 relation, instead of {folder / 'one.pl'}\nX = 2.\n"


def test_a_relation_that_a_command_hides_is_told_of(folder):
    (folder / "shop.pl").write_text("time(9).\nwhy(X, Y) :- time(X), time(Y).\n")
    told = Told()
    assert told("['./shop.pl'].") == "% shop: 2 relations\nWarning: time/1 is a command here; ask for shop:time(...)\n"
    assert told("shop:time(X), why(X, X).") == "X = 9.\n"


def test_a_python_relation_is_not_listed_from_a_file_that_was_edited(folder):
    text = (ROOT / "rules" / "six.py").read_text()
    (folder / "mine.py").write_text(text)
    told = Told("./mine.py")
    assert "def move_piece" in told("listing(move_piece).")
    (folder / "mine.py").write_text(f"# one line more\n{text}")
    assert told("listing(move_piece).").endswith("% its file was edited; make. reads it again\n")


def test_words_that_need_no_full_stop_may_be_relations(folder):
    (folder / "maze.pl").write_text("exit(3).\nquit.\n")
    told = Told("./maze.pl")
    assert told("exit(X).\nquit.\nX = 1.\n") == "X = 3.\ntrue.\nX = 1.\n"
    assert told("exit\nX = 1.\n") == ""


def test_what_cannot_be_drawn_is_an_error(folder):
    """The picture may be a function of the rule file that knows the right values only."""
    (folder / "odd.py").write_text(
        "from logicpuzzles import Model, Problem\n"
        "def build():\n    problem = Problem()\n    problem.addVariable('a', [1, 2])\n    return problem\n"
        "model = Model(build, picture=lambda values: {1: 'one', 2: 'two'}[values['a']])\n"
    )
    assert Told("./odd.py")("odd(A), show([A]).\n;\n") == "one\nA = 1 ;\ntwo\nA = 2.\n"
    assert "KeyError: 3" in Told("./odd.py")("show([3]).")


def test_help_tells_about_a_rule_file_and_its_relations(folder):
    (folder / "tea.pl").write_text(
        "% Tea for two.\n%\n% Represented as cups.\n\n/* What is drunk\n   is hot. */\ntea(green).\nmilk(cold).\n"
    )
    told = Told("./tea.pl")
    head, rest = told("help(tea).").split("\n  Tea for two.\n")
    assert head.split() == ["tea", f"[{folder / 'tea.pl'}]"]
    assert rest == "\n  Represented as cups.\n\ntea/1  [tea]\n  What is drunk\n  is hot.\n"
    assert told("help(milk).") == "milk/1  [tea]\n  (no description)\n"


def test_clauses_that_were_typed_in_are_a_rule_file(folder):
    """One relation may need another that comes later; what is stated again replaces what was; the rest stays."""
    told = Told()
    said = told("[user].\n:- op(700, xfx, likes).\nann likes X :- good(X).\ngood(bob).\nend_of_file.\ngood(X).\n")
    assert said == "% user: 2 relations\nX = bob.\n"
    assert told("[user].\ngood(cat).\n") == "% user: 2 relations, good/1 stated anew\n"
    assert told("user:good(X).\nX = ann, likes(X, Y).\nmake.\n") == (
        "X = cat.\nX = ann, Y = cat.\n% no rule file has changed\n"
    )
    assert told("[user].\ngood(X) :- best(X).\n") == (
        "Error: user:5:12: there is no relation best/1\n    good(X) :- best(X).\n               ^\n"
        "% user: 2 relations\n"
    )
    assert told("ann likes X.\nuser:good(X).\n").endswith("X = cat.\n")


def test_a_program_of_many_clauses_may_be_typed_in(query_kernel):
    facts = "".join(f"fact({n}).\n" for n in range(3000))
    assert Told()(f"[user].\n{facts}end_of_file.\nfact(X), X > 2998.\n") == "% user: 1 relation\nX = 2999.\n"
