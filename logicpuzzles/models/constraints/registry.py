"""Which constraint is read how: an engine reads `kind_of`, and what the forms say of themselves.

A new constraint is a file like `equality.py`, whose `KINDS` says how its class is read. One that forms of others can
say needs no more; a propagator of its own is a file of `kernels/`, its kind in `kernels/layout.py` and its line in
`revise` of `kernels/revising.py`. Files are imported when a model has a constraint of theirs.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

import constraint as library

from .base import Kind

# The files that read python-constraint's own classes. Other classes are read in the file that declares them.
_FILES = {
    "arithmetic": [
        library.ExactSumConstraint, library.MinSumConstraint, library.MaxSumConstraint,
        library.VariableExactSumConstraint, library.VariableMinSumConstraint, library.VariableMaxSumConstraint,
        library.ExactProdConstraint, library.MinProdConstraint, library.MaxProdConstraint,
        library.VariableExactProdConstraint, library.VariableMinProdConstraint, library.VariableMaxProdConstraint,
    ],
    "equality": [library.AllDifferentConstraint, library.AllEqualConstraint],
    "user_functions": [library.FunctionConstraint],
    "members": [
        library.InSetConstraint, library.NotInSetConstraint,
        library.SomeInSetConstraint, library.SomeNotInSetConstraint,
    ],
}  # fmt: skip
_FILE_OF = {cls: f"{__package__}.{name}" for name, classes in _FILES.items() for cls in classes}
_OWN_WORK = {"__call__", "preProcess", "forwardCheck"}  # a subclass that overrides one may mean something else


def kind_of(given: Any) -> Kind:
    """How `given` is read: a subclass like the library's class, unless it overrides how that works."""
    cls: Any = type(given)
    return _kind_of(cls)


@lru_cache(maxsize=256)  # of classes, which programs may make without end
def _kind_of(given: Any) -> Kind:
    for cls in given.__mro__:
        file = _FILE_OF.get(cls, cls.__module__)
        if file.startswith(f"{__package__}."):
            kind: Kind | None = import_module(file).KINDS.get(cls)
            if kind is not None:
                return kind
        if _OWN_WORK.intersection(vars(cls)):
            break
    return Kind()


@lru_cache(maxsize=256)
def is_known(cls: Any) -> bool:
    """Whether a class is one of python-constraint's that are read, or of this package's own."""
    return cls in _FILE_OF or cls.__module__.startswith(__package__.partition(".")[0] + ".")
