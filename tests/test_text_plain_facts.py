"""Plain facts read many at once: the same terms, places, messages and warnings as read one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logicpuzzles.errors import PuzzleError
from logicpuzzles.logic.facts import Relation
from logicpuzzles.logic.writer import write
from logicpuzzles.text import sentences
from logicpuzzles.text.code.clauses import Clauses
from logicpuzzles.text.library import common_names
from logicpuzzles.text.program import Program
from logicpuzzles.text.syntax import plain
from logicpuzzles.text.syntax.lexical import Source

SENTENCES = [
    "p(a, 1).", "p(b,-2).", "p( c , 3 ) .", "p(007, a).", "p(d, 'two words').", 'p("it is", [1, [a], []]).',
    "p(f(x, g(1)), [ ]).", "p(h([a, b], 'X'), \"%(\").", "p('%', ')').", "p(a, 12345678901234567).",
    "p(a, 123456789012345678901).", "p(X, f(X)).", "p(a, [H | T]).", "p(mod, is).", "p(a, 0'b).", "p(a, 1_000).",
    "p('it''s', 'a\\nb').", "p(a).", "p(a, b, c).", "q(1).", "q(2).", "q(é).", "p(f(g(h(i(1)))), [[[[]]]]).",
    "p(a, 1). p(a, 2).", "p(a, 0x1F).", "p(a, 1 + 2).", "p(a, - 1).", "p(- , a).", "p(a, b) :- q(a).", "r.",
    ":- table t/1.", "p('it''s', \"it's\").", "p('a\\tb', ['\\\\', w(\"say \\\"x\\\"\")]).", "p(\"a\"\"b\", '\"').",
    "p('a, b', \"(c)\").", "p(\"% x\", '/* y */').", "p('\\q', a).", "p('a\\x41\\', b).", "p(  'x' ,\"y\"  ).",
    "p(w(1,2), [ a , 3,-4 ]).", "p(w(), a).", "p([a,[b,c],w(d)], [[]]).",
    "q(table).", "p(dynamic , a).", "q('a' ).", "q(()).", "q({}).", "q(1.5).", "p(a,b)", "p(a,,b).",
    "p(a-1, b).", "p(b-2,c).", "p(a - 'x y', X).", "p(-3, X+1).", "p(-4, Y+1).", "p(-5, _+1).", "p([H | [a]], H).",
    "p([H, [c] | [b | T]], T).", "p(_, _).", "p(X, X).", "p(_a, _b).", "p(X, Y).", "p(a, /* is 'b */ c).",
    "p(a, % '\n  b).", "p(a /* c */ , % d. \n b).", "p(é, Éa).", "p(ü-1, [\"s\"]).", "p(a*(b+2)-c, x:y).", "k-v.",
    "l-w.", "p((a :- b), \\+ c).", "p((d :- e), \\+ f).", "p(0x1F, 0'b).", "p(0x2F, 0'%).", "p(- (1), -(2)).",
    "p(-a, -(b)).",
    "p(a, - % x\n 1).", "p(a is b, mod).", "p(1-1, 2-2).", "p(3-3,4-4).", "p(''-'', \"\").", "p(f(X, Y, X), Y).",
    "p(+, [*, -]).", "p(a,b;c).", "p(a,d;e).", "p(a- -1, 1).", "p(b- -2, 3).", "p(1.5, a).", "p(1 .5, a).",
    "p(a,).", "p(a, f()).", "p(a, [1,]).", "q(f (a)).", "q('unclosed).", "q(f(a]).", "p.", "start([0, 1]).",
]  # fmt: skip
LAYOUT = [
    "\n", "\n", "\n", " ", "\n\n", "% a comment\n", " % p(z, 9).\n", "\n/* block */\n", "%(\n", "", "\t",
    " % p(a, [b])\n", "\n/* p(a, b). */ ", " % 'it''s'\n", "/**/", " /* '*/ % \"\n",
]  # fmt: skip


def read(text: str) -> tuple[Any, ...]:
    """What a text states, where, and what is said of it."""
    try:
        program = Program(Source(text, "plain.pl"), common_names())
    except PuzzleError as error:
        return ("error", str(error), error.place, error.excerpt)
    found = []
    for key, predicate in program.predicates.items():
        doc = predicate.__doc__
        if isinstance(predicate, Relation):
            rows = [write(row, None) if not open_(row) else shape(row) for row in predicate]
            found.append((key, "facts", doc, getattr(predicate, "place", None), rows))
        else:
            assert isinstance(predicate, Clauses)
            clauses = [(c.sentence.text, c.sentence.start, c.sentence.comment, c.head.at) for c in predicate.clauses]
            found.append((key, type(predicate).__name__, doc, clauses))
    tests = [(block.name, [c.sentence.start for c in block.tests], list(block.clauses)) for block in program.blocks]
    return (program.doc, found, program.warnings, tests)


def open_(row: tuple[Any, ...]) -> bool:
    return "_" in write(row, None)


def shape(row: tuple[Any, ...]) -> str:
    """A fact with unknowns, without their numbers."""
    return "".join(one for one in write(row, None) if not one.isdigit())


def compare(text: str) -> None:
    """Reading with and without runs gives the same."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentences, "SHORT", 1 << 60)
        one_by_one = read(text)
        patch.setattr(sentences, "SHORT", -1)
        assert read(text) == one_by_one
        patch.setattr(plain, "OFTEN", 2)
        assert read(text) == one_by_one
        patch.setattr(plain, "MOST", 3)
        assert read(text) == one_by_one


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(SENTENCES), st.sampled_from(LAYOUT)), max_size=14))
def test_sentences_of_all_kinds(parts: list[tuple[str, str]]) -> None:
    """Whatever stands between and among plain facts."""
    compare("".join(sentence + layout for sentence, layout in parts))


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9), st.integers(1, 3))
def test_mutilated_texts(seed: int, faults: int) -> None:
    """Characters dropped, doubled, exchanged or put in anywhere."""
    chance = random.Random(seed)
    usual = [one for one in SENTENCES[:12] if one[0] == "p"]
    text = "".join(chance.choice(usual) + chance.choice(LAYOUT[:6]) for _ in range(12))
    for _ in range(faults):
        at = chance.randrange(len(text))
        put = chance.choice(["", text[at] * 2, chance.choice("().,[]'\"%X0a-_ \n\\|é+{}/*"), "0'", "/*", "\u00a0"])
        text = text[:at] + put + text[at + 1 :]
    compare(text)


