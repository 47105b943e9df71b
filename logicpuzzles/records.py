"""Records: frozen classes of named fields, such as `dataclasses` makes, for what a short process imports.

To import `dataclasses` takes 15 ms, and to make a class of it a third of a millisecond; a model of a hundred kinds of
constraints would begin with half of python-constraint's own time. Here what a class needs is made with its first
object. To `dataclasses` a record looks like one of its classes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")
_NONE: Any = object()  # the default of a field without one
FEW = 8  # objects of a class that are made before its `__init__` is compiled
_FIELDS = "_record_fields"  # where a class keeps its fields: {name: default}


@dataclass_transform(frozen_default=True)
def frozen(*, eq: bool = True, kw_only: bool = False, repr: bool = True) -> Callable[[type[T]], type[T]]:
    """Make a class a record: its fields are what it annotates, after those of its bases; defaults are shared.

    Parameters
    ----------
    eq
        Whether objects with equal fields are equal, and have the same hash.
    kw_only
        Whether fields are given by name alone.
    repr
        Whether `repr` shows the fields; `False` where the class says how.
    """

    def made(cls: type[T]) -> type[T]:
        fields: dict[str, Any] = {}
        for base in reversed(cls.__mro__[1:]):
            fields |= vars(base).get(_FIELDS, {})
        for name, kind in cls.__annotations__.items():
            if not str(kind).startswith("ClassVar"):
                fields[name] = vars(cls).get(name, _NONE)
        own: dict[str, Any] = {
            "__init__": _Init(cls, fields, kw_only),
            "__setattr__": _refusal(cls, fields),
            "__delattr__": _refusal(cls, fields),
            "__match_args__": () if kw_only else tuple(fields),
            "__dataclass_fields__": _AsDataclass("__dataclass_fields__", cls, fields, kw_only),
            "__dataclass_params__": _AsDataclass("__dataclass_params__", cls, fields, kw_only),
            "__replace__": replace,
        }
        if eq:
            own |= _compared(tuple(fields))
        if repr:
            own["__repr__"] = _shown
        for name, value in own.items():
            if name not in vars(cls):
                setattr(cls, name, value)
        setattr(cls, _FIELDS, fields)
        return cls

    return made


def replace(given: T, /, **changes: Any) -> T:
    """The same record with other values of some fields."""
    return type(given)(**{name: getattr(given, name) for name in names(given)} | changes)


def names(given: object) -> tuple[str, ...]:
    """The names of the fields of a record, or of a class of records."""
    return tuple(getattr(given, _FIELDS))


class _Init:
    """`__init__`, written once there are a few objects: to compile it takes as long as to make a hundred without."""

    def __init__(self, cls: type, fields: dict[str, Any], kw_only: bool) -> None:
        self.cls, self.fields, self.kw_only, self.n_left = cls, fields, kw_only, FEW

    def __get__(self, given: object, kind: type | None = None) -> Any:
        if given is not None and self.n_left:
            self.n_left -= 1
            return partial(self._fill, given)
        if vars(self.cls)["__init__"] is self:
            self.cls.__init__ = self._written()
        written = vars(self.cls)["__init__"]
        return written if given is None else written.__get__(given, kind)

    def _fill(self, given: Any, /, *values: Any, **named: Any) -> None:
        """What the written one does; where that raises something, it does so here."""
        taken = dict(zip(self.fields, values, strict=False))
        found = {**self.fields, **taken, **named}
        is_right = len(taken) == len(values) and len(found) == len(self.fields) and not (self.kw_only and values)
        if not is_right or taken.keys() & named.keys() or any(value is _NONE for value in found.values()):
            self._written()(given, *values, **named)
        vars(given).update(found)
        if hasattr(self.cls, "__post_init__"):
            given.__post_init__()

    def _written(self) -> Any:
        taken = [name if default is _NONE else f"{name}=_of[{name!r}]" for name, default in self.fields.items()]
        head = ", ".join(["self", *["*"][: self.kw_only and len(taken)], *taken])
        lines = [f"def __init__({head}):", " own = self.__dict__"]
        lines += [f" own[{name!r}] = {name}" for name in self.fields]
        if hasattr(self.cls, "__post_init__"):
            lines.append(" self.__post_init__()")
        found: dict[str, Any] = {"_of": self.fields}
        exec("\n".join(lines), found)
        written = found["__init__"]
        written.__qualname__, written.__module__ = f"{self.cls.__qualname__}.__init__", self.cls.__module__
        return written


def _refusal(cls: type, fields: dict[str, Any]) -> Callable[..., None]:
    """What refuses to set or to delete a field, and any attribute of an object of the very class."""

    def refuse(self: object, name: str, *value: Any) -> None:
        if type(self) is cls or name in fields:
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"cannot {'assign to' if value else 'delete'} field {name!r}")
        if value:
            object.__setattr__(self, name, *value)
        else:
            object.__delattr__(self, name)

    return refuse


def _compared(fields: tuple[str, ...]) -> dict[str, Any]:
    """How records are compared."""
    key: Callable[[Any], Any] = attrgetter(*fields) if fields else lambda given: ()

    def equal(self: object, other: object) -> bool:
        return key(self) == key(other) if other.__class__ is self.__class__ else NotImplemented

    def hashed(self: object) -> int:
        return hash(key(self))

    return {"__eq__": equal, "__hash__": hashed}


def _shown(self: object) -> str:
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names(self))})"


class _AsDataclass:
    """What `dataclasses` asks of its classes, taken from one that it makes when it asks."""

    def __init__(self, what: str, cls: type, fields: dict[str, Any], kw_only: bool) -> None:
        self.what, self.cls, self.fields, self.kw_only = what, cls, fields, kw_only

    def __get__(self, given: object, kind: type | None = None) -> Any:
        from dataclasses import field, make_dataclass

        declared = [(name, Any, field() if default is _NONE else field(default=default))
                    for name, default in self.fields.items()]  # fmt: skip
        found = getattr(make_dataclass(self.cls.__name__, declared, frozen=True, kw_only=self.kw_only), self.what)
        setattr(self.cls, self.what, found)
        return found
