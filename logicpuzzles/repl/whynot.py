"""Why a query has no answer: the goal that fails first, and the nearest generalisation that holds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from operator import itemgetter
from time import perf_counter

from ..drawing.folding import folded
from ..errors import LimitReached, NeedsValue, PuzzleError
from ..logic.softly import SOFT_CUT
from ..logic.terms import AnyTerm
from ..logic.writer import Names
from ..text.answer import Answer
from ..text.code.clauses import Clauses
from ..text.code.scopes import CONDITIONALS, CUT
from ..text.namespaces import FileNamespace
from ..text.predicates import CONTROLS
from ..text.query import Query
from ..text.running import Run
from ..text.syntax.nodes import Compound, Node, flattened, indicator_of, term_of
from ..text.tabled.variants import variant_key
from .bodies import Body, bodies
from .conflicts import Posted, conflict, reasons
from .recording import Recorder
from .renaming import Fresh, conjuncts, generalisations, instantiated, joined, named, renamed, text, visible
from .session import Session

SECONDS = 2.0  # for one question on the way, and for all generalisations of a goal
THOROUGH = 5.0  # for the fewest constraints that fail
PATIENCE = 0.5  # for one of them
TRIES = 300  # generalisations that are tried
DEEPEST = 20  # relations within relations that are followed
SHOWN = 3  # answers of a generalisation that are shown


def explain(session: Session, query: Query) -> None:
    """Say why `query` has no answer; raise `PuzzleError` where it asks for what does not exist, or at a limit."""
    session.held = []  # nothing is drawn on the way
    first = query.first()
    if first is not None:
        session.tell(f"It holds: {first}.")
        return
    whole = Body(renamed(query.node), query.sentence, query.names, "")
    search = _Search(session, Fresh(whole.goal))
    try:
        search.follow_all(whole)
        goal = whole.goal.args[1] if indicator_of(whole.goal) == (":", 2) else whole.goal
        if search.generalised is None or text(search.generalised) != text(goal):
            search.generalise(whole, 0, "Nearest: ")
    except LimitReached:
        session.tell("% what lies below takes too long to tell")


def _ask(body: Body, seconds: float = SECONDS) -> Query:
    return Query(body.goal, body.sentence, body.names, seconds)


def _in(body: Body, goal: Node) -> Body:
    return Body(goal, body.sentence, body.names, body.place)


def tell_reasons(session: Session, run: Run, recorder: Recorder, names: Names) -> None:
    """Say which constraints have given the variables of an answer their values; its unknowns have `names`."""
    body = Body(run.query.node, run.query.sentence, run.query.names, "")
    for name, value, found in reasons(body, run, recorder, SECONDS, names):
        goals = [text(one.goal, run.query.names.dialect) for one in found]
        session.tell(
            f"{name} = {value} follows from {' and '.join([', '.join(goals[:-1]), goals[-1]][not goals[:-1] :])}."
        )


class _Search:
    """Follows the goals that fail down to one that rests on no other."""

    def __init__(self, session: Session, fresh: Fresh) -> None:
        self.session, self.fresh = session, fresh
        self.text = partial(text, operators=session.names().dialect)
        self.above: list[Hashable] = []  # the goals that are being followed
        self.generalised: Node | None = None  # the goal of which a generalisation was told

    def say(self, depth: int, line: str) -> None:
        """Print a line that belongs to what is `depth` below."""
        line = "  " * depth + line
        width = self.session.width
        self.session.say(line if width is None else "\n".join(folded(line, width(), 4)))

    def follow_all(self, body: Body) -> None:
        """Say why `body` fails: for which constraints over integers, or for which goal."""
        goals = conjuncts(body.goal)
        number, before = _first_failing(body, goals)
        names = {} if before is None else named(before, self.fresh)
        found = conflict(body, THOROUGH, Fresh(body.goal, self.fresh.used), before or {}, names)
        if found is None:
            self._follow(body, 0, number, before, names)
            return
        if before is not None:
            self.say(0, f"{self.text(joined(goals[:number]))} holds{_with(before, names)}.")
        self.say(0, f"{'Then ' if before is not None else ''}{self.text(goals[number])} fails.")
        what = "cannot hold together" if found.unknown is None else f"leave no value for {found.unknown.lstrip('@')}"
        where = "Where it gets furthest, these" if found.is_one else "These"
        self.say(1, f"{where} {what}{'' if found.is_least else ', and perhaps fewer do'}:")
        for one in found.goals:
            self.say(2, placed(one, self.text))

    def follow(self, body: Body, depth: int) -> None:
        """Say which part of `body` fails, and why."""
        number, before = _first_failing(body, conjuncts(body.goal))
        self._follow(body, depth, number, before, {} if before is None else named(before, self.fresh))

    def _follow(self, body: Body, depth: int, number: int, before: Answer | None, names: Names) -> None:
        """Say why the conjunct `number` of `body` fails, where those before it hold with the answer `before`."""
        goals = conjuncts(body.goal)
        part = goals[number]
        if before is None:
            self.say(depth, f"{self.text(part)} fails.")
            self._below(_in(body, part), depth + 1)
            return
        one = _in(body, instantiated(part, before, names))
        self.say(depth, f"{self.text(joined(goals[:number]))} holds{_with(before, names)}.")
        remaining = len(before.unequal) + len(before.others)
        if remaining and _ask(one).first() is not None:
            waiting = visible(before, names).goals()[-remaining:]
            self.say(depth, f"Then ({', '.join([*waiting, self.text(one.goal)])}) fails.")
        else:
            self.say(depth, f"Then {self.text(one.goal)} fails.")
            self._below(one, depth + 1)

    def _below(self, body: Body, depth: int) -> None:
        """Say why a goal fails, which has been said to."""
        if not self._inside(body, depth) and not self._descend(body, depth):
            self.generalise(body, depth)

    def _inside(self, body: Body, depth: int) -> bool:
        """Say why a goal fails that is made of goals; False if it is not."""
        goal, key = body.goal, indicator_of(body.goal)
        if key in (("\\+", 1), ("not", 1)):
            self._counterexample(_in(body, goal.args[0]), depth)
        elif key == ("forall", 2):
            condition, action = goal.args
            denied = Compound("\\+", [action], action.at)
            self._counterexample(_in(body, joined([condition, denied])), depth)
        elif key == (";", 2) or key in CONDITIONALS:
            self._alternatives(body, flattened(goal, ";"), depth)
        elif key in (("once", 1), ("call", 1)):
            self.follow(_in(body, goal.args[0]), depth)
        elif key == (":", 2):
            file, inner = goal.args
            self._below(Body(inner, body.sentence, body.names.within(file.value), body.place), depth)  # type: ignore[attr-defined]
        else:
            return False
        return True

    def _counterexample(self, denied: Body, depth: int) -> None:
        """Say that `denied` holds."""
        found = _ask(denied).first()
        if found is not None:
            denied = _in(denied, instantiated(denied.goal, found, named(found, self.fresh)))
        self.say(depth, f"{self.text(denied.goal)} holds.")

    def _alternatives(self, body: Body, goals: Sequence[Node], depth: int) -> None:
        for goal in goals:
            key = indicator_of(goal)
            if key in CONDITIONALS:
                condition, goal = goal.args
                found = _ask(_in(body, condition)).first()
                if found is not None and key == (SOFT_CUT, 2):  # all answers count
                    self.follow(_in(body, joined([condition, goal])), depth)
                    return
                if found is not None:
                    names = named(found, self.fresh)
                    self.say(depth, f"{self.text(condition)} holds{_with(found, names)}.")
                    self.follow(_in(body, instantiated(goal, found, names)), depth)
                    return
                goal = condition
            self.follow(_in(body, goal), depth)

    def _descend(self, body: Body, depth: int) -> bool:
        """Follow the clause that gets furthest; False where the goal rests on no clauses."""
        key = indicator_of(body.goal)
        predicate = None if key is None or key in CONTROLS else body.names.find(*key)
        owner = None if predicate is None else self.session.stating(predicate)
        if predicate is None or owner is None or depth > DEEPEST:
            return False
        self.above.append(_variant(body.goal))
        try:
            found = bodies(predicate, body.goal, FileNamespace(owner), body.sentence, self.fresh, SECONDS)
            if not found and isinstance(predicate, Clauses):
                self.say(depth, f"No clause of {predicate.name}/{predicate.arity} fits it.")
            reached: list[tuple[int, Body]] = []
            committed = False
            for one in found:
                reached.append((self._reach(one), one))
                committed = CUT in map(indicator_of, conjuncts(one.goal)[: max(0, reached[-1][0])])
                if committed:  # what follows is not tried
                    break
            furthest, best = reached[-1] if committed else max(reached, key=itemgetter(0), default=(-1, None))
            if best is None or furthest < 0:
                return False
            how = ", to which its cut commits" if committed else ", the clause that gets furthest"
            self.say(depth, f"{best.place}{how if len(found) > 1 else ''}:")
            self.follow(best, depth)
        except NeedsValue:  # raised by a Python function that builds the body
            return False
        finally:
            self.above.pop()
        return True

    def _reach(self, body: Body) -> int:
        """How many goals of `body` hold together; -1 if the next is one that is being followed."""
        goals = conjuncts(body.goal)
        number, before = _first_failing(body, goals)
        failing = goals[number]
        if before is not None:
            failing = instantiated(failing, before, named(before, Fresh(body.goal)))
        return -1 if _variant(failing) in self.above else number

    def generalise(self, body: Body, depth: int, introduction: str = "") -> None:
        """Say which unknowns in place of as few values as can be make the goal hold."""
        end = perf_counter() + SECONDS
        for general in islice(generalisations(body.goal), TRIES):
            left = end - perf_counter()
            if left <= 0:
                return
            found: list[Answer] = []
            with suppress(PuzzleError):  # an answer may need a value, or a limit be reached, after others
                found.extend(islice(_ask(_in(body, general), min(left, PATIENCE)), SHOWN + 1))
            if found:
                answers = " ; ".join(str(visible(one, named(one, Fresh(general)))) for one in found[:SHOWN])
                end_mark = "." if len(found) <= SHOWN else " ; ..."
                self.say(depth, f"{introduction}{self.text(general)} holds: {answers}{end_mark}")
                self.generalised = body.goal
                return


def placed(one: Posted, written: Callable[[Node], str]) -> str:
    """A goal with its place, where it stands in a file."""
    return written(one.goal) if one.place is None else f"{one.place}: {written(one.goal)}"


def _variant(goal: Node) -> Hashable:
    """The same for goals that differ in the names of their variables only."""
    variables: dict[str, AnyTerm] = {}
    return variant_key(term_of(goal, variables))[0]


def _with(found: Answer, names: Names) -> str:
    shown = visible(found, names)
    return f", first with {shown}" if shown else ""


def _first_failing(body: Body, goals: list[Node]) -> tuple[int, Answer | None]:
    """The number of the first goal with which the conjunction fails, and the first answer of what is before it."""
    before: Answer | None = None
    for number in range(len(goals)):
        found = _ask(_in(body, joined(goals[: number + 1]))).first()
        if found is None:
            return number, before
        before = found
    return len(goals) - 1, before
