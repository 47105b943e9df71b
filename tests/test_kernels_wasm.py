"""Kernels in WebAssembly, in Node, leave the same in their arrays as machine code does here, byte for byte.

Addresses are numbers of 64 bits in kernels, and WebAssembly takes the lower 32 of them. So all arrays of a call are
laid out anew in a memory of its own, and every word that leads into one of them here is replaced by where that lies
there. Calls of models are made as ordinary Python too; `test_kernels_as_python.py` does so for searches and games.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from logicpuzzles import load, loads
from logicpuzzles.games import tree_cache
from logicpuzzles.kernels import launch as launching
from logicpuzzles.kernels.launch import loaded, prepare
from logicpuzzles.kernels.passing import Passed, kind_of
from logicpuzzles.kernels.translation import Translation, module_of
from logicpuzzles.logic.machine import driver
from logicpuzzles.logic.machine.memory import Memory
from logicpuzzles.models import compiled
from logicpuzzles.models.compiled import CompiledSearch
from logicpuzzles.models.loading import call as model_call
from logicpuzzles.models.loading import int64s, library
from logicpuzzles.models.reading import Reading
from logicpuzzles.search.budget import Budget

BASE = 16 << 20  # where the arrays lie in WebAssembly, behind its stack
TRIPLE = "wasm32-unknown-unknown"


def linker() -> list[str] | None:
    """How a linker for WebAssembly is called; None where there is none."""
    found = next(filter(None, map(shutil.which, ("wasm-ld", "wasm-ld-19", "wasm-ld-14"))), None)
    if found is not None:
        return [found]
    return [sys.executable, "-m", "ziglang", "wasm-ld"] if importlib.util.find_spec("ziglang") else None


pytestmark = [
    pytest.mark.skipif(shutil.which("node") is None, reason="Node is not there"),
    pytest.mark.skipif(linker() is None, reason="no linker is there: Debian's lld, or ziglang"),
]


@dataclass(frozen=True)
class Call:
    """A call of a kernel: its words, the arrays that it can reach before and after it, what it gave."""

    name: str
    words: tuple[int, ...]
    places: tuple[int, ...]
    before: tuple[bytes, ...]
    after: tuple[bytes, ...]
    result: int


class Calls(list[Call]):
    """Calls that were made here.

    Attributes
    ----------
    made
        The instructions of the kernels that were launched.
    names
        What these are called there, by the kernel and the kinds of its arguments.
    """

    def __init__(self) -> None:
        super().__init__()
        self.made = Translation()
        self.names: dict[Any, str] = {}

    def make(self, name: str, function: Callable[..., int], words: Sequence[int], reached: Sequence[Any]) -> int:
        """Call machine code, and note it with the arrays that it can reach."""
        views = [np.frombuffer(one, np.uint8) for one in reached if len(one)]
        before = tuple(view.tobytes() for view in views)
        result = function(*words)
        after, places = (view.tobytes() for view in views), (int(view.ctypes.data) for view in views)
        self.append(Call(name, tuple(map(int, words)), tuple(places), before, tuple(after), result))
        return result

    def launch(self, kernel: Callable[..., int], *arguments: Any) -> int:
        """The same for a kernel that `launch` runs."""
        prepare(kernel, *arguments)
        passed = Passed(arguments)
        key = kernel, *passed.key
        if key not in self.names:
            self.names[key] = f"{kernel.__name__}_{len(self.names)}"
            self.made.export(kernel, self.names[key], list(map(kind_of, arguments)))
        reached = {id(one): one for one in (*arrays_of(arguments), *passed._slots)}
        return self.make(self.names[key], loaded[key], passed.words, list(reached.values()))


def arrays_of(value: Any) -> Iterator[Any]:
    """The arrays in arguments, of which records are tuples."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from arrays_of(part)


