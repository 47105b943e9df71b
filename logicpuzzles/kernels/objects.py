"""Object files, as LLVM loads them, and the machine that it makes them for."""

from __future__ import annotations

from collections.abc import Iterable

from llvmlite import binding

_engines: list[binding.ExecutionEngine] = []  # what holds loaded code in memory, for good


def addresses(body: bytes, names: Iterable[str]) -> dict[str, int]:
    """Where the functions of an object file are, once LLVM has loaded it; it stays for good."""
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), machine())
    engine.add_object_file(binding.ObjectFileRef.from_data(body))
    engine.finalize_object()
    _engines.append(engine)
    return {name: engine.get_function_address(name) for name in names}


def machine() -> binding.TargetMachine:
    """This kind of machine; code for it is no larger than its small model takes, and runs wherever it lies."""
    if binding.llvm_version_info[0] < 20:
        binding.initialize()  # later ones need no such call
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_triple(binding.get_process_triple())
    return target.create_target_machine(opt=3, reloc="pic", codemodel="small")
