"""Red cuts: a relation with one holds where it is asked with an answer that it does not give.

``larger(X, Y, X) :- X > Y, !. larger(_, Y, Y).`` answers larger(3, 2, M) by M = 3 alone, and larger(3, 2, 2) holds too.
They are searched for on small values: the answers that the clauses give without the cut are asked of the relation.
A cut is green where that finds none (R. A. O'Keefe, The Craft of Prolog, 1990, chapter 3).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from ...logic.relations import Predicate
from ...logic.substitution import Substitution
from ...logic.terms import AnyTerm, Term
from ...logic.writer import write
from ..code.clauses import Clause, Clauses
from ..code.scopes import cuts_in
from ..complaints import Complaints
from ..names import Indicator, Namespace
from ..program import Program, define
from ..sentences import Sorter
from ..syntax.lexical import Sentence, Source
from ..syntax.nodes import Node, indicator_of, walk
from ..syntax.parser import parse
from .samples import Asker, Ending, keys, openings, questions
from .without import fails, without_cuts


class Witness(NamedTuple):
    """What tells that a cut is red: a question, and an answer that it does not have and that holds all the same."""

    opened: frozenset[int]
    asked: tuple[AnyTerm, ...]
    holds: tuple[AnyTerm, ...]


def red_cuts(program: Program) -> Iterator[str]:
    """What is to be said of the red cuts of a program, each with its place, and of the clauses without them."""
    asker = Asker()
    with_cuts = [
        (key, predicate, cuts)
        for key, predicate in program.predicates.items()
        if isinstance(predicate, Clauses) and (cuts := _cuts(predicate.clauses))
    ]
    n_cuts = sum(len(cuts) for _, _, cuts in with_cuts)
    for key, predicate, cuts in with_cuts:
        asker.share(len(cuts), n_cuts)  # so that a relation that finds no end leaves time for those after it
        yield from _of_relation(key, predicate, cuts, program, asker)
        n_cuts -= len(cuts)


def _cuts(clauses: Sequence[Clause]) -> list[tuple[int, Node]]:
    """The cuts, each with the number of its clause."""
    return [(n, cut) for n, one in enumerate(clauses) if one.node is not None for cut in cuts_in(one.node)]


def _of_relation(
    key: Indicator, predicate: Clauses, cuts: Sequence[tuple[int, Node]], program: Program, asker: Asker
) -> Iterator[str]:
    clauses = predicate.clauses
    reds: list[tuple[str, Witness]] = []
    for number, cut in cuts:
        texts = [clause.sentence.text for clause in clauses]
        texts[number] = _uncut(clauses[number].sentence, cut.at)
        witness = _witness(predicate, _variant(key, texts, predicate, program), asker)
        if witness is not None:
            reds.append((clauses[number].sentence.place(cut.at), witness))
    for place, witness in reds:
        held, asked = (_text(key[0], args) for args in (witness.holds, witness.asked))
        is_last = place == reds[-1][0]
        instead = _instead(key, predicate, [one for _, one in reds], program, asker) if is_last else ""
        yield f"{place}: this cut is red:\n  {held} holds, but {asked} does not answer it{instead}"


def _uncut(sentence: Sentence, at: int) -> str:
    """The text of a clause without its cut at `at`; in a grammar, `[]` stands for what takes nothing."""
    node, instead = parse(sentence), "true"
    if indicator_of(node) == ("-->", 2):
        goals = [part for part in walk(node) if indicator_of(part) == ("{}", 1)]
        if all(part.at != at for goal in goals for part in walk(goal)):
            instead = "[]"
    return f"{sentence.text[:at]}{instead}{sentence.text[at + 1 :]}"


def _variant(key: Indicator, texts: Sequence[str], predicate: Clauses, program: Program) -> Predicate | None:
    """The relation with other clauses, read as its own are; None where there is a mistake in them."""
    dialect = predicate.clauses[-1].sentence.source.dialect
    source = Source("".join(f"{text.rstrip()} .\n" for text in texts), program.source.name, dialect)
    complaints = Complaints()
    block = Sorter(source, lambda: None, complaints).blocks[0]
    made = define(block, Namespace({}, program.names), complaints, program.declared.tabled)
    return None if complaints.found else made.get(key)


def _witness(predicate: Clauses, uncut: Predicate | None, asker: Asker) -> Witness | None:
    if uncut is None or not predicate.arity:
        return None
    for opened in openings(predicate.arity):
        for args in questions(predicate.clauses, opened):
            if asker.left < 0:
                return None
            given, ending = asker.answers(predicate, args)
            if ending is not Ending.ALL:
                continue
            known = keys(given)
            for answer in asker.answers(uncut, args)[0]:
                is_known = keys([answer])[0] in known or Substitution().unknowns(answer)
                if not is_known and not _is_instance(answer, given) and asker.holds(predicate, answer):
                    return Witness(opened, args, answer)
    return None


def _is_instance(answer: tuple[AnyTerm, ...], given: Sequence[tuple[AnyTerm, ...]]) -> bool:
    """Whether one of the answers given, which may have unknowns, can be this one."""
    return any(Substitution().equate(one, answer) for one in given)


def _instead(key: Indicator, predicate: Clauses, witnesses: Sequence[Witness], program: Program, asker: Asker) -> str:
    """The clauses without cuts, if such are found, or what to do where they are not.

    Either witnesses to questions of one kind do not hold any more, or all are answers: the cuts meant a negation, or
    committed to one answer. The answers of questions without a witness stay.
    """
    n_clauses, nothing = len(predicate.clauses), frozenset[int]()
    opened_in = [opened for opened in openings(predicate.arity or 0) if any(opened == one.opened for one in witnesses)]
    clean = list(takewhile(lambda opened: opened != opened_in[0], openings(predicate.arity or 0)))
    wider = [one for one in openings(predicate.arity or 0) if one > opened_in[0] and _finds(predicate, one, asker)]
    wider = [one for one in wider if one not in opened_in]
    tried = [*((opened, False) for opened in (*opened_in, *wider)), *((opened, True) for opened in (*clean, nothing))]
    if any(map(fails, predicate.clauses)):
        tried.reverse()
    for opened, holds in tried:
        texts = without_cuts(predicate.clauses, opened, opened in wider)
        if texts is None or not holds and len(texts) < n_clauses:
            continue  # without a clause of the relation it is another
        other = _variant(key, texts, predicate, program)
        concerned = [one for one in witnesses if holds or one.opened <= opened]
        if other is None or any(asker.holds(other, one.holds) != holds for one in concerned):
            continue
        modes = [*clean, nothing] if holds else [opened] if opened in wider else [*clean, opened]
        if all(_agree(predicate, other, mode, asker, mode == opened) for mode in modes):
            clauses = "".join(f"\n  {text}." for text in texts)
            return f"\nThe same without cuts:{clauses}"
    return "\nWrite (Condition -> Then ; Else), and let the result be told after the condition"


def _finds(predicate: Clauses, opened: frozenset[int], asker: Asker) -> bool:
    """Whether the relation finds values of the arguments `opened`, all of them wherever it answers."""
    given = [answer for args in questions(predicate.clauses, opened) for answer in asker.answers(predicate, args)[0]]
    return bool(given) and not any(Substitution().unknowns(answer) for answer in given)


def _agree(predicate: Clauses, other: Predicate, opened: frozenset[int], asker: Asker, is_meant: bool) -> bool:
    """Whether two relations have the same answers where the arguments `opened` are unknown; where none is, whether both
    hold or none does.

    Where one finds no end, that says nothing. Where questions are not meant to be asked so, the other relation may need
    a value after the same answers.
    """
    for args in questions(predicate.clauses, opened):
        given, ending = asker.answers(predicate, args)
        if ending is Ending.ALL:
            found, other_ending = asker.answers(other, args)
            is_same = keys(given) == keys(found) if opened else bool(given) == bool(found)
            if other_ending is Ending.ERROR and (is_meant or not is_same) or other_ending is Ending.ALL and not is_same:
                return False
    return True


def _text(name: str, args: tuple[AnyTerm, ...]) -> str:
    """A goal, its unknowns called X, Y, ..."""
    unknowns = Substitution().unknowns(args)
    return write(Term(name, args), dict(zip(unknowns, "XYZUVW", strict=False)), 999)