class Layout:
    """Where the arrays of a call lie in WebAssembly."""

    def __init__(self, call: Call) -> None:
        order = sorted(range(len(call.places)), key=call.places.__getitem__)
        self.here = np.array([call.places[n] for n in order], np.int64)
        self.sizes = np.array([len(call.before[n]) for n in order], np.int64)
        rooms = (self.sizes + 127) // 64 * 64  # with a gap behind each, which is to stay empty
        self.there = BASE + np.cumsum(rooms) - rooms
        self.end = int(self.there[-1] + rooms[-1])
        self.order = order

    def moved(self, words: Any) -> Any:
        """Words, those that are addresses here as what they are there."""
        at = np.clip(np.searchsorted(self.here, words, "right") - 1, 0, None)
        offset = words - self.here[at]
        return np.where((offset >= 0) & (offset < self.sizes[at]), self.there[at] + offset, words)

    def image(self, contents: Sequence[bytes]) -> bytes:
        """The memory from BASE on, with these contents of the arrays."""
        made = bytearray(self.end - BASE)
        for n, there in zip(self.order, self.there, strict=True):
            content, words = contents[n], len(contents[n]) // 8
            body = self.moved(np.frombuffer(content, np.int64, words)).tobytes() + content[8 * words :]
            made[there - BASE : there - BASE + len(body)] = body
        return bytes(made)


def linked(text: str, folder: Path) -> str:
    """The name of the module in the folder that is made of LLVM's instructions; it needs nothing but memory."""
    from llvmlite import binding

    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    target = binding.Target.from_triple(TRIPLE).create_target_machine(opt=1, reloc="static")
    module = binding.parse_assembly(text)
    module.triple, module.data_layout = TRIPLE, str(target.target_data)
    module.verify()
    (folder / "kernel.o").write_bytes(target.emit_object(module))
    options = ["--no-entry", "--export-all", "--import-memory", "--stack-first"]
    subprocess.run([*(linker() or []), *options, "-o", "kernel.wasm", "kernel.o"], cwd=folder, check=True)
    return "kernel.wasm"


def in_node(calls: Sequence[Call], module: str, folder: Path) -> list[tuple[int, bytes]]:
    """What each call gives in WebAssembly, and leaves in memory."""
    todo = []
    for n, call in enumerate(calls):
        layout = Layout(call)
        (folder / f"{n}.image").write_bytes(layout.image(call.before))
        words = [str(word) for word in layout.moved(np.array(call.words, np.int64))]
        todo.append({"module": module, "name": call.name, "words": words, "image": f"{n}.image"})
    (folder / "calls.json").write_text(json.dumps({"base": BASE, "calls": todo}))
    script = Path(__file__).with_name("kernels_in_wasm.mjs")
    subprocess.run([str(shutil.which("node")), str(script), str(folder)], check=True)
    results = map(int, json.loads((folder / "results.json").read_text()))
    return [(result, (folder / f"{n}.image.after").read_bytes()) for n, result in enumerate(results)]


def models(calls: Calls, patch: pytest.MonkeyPatch) -> None:
    """All solutions of some models; each call is made as ordinary Python too, and leaves the same."""

    def call(entry: str, cells: Any, *numbers: int, alone: bool = True) -> int:
        reached, name = [int64s(one) for one in cells], entry.rpartition(":")[2]
        words = [one.buffer_info()[0] for one in reached]
        found = calls.make(name, library.function(name), (*words, *numbers), reached)
        assert model_call(entry, cells, *numbers) == found
        assert [int64s(one) for one in cells] == reached
        return found

    patch.setattr(library, "is_compiled", lambda: False)
    patch.setattr(compiled, "call", call)
    for name, given, expected in (("queens", {"n": 6}, 4), ("golomb", {"marks": 4}, 1), ("zebra", {}, 1)):
        search = CompiledSearch(Reading.of(load(name, **given).model.build(), None).packed, {}, Budget())
        search._patience = 1 << 40  # the kernel that is compiled never takes over
        assert search.count() >= expected


