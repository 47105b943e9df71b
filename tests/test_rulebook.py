"""Rule files: found, run in a module of their own, reloaded, and refused with the place when wrong."""

from __future__ import annotations

import os
import sys
import textwrap

import pytest

from logicpuzzles import LANGUAGES, run, var
from logicpuzzles.errors import PuzzleError
from logicpuzzles.rulefile.finding import search_path, shipped
from logicpuzzles.rulefile.pyrules import compiled
from logicpuzzles.rulefile.rulebook import available, load, prepare
from logicpuzzles.text.outline import documentation

SUFFIX = " or ".join(LANGUAGES)

HEAD = "from logicpuzzles import Puzzle, Relation, eq, lall, ntho, relation, seto, var\n"
COUNT = f'''"""Count up to {{last}}.

Representation: one cell, the number.
"""
{HEAD}
step = Relation.pairs("step", {{{{n: [n + 1] for n in range({{last}})}}}})


@relation
def count(label, before, after):
    """Counting on from `before` gives `after`."""
    return lall(step(before[0], label), eq(after, (label,)))


puzzle = Puzzle(move=count, start=(0,), goal=({{last}},))
'''
SIZED = f'''"""Count, as far as wished."""
{HEAD}

def puzzle(last: int = 3, name: str = "x") -> Puzzle:
    step = Relation.pairs("step", {{n: [n + 1] for n in range(last)}})

    @relation
    def count(label, before, after):
        """Counting on."""
        return lall(step(before[0], label), eq(after, (label,)))

    if last < 1:
        raise ValueError("last must be positive")
    return Puzzle(move=count, start=(0,), goal=(last,), relations=(step,))
'''


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty current folder and no search path but that and the shipped files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LOGICPUZZLES_PATH", raising=False)
    return tmp_path


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def refused(path, **parameters):
    with pytest.raises(PuzzleError) as error:
        load(path, **parameters)
    return str(error.value)


def test_a_shipped_file_is_loaded_by_name(folder):
    seven = load("seven")
    assert (seven.name, seven.kind) == ("seven", "puzzle")
    assert seven.file.name == "seven.py"
    assert {"neighbor", "distance", "move_piece"} <= set(seven.relations)
    assert seven.move_piece is seven.relations["move_piece"]
    assert seven.puzzle.start == (0, 7, 2, 1, 4, 3, 6, 5)


def test_a_file_is_loaded_by_its_path(folder):
    write(folder / "mine.py", COUNT.format(last=3))
    for path in ("./mine.py", "mine.py", folder / "mine.py", str(folder / "mine.py")):
        mine = load(path)
        assert mine.puzzle.goal == (3,)
        assert mine.doc.startswith("Count up to 3.\n\nRepresentation: one cell")
        assert mine.relations.keys() == {"step", "count"}


def test_a_file_of_relations_alone_can_be_asked(folder):
    """As one in Prolog text: it declares nothing to solve, and commands that solve say so."""
    write(folder / "hops.py", "from logicpuzzles import Relation\n\nhop = Relation('hop')\nhop.add_fact(1, 2)\n")
    hops = load("./hops.py")
    assert hops.kind == ""
    assert [answer["X"] for answer in hops.ask("hop(1, X)")] == [2]


def test_the_search_path_ends_in_the_current_folder(folder, monkeypatch):
    """The folders of the variable, then the shipped files, then rules/: a folder that was sent replaces no name."""
    write(folder / "other" / "seven.py", COUNT.format(last=5))
    write(folder / "other" / "far.py", COUNT.format(last=6))
    write(folder / "rules" / "seven.py", COUNT.format(last=4))
    write(folder / "rules" / "own.py", COUNT.format(last=3))
    assert load("seven").puzzle.n_cells == 8
    assert available()["seven"].startswith("7 puzzle")
    assert available()["rules/seven.py"] == "Count up to 4."
    assert load("rules/seven.py").puzzle.goal == (4,)
    folders = ["none", "~nobody-of-this-name/x", str(folder / "other"), ""]
    monkeypatch.setenv("LOGICPUZZLES_PATH", os.pathsep.join(folders))
    assert load("seven").puzzle.goal == (5,)
    assert load("far").puzzle.goal == (6,)
    assert load("own").puzzle.goal == (3,)
    assert len(search_path()) == 5
    names = available()
    assert (names["seven"], names["far"], names["own"]) == ("Count up to 5.", "Count up to 6.", "Count up to 3.")
    assert names["eight"].startswith("8 puzzle")


