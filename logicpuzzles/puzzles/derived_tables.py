"""The tables of a derived bound: built when they are asked for, and kept in the user's cache folder."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias

from ..background import asking, in_background
from ..endings import State
from ..errors import PuzzleError, Refusal
from ..logic.writer import write
from ..proofs.abstraction.pattern import closed
from ..proofs.bound_places import bounds_folder, place
from ..rewriting.program import Program
from ..rewriting.rewrite import Pattern
from ..rewriting.values import Value, members
from ..search.budget import Teller
from ..watchdog import check_all
from ..wording import did_you_mean
from ..workers.threads import cores
from .chosen_bound import BoundChoice

if TYPE_CHECKING:
    from ..limits import Progress
    from ..proofs import table_cache
    from ..proofs.abstraction.pattern import Kind
    from ..proofs.lookups import PatternBound

LONG = 0.3  # seconds of choosing groups after which they are kept
GROUPS = ".groups"  # ends the names of files of groups whose tables are not built
Chosen: TypeAlias = "tuple[Sequence[Sequence[Value]], Kind]"


@dataclass(eq=False)
class DerivedTables:
    """The tables of one goal and one choice of groups.

    Parameters
    ----------
    program, goals, start
        As for `patterns.build`.
    choice
        The groups, where they are given, and the memory.
    name
        What the rules are called where the files are listed.
    had
        The bounds that this process has read or built, by their files.
    chosen
        The groups that it has chosen, likewise.

    Raises
    ------
    PuzzleError
        A group has a value that no cell can hold.
    """

    program: Program
    goals: Sequence[Pattern]
    start: State
    choice: BoundChoice
    name: str
    had: dict[Path, PatternBound]
    chosen: dict[Path, Chosen]

    def __post_init__(self) -> None:
        self.groups = [[self._number(value) for value in group] for group in self.choice.groups]

    @cached_property
    def path(self) -> Path:
        """The file for these tables. What they are for is told by how often the start has each value, and where."""
        kind = kind_of(self.program, self.start)
        return place(self.program, self.program.goals(self.goals), (kind, self.groups or self.choice.memory))

    def cached(self) -> PatternBound | None:
        """The bound, where its tables were built before and take no more memory than they may."""
        bound = self.had.get(self.path) or self._read()
        if bound is None or sum(lookup.entries.nbytes for lookup in bound.distinct()) > self.choice.memory:
            return None
        return bound

    def _read(self) -> PatternBound | None:
        if not (bounds_folder().is_dir() and os.path.exists(self.path)):  # a long program takes time to digest
            return None
        from ..proofs import table_cache  # here: most puzzles have no tables, and need no numpy

        found = table_cache.read_tables(self.path)
        try:
            if found is not None:
                self.had[self.path] = self._bound(found)
            return self.had.get(self.path)
        except (ValueError, TypeError, LookupError, OverflowError, PuzzleError, Refusal):
            table_cache.tell_damaged(self.path)
            return None

    def build(self, progress: Progress | None = None) -> PatternBound:
        """The bound, built now and kept. An interrupt or a limit ends it soon, with nothing kept.

        `progress` is told where no search is running, whose own is told otherwise.

        Raises
        ------
        Refusal
            There is none, or its tables take more memory than they may.
        """
        work = _Work()
        try:
            made: PatternBound
            if progress is None:
                made = in_background(lambda: self._build(work), lambda: work.line)
            else:
                told = partial(_report, Teller(progress, perf_counter()))
                made = asking(told, in_background, lambda: self._build(work), lambda: work.line)
            self.had[self.path] = made
            return made
        finally:
            work.is_over = True

    def planned(self) -> PatternBound:
        """The bound with empty tables: what would be built.

        Raises
        ------
        Refusal
            There is none, or no tables are small enough.
        """
        import numpy as np

        from ..proofs.patterns import build, size_of

        program, goals, start = self.program, self.goals, self.start
        began = perf_counter()
        groups, of = self._chosen()
        if perf_counter() - began > LONG:
            self._keep_choice(groups, of)
        empty = [np.zeros(size_of(program, goals, group, of=of, start=start), np.uint8) for group in groups]
        return self._mirrored(build(program, goals, groups, of=of, start=start, known=empty))

    def _chosen(self, progress: Progress | None = None) -> Chosen:
        """The groups, and what they are of."""
        if self.choice.groups:
            return self.choice.groups, "values"
        found = self.chosen.get(self.path) or self._read_choice()
        if found is None:
            from ..proofs.grouping import choose

            program, goals, start, memory = self.program, self.goals, self.start, self.choice.memory
            grouping = choose(program, goals, start, memory=memory, workers=cores(), progress=progress)
            found = grouping.groups, grouping.of
        self.chosen[self.path] = found
        return found

    def _read_choice(self) -> Chosen | None:
        """The groups that were chosen before."""
        path = self.path.with_suffix(GROUPS)
        if not path.exists():
            return None
        from ..proofs import table_cache

        found = table_cache.read_tables(path)
        try:
            return None if found is None else self._checked(*self._named(found))
        except (ValueError, TypeError, LookupError, OverflowError, PuzzleError):
            table_cache.tell_damaged(path)
            return None

    def _checked(self, groups: Sequence[Sequence[Value]], of: Kind) -> Chosen:
        """Groups that were kept, unless they have what no cell holds, or cells that are not there."""
        if any(cell not in range(self.program.n_cells) for group in groups for cell in group if of == "cells"):
            raise ValueError("no such cell")
        if of != "cells" and self._numbers(groups, of) == []:
            raise ValueError("no group")
        return groups, of

    def _keep_choice(self, groups: Sequence[Sequence[Value]], of: Kind) -> None:
        """Keep the groups alone, where the tables are not built."""
        from ..proofs import table_cache

        shown = " ".join(f"({' '.join(map(write, group))})" for group in groups)
        title = f"{self.name}: groups {shown}, no tables"
        table_cache.keep(
            self.path.with_suffix(GROUPS), title, table_cache.KeptTables([of, self._numbers(groups, of)], ())
        )

    def _numbers(self, groups: Sequence[Sequence[Value]], of: Kind) -> list[list[int]]:
        """The groups as they are kept: values by their numbers."""
        return [list(group) if of == "cells" else list(map(self._number, group)) for group in groups]

    def _named(self, found: table_cache.KeptTables) -> Chosen:
        """The groups that were kept."""
        of, groups = found.chosen
        if of == "cells":
            return [[int(cell) for cell in group] for group in groups], of
        return [[self.program.values[int(number)] for number in group] for group in groups], of

    def _build(self, work: _Work) -> PatternBound:
        from ..proofs import table_cache
        from ..proofs.patterns import build

        program, goals, start, memory = self.program, self.goals, self.start, self.choice.memory
        work("building a bound: choosing groups")
        groups, of = self._chosen(lambda line: work(f"building a bound: choosing groups, {line}"))
        bound = build(program, goals, groups, of=of, start=start, memory=memory, workers=cores(), progress=work)
        work("building a bound: keeping its tables")
        lookups = bound.distinct()
        kept = self._numbers([lookup.kept for lookup in lookups], of)
        title = f"{self.name}: {bound.name()}"
        tables = table_cache.KeptTables([of, kept], tuple(lookup.entries for lookup in lookups))
        table_cache.keep(self.path, title, tables)
        return self._mirrored(bound)

    def _bound(self, found: table_cache.KeptTables) -> PatternBound:
        """The bound of tables that were kept."""
        from ..proofs.patterns import build

        groups, of = self._named(found)
        bound = build(self.program, self.goals, groups, of=of, start=self.start, memory=1 << 62, known=found.entries)
        return self._mirrored(bound)

    def _mirrored(self, bound: PatternBound) -> PatternBound:
        from ..proofs.mirrored import mirrored

        if bound.of == "cells" and any(len(lookup.kept) == self.program.n_cells for lookup in bound.distinct()):
            return bound  # it keeps the whole state: nothing is nearer to the truth
        return mirrored(self.program, self.goals, bound, self.start)

    def _number(self, value: Value) -> int:
        number = self.program.values.get(value)
        if number is None or not self.program.held >> number & 1:
            held = [self.program.values[n] for n in members(self.program.held)]
            numbers = sorted(value for value in held if type(value) is int)
            known = [*map(write, numbers), *sorted(write(value) for value in held if type(value) is not int)]
            shown = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
            raise PuzzleError(
                f"no cell can hold {write(value)}", place=self.choice.place, expected=f"groups of {shown}",
                hint=did_you_mean(write(value), known),
            )  # fmt: skip
        return number


def kind_of(program: Program, start: State) -> list[int]:
    """What tables depend on of a start: the values that it has, or those that its cells may ever hold."""
    return sorted(program.values.encode(start)) if program.permutes else closed(program, start)


def _report(teller: Teller, doing: str) -> None:
    """Stop at the limits around, and tell what is being done."""
    check_all(doing, whole=True)
    teller.tell(lambda: doing, perf_counter())


class _Work:
    """How far the building is; once nobody waits for it any more, it ends where it next tells that."""

    def __init__(self) -> None:
        self.line, self.is_over = "building a bound", False

    def __call__(self, line: str) -> None:
        if self.is_over:
            raise Refusal("nobody waits for this bound")
        self.line = line
