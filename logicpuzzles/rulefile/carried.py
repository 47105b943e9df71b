"""What workers work on, as content with a hash: sent with every item, and read once by each worker.

A rule file is pickled as its text, with its parameters and what a Python file imports from its own folder; a puzzle, a
model or a game that comes out of one as that file. So a worker needs no files, and what it works on is what was loaded
here, even if the file was edited since. A Python rule file runs as code where it is read.
"""

from __future__ import annotations

import pickle
from contextlib import suppress
from hashlib import sha256
from threading import RLock
from typing import Any, Generic, TypeVar, cast
from weakref import WeakValueDictionary

from ..workers.calls import packed

T = TypeVar("T")
MOST = 4  # things that a worker keeps

_lock = RLock()
_kept: dict[str, Any] = {}  # by hash, what was read here; the latest last
_sent: WeakValueDictionary[str, Any] = WeakValueDictionary()  # by hash, what was sent from here


class Carried(Generic[T]):
    """A rule file, or a puzzle, model or game, on its way to workers.

    Attributes
    ----------
    hash
        The SHA-256 of its content.
    """

    def __init__(self, content: bytes) -> None:
        self.content, self.hash = content, sha256(content).hexdigest()

    @classmethod
    def of(cls, thing: T) -> Carried[T]:
        """`thing`, to be sent.

        Raises
        ------
        PuzzleError
            It cannot be: it is no rule file and comes of none, and a part of it is a function without a module.
        """
        made = cls(packed(thing))
        with _lock, suppress(TypeError):  # of few classes there are no weak references
            _sent[made.hash] = thing
        return made

    def loaded(self) -> T:
        """The thing itself where it was sent from; else what this process read of it, once, with what it worked out.

        Raises
        ------
        PuzzleError
            It is wrong here, such as a rule file that imports what this machine lacks.
        """
        with _lock:
            if (sent := _sent.get(self.hash, _kept)) is not _kept:
                return cast(T, sent)
            found = _kept.pop(self.hash) if self.hash in _kept else pickle.loads(self.content)
            _kept[self.hash] = found
            while len(_kept) > MOST:
                del _kept[next(iter(_kept))]
            return cast(T, found)

    def __reduce__(self) -> tuple[Any, ...]:
        return Carried, (self.content,)