def test_the_rule_files_of_the_checkout_are_listed_once(monkeypatch):
    """There rules/ is the folder of those that are shipped."""
    names = available()
    monkeypatch.chdir(shipped().resolve().parent)
    assert available() == names


ODD = ["~nobody-of-this-name/x.pl", "~nobody-of-this-name", "a\0b.pl", "a\0b/c.pl", "a\nb.pl", "\udcff.pl", "~", "~/"]
ODD += ["x" * 10_000, "x/" * 5_000, "y" * 10_000 + ".py", "/", ".", "..", "./", "//", " ", "*", "-"]


@pytest.mark.parametrize("name", ODD, ids=range(len(ODD)))
def test_an_odd_name_gets_one_short_message(folder, name):
    with pytest.raises(PuzzleError, match="there is no rule file|this is no rule file") as error:
        load(name)
    assert len(str(error.value)) < 500


def test_names_are_listed_without_running_the_files(folder):
    write(folder / "rules" / "loud.py", '"""Loud."""\nraise SystemExit')
    write(folder / "rules" / "broken.py", "((")
    write(folder / "rules" / "_hidden.py", '"""Hidden."""')
    write(folder / "rules" / "notes.txt", "no rules")
    names = available()
    assert names["loud"] == "Loud."
    assert names["broken"].startswith("(cannot be read: ")
    assert not {"_hidden", "notes"} & names.keys()


SUGGESTED = [
    ("sevn", "there is no rule file 'sevn'. Next: did you mean seven?"),
    ("./mien.py", "there is no rule file './mien.py'. Next: did you mean mine.py?"),
    (
        "./pony.py",
        "there is no rule file './pony.py'. Next: `logicpuzzles list` tells which there are; a path works too",
    ),
    ("zzzzzz", "there is no rule file 'zzzzzz'. Next: `logicpuzzles list` tells which there are; a path works too"),
    ("mine.txt", f"mine.txt: this is no rule file; expected a file whose name ends in {SUFFIX}"),
    ("sub/", f"sub/: this is no rule file; expected a file whose name ends in {SUFFIX}"),
    ("a\0b", "there is no rule file 'a\\x00b'. Next: `logicpuzzles list` tells which there are; a path works too"),
    ("x" * 5000, None),
    ("", "there is no rule file ''. Next: `logicpuzzles list` tells which there are; a path works too"),
]


@pytest.mark.parametrize(("name", "message"), SUGGESTED, ids=range(len(SUGGESTED)))
def test_a_name_that_is_not_found_gets_a_suggestion(folder, name, message):
    write(folder / "mine.py", COUNT.format(last=3))
    write(folder / "mine.txt", "")
    (folder / "sub").mkdir()
    told = refused(name)
    assert told == message or (message is None and told.startswith("there is no rule file"))


def test_parameters_are_declared_checked_and_passed_on(folder):
    write(folder / "sized.py", SIZED)
    assert [(p.name, p.type, p.default) for p in prepare("./sized.py").parameters] == [
        ("last", int, 3),
        ("name", str, "x"),
    ]
    assert load("./sized.py").puzzle.goal == (3,)
    five = load("./sized.py", last=5)
    assert five.puzzle.goal == (5,)
    assert five.arguments == {"last": 5, "name": "x"}
    assert five.relations.keys() == {"step", "count"}
    assert repr(five) == "load('./sized.py', last=5)"
    assert eval(repr(five), {"load": load}).puzzle.goal == (5,)


def test_wrong_parameters_are_refused(folder):
    write(folder / "sized.py", SIZED)
    write(folder / "mine.py", COUNT.format(last=3))
    assert refused("./sized.py", lats=3) == (
        "sized.py: there is no parameter lats; expected last, name. Next: did you mean last?"
    )
    assert refused("./sized.py", last="x") == "sized.py: parameter last has a wrong value; expected an integer, got 'x'"
    assert refused("./sized.py", last=0).endswith(": ValueError: last must be positive")
    assert refused("./mine.py", last=3) == "mine.py: there is no parameter last; expected no parameters"


