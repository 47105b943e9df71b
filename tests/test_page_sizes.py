"""How large pages become, and what is left out of those that would be too large."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from random import Random

import pytest

from logicpuzzles import Game, load
from logicpuzzles.drawing.page import page
from logicpuzzles.drawing.page_boards import Board
from logicpuzzles.drawing.page_parts import Branch, Player, Sheet
from logicpuzzles.endings import Path
from logicpuzzles.games.result import Node
from logicpuzzles.pages import models, puzzles
from logicpuzzles.pages.games import branches, of_tree
from logicpuzzles.pages.puzzles import of_path
from logicpuzzles.puzzles.puzzle import Puzzle


def wandering(puzzle: Puzzle, moves: int, columns: int) -> Path:
    """A path on which the space goes anywhere but back: it changes the board as much as a solution does."""
    random, state, before = Random(1), list(puzzle.start), -1
    states, labels = [puzzle.start], []
    for _ in range(moves):
        space = state.index(0)
        steps = [space - columns, space + columns]
        steps += [space - 1] * (space % columns > 0) + [space + 1] * (space % columns < columns - 1)
        cell = random.choice([cell for cell in steps if 0 <= cell < len(state) and cell != before])
        labels.append(state[cell])
        state[space], state[cell], before = state[cell], 0, space
        states.append(tuple(state))
    return Path(moves=tuple(labels), states=tuple(states), bounds=tuple(range(moves, -1, -1)))


def test_eighty_moves_of_the_fifteen_puzzle_are_small() -> None:
    """Less than 300 kB; so are two hundred of the 24 puzzle."""
    fifteen, larger = load("fifteen").puzzle, load("sliding", rows=5, cols=5).puzzle
    for puzzle, moves, columns in ((fifteen, 80, 4), (larger, 200, 5)):
        made = of_path(puzzle, wandering(puzzle, moves, columns), "a title")
        assert made.count("<figure") == moves + 1
        assert len(made.encode()) < 300_000


def test_what_there_is_no_room_for_is_told() -> None:
    """The page keeps to its room, but for what it has besides boards; the first boards are drawn."""
    puzzle = load("six").puzzle
    sheet = Sheet([Board(puzzle.scene(puzzle.start), f"number {at}") for at in range(150)])
    bare = len(page("six", [Player([Sheet([])])]).encode())
    for room in (0, 10_000, 25_000):
        made = page("six", [Player([sheet, sheet])], room=room)
        drawn = made.count("<figure")
        assert len(made.encode()) < bare + room + 5_000
        assert f'<p class="left-out">{drawn} of 300 boards are drawn; more would make the page too large.</p>' in made
        assert (drawn > 0) == (room > 0)
    assert "left-out" not in page("six", [Player([sheet, sheet])]).split("</style>")[1]


def test_of_very_many_boards_the_first_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long solution, and many solutions of a model: the sentence counts the others too."""
    monkeypatch.setattr(puzzles, "MOST", 20)
    monkeypatch.setattr(models, "MOST", 20)
    fifteen, queens = load("fifteen").puzzle, load("queens", n=6).model
    made = of_path(fifteen, wandering(fifteen, 99, 4), "a title")
    assert made.count("<figure") == 20
    assert ">20 of 100 boards are drawn; more would make the page too large.<" in made
    made = models.of_solutions(queens, [*queens.solutions()] * 6, "a title")
    assert made.count("<figure") == 20
    assert ">20 of 24 boards are drawn; more would make the page too large.<" in made


def lines(branch: Branch) -> Iterator[tuple[str, int]]:
    """The text of each line of a tree with its depth."""
    waiting = [(branch, 0)]
    while waiting:
        one, depth = waiting.pop()
        yield one.text, depth
        waiting += [(below, depth + 1) for below in one.below]


def test_a_tree_has_each_secret_at_its_depth() -> None:
    """Of a strategy of Mastermind, compared with the questions that it counts."""
    game = load("mastermind", pegs=3, colours=5).game
    found = game.explore()
    told = {text.split(": it is ")[1]: depth for text, depth in lines(branches(game, found.tree)) if ": it is " in text}
    assert told == {game.name(secret): number for secret, number in found.questions.items()}


def test_a_tree_that_is_cut_counts_what_is_left_out() -> None:
    """What is shown and what is counted are all secrets together; no more lines are shown than there may be."""
    game = load("mastermind", pegs=3, colours=5).game
    tree = game.explore().tree
    for most in (1, 20, 40, 60):
        shown = [text for text, _ in lines(branches(game, tree, lines=most))]
        left_out = [text for text in shown if text.startswith("... (")]
        counted = sum(int(text.split("(")[1].split()[0]) for text in left_out)
        assert counted + sum(": it is " in text for text in shown) == len(game.secrets)
        assert len(shown) - len(left_out) <= most


def test_a_tree_that_is_deep_is_cut() -> None:
    """A game in which a number is asked after another: browsers would stop nesting."""

    def answer(secret: Hashable, guess: Hashable) -> str:
        return "yes" if secret == guess else "no"

    game = Game(range(300), answer, solved="yes")
    found = game.explore("first")
    assert found.worst == 300
    made = of_tree(game, found, "a title")
    assert max(depth for _, depth in lines(branches(game, found.tree))) == 61
    assert "(240 secrets further down, left out here)" in made


def test_a_tree_that_was_still_growing_is_shown() -> None:
    """Questions whose answers a limit left open stand as they are."""
    game = Game(range(4), lambda secret, guess: secret == guess, solved=True)
    tree = Node(guess=0, after={True: Node(secret=0), False: Node(guess=1)})
    told = Counter(text for text, _ in lines(branches(game, tree)))
    assert told == Counter(["0 (1 secret)", "True: it is 0", "False: 1 (0 secrets)"])