def test_facts_stated_twice_and_apart() -> None:
    """They give an answer each, and facts that do not stand together are told."""
    text = "".join(f"p({n % 40}, x).\n" for n in range(50)) + "q(1).\n" + "".join(f"p(y, {n}).\n" for n in range(50))
    compare(text)
    compare("% about p\n" + text.replace("p(y", "% about r\nr(y"))


def test_tests_and_directives_among_facts() -> None:
    """Blocks of tests keep their own clauses."""
    facts = "".join(f"p({n}).\n" for n in range(20))
    block = ":- begin_tests(b).\ntest(a) :- p(1).\ntest(b).\ntest(c).\np(99).\np(98).\n:- end_tests(b).\n"
    compare(facts + block + facts + ":- dynamic z/1.\np(77).\np(78).\n")


def test_a_text_with_facts_is_read_in_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most sentences of a long text of facts are never looked at by the grammar."""
    looked: list[int] = []
    sentence_at = sentences.sentence_at
    monkeypatch.setattr(sentences, "SHORT", -1)
    monkeypatch.setattr(sentences, "sentence_at", lambda source, at: looked.append(at) or sentence_at(source, at))
    text = "".join(f"p({n}, [a, f({n})]). % one\n" for n in range(300)) + "q(a).\n" * 2
    program = Program(Source(text, "plain.pl"), common_names())
    assert len(program.predicates["p", 2].facts) == 300
    assert len(looked) < 10
