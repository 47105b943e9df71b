"""The picture of a model with cells marked: those that take part in a contradiction, by the values left of them.

A field, or a cell, has its value where that is the only one left, a `?` where several are, and a `.` where it is not
marked. Where a picture that is a function draws which variable, `drawings` finds out.
"""

from __future__ import annotations

from collections.abc import Collection

from ..drawing.scene import Scene
from ..integers import as_text
from .draw import FIELD, Part, Picture, laid
from .drawings import Drawings, first_values
from .values import Domains, Value


def marked(picture: Picture | None, domains: Domains, left: Domains) -> Scene | None:
    """The picture with the variables of `left` marked, by the values left of them.

    Parameters
    ----------
    domains
        All values of each variable that may be in the picture.

    Returns
    -------
    None where that cannot be, such as for a function that draws nothing but solutions, or where its lines change their
    lengths; or where nothing is told by it: nothing is marked, or all with a `?`.
    """
    shown = picture if isinstance(picture, str) else getattr(picture, "text", None)
    if isinstance(shown, str):
        return _with_fields(shown, domains, left)
    return _compared(picture, domains, left) if callable(picture) else None


def _with_fields(shown: str, domains: Domains, left: Domains) -> Scene | None:
    named = {as_text(variable): variable for variable in domains}
    parts: list[Part] = []
    told = set()
    end = 0
    for field in FIELD.finditer(shown):
        name, form = field.groups()
        if name not in named:
            continue
        variable = named[name]
        try:
            label = _marking(domains[variable], left.get(variable), form or "")
        except (TypeError, ValueError):
            return None
        told.add(label.strip())
        parts += [(shown[end : field.start()],), (label, label, variable)]
        end = field.end()
    return None if told <= {"."} or told == {"?"} else laid([*parts, (shown[end:],)])


def _marking(domain: Collection[Value], left: Collection[Value] | None, form: str) -> str:
    """What stands in the field of a variable with `left` of its values; None where it is not marked."""
    labels = {value: format(value, form) for value in domain}
    width = max(map(len, labels.values()))
    if left is not None and len(left) == 1:
        return labels[next(iter(left))].rjust(width)
    sign = "." if left is None else "?"
    return sign.ljust(width) if any(isinstance(value, str) for value in domain) else sign.rjust(width)


def _compared(picture: Picture, domains: Domains, left: Domains) -> Scene | None:
    """The board that a function draws, marked; None where that cannot be, or nothing is told."""
    drawings = Drawings.of(picture, domains, first_values({v: left.get(v) or domain for v, domain in domains.items()}))
    if drawings is None:
        return None
    signs = [_sign(drawings, at, left) for at in range(len(drawings.whole))]
    told = {sign.strip() for sign, of in zip(signs, drawings.owners, strict=True) if of} - {""}
    if told <= {drawings.none} or told == {"?"}:
        return None
    for variable, first, end in drawings.runs():  # one sign for all of a value that is written out
        field = drawings.field(variable, first, end)
        if field is not None and (variable not in left or len(left[variable]) > 1):
            sign = "?" if variable in left else drawings.none
            signs[slice(*field)] = drawings.in_field(variable, *field, sign)
    return drawings.scene(signs)


def _sign(drawings: Drawings, at: int, left: Domains) -> str:
    """What stands in a place."""
    own, owners = drawings.whole[at], drawings.owners[at]
    if not owners:
        return own
    concerned = [v for v in owners if v in left]
    if not concerned:
        return drawings.none if own.strip() else own
    may = {drawings.others[v][x][at] for v in concerned for x in drawings.domains[v] if x in left[v]}
    if len(may | {own}) > 1:
        return "?"
    return own if len(concerned) == len(owners) else drawings.none
