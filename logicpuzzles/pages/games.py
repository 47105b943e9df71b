"""Pages of deduction games: the tree of a strategy, and how many questions each secret takes."""

from __future__ import annotations

from collections import deque
from typing import Protocol

from ..drawing.page import page
from ..drawing.page_parts import Bar, Branch, Chart, Facts, Part, Tree, Words
from ..games.game import GameDefinition
from ..games.report import distribution, named, rows
from ..games.result import Exploration, Interrupted, Node
from ..games.terms import Tell
from ..logic.notation import plain
from ..wording import counted

NAMED = 500  # secrets behind a bar
LINES = 5_000  # of the tree
DEEPEST = 60  # levels of the tree: browsers stop nesting elements at some hundred


def of_tree(game: GameDefinition, found: Exploration, title: str) -> str:
    """The page of a strategy: its figures, how many secrets take how many questions, and its tree."""
    return page(title, tree_parts(game, found))


def tree_parts(game: GameDefinition, found: Exploration) -> list[Part]:
    """What is shown of a strategy."""
    parts: list[Part] = []
    if isinstance(found, Interrupted):
        parts.append(Words(f"Stopped: {found.reason}.", is_running=True))
    bars = []
    for name, number in distribution(found) if found.questions else ():
        first, _, last = name.partition("-")
        questions = range(int(first), int(last or first) + 1)
        secrets = [secret for secret, took in found.questions.items() if took in questions]
        bars.append(Bar(name, number, text=named(game, secrets, NAMED)))
    if bars:
        parts.append(Chart(bars, ("questions", "secrets")))
    parts.append(Facts([row for row in rows(game, found) if row[0] != "stopped"]))
    if not found.tree.is_leaf:
        parts.append(Tree([branches(game, found.tree)], "The tree"))
    return parts


def exploration_shown(found: Exploration) -> tuple[str, list[Part]]:
    """The same for the game that handed it out, with a title."""
    if isinstance(found.drawing, GameDefinition):
        return titled(found.drawing, "Questions"), tree_parts(found.drawing, found)
    return tree_shown(found.tree)


def tree_shown(node: Node) -> tuple[str, list[Part]]:
    """The questions of a tree whose game is not known, as terms."""
    said = f"{counted(sum(1 for _ in node.leaves()), 'secret')}, {counted(node.total, 'question')} for all together."
    return "Questions", [Words(said), *([] if node.is_leaf else [Tree([branches(AS_TERMS, node)], "")])]


def game_shown(game: GameDefinition) -> tuple[str, list[Part]]:
    """What a game is; secrets that are still to be found are not looked for."""
    facts = [("secrets", counted(len(game.secrets), "secret") if game.is_listed else "not yet found")]
    if game.is_listed:
        facts += [("guesses", counted(len(game.guesses), "guess", "guesses")), ("such as", game.ask(game.guesses[0]))]
    return titled(game, "Game"), [Facts(facts)]


def titled(game: GameDefinition, otherwise: str) -> str:
    """What a page of a game is called: as its rule file is, if it has one."""
    return otherwise if game.source is None else game.source.title


class Tells(Protocol):
    """How guesses, answers and secrets are written."""

    @property
    def ask(self) -> Tell: ...

    @property
    def tell(self) -> Tell: ...

    @property
    def name(self) -> Tell: ...


class _AsTerms:
    """All as terms."""

    ask = tell = name = staticmethod(plain)


AS_TERMS = _AsTerms()


def branches(game: Tells, tree: Node, lines: int = LINES, deepest: int = DEEPEST) -> Branch:
    """The tree of a strategy as lines below lines, the first questions first; what there is no room for is counted."""
    order, shown = _within(tree, lines, deepest)
    number: dict[int, int] = {}  # of secrets at and below a node
    for node in reversed(order):
        found = node.guess is None  # else nothing was heard yet when a limit stopped it
        number[id(node)] = sum(number[id(after)] for after in node.after.values()) if node.after else int(found)
    made: dict[int, tuple[Branch, ...]] = {}  # what is below a node
    for node in reversed(shown):
        inside = []
        left_out = 0
        for answer, after in node.after.items():
            if id(after) not in made:
                left_out += number[id(after)]
                continue
            heard = game.tell(answer)
            if after.is_leaf and after.guess is None:
                inside.append(Branch(f"{heard}: it is {game.name(after.secret)}"))
            else:
                told = f"{heard}: {game.ask(after.guess)} ({counted(number[id(after)], 'secret')})"
                inside.append(Branch(told, made[id(after)]))
        if left_out:
            inside.append(Branch(f"... ({counted(left_out, 'secret')} further down, left out here)"))
        made[id(node)] = tuple(inside)
    return Branch(f"{game.ask(tree.guess)} ({counted(number[id(tree)], 'secret')})", made[id(tree)])


def _within(tree: Node, lines: int, deepest: int) -> tuple[list[Node], list[Node]]:
    """All nodes of a tree level by level, and those of them that are shown: whole families as long as there is room."""
    order, shown = list[Node](), [tree]
    waiting = deque([(tree, 0, True)])
    while waiting:
        node, depth, is_shown = waiting.popleft()
        order.append(node)
        opened = is_shown and depth < deepest and len(shown) + len(node.after) <= lines
        if opened:
            shown += node.after.values()
        waiting += [(after, depth + 1, opened) for after in node.after.values()]
    return order, shown
