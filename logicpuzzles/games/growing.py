"""A tree of questions for all secrets of a game, grown guess by guess as a strategy chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter

from ..errors import PuzzleError
from ..limits import Limits, Progress
from ..logic.writer import write
from ..search.budget import Budget, Halt
from ..wording import did_you_mean
from .game import GameDefinition
from .naming import examples
from .result import Exploration, Explored, Interrupted, Node
from .secrets import ascending
from .strategies import stepwise
from .terms import Answer, Choose, Secret

START = object()  # stands for the answer before the first guess
_NOTED = 200  # bytes for a question or a secret that is found


class Growing:
    """The tree for all secrets of a game, while it grows; a limit may stop it between two questions, or within one.

    Attributes
    ----------
    questions
        How many questions each secret found so far takes.
    guesses
        The numbers of the questions so far, in the order in which they were chosen.
    """

    def __init__(self, game: GameDefinition, budget: Budget | None = None) -> None:
        self.game, self.budget = game, budget
        self.questions: dict[Secret, int] = {}
        self.guesses: list[int] = []
        self._trunk = Node()

    @property
    def tree(self) -> Node:
        """What has grown so far."""
        return self._trunk.after.get(START, self._trunk)

    def tick(self) -> None:
        """Report progress; raises `Halt` at a limit."""
        if self.budget is not None:
            held = self.game.table.nbytes + _NOTED * (len(self.guesses) + len(self.questions))
            self.budget.tick(self._progress, held, whole=False)

    def _progress(self) -> str:
        found = f"{len(self.questions):,} of {len(self.game.secrets):,} secrets found"
        return f"{found}, {len(self.guesses):,} questions asked"

    def run(self, choose: Choose) -> Node:
        """Grow to the end; `choose` chooses every guess.

        Raises
        ------
        PuzzleError
            A guess makes no progress, or ends the game for several of the secrets that are left.
        Halt
            A limit was reached.
        """
        game, table = self.game, self.game.table
        todo: list[tuple[Node, Answer, Sequence[int], int]] = [(self._trunk, START, range(len(game.secrets)), 0)]
        while todo:
            before, answer, left, asked = todo.pop()
            if game.ends(answer, len(left)):
                before.after[answer] = Node(secret=game.secrets[left[0]])
                self.questions[game.secrets[left[0]]] = asked
                continue
            if self.budget is not None:
                self.budget.full(len(self.guesses))
                self.tick()
            guess = choose(left)
            parts = table.split(guess, left)
            if not game.is_of_use(parts):
                raise no_guess(game, left)
            before.after[answer] = node = Node(guess=table.guesses[guess])
            self.guesses.append(guess)
            todo += [(node, given, part, asked + 1) for given, part in reversed(parts.items())]
        return self.tree

    def interrupted(self, reason: str, strategy: str, began: float) -> Interrupted:
        """The ending where a limit stopped the tree while it grew."""
        found = in_order(self.game, self.questions)
        return Interrupted(
            reason=f"{reason}; {len(found):,} of {len(self.game.secrets):,} secrets were found until then",
            tree=self.tree,
            questions=found,
            strategy=strategy,
            engine="rules",
            nodes=len(self.guesses),
            seconds=perf_counter() - began,
        )


def explore(game: GameDefinition, strategy: str, limits: Limits | None, progress: Progress | None) -> Exploration:
    """The tree of a stepwise strategy over all secrets, with how many questions each takes; see `Game.explore`."""
    began = perf_counter()
    game.gather(limits)
    growing = Growing(game, Budget(limits, progress, began=began))
    try:
        growing.run(stepwise(game, strategy, growing.tick))
    except Halt as halt:
        return growing.interrupted(str(halt), strategy, began)
    return Explored(
        tree=growing.tree,
        questions=in_order(game, growing.questions),
        strategy=strategy,
        engine="rules",
        nodes=len(growing.guesses),
        seconds=perf_counter() - began,
    )


def in_order(game: GameDefinition, found: Mapping[Secret, int]) -> dict[Secret, int]:
    """The same in the order of the secrets."""
    return {secret: found[secret] for secret in game.secrets if secret in found}


def questions_of(game: GameDefinition, tree: Node) -> dict[Secret, int]:
    """How many questions each secret takes in `tree`, in the order of the secrets."""
    return in_order(game, dict(tree.leaves()))


def _answer_text(answer: Answer) -> str:
    """An answer as the file of the game writes it: as Python does where it is no term."""
    return repr(answer) if answer is None or isinstance(answer, bool | float) else write(answer)


def _unsolvable(game: GameDefinition, secret: int) -> PuzzleError:
    known = game.secrets[secret]
    answers = [_answer_text(answer) for answer in ascending({game.answer(known, guess) for guess in game.guesses})]
    wanted = _answer_text(game.solved)
    return PuzzleError(
        f"no guess gets the answer {wanted}, which ends the game, from the secret {write(known)}",
        place="solved",
        expected=f"one of its answers, {examples(answers, str)}",
        hint=did_you_mean(wanted, answers) or "let some guess get it, or leave `solved` out",
    )


def no_guess(game: GameDefinition, left: Sequence[int]) -> PuzzleError:
    """Why no guess leads on where these secrets are left."""
    from .checking import scan  # here: it needs numpy

    never, alike = scan(game, left)
    if alike is not None:
        one, two = (write(game.secrets[secret]) for secret in alike)
        problem = f"2 secrets cannot be told apart, {one} and {two}: they answer every guess alike"
        return PuzzleError(problem, place="answer")
    if never is not None and game.can_be_solved:
        return _unsolvable(game, never)
    shown = examples([game.secrets[secret] for secret in left], write)
    return PuzzleError(
        f"where {len(left)} secrets are left, {shown}, each guess ends the game for several of them, or tells nothing",
        place="answer",
        hint="take the strategy optimum, which asks other guesses before",
    )
