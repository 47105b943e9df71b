"""The arrays of the propagation kernel, as they grow and as the queries of a model use them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .kernels import layout
from .loading import Numbers, int64s
from .values import Test, Value, ValueClass, Values

if TYPE_CHECKING:
    from .questions import Question

_FIRST_CUTOFF = 250  # decisions before the search for a first solution restarts


@dataclass(frozen=True, eq=False)
class Packed:
    """The arrays of a model, shared by all its queries.

    Attributes
    ----------
    t
        The array that a search only reads; see `kernels.layout`.
    s
        The array that a search changes, as it is at the start.
    order
        The variable, numbered as in `forms`, behind each number here: those of the relation come first.
    classes, domains, decode
        For each variable in that order, its class, its values, and its own object for each bit.
    functions
        What Python tests, by the first parameter of FUNCTION propagators.
    """

    t: list[int]
    s: list[int]
    order: tuple[int, ...]
    classes: Sequence[ValueClass]
    domains: Sequence[Values]
    decode: list[list[Any]]
    functions: list[Test]

    @cached_property
    def compiled_t(self) -> array[int]:
        """`t` for the compiled kernel."""
        return int64s(self.t)

    @cached_property
    def _compiled_s(self) -> array[int]:
        return int64s(self.s)

    @cached_property
    def columns(self) -> list[tuple[int, Callable[[int], Any]]]:
        """For each variable, numbered as in `forms`, its number here, and what gives its value for a bit."""
        numbers = sorted(range(len(self.order)), key=self.order.__getitem__)
        return [(i, self.decode[i].__getitem__) for i in numbers]

    @cached_property
    def _questions(self) -> dict[int, Question]:
        return {}

    def question(self, p: int) -> Question:
        """What is known of the function that Python was asked about, of the propagator at `p`."""
        if p not in self._questions:
            from .questions import Question  # here: few models have such functions

            test = self.functions[self.t[p + layout.NUMBER]]
            self._questions[p] = Question(self.t, p, test, lambda variable: self.decode[self.number(variable)])
        return self._questions[p]

    def answer(self, s: Numbers) -> None:
        """Answer what the kernel asks in `s`."""
        self.question(s[layout.ASKED]).answer(s)

    @property
    def is_free(self) -> bool:
        """Whether no constraint is left, and all variables are of the relation."""
        return self.t[layout.N_PROPAGATORS] == 0 and self.t[layout.N_MAIN] == len(self.order)

    def start(self, cuts: Mapping[int, Values], compiled: bool = False) -> list[int] | array[int] | None:
        """A copy of `s` in which the domains of `cuts` are cut down to those values; None if nothing is left of one.

        It is a list, or an array for the compiled kernel.
        """
        s = self._compiled_s[:] if compiled else self.s[:]
        for i, v in enumerate(self.order if cuts else ()):
            if v not in cuts:
                continue
            left = self.classes[i].words(set(cuts[v]).intersection(self.domains[i]))
            if not any(left):
                return None
            first = self.t[record(i) + layout.FIRST]
            for place, word in enumerate(int64s(left) if compiled else left):
                s[first + layout.STRIDE * place] = word
        return s

    def tighten(self, most: int) -> None:
        """Let the objective's sum be at most this."""
        at = self.t[layout.OBJECTIVE] + layout.NUMBER
        self.t[at] = self.compiled_t[at] = most

    def domains_at_root(self, s: list[int] | array[int]) -> dict[int, Values]:
        """What is left of each variable, numbered as in `forms`, apart from all decisions."""
        s = s[:]
        first = s[s[layout.LEVELS] + 2] if s[layout.DEPTH] else s[layout.TRAIL]
        for i in range(s[layout.TRAIL] - 1, first - 1, -1):
            entry = s[layout.UNDO] + 2 * i
            s[s[entry]] = s[entry + 1]
        found = {}
        for i, v in enumerate(self.order):
            first, end = self.t[record(i) + layout.FIRST], self.t[record(i) + layout.END]
            words, values = s[first : end : layout.STRIDE], self.decode[i]
            found[v] = tuple([value for k, value in enumerate(values) if words[k >> 6] >> (k & 63) & 1])
        return found

    def n_words(self, left: Mapping[int, Values]) -> int:
        """How many words all domains would take with what is left of them."""
        members: dict[int, set[Value]] = {}
        for i, v in enumerate(self.order):
            members.setdefault(id(self.classes[i]), set()).update(left[v])
        return sum((len(members[id(c)]) + 63) // 64 for c in self.classes)

    def number(self, address: int) -> int:
        """The number of the variable with the record at `address`."""
        return (address - layout.T_HEADER) // layout.VARIABLE_SIZE


class Packing:
    """The arrays as they grow: `t` begins with the variables, and what `keep` and `add` append comes behind them."""

    def __init__(self, domains: Sequence[Values], classes: Sequence[ValueClass]) -> None:
        self.domains, self.classes = domains, classes
        self.functions: list[Test] = []
        self.t = [0] * record(len(domains))
        self.propagators: list[int] = []
        self.objective = 0
        self.watches: list[list[int]] = [[] for _ in domains]
        self.degrees = [0] * len(domains)
        self.n_scratch = 1
        self.n_cache = 0
        self.covers: list[tuple[int, Sequence[int]]] = []
        self.tables: dict[Any, tuple[int, list[int]]] = {}  # how many rows, and where they are, of those that are kept

    def keep(self, numbers: Iterable[int]) -> int:
        """Append numbers to `t` and return their address."""
        at = len(self.t)
        self.t += numbers
        return at

    def add(
        self,
        kind: int,
        scope: Sequence[int],
        *,
        number: Sequence[int] = (),
        weight: Sequence[int] = (),
        event: int = layout.CHANGED,
        late: bool = False,
        n_scratch: int = 0,
        is_extra: bool = False,
    ) -> int:
        """Add a propagator of a kind of `kernels.layout` on the variables numbered in `scope`; see there.

        It waits for `event`; where that is 0, only another lets it run. One that `is_extra` only sees more than others
        that say the same: it does not count as one more constraint on its variables. Returns its address.
        """
        pairs = [0] * (2 * len(scope))
        pairs[::2] = [layout.T_HEADER + layout.VARIABLE_SIZE * v for v in scope]
        if weight:
            pairs[1::2] = weight
        at = self.keep(pairs)
        mark = layout.S_HEADER + len(self.propagators)
        p = self.keep((kind, at, at + 2 * len(scope), int(late), mark, *number))
        self.propagators.append(p)
        for v in dict.fromkeys(scope):
            if event:
                self.watches[v] += (p, event)
            if not is_extra:
                self.degrees[v] += 1
        self.n_scratch = max(self.n_scratch, n_scratch)
        if kind == layout.COVER:
            self.covers.append((p, scope))
        return p

    def lists(self, given: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
        """Append lists of numbers to `t`; where each begins and ends."""
        ends = []
        for numbers in given:
            at = self.keep(numbers)
            ends.append((at, at + len(numbers)))
        return ends

    def variable(self, v: int) -> int:
        """The address of the record of a variable."""
        return record(v)

    def cache(self, *sizes: int) -> list[int]:
        """Room for what a propagator keeps: where each part, of so many numbers, begins in the cache."""
        places = []
        for n in sizes:
            places.append(self.n_cache)
            self.n_cache += n
        return places

    def packed(self, order: tuple[int, ...], n_main: int) -> Packed:
        """The arrays, when all propagators are there; the first `n_main` variables are those of the relation."""
        n_vars, n_props = len(self.domains), len(self.propagators)
        whole = [p for p, scope in self.covers if max(scope) < n_main]
        covers = self.keep(whole)
        header = n_vars, n_main, layout.T_HEADER, n_props, covers, covers + len(whole), self.objective
        self.t[: layout.T_HEADER] = header
        blame_at = layout.S_HEADER + n_props
        at = blame_at + n_vars
        numbers: dict[int, int] = {}
        for v, c in enumerate(self.classes):
            if id(c) not in numbers:
                numbers[id(c)] = self.keep(c.numbers or [0])
            watched = self.keep(self.watches[v])
            end = at + layout.STRIDE * c.n_words
            self.t[record(v) : record(v + 1)] = (
                at, end, numbers[id(c)], len(c.numbers), int(c.is_dense), watched, watched + len(self.watches[v]),
                blame_at + v,
            )  # fmt: skip
            at = end
        return Packed(self.t, self._start(), order, self.classes, self.domains, self._decode(), self.functions)

    def _decode(self) -> list[list[Any]]:
        """For each variable, its own object for each bit."""
        known: dict[tuple[int, int], list[Any]] = {}
        decode = []
        for c, domain in zip(self.classes, self.domains, strict=True):
            if (id(c), id(domain)) not in known:
                own = dict(zip(domain, domain, strict=True))
                known[id(c), id(domain)] = [own.get(value) for value in c.bits]
            decode.append(known[id(c), id(domain)])
        return decode

    def _start(self) -> list[int]:
        """The array `s` at the start: every propagator waits."""
        n_vars, n_props = len(self.domains), len(self.propagators)
        known: dict[tuple[int, int], list[int]] = {}  # most variables share their class and their domain
        words = []
        for c, d in zip(self.classes, self.domains, strict=True):
            if (id(c), id(d)) not in known:
                known[id(c), id(d)] = c.words(d)
            words.append(known[id(c), id(d)])
        flat = [x for domain in words for word in domain for x in (word, 0)]
        first = layout.S_HEADER + n_props + n_vars
        queues = first + len(flat)
        undo = queues + 2 * n_props
        levels = undo + 2 * (sum(map(len, self.domains)) + 1)  # each change of a word removes a value
        scratch = levels + layout.LEVEL_SIZE * (n_vars + 1)
        reply = scratch + self.n_scratch
        cache = reply + max(map(len, words))
        s = [0] * (cache + self.n_cache)
        s[layout.CUTOFF] = s[layout.LIMIT] = _FIRST_CUTOFF
        s[layout.CACHE], s[layout.VALUE] = cache, -1
        s[layout.QUEUES : layout.REPLY + 1] = queues, undo, levels, scratch, reply
        s[layout.S_HEADER : first] = [1] * n_props + [1 + degree for degree in self.degrees]
        s[first:queues] = flat
        for late in (0, 1):
            waiting = [p for p in self.propagators if self.t[p + layout.LATE] == late]
            at = queues + late * n_props
            s[at : at + len(waiting)] = waiting
            s[layout.WAITING + late] = len(waiting)
        return s


def record(v: int) -> int:
    """The address in `t` of the record of the variable numbered `v`."""
    return layout.T_HEADER + layout.VARIABLE_SIZE * v
