"""States up to symmetry: counted as brute force counts orbits, in both ways, from start and goal, in text and JSON."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest
from boards import gap_rules, grid
from small_rules import case
from test_symmetry import pressing

from logicpuzzles import PuzzleError, load
from logicpuzzles.endings import State
from logicpuzzles.rewriting.rewrite import Equals, Rewriting
from logicpuzzles.search.exploration import Exploration
from logicpuzzles.search.explore import explore
from logicpuzzles.search.orbits import Orbits, _Counting, orbits


def by_force(rewriting: Rewriting, sources: list[State], found: Orbits) -> tuple[int, ...]:
    """The orbits of each depth, by following every state to all its images."""
    values = found.program.values
    left = {repr(state): (state, 0) for state in sources}  # as text: 1 and True are different values
    queue = list(left.values())
    for state, depth in queue:
        for _, after in rewriting.successors(state):
            if repr(after) not in left:
                left[repr(after)] = after, depth + 1
                queue.append((after, depth + 1))
    counts = Counter[int]()
    for state, depth in queue:
        if repr(state) in left:
            counts[depth] += 1
            for symmetry in found.group.elements:
                image = values.decode(symmetry.image(values.encode(state)))
                known = left.pop(repr(image), None)
                assert known is None or known[1] == depth
    return tuple(counts[depth] for depth in range(queue[-1][1] + 1))


def compared(rewriting: Rewriting, sources: list[State]) -> Orbits:
    """The orbits of what the sources reach, counted in every way."""
    found = explore(rewriting, sources, engine="rules")
    assert isinstance(found, Exploration)
    made = orbits(found.table, rewriting, sources)
    counting = _Counting(found.table, made.program, made.group, sources)
    assert made.depths == by_force(rewriting, sources, made)
    assert counting.by_least() == made.depths
    assert counting.by_fixed() in (made.depths, None)
    firsts = [sum(map(made.is_first, found.table.states(depth))) for depth in range(len(found.depths))]
    assert tuple(firsts) == made.depths
    return made


@pytest.mark.parametrize("first", range(0, 100, 50))
def test_orbits_of_random_rules(first: int) -> None:
    """Of rules of every kind, from one state and from several."""
    collapsed = 0
    for seed in range(first, first + 50):
        made, random = case(seed, most_states=100), Random(seed)
        sources = [random.choice(made.states) for _ in range(random.randint(1, 2))]
        if len(set(map(repr, sources))) == len(sources):
            collapsed += compared(made.rewriting, sources).group.order > 1
    assert collapsed > 3


def test_orbits_of_boards() -> None:
    """Boards whose blank is in the middle or in a corner; lights that are pressed."""
    rewriting = gap_rules(grid(2, 3))
    assert compared(rewriting, [(1, 0, 2, 3, 4, 5)]).group.order == 2
    assert compared(gap_rules(grid(1, 5), (0, 1)), [(1, 1, 0, 1, 1)]).group.order == 2
    lights = compared(pressing(3), [(0,) * 9])
    assert lights.group.order == 8
    assert lights.count == 102  # of 512: Burnside's lemma for colourings of a board of 3 x 3 with two colours


def test_a_symmetry_that_does_not_keep_the_sources_is_not_used() -> None:
    """The same board from two goals, which only together are kept."""
    rewriting = gap_rules(grid(2, 3))
    goal = (0, 1, 2, 3, 4, 5)
    assert compared(rewriting, [goal]).group.order == 1
    assert compared(rewriting, [goal, (2, 1, 0, 5, 4, 3)]).group.order == 2
    assert compared(rewriting, [goal, (1, 0, 2, 3, 4, 5)]).group.order == 1


def test_a_symmetry_that_does_not_keep_valid_states_is_not_used() -> None:
    """Patterns of valid states are kept as the sources are."""
    rewriting, sources = gap_rules(grid(1, 3), (0, 1)), [(1, 0, 1)]
    found = explore(rewriting, sources, engine="rules")
    assert isinstance(found, Exploration)
    assert orbits(found.table, rewriting, sources).group.order == 2
    assert orbits(found.table, rewriting, sources, [(Equals(0, 1),)]).group.order == 1


def test_eight_has_one_hardest_state_up_to_reflection() -> None:
    """Its two states of 31 moves are reflections of each other."""
    found = load("eight").puzzle.explore(up_to_symmetry=True)
    assert isinstance(found, Exploration)
    assert found.orbits is not None
    assert (found.count, found.orbits.depths[-1], len(list(found.hardest()))) == (181_440, 1, 1)
    assert found.depths[-1] == 2
    assert 2 * found.orbits.count - found.count == 144  # half of the 288 arrangements that the reflection keeps


def test_only_valid_states_are_counted_up_to_symmetry(quiet) -> None:
    """Blocks may not stand in each other's place, in the images neither."""
    for direction in ((), ("--from-start",)):
        found = json.loads(quiet("explore", "blocks", "--up-to-symmetry", "--json", *direction)[1])
        assert found["count"] == 60
        assert found["orbits"]["count"] < 60
        assert found["orbits"]["symmetries"] == 2
        assert sum(found["orbits"]["depths"]) == found["orbits"]["count"]


def test_explore_tells_orbits(quiet) -> None:
    """In text a column more, and one of each orbit among the hardest; in JSON a key more."""
    code, out = quiet("explore", "six", "--up-to-symmetry")
    lines = out.split("\n")
    assert code == 0
    assert lines[0] == "5,040 states can reach a goal, 2,544 up to symmetry (1 symmetry)."
    assert lines[2].split() == ["moves", "states", "orbits"]
    assert "8 of the 15 hardest, 15 moves:" in out
    found = json.loads(quiet("explore", "six", "--up-to-symmetry", "--json")[1])
    assert list(found) == ["status", "reason", "count", "depths", "orbits", "hardest", "seconds"]
    assert list(found["orbits"]) == ["count", "depths", "hardest", "symmetries", "complete"]
    assert (found["orbits"]["hardest"], len(found["hardest"]["states"]), found["hardest"]["count"]) == (15, 15, 24)
    stopped = json.loads(quiet("explore", "six", "--up-to-symmetry", "--limit-nodes", 100, "--json")[1])
    assert (stopped["status"], stopped["orbits"]) == ("stopped", None)


def test_without_rules_no_symmetries_are_known(tmp_path) -> None:
    """It is told, and what to do instead."""
    file = tmp_path / "opaque.py"
    file.write_text(
        "from logicpuzzles import Puzzle, project, relation, eq\n\n\n"
        "@relation\ndef move(label, before, after):\n"
        "    return project((before,), lambda state: eq((label, after), (1, (state[0] + 1,))))\n\n\n"
        "puzzle = Puzzle(move=move, start=(0,), goal=(3,))\n"
    )
    puzzle = load(str(file)).puzzle
    assert puzzle.refusal is not None
    with pytest.raises(PuzzleError, match="symmetr"):
        puzzle.explore(from_start=True, up_to_symmetry=True)


def test_large_groups_are_used_in_part() -> None:
    """Of more than 1,000 symmetries a subgroup is used, and said to be one."""
    rewriting = gap_rules(grid(1, 9), range(9))
    found = explore(rewriting, [(0, *[1] * 8)], engine="rules")
    assert isinstance(found, Exploration)
    made = orbits(found.table, rewriting, [(0, *[1] * 8)])
    assert made.group.order >= len(made.group.elements)
    assert made.depths == by_force(rewriting, [(0, *[1] * 8)], made)
