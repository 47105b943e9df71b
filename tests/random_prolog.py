"""Random programs in Prolog text: terms, arithmetic, negation, disequality, findall, calls of goals, deep and wide."""

from __future__ import annotations

from random import Random

VARIABLES = ("X", "Y", "Z", "W")
NUMBERS = ("0", "1", "2", "3", "7", "-2", "1000000000", "1099511627776", "1152921504606846976")
OPERATORS = ("+", "-", "*", "//", "mod", "rem", "div", "/\\", "\\/", "xor", ">>", "<<")
COMPARISONS = ("<", ">", "=<", ">=", "=:=", "=\\=")
KINDS = ("atom", "integer", "atomic", "compound", "callable")


class Writer:
    """Writes one program of four relations, of which each calls only those before it, and a query of it.

    `cuts` is how often a goal is a cut, out of 1.
    """

    def __init__(self, seed: int, cuts: float = 0.0) -> None:
        self.random, self.cuts, self.cutting = Random(seed), cuts, Random(-seed)
        self.arities = [self.random.randint(1, 3) for _ in range(4)]
        self.text = "\n".join(self._clause(number) for number in range(4) for _ in range(self.random.randint(1, 4)))
        self.query = self._body(4)

    def _clause(self, number: int) -> str:
        head = f"p{number}({self._terms(self.arities[number], 1)})"
        return f"{head}." if self.random.random() < 0.35 else f"{head} :- {self._body(number)}."

    def _terms(self, count: int, depth: int) -> str:
        return ", ".join(self._term(depth) for _ in range(count))

    def _variable(self) -> str:
        return self.random.choice(VARIABLES)

    def _term(self, depth: int = 2) -> str:
        kind = self.random.random()
        if kind < 0.35:
            return self._variable()
        if kind < 0.6 or depth == 0:
            return self.random.choice(("a", "b", "[]", "1", "2", "0", "-1"))
        some = self._terms(self.random.randint(1, 3), depth - 1)
        if kind < 0.75:
            return f"f({some})"
        return f"[{some}]" if kind < 0.9 else f"[{some} | {self.random.choice((*VARIABLES, '[]'))}]"

    def _expression(self, depth: int = 2) -> str:
        kind = self.random.random()
        if kind < 0.4:
            return self._variable()
        if kind < 0.7 or depth == 0:
            return self.random.choice(NUMBERS)
        one, two = self._expression(depth - 1), self._expression(depth - 1)
        if kind < 0.85:
            return f"({one} {self.random.choice(OPERATORS)} {two})"
        return f"{self.random.choice(('min', 'max'))}({one}, {two})" if kind < 0.95 else f"abs({one})"

    def _called(self, level: int) -> int:
        return self.random.randrange(level)

    def _listed(self) -> str:
        """A goal of the list library."""
        one, two, name, other = self._term(1), self._term(1), self._variable(), self._variable()
        return self.random.choice(
            (
                f"member({one}, [{two}, a, {name}])",
                f"between(0, 2, {name})",
                f"append({name}, {other}, [1, {one}])",
                f"length({name}, 2)",
                f"select({name}, [a, {one}, b], {other})",
            )
        )

    def _goal(self, level: int, depth: int) -> str:
        kind = self.random.random()
        if kind < 0.22:
            return f"{self._term()} = {self._term()}"
        if kind < 0.30:
            return f"{self._term()} \\= {self._term()}"
        if kind < 0.36:
            return f"{self._variable()} is {self._expression()}"
        if kind < 0.42:
            return f"{self._expression(1)} {self.random.choice(COMPARISONS)} {self._expression(1)}"
        if kind < 0.45:
            return f"{self._term(1)} == {self._term(1)}"
        if kind < 0.48:
            return f"{self.random.choice(KINDS)}({self._term(1)})"
        if kind < 0.74 and level:
            number = self._called(level)
            return f"p{number}({self._terms(self.arities[number], 1)})"
        if kind < 0.80:
            return self._listed()
        if depth == 0:
            return "true"
        if kind < 0.84:
            return f"\\+ ({self._body(level, depth - 1)})"
        if kind < 0.89:
            condition, then, otherwise = (self._body(level, depth - 1, 2) for _ in range(3))
            return f"( {condition} -> {then} ; {otherwise} )"
        if kind < 0.92:
            return f"( {self._body(level, depth - 1)} ; {self._body(level, depth - 1)} )"
        if kind < 0.94:
            return f"findall({self._term(1)}, ({self._body(level, depth - 1)}), {self._variable()})"
        if kind < 0.96:
            return f"once(({self._body(level, depth - 1)}))"
        if kind < 0.98:
            return f"forall(({self._body(level, depth - 1, 1)}), ({self._body(level, depth - 1, 1)}))"
        if not level:
            return "true"
        number = self._called(level)
        return f"call(p{number}, {self._terms(self.arities[number], 1)})"

    def _body(self, level: int, depth: int = 2, most: int = 3) -> str:
        goals = [self._goal(level, depth) for _ in range(self.random.randint(1, most))]
        return ", ".join("!" if self.cutting.random() < self.cuts else goal for goal in goals)


