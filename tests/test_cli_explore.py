"""Explore, deal and limits on the command line: what is printed, as text and as JSON, and the exit codes."""

from __future__ import annotations

import json

import pytest

from logicpuzzles import load
from logicpuzzles.drawing.bars import bars, grouped

SIX = [1, 3, 9, 22, 42, 86, 183, 327, 516, 676, 783, 902, 834, 480, 152, 24]  # by every program that counted them
BLOCKS = [1, 2, 4, 12, 17, 16, 7, 1]


def test_explore_draws_the_states_of_each_depth_and_the_hardest(quiet):
    code, out = quiet("explore", "six")
    lines = out.split("\n")
    assert code == 0
    assert lines[0] == "5,040 states can reach a goal."
    assert [line.split()[:2] for line in lines[3:19]] == [[str(d), str(n)] for d, n in enumerate(SIX)]
    assert "\n8 of the 24 hardest, 15 moves:\n" in out
    assert max(map(len, lines)) <= 80


def test_explore_as_json_has_the_documented_keys(quiet):
    code, out = quiet("explore", "six", "--json", "--hardest", 3)
    found = json.loads(out)
    assert code == 0
    assert list(found) == ["status", "reason", "count", "depths", "hardest", "seconds"]
    assert (found["status"], found["reason"], found["count"], found["depths"]) == ("solved", None, 5040, SIX)
    assert (found["hardest"]["depth"], found["hardest"]["count"], len(found["hardest"]["states"])) == (15, 24, 3)
    assert len(json.loads(quiet("explore", "six", "--json")[1])["hardest"]["states"]) == 24


@pytest.mark.parametrize("direction", [(), ("--from-start",)])
def test_blocks_have_60_possible_states_in_both_directions(quiet, direction):
    """Backwards, no state appears in which blocks stand in each other's place."""
    assert json.loads(quiet("explore", "blocks", "--json", *direction)[1])["depths"] == BLOCKS


def test_explore_tells_how_far_it_got_under_a_limit(quiet):
    code, out = quiet("explore", "six", "--limit-nodes", 100)
    assert code == 3
    assert out.startswith("Stopped: the limit of 100 nodes was reached; all 77 states of depth 4 or less")
    code, out = quiet("explore", "six", "--limit-nodes", 100, "--json")
    found = json.loads(out)
    assert (code, found["status"], found["depths"], found["hardest"]) == (3, "stopped", SIX[:5], None)


def test_deal_gives_the_same_state_for_the_same_seed_and_one_of_that_depth(quiet):
    code, out = quiet("deal", "seven", "--depth", 20, "--seed", 1)
    assert code == 0
    assert out.startswith("20 moves to a goal:\n\n")
    state = out.strip().split("\n")[-1]
    assert quiet("deal", "seven", "--depth", 20, "--seed", 1)[1] == out
    assert quiet("solve", "seven", state)[1].startswith("Solved in 20 moves:\n")
    dealt = json.loads(quiet("deal", "seven", "--depth", 20, "--seed", 1, "--json")[1])
    assert ",".join(map(str, dealt["state"])) == state
    assert (dealt["status"], dealt["depth"], dealt["count"]) == ("solved", 20, 1194)


def test_deal_without_a_depth_gives_one_of_the_hardest(quiet):
    assert json.loads(quiet("deal", "seven", "--json")[1])["state"] == [0, 7, 2, 1, 4, 3, 6, 5]


def test_dealt_words_can_be_given_to_solve(quiet):
    state = quiet("deal", "blocks", "--seed", 3, "--depth", 4)[1].strip().split("\n")[-1]
    assert quiet("solve", "blocks", state)[1].startswith("Solved in 4 moves:\n")


@pytest.mark.parametrize(
    ("limit", "reason"),
    [
        (("--limit-nodes", "20,000"), "the limit of 20,000 nodes was reached"),
        (("--limit-seconds", "1", "--strategy", "iddfs"), "the limit of 1 second was reached"),
    ],
)
def test_solve_stops_at_a_limit_with_exit_code_3_and_says_how_far_it_got(quiet, limit, reason):
    quiet("solve", "fifteen", "--engine", "compiled", "--strategy", "iddfs", "--limit-nodes", "1000")  # compiled
    code, out = quiet("solve", "fifteen", "--json", *limit)
    found = json.loads(out)
    assert (code, found["status"]) == (3, "stopped")
    assert found["reason"].startswith(reason)
    assert found["nodes"] > 0


@pytest.mark.parametrize(("limit", "strategy", "size"), [("1kB", "bfs", "1,000"), ("1 KiB", "astar", "1,024")])
def test_solve_stops_at_a_limit_of_memory_wherever_it_is_met(quiet, limit, strategy, size):
    """By the search or by what comes before it, whichever is under way when the memory is looked at."""
    code, out = quiet("solve", "fifteen", "--json", "--limit-memory", limit, "--strategy", strategy)
    found = json.loads(out)
    assert (code, found["status"]) == (3, "stopped")
    assert f"{size} bytes of memory" in found["reason"]


def test_numbers_are_put_together_in_groups_when_there_are_many():
    numbers = list(range(1, 91))
    rows = grouped(numbers)
    assert [rows[0], rows[1], rows[-1]] == [("0-1", 3), ("2-3", 7), ("88-89", 179)]
    assert sum(number for _, number in rows) == sum(numbers)
    assert grouped([7]) == [("0", 7)]
    for chart in (bars(rows, ("moves", "states")), bars(grouped([7]), ("moves", "states"), blocks=False)):
        assert max(map(len, chart.split("\n"))) == 80


def test_a_puzzle_of_90_depths_fits_the_screen(quiet, tmp_path):
    (tmp_path / "line.py").write_text(
        "from logicpuzzles import Puzzle, Relation, eq, lall, relation\n"
        "step = Relation.pairs('step', {n: [n + 1] for n in range(89)})\n\n\n@relation\n"
        "def go(label, before, after):\n    return lall(step(before[0], label), eq(after, (label,)))\n\n\n"
        "puzzle = Puzzle(move=go, start=(0,), goal=(5,), values=range(90))\n"
    )
    code, out = quiet("explore", "./line.py", "--from-start")
    lines = out.split("\n")
    assert code == 0
    assert lines[0] == "90 states can be reached from the start."
    assert "(--json has every depth by itself)" in out
    assert len(lines) <= 60
    assert max(map(len, lines)) <= 80


def test_the_relation_of_possible_blocks_holds_for_60_states():
    from itertools import product

    from logicpuzzles import run as answers

    blocks = load("blocks")
    things = ("red", "blue", "green", "x", "y", "z")
    assert sum(bool(answers(1, True, blocks.possible(state))) for state in product(things, repeat=3)) == 60