PROGRAM = """
app([], L, L).
app([H|T], L, [H|R]) :- app(T, L, R).
nrev([], []).
nrev([H|T], R) :- nrev(T, S), app(S, [H], R).
queens(Qs) :- numlist(1, 6, Ns), permutation(Ns, Qs), safe(Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [P|Ps], D) :- Q =\\= P + D, Q =\\= P - D, E is D + 1, no_attack(Q, Ps, E).
collatz(1, 0) :- !.
collatz(N, S) :- ( N mod 2 =:= 0 -> M is N // 2 ; M is 3 * N + 1 ), collatz(M, T), S is T + 1.
"""
QUERIES = {"numlist(1, 40, L), nrev(L, R)": 1, "queens(Qs)": 4, "collatz(97, S)": 1, "dif(X, a), member(X, [a, b])": 1}


def queries(calls: Calls, patch: pytest.MonkeyPatch) -> None:
    """All answers to some queries; short ones, so that the budget ends calls too."""
    reached: dict[int, list[Any]] = {}
    arrays, function = Memory.arrays, driver.function

    def noted(memory: Memory) -> int:
        at = arrays(memory)
        reached[at] = [*(memory.passed or ()), memory.addresses]
        return at

    def called(name: str) -> Callable[..., int]:
        return lambda at, *numbers: calls.make(name, function(name), (at, *numbers), reached[at])

    patch.setattr(Memory, "arrays", noted)
    patch.setattr(driver, "function", called)
    patch.setattr(driver, "FIRST", 300)
    rules = loads(PROGRAM)
    for query, n in QUERIES.items():
        assert len(list(rules.ask(query, engine="kernel"))) == n


def compiled_as_a_whole(module: str) -> Callable[[Calls, pytest.MonkeyPatch], str]:
    """The instructions of all that a module compiles."""

    def text(calls: Calls, patch: pytest.MonkeyPatch) -> str:
        whole: ModuleType = import_module(module)
        patch.setattr(whole, "compiled", module_of)  # the instructions in the place of machine code
        found: str = whole.kernel()
        return found

    return text


def launched(work: Callable[[], object]) -> Callable[[Calls, pytest.MonkeyPatch], None]:
    """Some work by kernels that `launch` runs."""

    def run(calls: Calls, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(tree_cache, "read_tree", lambda game: None)  # it is to be worked out
        work()  # so that all modules are there that it needs
        for module in list(sys.modules.values()):
            if getattr(module, "launch", None) is launching.launch and module is not launching:
                patch.setattr(module, "launch", calls.launch)
        work()

    return run


def of_launched(calls: Calls, patch: pytest.MonkeyPatch) -> str:
    """The instructions of the kernels that were launched."""
    return calls.made.text()


# What calls kernels here, and their instructions.
CASES: dict[str, tuple[Callable[..., None], Callable[..., str]]] = {
    "models": (models, compiled_as_a_whole("logicpuzzles.models.kernels.build")),
    "queries": (queries, compiled_as_a_whole("logicpuzzles.logic.machine.kernels.build")),
    "bfs": (launched(lambda: load("six").puzzle.solve(strategy="bfs", engine="compiled")), of_launched),
    "astar": (launched(lambda: load("six").puzzle.solve(strategy="astar", engine="compiled")), of_launched),
    "game": (launched(lambda: load("coins").game.explore("optimum", workers=1)), of_launched),
}


@pytest.mark.parametrize("name", CASES)
def test_the_arrays_are_the_same(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run, text = CASES[name]
    calls = Calls()
    with monkeypatch.context() as patch:
        run(calls, patch)
    with monkeypatch.context() as patch:
        made = linked(text(calls, patch), tmp_path)
    assert calls
    assert any(call.before != call.after for call in calls)
    for n, (call, (result, memory)) in enumerate(zip(calls, in_node(calls, made, tmp_path), strict=True)):
        assert result == call.result, f"call {n} of {call.name}"
        assert memory == Layout(call).image(call.after), f"call {n} of {call.name}"
