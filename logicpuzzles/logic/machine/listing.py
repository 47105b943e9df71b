"""The code of a predicate in words, an instruction a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..terms import AnyTerm
from .clauses import Auxiliary, Callee
from .codes import ATOM, BIG, COMPOUND, FRACTION, FUNCTOR, INT, LIST, LOAD, OPEN
from .decoding import LABELS, Instruction, instructions
from .image import Image
from .symbols import COMPARISONS, OPERATIONS

Writer = Callable[[AnyTerm], str]
ARITHMETIC = {number: name for (name, _), number in reversed(OPERATIONS.items())}
TAGS = {INT: "integer", BIG: "large", ATOM: "atom", LIST: "list", COMPOUND: "compound", 8: "value"}
LAST = frozenset({"next", "slow", "else", "wait"})  # these operands are written behind the others


class Listing:
    """Lists predicates of an image that has no code yet.

    Parameters
    ----------
    write
        The text of a constant.
    """

    def __init__(self, image: Image, write: Writer) -> None:
        self.image, self.write = image, write
        self.parts: list[Auxiliary] = []  # the predicates that control constructs became

    def lines(self, predicate: Callee, name: str) -> Iterator[str]:
        """The code of a predicate, and of those that the control constructs in it became: name#1, name#2, ...

        Raises
        ------
        Unsupported
            The machine does not run it.
        """
        self.parts, self.name = [], name
        yield f"{name}/{predicate.arity}:"
        yield from self._code(predicate)
        for part in self.parts:  # grows
            yield f"{self._named(part)}:"
            yield from self._code(part)

    def _code(self, predicate: Callee) -> Iterator[str]:
        begin = self.image.top
        self.image.load(self.image.number(predicate))
        found = [one for one in instructions(self.image.code, begin, self.image.top) if one.op != LOAD]
        targets = sorted({address for one in found for address in one.labels if address})
        labels = {0: "fail", **{address: f"L{n}" for n, address in enumerate(targets, 1)}}
        for one in found:
            label = f"{labels[one.at]}:" if one.at in targets else ""
            yield f"{label:<5} {one.name:<16} {self._operands(one, labels)}".rstrip()
            yield from (f"{'':<24}{self._key(key)} -> {labels[address]}" for key, address in one.keys)

    def _operands(self, one: Instruction, labels: dict[int, str]) -> str:
        pairs = sorted(zip(one.kinds, one.operands, strict=True), key=lambda pair: pair[0] in LAST)
        return ", ".join(text for kind, n in pairs if (text := self._operand(kind, n, labels)))

    def _operand(self, kind: str, n: int, labels: dict[int, str]) -> str:
        if kind in LABELS:
            if kind == "wait" and not n:
                return "else wait"
            return labels[n] if kind == "at" else f"{kind.replace('wait', 'else')} {labels[n]}"
        return str(self._words[kind](n))

    @property
    def _words(self) -> dict[str, Callable[[int], object]]:
        """What writes each kind of operand."""
        image = self.image
        return {
            "x": lambda n: f"x{n}",
            "y": lambda n: f"y{n}",
            "count": lambda n: n,
            "mask": lambda _: "",
            "cell": self._key,
            "functor": self._key,
            "predicate": lambda n: self._named(image.predicates[n]),
            "arithmetic": ARITHMETIC.__getitem__,
            "order": lambda n: COMPARISONS[n][1],
            "identity": lambda n: "\\==" if n else "==",
            "tags": _tags,
            "scope": lambda n: ("open", "closed")[n] if n < 2 else f"closed but x{n - 2}",
            "builtin": lambda _: "",  # the name of the predicate says which
            "table": lambda n: next(f"{len(one.cells):,} of them" for one in image.tables.values() if one.address == n),
        }

    def _key(self, cell: int) -> str:
        """A constant, or a functor as name/arity."""
        symbols = self.image.symbols
        if cell & 7 == FUNCTOR:
            name, arity = symbols.functors[cell >> 3]
            return f"{self.write(name)}/{arity}"
        return self.write(symbols.decode(self.image.code, cell, {}))  # constants point nowhere

    def _named(self, predicate: Callee) -> str:
        if not isinstance(predicate, Auxiliary):
            name = getattr(predicate, "name", None)
            return "call" if name is None else f"{self.write(name)}/{predicate.arity}"
        if predicate not in self.parts:
            self.parts.append(predicate)
        return f"{self.name}#{self.parts.index(predicate) + 1}/{predicate.arity}"


def _tags(bits: int) -> str:
    words = [word for bit, word in TAGS.items() if bits >> bit & 1]
    return "|".join(words + ["fraction"] * bool(bits & FRACTION) + ["open"] * bool(bits & OPEN)) or "none"
