"""Which bound searches use, as rule files and users choose it: built when it is wanted, kept, and told."""

from __future__ import annotations

import copy
import json
import pickle
import re
import resource
import signal
import warnings
from pathlib import Path

import pytest

from logicpuzzles import Puzzle, PuzzleError, cache_folder
from logicpuzzles.errors import BoundWarning, CacheWarning
from logicpuzzles.limits import Limits
from logicpuzzles.proofs import grouping, patterns, table_cache
from logicpuzzles.puzzles import derived_tables
from logicpuzzles.puzzles.chosen_bound import as_bound
from logicpuzzles.rulefile import bounds
from logicpuzzles.rulefile.rulebook import prepare
from logicpuzzles.search import deepening

FAR = (8, 6, 7, 2, 5, 4, 3, 0, 1)  # of the 8 puzzle, 31 moves
GROUPS = [[1, 2, 3], [4, 5, 6]]


def kept(cache: Path) -> list[Path]:
    """The files of bounds in a cache folder, without the mark."""
    return [path for path in (cache / "bounds").iterdir() if path.name != cache_folder.MARK]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty cache folder; what is wrong with it has not been told yet."""
    monkeypatch.setenv(cache_folder.PLACE, str(tmp_path / "cache"))
    monkeypatch.setattr(table_cache, "_told", set())
    return tmp_path / "cache"


@pytest.fixture
def early(monkeypatch):
    """What lasts is over soon."""
    monkeypatch.setattr(deepening, "LASTING", 1000)


@pytest.fixture
def built(monkeypatch):
    """The groups of the tables that are built."""
    usual, found = patterns.build, []

    def build(program, goals, groups, **more):
        if more.get("known") is None:
            found.append([list(group) for group in groups])
        return usual(program, goals, groups, **more)

    monkeypatch.setattr(patterns, "build", build)
    return found


def loaded(name="six", **parts):
    """A shipped puzzle as a new process has it, with other parts."""
    puzzle = prepare(name).build().puzzle
    given = {name: getattr(puzzle, name) for name in ("move", "start", "goal", "distance")}
    return Puzzle(**{**given, **parts})


def solved(puzzle, **more):
    return puzzle.solve(engine="rules", **more)


def test_groups_are_built_once(folder, built):
    ending = solved(loaded(bound=GROUPS))
    assert (ending.length, ending.bound, ending.groups) == (15, "patterns", ((1, 2, 3), (4, 5, 6)))
    assert ending.groups_of == "values"
    assert "no move counts for two of them" in ending.proof
    again = solved(loaded(bound=GROUPS))
    assert built == [GROUPS]
    assert (again.moves, again.nodes, again.proof) == (ending.moves, ending.nodes, ending.proof)
    assert len(kept(folder)) == 1


def test_groups_do_not_depend_on_which_start_came_first(monkeypatch):
    """Walks that compare groups begin at the declared start: else nodes would depend on what was searched before."""
    usual, walked_from = grouping.choose, []

    def choose(program, goals, start, **more):
        walked_from.append(start)
        return usual(program, goals, start, **more)

    monkeypatch.setattr(grouping, "choose", choose)
    six = loaded(bound="derived")
    ending = solved(six, start=(1, 5, 2, 6, 3, 4, 0))
    again = solved(loaded(bound="derived"))
    assert walked_from == [six.start]
    assert ending.groups == again.groups


def test_other_groups_goals_and_rules_have_their_own_tables(folder, built):
    solved(loaded(bound=GROUPS))
    solved(loaded(bound=[[1, 2], [4, 5, 6]]))
    six = loaded(bound=GROUPS)
    six.solve(goal=six.successors(six.start)[0][1], engine="rules")
    loaded("seven", bound=GROUPS).solve(engine="rules")
    assert len(built) == 4
    assert len(kept(folder)) == 4


def test_a_search_that_lasts_has_tables_built_and_the_next_reads_them(early, built):
    small = as_bound(None, memory=2_000_000)
    eight, again = loaded("eight"), loaded("eight")
    before = eight.solve(FAR, engine="rules", bound="distance")
    first = eight.solve(FAR, engine="rules", bound=small)
    assert (first.bound, first.moves) == ("patterns", before.moves)
    assert 1000 < first.nodes < before.nodes
    second = again.solve(FAR, engine="rules", bound=small)
    assert (second.bound, second.moves, second.nodes) == ("patterns", before.moves, first.nodes)
    assert len(built) == 1


def test_what_does_not_last_builds_nothing(built):
    assert solved(loaded()).bound == "distance"
    assert not built


@pytest.mark.parametrize(("bound", "used"), [("distance", "distance"), ("none", None), ("derived", "patterns")])
def test_a_bound_by_name(bound, used):
    six = loaded("six", bound=bound)
    assert six.solve(strategy="ida", engine="rules").bound == used
    assert six.solve(strategy="ida", engine="rules", bound="distance").bound == "distance"


def test_the_table_of_distances_is_for_its_goal():
    with pytest.warns(BoundWarning, match="serves another goal; the search has no bound"):
        ending = loaded("six").solve(goal=(0, 1, 2, 3, 4, 5, 6), strategy="ida", engine="rules", bound="distance")
    assert ending.bound is None


@pytest.mark.parametrize(
    ("bound", "told"),
    [
        ("best", "bound: there is no bound 'best'; expected auto, derived, distance, none, or groups of values"),
        ([], "bound: there are no groups; expected auto, derived, distance, none, or groups of values, got []"),
        ([1, 2], "bound: this is no group; expected groups of values, such as [[1, 2, 3], [4, 5, 6]], got 1"),
        (7, "bound: this is no bound; expected auto, derived, distance, none, or groups of values, got 7"),
        ([[1], []], "bound: group 2 is empty; expected at least one value"),
        (
            [[1, 2], [2, 3]],
            "bound: 2 is named more than once; expected groups without a value in common, got 1 2 / 2 3",
        ),
        ([[1, 1]], "bound: 1 is named more than once; expected groups without a value in common, got 1 1"),
    ],
)
def test_what_is_no_bound(bound, told):
    with pytest.raises(PuzzleError) as caught:
        loaded(bound=bound)
    assert str(caught.value).startswith(told)


def test_a_value_that_no_cell_holds_builds_nothing(folder):
    with pytest.raises(PuzzleError, match=r"bound: no cell can hold 9; expected groups of 0, 1, 2, 3, 4, 5, 6$"):
        solved(loaded(bound=[[1, 9]]))
    assert not folder.exists()


def test_no_table_of_distances():
    with pytest.raises(PuzzleError, match="bound: the puzzle has no table of distances.*Next: derived is read off"):
        loaded("blocks").solve(bound="distance")


def test_a_budget_too_small_for_any_group_is_told_and_the_search_goes_on():
    for choice in (as_bound("derived", memory=10), as_bound(GROUPS, memory=10)):
        told = (
            r"tables .* take more than 10 bytes of memory; the search goes on with the table of dist.* Next: allow more"
        )
        with pytest.warns(BoundWarning, match=f"no tables are built: {told}"):
            assert solved(loaded(), bound=choice).bound == "distance"


def test_tables_keep_to_the_limit_on_memory(built):
    """Those that are kept too."""
    solved(loaded(), bound=GROUPS)
    with pytest.warns(BoundWarning, match="no tables are built: .* take more than 200 bytes"):
        solved(loaded(), bound=as_bound(GROUPS).within(400))
    assert built == [GROUPS, GROUPS]


def test_a_relation_that_does_not_compile_is_told():
    def move(label, before, after):
        from logicpuzzles import eq, lall, project

        return project((before,), lambda state: lall(eq(label, 1), eq(after, (min(3, state[0] + 1),))))

    puzzle = Puzzle(move, (0,), (3,), bound="derived")
    if puzzle.refusal is not None:
        with pytest.warns(BoundWarning, match="no tables are built: .*; the search goes on without a bound"):
            assert puzzle.solve().length == 3


def test_a_damaged_file_is_built_anew_and_told_once(folder, built):
    solved(loaded(bound=GROUPS))
    (path,) = kept(folder)
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.warns(CacheWarning, match="is damaged; it is built anew") as told:
        assert solved(loaded(bound=GROUPS)).length == 15
    assert len(told) == 1
    assert len(built) == 2
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solved(loaded(bound=GROUPS)).length == 15
    assert len(built) == 2


def test_tables_of_others_under_this_name_are_not_taken(folder, built):
    """Whole, with a right digest, but of another size or with groups that are not there."""
    solved(loaded(bound=GROUPS))
    (path,) = kept(folder)
    whole = table_cache.read_tables(path)
    for chosen, entries in (
        (["values", [[1, 2], [3]]], whole.entries),
        (["values", [[1, 2, 77], [3]]], whole.entries),
        (["values"], whole.entries),
        (["values", [[float("inf")], [3]]], whole.entries),
        (["values", [[1, 2], [-7]]], whole.entries),
        (["cells", [[99]]], whole.entries[:1]),
        (7, whole.entries),
        (whole.chosen, whole.entries[:1]),
    ):
        table_cache.keep(path, "", table_cache.KeptTables(chosen, entries))
        table_cache._told.clear()
        with pytest.warns(CacheWarning, match="is damaged"):
            assert solved(loaded(bound=GROUPS)).length == 15
    assert len(built) == 9


def test_a_full_disk_is_one_warning_and_the_search_goes_on(folder):
    usual = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.warns(CacheWarning, match="cannot be kept in .*bounds .*; the search goes on") as told:
            assert solved(loaded(bound=GROUPS)).bound == "patterns"
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, usual)
    assert len(told) == 1
    assert kept(folder) == []


@pytest.fixture
def endless(monkeypatch):
    """Tables that are never done."""

    def build(*args, progress, **more):
        while True:
            progress("filling a table")

    monkeypatch.setattr(patterns, "build", build)


def test_an_interrupt_ends_the_building_with_nothing_kept(folder, endless):
    def interrupt(line):
        if line == "filling a table":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solved(loaded(bound=GROUPS), progress=interrupt)
    assert not folder.exists()


def test_a_limit_ends_the_building_with_nothing_kept(folder, endless):
    puzzle = loaded(bound=GROUPS)
    assert not puzzle.refusal
    ending = solved(puzzle, limits=Limits(seconds=2))
    assert ending.reason.startswith("building the tables of a bound was stopped after 2 seconds. Next: allow more")
    assert not folder.exists()


def test_a_limit_while_a_search_builds_tells_what_it_proved(early, endless):
    eight = loaded("eight")
    assert not eight.refusal
    ending = eight.solve(FAR, engine="rules", limits=Limits(seconds=4))
    assert ending.status == "stopped"
    assert re.search("seconds was reached while (building a bound: |filling a table)", ending.reason)
    assert ending.reason.endswith("; no solution has fewer than 27 moves")


def test_what_cannot_reach_a_goal_builds_nothing(built):
    swapped = (2, 1, 3, 4, 5, 6, 7, 8, 0)
    assert loaded("eight", bound="derived").solve(swapped).status == "exhausted"
    assert not built


def test_the_choice_is_copied_and_pickled_with_the_puzzle():
    puzzle = prepare("six").build().puzzle
    puzzle.bound_choice = as_bound(GROUPS)
    assert copy.copy(puzzle).bound_choice == puzzle.bound_choice
    assert pickle.loads(pickle.dumps(as_bound(GROUPS))) == as_bound(GROUPS)


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["--bound", "1 2 3 / 4 9"], "Error: {file}: --bound: no cell can hold 9; expected groups of "),
        (["--bound", "1 2 / 2 3"], "Error: --bound: 2 is named more than once; expected groups without a value"),
        (["--bound", "1 2 /"], "Error: --bound: group 2 is empty; expected at least one value\n"),
        (["--bound", "derivd"], "Error: --bound: there is no bound 'derivd'; expected auto, derived, distance, none, "
         "or groups of values. Next: did you mean derived?\n"),
        (["--bound-memory", "much"], "Error: Invalid value for '--bound-memory': 'much' is no size; expected one such"),
    ],
)  # fmt: skip
def test_bad_options_are_one_message(args, told, cli):
    code, out, err = cli("solve", "six", *args)
    assert (code, out) == (2, "")
    assert told.removeprefix("Error: {file}") in err
    assert err.count("\n") <= 2


@pytest.mark.parametrize("text", ["1 2 3 / 4 5 6", "1,2,3/4,5,6", "[1 2 3] [4 5 6]", "[[1, 2, 3], [4, 5, 6]]"])
def test_groups_on_the_command_line(text, quiet):
    code, out = quiet("solve", "six", "--bound", text, "--boards", "none", "--json")
    told = json.loads(out)
    assert (code, told["bound"], told["groups"]) == (0, "patterns", [[1, 2, 3], [4, 5, 6]])
    assert told["proof"].startswith("groups (1 2 3) (4 5 6): no move counts for two of them")
    code, out = quiet("solve", "six", "--bound", text, "--boards", "none")
    assert "from tables of (1 2 3) (4 5 6)\n" in out


def test_a_model_has_no_bound(cli):
    assert (
        cli("solve", "zebra", "--bound", "none")[2]
        == "Error: --bound: a model has no bound, got none. Next: leave it out\n"
    )


PROLOG = """
:- use_module(library(lists)).
move(right, [1, 0, 0], [0, 1, 0]).
move(right, [0, 1, 0], [0, 0, 1]).
start([1, 0, 0]).
goal([0, 0, 1]).
bound({}).
"""


@pytest.mark.parametrize(("bound", "name"), [("derived", "derived"), ("none", "none"), ("[[1]]", "derived")])
def test_prolog_text_says_it_in_a_fact(bound, name, tmp_path):
    (tmp_path / "step.pl").write_text(PROLOG.format(bound))
    puzzle = prepare(str(tmp_path / "step.pl")).build().puzzle
    assert puzzle.bound_choice.name == name
    assert puzzle.solve().length == 2


@pytest.mark.parametrize("bound", ["best", "[[1], [1]]", "7", "[[]]"])
def test_a_wrong_fact_is_told_with_its_place(bound, tmp_path, cli):
    (tmp_path / "step.pl").write_text(PROLOG.format(bound))
    code, _, err = cli("solve", "./step.pl")
    assert code == 2
    assert err.startswith("Error: step.pl:7")
    assert "bound" in err


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("eight", "43 MB, which are built where a search lasts; group (1 2 3 4 5 6 7 8): what it costs by the rules"),
        ("six", "none: there are at most 5,040 states, which are searched at once"),
    ],
)
def test_check_tells_the_tables_and_their_proof(name, told, quiet):
    out = " ".join(quiet("check", name)[1].split())
    assert f" tables {told}" in out


def test_check_tells_why_there_are_none(tmp_path, quiet):
    (tmp_path / "step.pl").write_text(PROLOG.format("none"))
    assert "none: the puzzle says that its bound is none" in " ".join(quiet("check", "./step.pl")[1].split())


@pytest.fixture
def asked(monkeypatch):
    """How often groups are chosen; every choice takes long, and no puzzle is small."""
    monkeypatch.setattr(derived_tables, "LONG", -1.0)
    monkeypatch.setattr(bounds, "SMALL", 1)
    usual, found = grouping.choose, []

    def choose(*given, **more):
        found.append(given)
        return usual(*given, **more)

    monkeypatch.setattr(grouping, "choose", choose)
    return found


def test_check_keeps_the_groups_that_took_long_to_choose(folder, asked, quiet):
    """The next one reads them, and so does who builds the tables."""
    first = tables_of("seven")
    (file,) = kept(folder)
    assert file.suffix == derived_tables.GROUPS
    assert "groups (1 2 3 4 5 6 7), no tables" in " ".join(quiet("cache")[1].split())
    assert tables_of("seven") == first
    assert solved(loaded("seven"), bound="derived").bound == "patterns"
    assert len(asked) == 1


def test_groups_that_are_damaged_or_of_others_are_chosen_anew(folder, asked):
    """Cut short; or whole, with a right digest, but with what is not there."""
    first = tables_of("seven")
    (file,) = kept(folder)
    whole = file.read_bytes()
    damaged = [["values", [[1, 77]]], ["values", [[float("inf")]]], ["cells", [[99]]], ["values", []], ["values"], 7]
    for number, chosen in enumerate([None, *damaged], 2):
        file.write_bytes(whole[:-1])
        if chosen is not None:
            table_cache.keep(file, "", table_cache.KeptTables(chosen, ()))
        table_cache._told.clear()
        with pytest.warns(CacheWarning, match="is damaged; it is built anew"):
            assert tables_of("seven") == first
        assert (len(asked), file.read_bytes()) == (number, whole)


def tables_of(name):
    """What `check` says of the tables of a puzzle."""
    return dict(bounds.bounds_of(loaded(name)))["tables"]