def test_two_files_with_the_same_names_do_not_disturb_each_other(folder):
    before = set(sys.modules)
    one = load(write(folder / "a" / "same.py", COUNT.format(last=2)))
    two = load(write(folder / "b" / "same.py", COUNT.format(last=4)))
    again = load(folder / "a" / "same.py")
    assert [len(list(book.step)) for book in (one, two, again)] == [2, 4, 2]
    assert one.count is not again.count
    assert {name for name in set(sys.modules) - before if "same" in name or "rules" in name} == set()


def test_a_file_that_is_loaded_twice_is_compiled_once_and_run_twice(folder):
    (folder / "mine.py").write_text(COUNT.format(last=3))
    compiled.cache_clear()
    one, two = load("./mine.py"), load("./mine.py")
    assert (compiled.cache_info().misses, compiled.cache_info().hits) == (1, 1)
    assert one.step is not two.step
    one.step.add_fact(7, 8)
    assert run(0, 1, two.step(7, 8)) == ()


def test_a_file_is_reloaded_after_an_edit(folder):
    path = write(folder / "mine.py", COUNT.format(last=3))
    book = load(path)
    assert not book.changed
    write(path, COUNT.format(last=30))
    assert book.changed
    assert book.reload() is book
    assert book.puzzle.goal == (30,)
    assert not book.changed


def test_a_file_that_has_become_wrong_leaves_what_was_loaded(folder):
    path = write(folder / "mine.py", COUNT.format(last=3))
    book = load(path)
    write(path, "((")
    with pytest.raises(PuzzleError, match=r"mine\.py:1: this is not Python"):
        book.reload()
    assert book.puzzle.goal == (3,)


def test_a_reload_keeps_the_parameters_that_were_given(folder):
    path = write(folder / "sized.py", SIZED)
    book = load(path, last=7)
    write(path, SIZED.replace("x", "other"))
    assert book.reload().arguments == {"last": 7, "name": "other"}


def test_what_every_puzzle_offers_is_asked_like_its_own_relations(folder):
    """The 6 puzzle's only state at depth 15 that a search from the goal meets last: the facts' hardest."""
    six, moves, n = load("six"), var(), var()
    assert run(1, moves, six.path((1, 2, 3, 4, 5, 0, 6), moves)) == ((6,),)
    assert run(1, moves, six.path((1, 2, 3, 4, 5, 0, 6), (1, 2, 3, 4, 5, 6, 0), moves)) == ((6,),)
    assert run(0, n, six.depth((4, 6, 5, 1, 3, 2, 0), n)) == (15,)
    with pytest.raises(PuzzleError, match="path does not take 1 term; expected 2, 3 or 4, got path"):
        six.path(moves)
    assert "depth" in dir(six)


def test_a_missing_relation_is_named_with_those_that_are_there(folder):
    with pytest.raises(AttributeError, match="seven has no relation move_pice; its relations: .*move_piece"):
        load("seven").move_pice  # noqa: B018
    assert "move_piece" in dir(load("seven"))


def test_imported_goals_are_no_relations_of_the_file(folder):
    assert not {"ntho", "membero", "swapo"} & load("seven").relations.keys()


def test_a_file_written_against_plain_kanren_is_loaded_asked_and_solved(folder):
    text = """
from kanren import Relation, eq, fact, lall
from logicpuzzles import Puzzle

step = Relation("step")
fact(step, 1, 2)
fact(step, 0, 1)


def move(label, before, after):
    return lall(step(before[0], after[0]), eq(label, after[0]))


puzzle = Puzzle(move=move, start=(0,), goal=(2,))
"""
    book = load(write(folder / "plain.py", text))
    x, y = var(), var()
    assert run(0, (x, y), book.step(x, y)) == ((0, 1), (1, 2))
    assert run(0, (x, y), book.move(x, (0,), y)) == ((1, (1,)),)
    assert book.puzzle.solve().moves == (1, 2)


