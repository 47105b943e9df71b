"""Texts that a stranger may send: noise, and rule files in which a few characters or words were changed."""

from __future__ import annotations

import random
import re
from functools import cache

from logicpuzzles.rulefile.finding import available, source
from logicpuzzles.text.syntax.lexical import Source, sentences

CHARACTERS = "aXz_09 .,;|()[]{}'\"`\\+-*/^<>=~:?@#&$!%\n\té∀"
WORDS = (
    "p", "X", "_", "0", "-1", "99999999999999999999", "[", "]", "(", ")", "{", "}", ",", "|", ".", ". ", ":-", "?-",
    "-->", "->", ";", "\\+", "=", "\\=", "==", "is", "mod", "**", "!", "'a b'", '"text"', "0'a", "0x1f", "%", "/*",
    "*/", "\n", " ", "table", "dynamic", "findall", "call", "append(",
    "member(X, ", "start(", "goal(", "move(", "[H|T]", "test(",
    ":- begin_tests(a).", ":- end_tests(a).", ":- table p/1.", ":- puzzle(p).", "p(X) :- p(X).", "between(1, inf, X)",
    "length(L, N)", "X is 2 ** 9999", "'\\x41\\'", "'\\z'", "0'", "\\", "aggregate_all(count, ", "copy_term(",
    "assertz(",
)  # fmt: skip
TOKEN = re.compile(r"\s+|\w+|'[^'\n]*'|%[^\n]*|:-|[-+*/\\^<>=~:.?@#&]+|.", re.DOTALL)
OPERATORS = frozenset({"=", "==", "=<", "<", ">", ">=", "\\=", "+", "-", "*", "//", ","})

# Small puzzles in which every declaration occurs.
PUZZLES = (
    """
    :- puzzle(step).
    step(N, [A, B], [C, B]) :- member(N, [1, 2]), C is A + N, C =< 3, \\+ A = B.
    step(swap, [A, B], [B, A]) :- dif(A, B).
    start([0, 1]).
    goal([3, _]).
    values([0, 1, 2, 3]).
    picture('0 . 1').
    symbol(0, ' ').
    """,
    """
    move(T, [X | S], Y) :- turn(T), append(S, [X], Y).
    move(flip, [X, Y | S], [Y, X | S]).
    turn(left). turn(f(right)).
    start(S) :- permutation([1, 2, 3], S), S = [3 | _].
    goal(S) :- msort(S, S).
    distance(1, [0, 0, 0]). distance(2, [0, 0, 0]). distance(3, [0, 0, 0]).
    valid(S) :- permutation([1, 2, 3], S).
    layout([[0, 1], [2]]).
    :- begin_tests(turns).
    test(one, all(T == [left, f(right), flip])) :- start(S), move(T, S, _).
    test(two, [nondet, true(S = [_, _, _])]) :- goal(S).
    test(three, fail) :- move(_, [1], [2]).
    :- end_tests(turns).
    """,
    """
    :- table reach/2.
    reach(X, Y) :- edge(X, Y).
    reach(X, Y) :- reach(X, Z), edge(Z, Y).
    edge(a, b). edge(b, c). edge(c, a). edge(c, d).
    move(to(Y), [X], [Y]) :- ( edge(X, Y) -> reach(Y, d) ; once(edge(Y, X)) ).
    start([a]). goal([d]). goal([e]).
    values(0, [a, b, c, d, e]).
    """,
)


@cache
def shipped() -> list[str]:
    """The rule files in Prolog text that come with the package."""
    return [source(path) for path in available().values() if path.suffix == ".pl"]


@cache
def fragments() -> list[str]:
    """Sentences of the shipped rule files, each with the one after it."""
    found = [text[s.start : s.start + len(s.text) + 1] for text in shipped() for s in sentences(Source(text, ""))]
    return [f"{one}\n{two}\n" for one, two in zip(found, found[1:], strict=False)]


@cache
def tokens() -> list[str]:
    """The words of all rule files."""
    return sorted({token for text in (*shipped(), *PUZZLES) for token in TOKEN.findall(text) if not token.isspace()})


def noise(rng: random.Random) -> str:
    """A row of words and characters; often one that a full stop ends."""
    text = "".join(rng.choice(WORDS if rng.random() < 0.7 else CHARACTERS) for _ in range(rng.randrange(1, 25)))
    return text + rng.choice(("", " .", " ."))


def mutated(text: str, rng: random.Random) -> str:
    """`text` with a few characters or words put in, left out, doubled or exchanged."""
    for _ in range(rng.randrange(1, 4)):
        at, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + 12)
        kind = rng.randrange(5)
        if kind == 0:
            text = text[:at] + rng.choice(WORDS) + text[at:]
        elif kind == 1:
            text = text[:at] + rng.choice(CHARACTERS) + text[at + 1 :]
        elif kind == 2:
            text = text[:at] + text[end:]
        elif kind == 3:
            text = text[:end] + text[at:end] + text[end:]
        else:
            text = text[:at] + "".join(rng.sample(text[at:end], end - at)) + text[end:]
    return text


def reworded(text: str, rng: random.Random) -> str:
    """`text` with a few of its words replaced, mostly by others of their kind: many such texts are still rule files."""
    row = TOKEN.findall(text)
    for _ in range(rng.randrange(1, 4)):
        at = rng.choice([n for n, token in enumerate(row) if not token.isspace()])
        kind = rng.randrange(10)
        if kind < 8:
            pool = tokens() if kind % 2 else row
            row[at] = rng.choice([token for token in pool if _kind(token) == _kind(row[at])])
        elif kind == 8:
            row.insert(at, rng.choice(tokens()))
        else:
            del row[at]
    return "".join(row)


def _kind(token: str) -> str:
    """Variables, words, numbers and white space alike; of the rest only the same, but for operators."""
    if token[0].isspace() or token[0].isdigit():
        return " " if token[0].isspace() else "0"
    if token[0].isalpha() or token[0] == "_":
        return "A" if token[0].isupper() or token[0] == "_" else "a"
    return "+" if token in OPERATORS else token