class Choosing(Writer):
    """Writes programs of choices and cuts whose goals mostly hold: relations between few values, most of them facts."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, cuts=0.2)

    def _clause(self, number: int) -> str:
        if number < 2:
            return f"p{number}({', '.join(self.random.choice('abX') for _ in range(self.arities[number]))})."
        return super()._clause(number)

    def _term(self, depth: int = 2) -> str:
        return self.random.choice((*VARIABLES, *VARIABLES, "a", "b", "c"))

    def _goal(self, level: int, depth: int) -> str:
        kind = self.random.random()
        if kind < 0.35 and level:
            number = self._called(level)
            return f"p{number}({self._terms(self.arities[number], 1)})"
        if kind < 0.6 or depth == 0:
            return self.random.choice(
                (
                    f"member({self._variable()}, [a, b, c])",
                    f"{self._term()} = {self._term()}",
                    f"dif({self._term()}, a)",
                )
            )
        one, two, three = (self._body(level, depth - 1, 2) for _ in range(3))
        return self.random.choice(
            (
                f"( {one} ; {two} )",
                f"( {one} ; {two} ; {three} )",
                f"( {one} -> {two} ; {three} )",
                f"( {one} -> {two} ; {three} -> {one} ; true )",
                f"call(({one}))",
                f"once(({one}))",
                f"\\+ ({one}, fail)",
                f"ignore(({one}))",
                f"findall(X, ({one}), [_ | _])",
                f"G = ({one}), call(G)",
            )
        )


class Controlling(Choosing):
    """Writes programs of choices and cuts with the control constructs that the query machine leaves to the resolver."""

    def _goal(self, level: int, depth: int) -> str:
        if depth == 0 or self.random.random() > 0.25:
            return super()._goal(level, depth)
        one, two, three = (self._body(level, depth - 1, 2) for _ in range(3))
        return self.random.choice(
            (
                f"( {one} *-> {two} ; {three} )",
                f"( {one} *-> {two} ; {three} -> {one} ; true )",
                f"( {one} -> {two} ; {three} *-> {one} ; true )",
                f"( {one} *-> {two} )",
                f"call(( {one} *-> {two} ; {three} ))",
                f"catch(({one}), {self._term()}, ({two}))",
                f"freeze({self._variable()}, ({one}))",
                f"when(( nonvar({self._variable()}) ; ground({self._term()}) ), ({one}))",
                f"when(( nonvar({self._variable()}), ?=({self._term()}, {self._term()}) ), ({one}))",
                f"catch(({one}, throw(t({self._term()}))), t({self._term()}), ({two}))",
                f"catch(( {one} ; throw(t({self._term()})) ), {self._term()}, ({two}))",
                f"catch(findall(X, ({one}, throw(t({self._term()}))), _), t({self._term()}), ({two}))",
                f"( {one}, throw(t({self._term()})) ; {two} )",
            )
        )
