"""The log of an exploration in a store: which run it is, and the layers that are complete.

`run.json` says what is explored. `log.jsonl` has a line for each complete layer, with the states of each part; what it
says holds. Files of a layer that is not in the log are whole too, or not there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from ...endings import State
from ...errors import PuzzleError
from ...logic.notation import readable
from .file import Layer, layer_folder
from .store import Store

FORMAT = 1  # of all files of a store
RUN, LOG = "run.json", "log.jsonl"
MOST = {RUN: 1 << 22, LOG: 1 << 26}  # bytes that are read of each
MOST_STATES = 1 << 63
MOST_SHOWN = 500  # characters of what another run says


MOST_TOLD = 20  # sources that are written out


def sources_told(sources: Sequence[State]) -> str:
    """Sources in a run: as text, or, of many, how many they are and a digest.

    >>> sources_told([(1, 2, 0), (0, 2, 1)])
    '0,2,1 1,2,0'
    """
    texts = sorted({",".join(map(readable, source)) for source in sources})
    if len(texts) <= MOST_TOLD:
        return " ".join(texts)
    digest = sha256("\n".join(texts).encode()).hexdigest()[:16]
    return f"{len(texts)} states {digest}"


@dataclass(frozen=True)
class Run:
    """What is explored, and how it is numbered: two runs are the same if all of this is.

    Attributes
    ----------
    numbering
        The name of what numbers the states.
    parts
        How many parts it has.
    told
        What else decides which states are met, and what their numbers mean: as JSON has it.
    """

    numbering: str
    parts: int
    told: Mapping[str, Any]

    @property
    def as_data(self) -> dict[str, Any]:
        """All of it, as `run.json` has it."""
        return {"format": FORMAT, "numbering": self.numbering, "parts": self.parts, **self.told}

    @property
    def key(self) -> bytes:
        """The 16 bytes that stand for it in each file."""
        return sha256(json.dumps(self.as_data, sort_keys=True).encode()).digest()[:16]


class Log:
    """The log of a run in a store: read, checked, and written on.

    Attributes
    ----------
    layers
        For each complete depth, the files with states, by part.
    depths
        The number of states of each complete depth.
    ended
        Whether there are no more.

    Raises
    ------
    PuzzleError
        Another run is there, or what is there is damaged.
    """

    def __init__(self, store: Store, run: Run) -> None:
        self.store, self.run, self.ended = store, run, False
        self.layers: list[dict[int, Layer]] = []
        self.depths: tuple[int, ...] = ()
        if store.size(RUN) is None:
            if store.size(LOG) is not None:
                raise self._wrong(RUN, "it is missing, and a log is there")
            store.write(RUN, [json.dumps(run.as_data, indent=1).encode() + b"\n"], lasting=True)
            return
        there = self._read(RUN)[0]
        if there != run.as_data:
            raise self._another(there)
        if store.size(LOG) is not None:
            self._go_through(self._read(LOG))

    def add(self, layers: Sequence[Layer]) -> None:
        """Note that the next depth is complete: the files that it has. Without states, the exploration is."""
        met = {layer.part: layer for layer in sorted(layers) if layer.states}
        if met:
            self._complete(met)
        else:
            self.ended = True
        self._write()

    def _complete(self, layers: dict[int, Layer]) -> None:
        self.layers.append(layers)
        self.depths = (*self.depths, sum(layer.states for layer in layers.values()))

    def intact(self) -> None:
        """Forget the layers from the first on of which a file is missing or has another length: they are made again.

        Files that are whole are not, so this costs little.
        """
        for depth, layers in enumerate(self.layers):
            folder = layer_folder(depth)
            there = self.store.sizes(folder)
            for layer in layers.values():
                name = f"{folder}/{layer.part:05}.part"
                if there.get(name) != layer.size:
                    self.store.remove(name)
                    self.layers, self.depths, self.ended = self.layers[:depth], self.depths[:depth], False
                    self._write()
                    return

    def _write(self) -> None:
        lines = [
            {"depth": depth, "states": states, "parts": list(layers.values())}
            for depth, (states, layers) in enumerate(zip(self.depths, self.layers, strict=True))
        ]
        told = [json.dumps(line) for line in lines] + [json.dumps({"ended": True})] * self.ended
        self.store.write(LOG, ["".join(f"{line}\n" for line in told).encode()], lasting=True)

    def _read(self, name: str) -> list[Any]:
        size = self.store.size(name) or 0
        if size > MOST[name]:
            raise self._wrong(name, "it is larger than such a file can be")
        longest = MOST[RUN] if name == RUN else 1024 + 128 * self.run.parts
        try:
            text = self.store.read(name, 0, size).decode()
            lines = [text] if name == RUN else text.splitlines()
            if any(len(line) > longest for line in lines):
                raise ValueError
            return list(map(json.loads, lines))
        except (ValueError, RecursionError):
            raise self._wrong(name, "this is not what was written there") from None

    def _go_through(self, lines: Sequence[Any]) -> None:
        try:
            for depth, line in enumerate(lines):
                if line == {"ended": True} and depth == len(lines) - 1:
                    self.ended = True
                    return
                rows = [self._row(row) for row in line["parts"]]
                self._complete({row.part: row for row in rows})
                if (line["depth"], line["states"]) != (depth, self.depths[depth]):
                    raise ValueError
        except (ValueError, TypeError, LookupError):
            raise self._wrong(LOG, f"line {depth + 1} does not add up") from None

    def _row(self, row: Any) -> Layer:
        """What a line says of a file, if there can be such a file in this run."""
        part, states, size, digest = row
        numbers = (part, self.run.parts), (states, MOST_STATES), (size, MOST_STATES)
        if not all(type(number) is int and 0 <= number < end for number, end in numbers) or not isinstance(digest, str):
            raise ValueError
        return Layer(part, states, size, digest)

    def _another(self, there: Any) -> PuzzleError:
        def short(data: Any) -> str:
            named = data if isinstance(data, dict) else {}
            shown = {key: str(named[key])[:MOST_SHOWN] for key in ("numbering", "sources") if key in named}
            return ", ".join(f"{key} {value}" for key, value in shown.items())

        hint = "give each exploration a folder of its own, or remove this one to begin anew"
        if isinstance(there, dict) and there.get("format") != FORMAT:
            what = "another version of logicpuzzles wrote what is there"
            expected, got = f"format {FORMAT}", str(there.get("format"))[:MOST_SHOWN]
            return PuzzleError(what, place=self.store.place, expected=expected, got=got, hint=hint)
        what = "another exploration is there"
        return PuzzleError(what, place=self.store.place, expected=short(self.run.as_data), got=short(there), hint=hint)

    def _wrong(self, name: str, what: str) -> PuzzleError:
        hint = "remove what is in the store to begin anew"
        return PuzzleError(what, place=f"{self.store.place}: {name}", hint=hint)
