"""What each constraint of a model was understood as: the forms that engines take of it, in words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from ..errors import Refusal
from ..wording import counted
from .constraints.base import Posted
from .constraints.forms import Among, Form, Never
from .constraints.functions import Function
from .constraints.linear import Linear
from .constraints.tables import Table
from .reading import Reading

_PLACES = 3  # that are named of constraints that only Python decides


def understood(reading: Reading) -> Iterator[str]:
    """For the constraints of each name that were understood alike: how many, and as what."""
    if isinstance(reading.lowered, Refusal):
        return
    alike: dict[tuple[str, str], list[Posted]] = {}
    for posted, forms in zip(reading.posted, reading.lowered, strict=True):
        alike.setdefault((posted.name, described(forms)), []).append(posted)
    for (name, words), together in alike.items():
        places = [posted.place for posted in together if posted.place is not None]
        where = f" ({', '.join(places[:_PLACES])}{' ...' * (len(places) > _PLACES)})" if _ASKED in words else ""
        yield f"{len(together)} {name} as {words}{where}"


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
_ALONE = (_ASKED, _NEVER)
_WORDS: dict[type[Form], str] = {
    Linear: "sum", Table: "table", Among: "domain", Never: _NEVER, Function: _ASKED,
}  # fmt: skip


def _word(form: Form) -> str:
    """What a kind of form is called: by default the name of its class."""
    return _WORDS.get(type(form)) or re.sub(r"(?<!^)(?=[A-Z])", " ", type(form).__name__).lower()
