"""The sample: which small faults are tried, the same ones as long as the functions that hold them do not change.

What is never a fault, and so is not in the sample:
- what the tool leaves out: annotations, decorators, calls of `len` and `isinstance`;
- what runs once at import, outside functions: names of types, tables, limits;
- words for people: an error of bad input or of misuse, strings with a blank, strings with fields;
- what only guards against slips of our own: `assert`, and the `strict` of `zip`;
- what only tells the type checker something: `cast` and `TypeVar`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import libcst as cst
from libcst import matchers as m
from libcst.metadata import MetadataWrapper, ParentNodeProvider, PositionProvider
from mutmut.mutation.file_mutation import Mutation, MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode

from . import ROOMS, ROOT

OF_EACH = 60  # mutants of each room: 300 in all

COMPLAINTS = {"PuzzleError", "Refusal", "TypeError", "ValueError", "AssertionError"}
WORDS = m.SimpleString(value=m.MatchIfTrue(lambda text: " " in text)) | m.FormattedString()
COMPLAINT = m.Call(func=m.MatchIfTrue(lambda func: getattr(func, "value", "") in COMPLAINTS))
GUARD = m.Assert() | m.Arg(keyword=m.Name("strict"))
FOR_TYPES = m.Call(func=m.Name("cast") | m.Name("TypeVar"))


@dataclass(frozen=True)
class Mutant:
    """One small fault: where it is, the node before and after, and the module's whole text with it."""

    id: str
    path: str
    line: int
    function: str
    before: str
    after: str
    text: str

    def __str__(self) -> str:
        where = f"{self.path}:{self.line} {self.function}"
        return f"{self.id}  {where}\n    - {_flat(self.before)}\n    + {_flat(self.after)}"


class _Visitor(MutationVisitor):
    """The tool's faults in a file, less those that the module's docstring lists; decorated functions too."""

    METADATA_DEPENDENCIES = (*MutationVisitor.METADATA_DEPENDENCIES, ParentNodeProvider)

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if m.matches(node, WORDS | COMPLAINT | GUARD | FOR_TYPES):
            return True
        # The tool leaves out decorated functions since it calls mutants through a function of its own; here they are
        # in their place.
        return not isinstance(node, cst.FunctionDef) and super()._skip_node_and_children(node)

    def function(self, node: cst.CSTNode) -> str:
        """The dotted name of the function that holds a node; "" outside functions."""
        names, in_function = [], False
        while (node := self.get_metadata(ParentNodeProvider, node, None)) is not None:
            if isinstance(node, cst.FunctionDef | cst.ClassDef):
                names.append(node.name.value)
                in_function |= isinstance(node, cst.FunctionDef)
        return ".".join(reversed(names)) if in_function else ""

    def line(self, node: cst.CSTNode | None) -> int:
        """The line on which a node begins."""
        while node is not None and (position := self.get_metadata(PositionProvider, node, None)) is None:
            node = self.get_metadata(ParentNodeProvider, node, None)
        return position.start.line if node is not None else 1


def sample(room: str, number: int = OF_EACH) -> list[Mutant]:
    """The mutants of a room with the lowest hashes of their function and change, whichever file holds them."""
    paths = ROOMS[room]
    seen: dict[str, int] = {}
    found = [candidate for path in paths for candidate in _candidates(path, seen)]
    chosen: dict[str, Mutant] = {}
    for identity, path, line, function, mutation, module in sorted(found, key=lambda candidate: candidate[0]):
        text = deep_replace(module, mutation.original_node, mutation.mutated_node).code
        if text in chosen or not _compiles(text):
            continue
        before, after = (module.code_for_node(n) for n in (mutation.original_node, mutation.mutated_node))
        chosen[text] = Mutant(identity, str(path.relative_to(ROOT)), line, function, before, after, text)
        if len(chosen) == number:
            break
    return list(chosen.values())


def _candidates(path: Path, seen: dict[str, int]) -> Iterator[tuple[str, Path, int, str, Mutation, cst.Module]]:
    """The faults of a file, each with a hash that tells it from all others and forgets where it is.

    `seen` counts those of the room that are alike: the same change in functions of the same name.
    """
    wrapper = MetadataWrapper(cst.parse_module(path.read_text(encoding="utf-8")))
    visitor = _Visitor(mutation_operators, IgnoredCode(set(), set(), set()))
    with visitor.resolve(wrapper):
        wrapper.module.visit(visitor)
        for mutation in visitor.mutations:
            function = visitor.function(mutation.original_node)
            before, after = (wrapper.module.code_for_node(n) for n in (mutation.original_node, mutation.mutated_node))
            if not function or _same_but_for_strict(mutation) or before == after:
                continue
            identity = "\0".join((function, _flat(before), _flat(after)))
            seen[identity] = seen.get(identity, 0) + 1
            name = hashlib.sha256(f"{identity}\0{seen[identity]}".encode()).hexdigest()[:10]
            yield name, path, visitor.line(mutation.original_node), function, mutation, wrapper.module


def _same_but_for_strict(mutation: Mutation) -> bool:
    """Whether a call lost `strict` alone."""
    before, after = mutation.original_node, mutation.mutated_node
    if not isinstance(before, cst.Call) or not isinstance(after, cst.Call):
        return False
    changed = [arg for arg in before.args if all(arg is not other for other in after.args)]
    return bool(changed) and all(m.matches(arg, GUARD) for arg in changed)


def _compiles(text: str) -> bool:
    try:
        compile(text, "<mutant>", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _flat(text: str) -> str:
    """Text on one line, so that a change of layout alone is none."""
    return " ".join(text.split())
