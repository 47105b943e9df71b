"""Random queries in which constraints over integers stand beside goals that look at, bind or copy their unknowns."""

from __future__ import annotations

from random import Random

CLAUSES = """
safe([]).
safe([Q | Qs]) :- apart(Qs, Q, 1), safe(Qs).
apart([], _, _).
apart([P | Ps], Q, D) :- Q #\\= P, abs(Q - P) #\\= D, More is D + 1, apart(Ps, Q, More).
up([]).
up([_]).
up([X, Y | Zs]) :- X #< Y, up([Y | Zs]).
two(1).
two(2).
larger(X, Y, X) :- X #> Y, !.
larger(_, Y, Y).
step(N, X) :- ( N > 2 -> X #> 1 ; X #=< 3 ).
deep(X, 0) :- X #> 0.
deep(X, N) :- N > 0, M is N - 1, X #>= M, deep(X, M).
pick([X | _], X).
pick([_ | Xs], X) :- pick(Xs, X).
same(X, X).
total(Xs, S) :- sum(Xs, #=, S), all_different(Xs).
"""
_COMPARISONS = ("#=", "#\\=", "#<", "#=<", "#>", "#>=")
_DOMAINS = ("0..4", "1..3", "0..1 \\/ 3..5", "inf..3", "1..sup", "2")


class Queries:
    """The queries of one seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def query(self) -> str:
        """A query over A, B, C and D, which most often states their domains first and labels them at the end."""
        goals = [self.goal() for _ in range(self.random.randint(2, 8))]
        if self.random.random() < 0.7:
            goals.insert(0, "[A, B, C, D] ins 0..4")
        if self.random.random() < 0.6:
            goals.append("label([A, B, C, D])")
        return ", ".join(goals)

    def _pick(self, *some: str) -> str:
        return self.random.choice(some)

    @property
    def _unknown(self) -> str:
        return self.random.choice("ABCD")

    @property
    def _number(self) -> str:
        return str(self.random.randint(-1, 4))

    def _expression(self, depth: int = 0) -> str:
        kind = self.random.random()
        if depth > 1 or kind < 0.45:
            return self._unknown
        if kind < 0.65:
            return self._number
        inner = self._expression(depth + 1)
        if kind < 0.9:
            return f"({inner} {self._pick('+', '-')} {self._expression(depth + 1)})"
        if kind < 0.97:
            return f"{self._number}*{inner}" if kind < 0.94 else f"abs({inner})"
        x, y = self._unknown, self._unknown
        return self._pick(f"{x}*{y}", f"({x} mod 3)", f"max({x}, {y})", "foo", f"{x}//2")

    def _list(self) -> str:
        kind = self.random.random()
        if kind < 0.5:
            return "[A, B, C, D]"
        if kind < 0.9:
            return f"[{', '.join(self.random.sample('ABCD', self.random.randint(1, 3)))}]"
        return self._pick("[A | T]", "[1, A, B]", "[A, A]", "[A, foo]", "L")

    def _comparison(self) -> str:
        return f"{self._expression()} {self._pick(*_COMPARISONS)} {self._expression()}"

    def goal(self, depth: int = 0) -> str:
        """A goal; one in three of those in which others are nested has a depth of its own."""
        x, y, n, xs = self._unknown, self._unknown, self._number, self._list()
        constraints = [
            f"{xs} ins {self._pick(*_DOMAINS)}",
            f"{x} in {self._pick(*_DOMAINS)}",
            f"{self._pick('all_different', 'all_distinct')}({xs})",
            f"sum({xs}, {self._pick(*_COMPARISONS)}, {self._expression()})",
            f"scalar_product([1, -2], [{x}, {y}], #=, {n})",
            f"{self._comparison()} #<==> {x}",
        ]
        others = [
            f"{self._pick('safe', 'up')}({xs})", f"{x} = {self._pick(y, n, 'foo', 'f(Z)')}", f"{x} is {y} + 1",
            f"{x} > {n}", f"member({x}, {self._pick('[1, 2]', '[A, B]', '[4, 3]')})", f"two({x})",
            f"dif({x}, {self._pick(y, n)})", f"larger({x}, {self._pick(y, n)}, {self._unknown})",
            f"step({self._pick('1', '3', x)}, {y})", f"deep({x}, 3)", f"fd_dom({x}, Left)", f"fd_size({x}, Size)",
            f"{x} == {self._pick(y, n)}", f"var({x})", f"length({xs}, N)", f"pick({xs}, {x})",
            f"append({xs}, [E], {self._pick('Ls', '[1 | Ls]', '[F, G | Ls]')})", f"maplist(same({x}), {xs})",
            f"transpose([{xs}, {self._list()}], Columns)", f"total({xs}, {self._expression()})",
            f"nth1({self._pick('1', '2', x)}, {xs}, {y})", f"label({xs})",
            f"labeling([{self._pick('down', 'bisect', 'leftmost', 'enum')}], {xs})",
        ]  # fmt: skip
        kind = self.random.random()
        if kind < 0.35:
            return self._comparison()
        if kind < 0.55:
            return self._pick(*constraints)
        if kind < 0.88 or depth == 2:
            return self._pick(*others)
        some, more = (", ".join(self.goal(depth + 1) for _ in range(self.random.randint(1, 2))) for _ in range(2))
        return self._pick(
            f"\\+ ( {some} )", f"( {some} -> {more} ; {self.goal(depth + 1)} )", f"once(( {some} ))",
            f"( {some} ; {more} )", f"findall({x}, ( {some} ), Found)", f"call(( {some} ))",
            f"aggregate_all(count, ( {some}, label({xs}) ), Count)",
        )  # fmt: skip
