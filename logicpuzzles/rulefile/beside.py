"""Modules that a Python rule file imports and that lie in its own folder: they go where it is sent."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_loader
from pathlib import Path
from types import ModuleType

from ..contents import contents
from .pyoutline import parsed


@dataclass(frozen=True)
class Module:
    """A module as content; `file` is where it lay."""

    name: str
    file: str
    text: str
    is_package: bool


def modules_beside(text: str, folder: Path) -> tuple[Module, ...]:
    """The modules in `folder` that `text`, a rule file there, imports, and those that they import in turn.

    Where Python does not look into that folder there are none. A package goes as a whole.
    """
    found: dict[str, Module] = {}
    waiting = [text]
    while waiting:
        for name in _imported(waiting.pop()):
            for module in () if name in found else _modules(name, folder):
                found[module.name] = module
                waiting.append(module.text)
    return tuple(found.values())


def _imported(text: str) -> Iterator[str]:
    """The first parts of the names of all modules that `text` imports."""
    for node in ast.walk(parsed(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0]


def _modules(name: str, folder: Path) -> Iterator[Module]:
    try:
        spec = find_spec(name)
    except (ImportError, ValueError, AttributeError):  # whatever stands there is no module that can be found
        return
    if spec is None or spec.origin is None or not spec.origin.endswith(".py"):
        return
    file = Path(spec.origin).resolve()
    is_package = spec.submodule_search_locations is not None
    if (file.parent.parent if is_package else file.parent) != folder.resolve():
        return
    if not is_package:
        yield Module(name, spec.origin, contents(file).decode(), False)
        return
    for path in sorted(file.parent.rglob("*.py")):
        inside = path.relative_to(file.parent).with_suffix("").parts
        parts = inside[:-1] if inside[-1] == "__init__" else inside
        yield Module(".".join((name, *parts)), str(path), contents(path).decode(), inside[-1] == "__init__")


class _Carried:
    """Finds and runs the modules that came with rule files."""

    def __init__(self) -> None:
        self.modules: dict[str, Module] = {}

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        module = self.modules.get(name)
        if module is None:
            return None
        return spec_from_loader(name, self, origin=module.file, is_package=module.is_package)  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        known = self.modules[module.__name__]
        module.__file__ = known.file
        exec(compile(known.text, known.file, "exec", dont_inherit=True), module.__dict__)

    def get_source(self, name: str) -> str | None:
        return self.modules[name].text if name in self.modules else None


_carried = _Carried()


def provide(modules: Sequence[Module]) -> None:
    """Have imports find these modules, where they would find none or others."""
    for module in modules:
        if _is_there(module):
            continue
        if _carried not in sys.meta_path:
            sys.meta_path.insert(0, _carried)
        _carried.modules[module.name] = module
        sys.modules.pop(module.name, None)


def _is_there(module: Module) -> bool:
    known = _carried.modules.get(module.name)
    if known is not None:
        return known == module
    try:
        spec = find_spec(module.name)
        return spec is not None and spec.origin is not None and contents(spec.origin).decode() == module.text
    except (ImportError, ValueError, AttributeError, OSError):
        return False
