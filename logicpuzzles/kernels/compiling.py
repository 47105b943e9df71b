"""Kernels as machine code: those that Python calls, with all that they call, compiled by LLVM.

On Linux and x86-64 the code is one piece that runs wherever it lies, so that LLVM is not needed to load it. Elsewhere
it is an object file that LLVM loads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from inspect import signature

from llvmlite import binding

from .executable import Code, is_flat
from .kernel import Kernel
from .linking import linked
from .objects import machine
from .translation import module_of


def compiled(entries: Iterable[Kernel]) -> Code:
    """The machine code of kernels that Python calls by their names, for every processor of this architecture.

    Raises
    ------
    SyntaxError
        One of them holds what a kernel cannot.
    """
    entries = tuple(entries)
    sizes = {one.function.__name__: len(signature(one.function).parameters) for one in entries}
    return machine_code(module_of(entries), sizes)


def machine_code(text: str, sizes: Mapping[str, int]) -> Code:
    """The machine code of a module; `sizes` are how many words each function that Python calls takes, by its name."""
    target = machine()
    module = binding.parse_assembly(text)
    module.triple, module.data_layout = target.triple, str(target.target_data)  # else it reckons with any machine
    module.verify()
    passes = binding.create_pass_builder(target, binding.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    made = target.emit_object(module)
    return linked(made, sizes) if is_flat() else Code(made, {name: (-1, size) for name, size in sizes.items()})
