"""The kinds of values in kernels: numbers, arrays of numbers or of structures, records of arrays, and tuples.

A number is a signed or an unsigned integer of 64 bits, a double, or a truth. Narrower integers stand in arrays alone:
read, they are widened; written, they are cut short. LLVM is imported only to translate, not to call what was compiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from llvmlite import ir


@dataclass(frozen=True, slots=True)
class Number:
    """A number as a variable or as an element of an array holds it."""

    name: str
    bits: int
    is_signed: bool = True
    is_float: bool = False

    @property
    def type(self) -> ir.Type:
        """Its type in LLVM."""
        from llvmlite import ir

        if self.is_float:
            return ir.DoubleType() if self.bits == 64 else ir.FloatType()
        return ir.IntType(self.bits)

    @property
    def as_value(self) -> Number:
        """What it is once it is read from an array."""
        if self.is_float:
            return FLOAT
        return self if self.bits in (1, 64) else INT

    def __str__(self) -> str:
        return self.name


INT, WORD, TRUTH = Number("int64", 64), Number("uint64", 64, is_signed=False), Number("bool", 1)
FLOAT = Number("float64", 64, is_float=True)
ELEMENTS = {  # by the names that numpy gives them
    number.name: number
    for number in (
        *(INT, WORD, FLOAT, Number("float32", 32, is_float=True)),
        *(Number(f"int{bits}", bits) for bits in (8, 16, 32)),
        *(Number(f"uint{bits}", bits, is_signed=False) for bits in (8, 16, 32)),
    )
}


@dataclass(frozen=True, slots=True)
class Cells:
    """An array of which nothing but its address is known."""

    element: Number

    def __str__(self) -> str:
        return f"cells of {self.element}"


@dataclass(frozen=True, slots=True)
class Struct:
    """A structure of numbers: each with its name and how many bytes come before it."""

    fields: tuple[tuple[str, Number, int], ...]
    size: int

    def place(self, name: str) -> tuple[Number, int] | None:
        """The kind of a field and its place in bytes; None if there is no such field."""
        return next(((number, at) for field, number, at in self.fields if field == name), None)

    def __str__(self) -> str:
        return f"structure({', '.join(name for name, _, _ in self.fields)})"


@dataclass(frozen=True, slots=True)
class Item:
    """An element of an array of structures, where it lies: its fields are read and written."""

    struct: Struct

    def __str__(self) -> str:
        return str(self.struct)


@dataclass(frozen=True, slots=True)
class Array:
    """An array in C order with so many dimensions."""

    element: Number | Struct
    rank: int

    def __str__(self) -> str:
        return f"{self.element}[{', '.join(':' * self.rank)}]"


@dataclass(frozen=True, slots=True)
class Record:
    """A named tuple, passed as the address of its slots of 64 bits: an array is its address and its shape there."""

    cls: type
    fields: tuple[tuple[str, Kind], ...]

    def place(self, name: str) -> tuple[Kind, int] | None:
        """The kind of a field and the number of its first slot; None if there is no such field."""
        at = 0
        for field, kind in self.fields:
            if field == name:
                return kind, at
            at += size(kind)
        return None

    def __str__(self) -> str:
        return self.cls.__name__


@dataclass(frozen=True, slots=True)
class Several:
    """A tuple."""

    parts: tuple[Kind, ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.parts))})"


@dataclass(frozen=True, slots=True)
class Nothing:
    """What a function without a value gives."""

    def __str__(self) -> str:
        return "nothing"


Kind: TypeAlias = Number | Cells | Array | Item | Record | Several | Nothing


def size(kind: Kind) -> int:
    """How many slots of a record a value of this kind takes."""
    match kind:
        case Array(rank=rank):
            return 1 + rank
        case Record(fields=fields):
            return sum(size(part) for _, part in fields)
        case _:
            return 1


@dataclass(frozen=True, slots=True)
class Value:
    """A value while a function is translated.

    Attributes
    ----------
    kind
        What it is.
    parts
        In LLVM: a number, the address of cells, of a structure or of a record; of an array its address and its shape;
        of a tuple its values.
    """

    kind: Kind
    parts: tuple[Any, ...]

    @property
    def one(self) -> ir.Value:
        """What stands for it in LLVM, if that is one value."""
        (part,) = self.parts
        return part


def types(kind: Kind) -> list[ir.Type]:
    """The types in LLVM of what stands for a value of this kind."""
    from llvmlite import ir

    word = INT.type
    match kind:
        case Number():
            return [kind.type]
        case Cells(element=element):
            return [element.type.as_pointer()]
        case Array(element=Struct(), rank=rank):
            return [ir.IntType(8).as_pointer(), *[word] * rank]
        case Array(element=Number() as element, rank=rank):
            return [element.type.as_pointer(), *[word] * rank]
        case Item():
            return [ir.IntType(8).as_pointer()]
        case Record():
            return [word.as_pointer()]
        case Several(parts=parts):
            return [one for part in parts for one in types(part)]
        case Nothing():
            return []
    raise TypeError(kind)
