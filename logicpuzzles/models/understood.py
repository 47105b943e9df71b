"""What each constraint of a model was understood as: the forms that engines take of it, in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ..errors import Refusal
from ..wording import counted
from .constraints.base import Posted
from .constraints.computed import Computed
from .constraints.forms import Among, Form, Never
from .constraints.functions import Function
from .constraints.linear import Linear
from .constraints.tables import Table
from .reading import Reading

_PLACES = 8  # that are named at most


def understood(reading: Reading) -> Iterator[str]:
    """For the constraints of each name that were understood alike: how many, as what, and which where that differs."""
    if isinstance(reading.lowered, Refusal):
        return
    alike: dict[tuple[str, str], list[Posted]] = {}
    for posted, forms in zip(reading.posted, reading.lowered, strict=True):
        alike.setdefault((posted.name, described(forms)), []).append(posted)
    ways = Counter(name for name, _ in alike)
    for (name, words), together in alike.items():
        places = [posted.place for posted in together if posted.place is not None]
        where = f" ({_together(places)})" if places and (_ASKED in words or ways[name] > 1) else ""
        yield f"{len(together)} {name} as {words}{where}"


def _together(places: list[str]) -> str:
    """Places of the form "file:line", each once and each file once.

    >>> _together(["a.py:3", "a.py:3", "a.py:12", "b.py:1"])
    'a.py:3, 12, b.py:1'
    """
    said, before = [], ""
    for place in dict.fromkeys(places):
        file, _, line = place.rpartition(":")
        said.append(line if file == before else place)
        before = file
    return ", ".join(said[:_PLACES]) + " ..." * (len(said) > _PLACES)


def described(forms: list[Form]) -> str:
    """Forms in words.

    >>> described([Linear((0, 1), (1, -1), "<=", 3), Linear((0, 1), (1, 1), "==", 3), Table((0, 1), ((1, 2),))])
    '2 sums, table of up to 1 row'
    """
    rows = max((len(form.rows) for form in forms if isinstance(form, Table)), default=0)
    sizes = f" of up to {counted(rows, 'row')}"
    found = Counter(map(_word, forms))
    parts = [
        (words if n == 1 or words in _ALONE else counted(n, words)) + (sizes if words == "table" else "")
        for words, n in found.items()
    ]
    return ", ".join(parts) or "nothing: it always holds"


_ASKED = "calls of the function"
_NEVER = "what never holds"
_CLOSE = "formula, asking at times"
_ALONE = (_ASKED, _NEVER, _CLOSE)
_WORDS: dict[type[Form], str] = {
    Linear: "sum", Table: "table", Among: "domain", Never: _NEVER, Function: _ASKED,
}  # fmt: skip


def _word(form: Form) -> str:
    """What a kind of form is called: by default the name of its class."""
    if isinstance(form, Computed):
        return "formula" if form.is_certain else _CLOSE
    return _WORDS.get(type(form)) or re.sub(r"(?<!^)(?=[A-Z])", " ", type(form).__name__).lower()
