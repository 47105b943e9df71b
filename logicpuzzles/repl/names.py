"""What names mean at the prompt: those of the loaded rule files; commands and what Prolog has are pointed at."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from ..commands.command import Prompt
from ..commands.layout import own
from ..commands.session_table import IN_THE_SESSION
from ..errors import PuzzleError
from ..logic.facts import Relation
from ..logic.relations import Predicate
from ..logic.writer import atom
from ..rulefile.rulebook import RuleFile
from ..text.names import Indicator, Namespace, suggestion
from ..text.namespaces import JointNamespace
from ..text.refusals import REFUSED
from ..text.syntax.dialect import STANDARD, Dialect, joined
from .typed import HINT

# Each command by its name and the number of its arguments, with how it is said.
COMMANDS: dict[Indicator, tuple[str, Prompt]] = {
    (command.name, usage.count("(") + usage.count(",")): (usage, command.prompt)
    for command in IN_THE_SESSION
    if command.prompt is not None
    for usage in command.prompt.usages
}
_BARE = re.compile(r"\s*(help|\?|halt|exit|quit|make|listing)\s*(?:\(\s*\))?\s*\.?\s*")
AGAIN = {"w": True, "p": False}  # what shows the last answer again, at the prompt too: whether whole
_MEANT = {"?": "help", "exit": "halt", "quit": "halt"}
_ELSEWHERE = {
    "why(Goal). shows the proof of an answer, whynot(Goal). why there is none; trace. follows queries step by "
    "step": "debug gtrace guitracer debugging",
    "edit the file as you like to, then make. reads it again": "edit",
    "time(Goal). tells seconds and inferences": "statistics profile",
    "listing. tells what is loaded": "ls dir pwd cd working_directory",
    "halt. leaves": "exit quit bye",
    "start(S), path(S, Moves). finds a shortest solution of a puzzle": "solve search",
    "X is 1 + 2. tells the value of an expression": "+ - * / // mod",
}
_HINTS = {name: hint for hint, names in _ELSEWHERE.items() for name in names.split()}
_LETTERS = "XYZUVWABCDEFGHIJKLMNOPQRST"


class PromptNamespace(Namespace):
    """The relations of some rule files, and those of the session itself."""

    def __init__(
        self,
        files: Iterable[RuleFile],
        relations: dict[Indicator, Predicate],
        typed: Dialect = STANDARD,
        hint: str = HINT,
    ) -> None:
        among = JointNamespace(files)
        own = None if typed is STANDARD else replace(joined([among.dialect, typed]), quotes=typed.quotes)
        super().__init__(relations, among, own)
        self.hint = hint

    def find(self, name: str, arity: int) -> Predicate | None:
        found = super().find(name, arity)
        if found is not None or type(name) is not str:  # of a lambda, which a text cannot name
            return found
        usages = [usage for (known, _), (usage, _) in COMMANDS.items() if known == name]
        if usages:
            what = ", which stands alone" if (name, arity) in COMMANDS else " with other arguments"
            expected = " or ".join(f"{usage}." for usage in usages)
            takes_goal = arity > 1 and any(usage == f"{name}(Goal)" for usage in usages)
            hint = f"put several goals in brackets of their own: {name}((A, B))" if takes_goal else None
            raise PuzzleError(
                f"{name} is a command{what}", expected=expected, got=f"{name}/{arity} as a goal", hint=hint
            )
        if name == "show":
            raise PuzzleError("show takes a state", expected="show(State).", got=f"{name}/{arity}")
        if name in _HINTS:
            raise PuzzleError(f"there is no {name}/{arity}", hint=_HINTS[name])
        meant = suggestion(name, arity, self.known())
        is_far = meant is None or meant[-1] == "?" and not meant.endswith(f"/{arity}?")  # what is stated elsewhere
        if is_far and name not in REFUSED and name != "call":
            hint = self.advice(name) or f"{meant or 'listing. tells what is loaded;'} {self.hint}"
            raise PuzzleError(f"there is no relation {name}/{arity}", hint=hint)
        return None

    def known(self) -> Iterator[Indicator]:
        yield from super().known()
        yield from COMMANDS


def spelled_out(text: str, files: Collection[RuleFile]) -> str:
    """`text`, or the command that it is: a word that other programs know too, and that needs no full stop."""
    bare = _BARE.fullmatch(text)
    if bare is None or any((bare[1], 0) in own(rulefile) for rulefile in files):
        return text
    return f"{_MEANT.get(bare[1], bare[1])}."


def is_bare(text: str) -> bool:
    """Whether `text` is such a word.

    >>> is_bare("quit()"), is_bare("help"), is_bare("help(me)")
    (True, True, False)
    """
    return _BARE.fullmatch(text) is not None or text.strip() in AGAIN


def example(files: Iterable[RuleFile]) -> str:
    """A query that the rule files answer."""
    for rulefile in files:
        for (name, arity), relation in own(rulefile).items():
            if isinstance(relation, Relation) and arity:
                return f"{atom(name)}({', '.join(_LETTERS[:arity])})"
        if rulefile.kind == "puzzle":
            return "start(S), show(S)"
    return "member(X, [red, green, blue])"
