"""Text that every place with commands lays out alike: tables, paragraphs, how relations are called. Pure functions."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..drawing.folding import WIDTH, cut, folded
from ..logic.relations import Predicate
from ..rulefile.rulebook import RuleFile
from ..wording import plain_spaces, summary, unbroken

if TYPE_CHECKING:
    from ..text.names import Indicator


def own(rulefile: RuleFile) -> dict[Indicator, Predicate]:
    """The relations of a rule file by name and arity."""
    return {(name.split("/")[0], relation.arity or 0): relation for name, relation in rulefile.relations.items()}


def called(key: Indicator, relation: Predicate, longest: float = 40) -> str:
    """How a relation is called, with its parameters where it has them and this takes no more than so many characters.

    >>> from logicpuzzles import Relation
    >>> called(("neighbor", 2), Relation("neighbor", 2))
    'neighbor/2'
    """
    name, arity = key
    call = f"{name}({', '.join(relation.parameters)})"
    fits = relation.parameters and len(relation.parameters) == arity and len(call) <= longest
    return call if fits else f"{name}/{max(arity, 0)}"


def first_line(doc: str | None) -> str:
    """What a documentation says in its first line, to the end of a sentence."""
    return summary(doc)


def cut_table(rows: Sequence[tuple[str, str]], width: int, indent: str = "") -> str:
    """Two columns, a line for each row, cut at `width`."""
    left = min(max((len(first) for first, _ in rows), default=0), 32, width // 2)
    return "\n".join(cut(f"{indent}{first:<{left}}  {second}".rstrip(), width) for first, second in rows)


LEAST = 22  # columns that are left for a second column and what stands between


def table(rows: list[tuple[str, str]], least: int = 0, width: int = WIDTH) -> str:
    """Two columns, the second wrapped at `width`, line by line; a long first entry has a line of its own.

    >>> print(table([("cells", "8"), ("solved", "never:\\n  a, b")], width=40))
      cells   8
      solved  never:
                a, b
    """
    left = max(least, min(max((len(first) for first, _ in rows), default=0), 24, width // 3))
    if width - left < LEAST:
        left = min(left, 2)  # the second column goes below the first
    lines = []
    for first, second in rows:
        if len(first) > left:
            lines += textwrap.wrap(first, width, initial_indent="  ", subsequent_indent="    ")
            first = ""
        parts = [part for line in second.split("\n") for part in _wrapped(line, width - left - 4)]
        lines += [f"  {first if n == 0 else '':<{left}}  {line}".rstrip() for n, line in enumerate(parts)]
    return "\n".join(line for line in lines if line.strip())


def _wrapped(line: str, width: int) -> list[str]:
    """One line as one or more; what follows an indented one is indented further."""
    indent = len(line) - len(line.lstrip(" "))
    hanging = " " * (indent + 2) if indent else ""
    return textwrap.wrap(line, width, subsequent_indent=hanging, break_on_hyphens=False) or [""]


def listed(names: Iterable[str], width: int = WIDTH) -> str:
    """Names separated by commas, indented, wrapped between them only.

    >>> print(listed(["(0, 0)", "(0, 1)", "(1, 0)"], 20))
      (0, 0), (0, 1),
      (1, 0)
    """
    whole = ", ".join(map(unbroken, names))
    return plain_spaces(textwrap.fill(whole, width, initial_indent="  ", subsequent_indent="  "))


def wrapped(text: str, width: int = WIDTH) -> str:
    """`text` with the paragraphs that are wider than `width` wrapped; where a line is indented, each by itself.

    >>> print(wrapped("one two three\\n\\n  four\\n  five six", 10))
    one two
    three
    <BLANKLINE>
      four
      five six
    """
    return "\n\n".join(_paragraph(paragraph, width) for paragraph in text.split("\n\n"))


def _paragraph(text: str, width: int) -> str:
    lines = text.split("\n")
    if max(map(len, lines)) <= width:
        return text
    if any(line.startswith(" ") for line in lines):
        return "\n".join(part for line in lines for part in folded(line, width))
    return textwrap.fill(text, width, break_on_hyphens=False)