WRONG = {
    "a syntax error": (
        "x = 1\npuzzle = Puzzle(\n",
        "wrong.py:2: this is not Python: '(' was never closed\n    puzzle = Puzzle(\n                   ^",
    ),
    "an indented syntax error": (
        "def f():\n    return 1 +\n",
        "wrong.py:2: this is not Python: invalid syntax\n    return 1 +\n              ^",
    ),
    "a null character": ("x = '\0'\n", None),
    "brackets too deep": ("(" * 5000, None),
    "raising on import": ("x = 1\n\nraise ValueError('three')\n", "wrong.py:3: ValueError: three"),
    "raising in a function": ("def f():\n    return 1 / 0\n\nf()\n", "wrong.py:2: ZeroDivisionError: division by zero"),
    "leaving Python": (
        "import sys\nsys.exit(0)\n",
        "wrong.py:2: the rule file leaves Python. Next: a rule file only states what is true",
    ),
    "a missing import": (
        "from logicpuzzles import Pussle\n",
        None,
    ),
    "a missing module": (
        "import beside\n",
        "wrong.py:1: ModuleNotFoundError: No module named 'beside'. "
        "Next: a rule file imports logicpuzzles, constraint and what is installed; files beside it are not found",
    ),
    "endless recursion": ("def f():\n    f()\nf()\n", None),
    "no puzzle": (
        "x = 1\n",
        "wrong.py: the rule file declares no puzzle; "
        "expected puzzle = Puzzle(move=..., start=..., goal=...), or a function puzzle(...) that returns one",
    ),
    "an empty file": ("", None),
    "a puzzle that is none": (
        "puzzle = 7\n",
        "wrong.py: the rule file declares no puzzle; expected puzzle = Puzzle(move=..., start=..., goal=...), "
        "or a function puzzle(...) that returns one, got puzzle = 7",
    ),
    "a function that returns no puzzle": (
        "\ndef puzzle(rows: int = 3):\n    return None\n",
        "wrong.py:2: puzzle(...) returns no puzzle; expected return Puzzle(...), got None",
    ),
    "a parameter of a strange type": (
        "def puzzle(rows: dict):\n    return None\n",
        "wrong.py:1: parameter rows has a type that cannot be given on the command line; "
        "expected int, float, str, bool, Grid, tuple or Literal[...], each perhaps with | None, got dict",
    ),
    "a parameter without a value": (
        "def puzzle(rows: int):\n    return None\n",
        "wrong.py: parameter rows is missing; expected an integer. "
        "Next: give it in Python as rows=..., on the command line as --rows ...",
    ),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_file_is_refused_in_one_message_with_its_line(folder, text, message):
    write(folder / "wrong.py", text)
    told = refused("./wrong.py")
    assert told.startswith("wrong.py")
    if message is not None:
        assert told == message


def test_a_file_with_two_puzzles_is_refused(folder):
    text = COUNT.format(last=3).replace("puzzle = ", "one = ") + "two = Puzzle(move=count, start=(0,), goal=(1,))\n"
    write(folder / "wrong.py", text)
    assert refused("./wrong.py") == (
        "wrong.py: the rule file declares more than one puzzle; "
        "expected puzzle = Puzzle(move=..., start=..., goal=...),"
        " or a function puzzle(...) that returns one, got one, two. Next: call one of them puzzle"
    )


def test_a_puzzle_of_another_name_is_found_when_it_is_the_only_one(folder):
    text = COUNT.format(last=3).replace("puzzle = ", "one = ")
    assert load(write(folder / "mine.py", text)).puzzle.goal == (3,)


def test_a_file_that_is_not_utf_8_is_refused_with_the_line(folder):
    (folder / "wrong.py").write_bytes(b"x = 1\ny = '\xff'\n")
    assert refused("./wrong.py") == "wrong.py:2: the file is not text in UTF-8"


def test_ctrl_c_while_a_file_runs_gets_through(folder):
    write(folder / "mine.py", "raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        load("./mine.py")


COMMENTS = [
    ("% River.\n% More.\n\nmove(x).", "River.\nMore."),
    ("/* River.\n * More.\n */\nmove(x).", "River.\nMore."),
    ("%! River.\n:- x.", "River."),
    ("move(x). % no", ""),
]


@pytest.mark.parametrize(("text", "doc"), COMMENTS)
def test_the_comment_at_the_top_documents_a_file_of_prolog_text(text, doc):
    assert documentation(textwrap.dedent(text)) == doc
