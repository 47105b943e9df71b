"""What the compiler takes: clauses whose terms are those of `logic`, and whose goals are these few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

from ..committing import CUT
from ..terms import AnyTerm, var

Site: TypeAlias = Any  # where a goal stands, for messages


class Unsupported(Exception):
    """The machine does not run this; the reference does."""


@dataclass(frozen=True, eq=False)
class Step:
    """One goal of a body."""

    @property
    def terms(self) -> Sequence[Any]:
        """The terms in it."""
        return ()

    @property
    def inner(self) -> Sequence[Sequence[Step]]:
        """The bodies in it."""
        return ()


@dataclass(frozen=True, eq=False)
class Pair(Step):
    left: Any
    right: Any
    site: Site = None

    @property
    def terms(self) -> Sequence[Any]:
        return (self.left, self.right)


class Equal(Pair):
    """Both are the same term."""


class Differ(Pair):
    """They differ, now and whatever their unknowns become."""


class Value(Pair):
    """The left is the value of the expression on the right."""


@dataclass(frozen=True, eq=False)
class Compare(Pair):
    """The values of both expressions stand in the order `test`, one of the numbers of `codes`."""

    test: int = 0


@dataclass(frozen=True, eq=False)
class Same(Pair):
    """Both are identical now; or they are not."""

    negated: bool = False

    @property
    def name(self) -> str:
        """As it is written."""
        return "\\==" if self.negated else "=="


@dataclass(frozen=True, eq=False)
class Kind(Step):
    """The term's tag is one of `bits`; bit 8: only Python can tell what a constant is."""

    bits: int
    term: Any
    site: Site = None
    name: str = ""

    @property
    def terms(self) -> Sequence[Any]:
        return (self.term,)


@dataclass(frozen=True, eq=False)
class Never(Step):
    """It does not hold."""


@dataclass(frozen=True, eq=False)
class Invoke(Step):
    """A call. `elsewhere`: errors inside it are told of this goal."""

    predicate: Any
    args: tuple[Any, ...]
    site: Site = None
    elsewhere: bool = False

    @property
    def terms(self) -> Sequence[Any]:
        return self.args


@dataclass(frozen=True, eq=False)
class Either(Step):
    """One of several bodies holds."""

    bodies: Sequence[Sequence[Step]]

    @property
    def inner(self) -> Sequence[Sequence[Step]]:
        return self.bodies


@dataclass(frozen=True, eq=False)
class IfThenElse(Step):
    """`then` for the first answer of `condition`, which binds no older unknown; `otherwise` if it has none."""

    condition: Sequence[Step]
    then: Sequence[Step]
    otherwise: Sequence[Step]
    site: Site = None
    name: str = "->"

    @property
    def inner(self) -> Sequence[Sequence[Step]]:
        return (self.condition, self.then, self.otherwise)


@dataclass(frozen=True, eq=False)
class Begin(Step):
    """Here begins what the cuts of `barrier`, a variable, commit to."""

    barrier: Any

    @property
    def terms(self) -> Sequence[Any]:
        return (self.barrier,)


@dataclass(frozen=True, eq=False)
class Cut(Begin):
    """Commit to what was chosen since `barrier`."""

    site: Site = None
    name: str = CUT


@dataclass(frozen=True, eq=False)
class Enclosed(Step):
    """A body that keeps the cuts of `barrier` inside."""

    body: Sequence[Step]
    barrier: Any
    site: Site = None

    @property
    def inner(self) -> Sequence[Sequence[Step]]:
        return (self.body,)


def once(body: Sequence[Step], site: Site = None, barrier: AnyTerm | None = None) -> Enclosed:
    """The first answer of a body, the cuts in which are those of `barrier`."""
    barrier = var() if barrier is None else barrier
    return Enclosed([*body, Cut(barrier, site, "once")], barrier, site)


@dataclass(frozen=True, eq=False)
class Collect(Step):
    """`results` is the list of the values of `template` for the answers of `body`."""

    template: Any
    body: Sequence[Step]
    results: Any
    site: Site = None
    name: str = "findall"

    @property
    def terms(self) -> Sequence[Any]:
        return (self.results,)

    @property
    def inner(self) -> Sequence[Sequence[Step]]:
        return (self.body,)


@dataclass(frozen=True, eq=False)
class Clause:
    """A head and a body; the cuts in the body that commit to the clause are those of `barrier`."""

    head: tuple[Any, ...]
    body: Sequence[Step] = ()
    barrier: Any = None


@dataclass(frozen=True, eq=False)
class Rows:
    """A predicate that is facts alone.

    Attributes
    ----------
    rows
        The arguments of each.
    whole
        Whether the reference looks them up by whole terms, not by their outermost name; then more may be stated.
    loaded
        How many of them there were when they were loaded.
    """

    rows: Sequence[tuple[Any, ...]]
    whole: bool
    loaded: int = -1

    @property
    def clauses(self) -> list[Clause]:
        """The same as clauses."""
        return [Clause(tuple(row)) for row in self.rows]


@dataclass(frozen=True, eq=False)
class Native:
    """A builtin relation that the kernel runs: its number in `codes`, and clauses for what it leaves to them."""

    number: int
    clauses: Sequence[Clause] | None = None


@dataclass(eq=False)
class Auxiliary:
    """A predicate made of a control construct: its clauses, or the one construct that it is."""

    arity: int
    clauses: Sequence[Clause] = ()
    construct: Step | None = None
    args: tuple[Any, ...] = field(default=())

    def lowered(self) -> Lowered:
        return self


# What a predicate is made of: a number is call/N with so many arguments added, None what only Python can run.
Lowered: TypeAlias = Sequence[Clause] | Rows | Native | Auxiliary | int | None


class Callee(Protocol):
    """A predicate that the machine may call."""

    @property
    def arity(self) -> int | None: ...

    def lowered(self) -> Lowered:
        """What the machine takes for it."""
        ...
