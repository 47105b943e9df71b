"""Machine code out of an object file, as one piece that runs wherever it lies.

Of ELF (System V Application Binary Interface, chapters 4 and 5; AMD64 supplement, section 4.4) this is as much as LLVM
writes for kernels: code and constants that refer to each other by distances of 32 bits.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

from .executable import Code

_HEADER = struct.Struct("<40xQ10xHHH")  # where the headers of sections begin; size, number, section of names
_SECTION = struct.Struct("<IIQQQQIIQQ")  # name, type, flags, address, offset, size, link, info, alignment, entry
_SYMBOL = struct.Struct("<IBBHQQ")  # name, info, other, section, value, size
_RELOCATION = struct.Struct("<QQq")  # offset; symbol and type; addend
(_CODE, _SYMBOLS, _RELOCATIONS) = (1, 2, 4)  # types of sections
_LOADED = 2  # a flag of sections
_DISTANCES = {2, 4}  # types of relocations: R_X86_64_PC32, R_X86_64_PLT32


def linked(made: bytes, sizes: Mapping[str, int]) -> Code:
    """The code of an object file for Linux and x86-64, with these functions, and how many arguments each takes.

    Raises
    ------
    ValueError
        It refers to what is not in it, or to an address.
    """
    begin, size, number, _ = _HEADER.unpack_from(made)
    sections = [_SECTION.unpack_from(made, begin + n * size) for n in range(number)]
    body, places = bytearray(), {}
    for n, (_, kind, flags, _, offset, length, _, _, alignment, _) in enumerate(sections):
        if kind == _CODE and flags & _LOADED:
            body += bytes(-len(body) % alignment)
            places[n] = len(body)
            body += made[offset : offset + length]
    table = next(one for one in sections if one[1] == _SYMBOLS)
    texts = sections[table[6]][4]
    symbols: list[int | None] = []
    found: dict[str, int] = {}
    for name, _, _, section, value, _ in _entries(_SYMBOL, made, table):
        at = places[section] + value if section in places else None
        symbols.append(at)
        if at is not None:
            found[made[texts + name : made.index(0, texts + name)].decode()] = at
    for one in sections:
        if one[1] == _RELOCATIONS and one[7] in places:
            for offset, meant, addend in _entries(_RELOCATION, made, one):
                to, at = symbols[meant >> 32], places[one[7]] + offset
                if to is None or meant & 0xFFFFFFFF not in _DISTANCES:
                    raise ValueError("the compiled kernel refers to something outside")
                struct.pack_into("<i", body, at, to + addend - at)
    return Code(bytes(body), {name: (found[name], size) for name, size in sizes.items()})


def _entries(kind: struct.Struct, made: bytes, section: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return kind.iter_unpack(made[section[4] : section[4] + section[5]])
