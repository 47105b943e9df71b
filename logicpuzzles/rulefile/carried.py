"""What a rule file is, wherever it lies and whenever it was written: a hash of its content.

A rule file is pickled as its text, with its parameters and what a Python file imports from its own folder; a puzzle, a
model or a game that comes out of one as that file. So a worker needs no files, and what it works on is what was loaded
here, even if the file was edited since. A Python rule file runs as code where it is read.
"""

from __future__ import annotations

from hashlib import sha256

from ..workers.calls import packed
from .rulebook import RuleFile


def content_hash(rulefile: RuleFile) -> str:
    """The SHA-256 of its text, the modules beside it that it imports, and the values of its parameters.

    Raises
    ------
    PuzzleError
        A value of a parameter cannot be pickled.
    """
    modules = [(module.name, module.text) for module in rulefile.modules()]
    values = sorted(rulefile.arguments.items())
    return sha256(packed((rulefile.file.suffix, rulefile.text, modules, values))).hexdigest()
