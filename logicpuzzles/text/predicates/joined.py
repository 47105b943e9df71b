"""Texts made of others: one after another, or with separators between them; and taken apart again."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import NeedsValue, PuzzleError
from ...logic.balls import error_term
from ...logic.lists import is_open, opened
from ...logic.relations import Outcome, bind_each
from ...logic.resolver import Machine
from ...logic.terms import AnyTerm
from .builtins import builtin
from .terms import require_list, unfit
from .texts import any_text, elements, joined, known, says, text_of


def _joined(name: str) -> None:
    @builtin(name, system=True)
    def relation(machine: Machine, front: AnyTerm, back: AnyTerm, text: AnyTerm) -> Outcome:
        """Text is Front followed by Back. Needs values of both, or of Text."""
        if known(front) and known(back):
            return says(machine, text, joined((text_of(front, name), text_of(back, name)), "", name), name)
        if not known(text):
            raise NeedsValue(back if known(front) else front, name, is_error=True)
        whole = text_of(text, name)
        if known(front):
            begin = text_of(front, name)
            return whole.startswith(begin) and machine.unify(back, whole[len(begin) :])
        if known(back):
            end = text_of(back, name)
            return whole.endswith(end) and machine.unify(front, whole[: len(whole) - len(end)])
        return bind_each(machine, (front, back), ((whole[:at], whole[at:]) for at in range(len(whole) + 1)))


_joined("atom_concat")
_joined("string_concat")


@builtin("atomic_list_concat", system=True)
def _all_joined(machine: Machine, parts: AnyTerm, text: AnyTerm) -> bool:
    """Text has the atoms and numbers Parts one after another. Needs their values."""
    name = "atomic_list_concat"
    whole = joined([text_of(part, name) for part in elements(machine, parts, name)], "", name)
    return machine.unify(text, whole)


@builtin("atomic_list_concat", system=True)
def _separated(machine: Machine, parts: AnyTerm, separator: AnyTerm, text: AnyTerm) -> bool:
    """Text has the atoms and numbers Parts with Separator between them. Needs the values of Parts, or of Text."""
    name = "atomic_list_concat"
    between = text_of(separator, name)
    found, rest = opened(machine, parts)
    found = [machine.walk(item) for item in found]
    if not is_open(rest) and all(map(known, found)):
        whole = joined([text_of(part, name) for part in elements(machine, parts, name)], between, name)
        return machine.unify(text, whole)
    if not known(text):
        raise NeedsValue(next((item for item in found if not known(item)), rest), name, is_error=True)
    if not between:
        ball = error_term("domain_error", "non_empty_atom", between)
        raise PuzzleError("atomic_list_concat takes a separator that is not empty, to take a text apart", ball=ball)
    return machine.unify(parts, tuple(text_of(text, name).split(between)))


@builtin("split_string", system=True)
def _split(machine: Machine, text: AnyTerm, separators: AnyTerm, pad: AnyTerm, parts: AnyTerm) -> bool:
    """Parts are the parts of Text between any of the characters Separators, without those of Pad at their ends."""
    for term in (text, separators, pad):
        if type(term) is int:
            raise unfit(machine, term, "split_string", "texts")
    require_list(machine, parts, "split_string")
    whole, ends, padding = (any_text(machine, term, "split_string") for term in (text, separators, pad))
    return machine.unify(parts, tuple(split(whole, ends, padding)))


def split(text: str, separators: str, pad: str) -> Iterator[str]:
    """The parts of `text` between `separators`, without `pad` at their ends.

    A separator that is padding too takes with it what padding follows: then a row of separators is one.

    >>> list(split("/home//jan///nice/path", "/", ""))
    ['', 'home', '', 'jan', '', '', 'nice', 'path']
    >>> list(split("//a//b//", "/", "/")), list(split(" a , b", ",", " "))
    (['a', 'b'], ['a', 'b'])
    """
    start, end = 0, len(text)
    while start < end and text[start] in pad:
        start += 1
    while end > start and text[end - 1] in pad:
        end -= 1
    while True:
        at = start
        while at < end and text[at] not in separators:
            at += 1
        yield text[start:at].strip(pad) if pad else text[start:at]
        if at == end:
            return
        start = at + 1
        while text[at] in pad and start < end and text[start] in pad:
            start += 1
