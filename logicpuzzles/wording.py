"""Wording of messages: numbers with nouns, durations with units, names that were meant. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import groupby

_END = r"(?<=[\w)]{2})[.?!](?= [A-Z])"  # of a sentence, not of an initial


def counted(number: float, noun: str, nouns: str | None = None) -> str:
    """A number with its noun, in the plural (`nouns`, or `noun` and an s) where it should be.

    >>> counted(1, "move"), counted(5040, "state"), counted(0.5, "second"), counted(2, "guess", "guesses")
    ('1 move', '5,040 states', '0.5 seconds', '2 guesses')
    """
    return f"{figures(number)} {noun if number == 1 else nouns or f'{noun}s'}"


def were(number: int) -> str:
    """The verb after a number of things.

    >>> were(1), were(0)
    ('was', 'were')
    """
    return "was" if number == 1 else "were"


def alternatives(words: Iterable[object]) -> str:
    """Several of which one is meant.

    >>> alternatives([2, 3, 4]), alternatives(["left", "right"]), alternatives([7])
    ('2, 3 or 4', 'left or right', '7')
    """
    told = list(map(str, words))
    return " or ".join(filter(None, (", ".join(told[:-1]), told[-1])))


def figures(number: float) -> str:
    """A number without an exponent, unless it is very large or very small.

    >>> figures(120262), figures(1e-06), figures(60.0), figures(1e300)
    ('120,262', '0.000001', '60', '1e+300')
    """
    if isinstance(number, int) or number == int(number) < 10**15:
        return f"{int(number):,}"
    if not 1e-12 < number < 1e15:
        return f"{number:g}"
    from decimal import Decimal  # here: few numbers have a fraction

    return f"{Decimal(repr(number)):,f}"


def about(number: int) -> str:
    """A number of which only the first figures are meant.

    >>> about(1234), about(32_149_000)
    ('1,200', '3.2e7')
    """
    size = len(str(number))
    if size > 6:
        return f"{number // 10 ** (size - 2) / 10:g}e{size - 1}"
    return f"{number - number % 10 ** max(0, size - 2):,}"


def runs(numbers: Iterable[int]) -> list[list[int]]:
    """Increasing numbers, grouped into runs of consecutive ones.

    >>> runs([16, 17, 18, 20])
    [[16, 17, 18], [20]]
    """
    rows = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    return [[number for _, number in row] for _, row in rows]


def closest(name: str, known: Iterable[str], likeness: float = 0.7) -> str | None:
    """The known name that is most like `name`; None where none is so much alike.

    >>> closest("neighbour", ["neighbor", "label"]), closest("ancestor", ["functor"])
    ('neighbor', None)
    """
    from difflib import get_close_matches  # here: only errors need it

    return next(iter(get_close_matches(name, list(known), 1, cutoff=likeness)), None)


def summary(doc: str | None) -> str:
    """The sentences that end in the first line of a documentation; without one, that which begins there.

    >>> summary("Jugs: pour (H. Ernest, 1883). They\\nhold 8 litres.")
    'Jugs: pour (H. Ernest, 1883).'
    >>> summary("Cheeses move to a stool,\\n  one at a time. More\\nof it.")
    'Cheeses move to a stool, one at a time.'
    """
    paragraph = (doc or "").strip().split("\n\n", 1)[0]
    line, text = paragraph.split("\n", 1)[0].strip(), " ".join(paragraph.split())
    ends = [*(found.end() for found in re.finditer(_END, text)), len(text)]
    sentences = text[: max((end for end in ends if end <= len(line)), default=ends[0])]
    return sentences if len(sentences) <= max(200, len(line)) else f"{sentences[:197]}..."


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """The next step where `name` is close to a known one; None where it is close to none.

    >>> did_you_mean("rwos", ["rows", "cols"]), did_you_mean("x", ["rows"])
    ('did you mean rows?', None)
    """
    close = closest(name, known)
    return f"did you mean {close}?" if close else None


def cut_short(text: str, longest: int = 200) -> str:
    """`text` in quotes for a message, without its middle where it is very long.

    >>> cut_short("sevn"), cut_short("x" * 1000, 4)
    ("'sevn'", "'xx...xx'")
    """
    return repr(text if len(text) <= longest else f"{text[: longest // 2]}...{text[-longest // 2 :]}")


def duration(seconds: float) -> str:
    """A time with its unit, to three significant figures.

    >>> duration(0.00123), duration(3.14159), duration(1e-06), duration(4000)
    ('1.23 ms', '3.14 s', '0.001 ms', '4,000 s')
    """
    if seconds < 0.9995:
        return f"{figures(float(f'{seconds * 1000:.3g}'))} ms"
    return f"{seconds:.3g} s" if seconds < 999.5 else f"{seconds:,.0f} s"


def sized(n_bytes: int) -> str:
    """An amount of memory with its unit, to three significant figures.

    >>> sized(512), sized(33_600_000), sized(2_000_000_000)
    ('512 bytes', '33.6 MB', '2 GB')
    """
    for power, unit in enumerate(("kB", "MB", "GB"), 1):
        if n_bytes < 999.5 * 1000**power:
            return (
                counted(n_bytes, "byte")
                if n_bytes < 1000
                else f"{figures(float(f'{n_bytes / 1000**power:.3g}'))} {unit}"
            )
    return f"{n_bytes / 1e12:,.3g} TB"


def ago(seconds: float) -> str:
    """How long ago something was, in its largest unit.

    >>> ago(12), ago(7200), ago(90000)
    ('just now', '2 hours ago', '1 day ago')
    """
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60)):
        if seconds >= size:
            return f"{counted(int(seconds // size), unit)} ago"
    return "just now"


def heading(doc: str | None, otherwise: str) -> str:
    """The first sentence of a documentation, or `otherwise` where there is none.

    >>> heading("Bridge (D. Kahn): four cross it at\\nnight. It bears two.", "bridge"), heading("", "bridge")
    ('Bridge (D. Kahn): four cross it at night.', 'bridge')
    """
    paragraph = " ".join((doc or "").strip().partition("\n\n")[0].split())
    end = re.search(_END, paragraph)
    sentence = paragraph[: end.end()] if end else paragraph
    return (sentence if len(sentence) <= 200 else f"{sentence[:197]}...") or otherwise


def unbroken(text: str) -> str:
    """`text` as one word, which no wrapping breaks; `plain_spaces` undoes it."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")


def plain_spaces(text: str) -> str:
    """`text` with plain spaces for no-break ones.

    >>> plain_spaces(unbroken("1 heavy"))
    '1 heavy'
    """
    return text.replace("\N{NO-BREAK SPACE}", " ")
