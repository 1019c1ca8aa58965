"""LLVM's text of kernels becomes one shared object for this processor.

    contents = shared_object({"name": (text, "entry"), ...})
    contents = generated(optimised({"name": (text, "entry"), ...}))        # the same

The object depends on nothing of the modules but their optimised text: who has the text can tell whether an
object was made of it. Each module's entry gets the name under which it is exported; all else becomes
internal, so that whatever the entries do not need disappears. Beside them stands `features.features`. What
could change bits is refused, a fast-math flag or a fused operation; LLVM fuses nothing of itself. What would
need another library is refused by `elf`, except for copying and filling memory, which LLVM makes of loops:
those two become part of the object.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.errors import BobError
from bob.kernels import elf, features

if TYPE_CHECKING:
    from collections.abc import Mapping

FEATURES_BYTES = 8 * len(features.FEATURE_WORDS)
DEFINITION = re.compile(r"^(define [^\n]*) \{$", re.MULTILINE)
BITS_AT_RISK = re.compile(
    r"\b(?:f[a-z]+|call|phi|select) (?:fast|reassoc|contract|arcp|afn|nnan|ninf|nsz)\b"
    r"|@llvm\.(?:experimental\.constrained\.)?(?:fma|fmuladd)\b"
)
TRIPLE = "x86_64-unknown-linux-gnu"
# What stands for itself in no string of LLVM's.
UNQUOTED = re.compile(r'[^ -~]|["\\]')
# What LLVM makes of loops, and functions that do it by an instruction, of which it makes nothing again.
MADE_OF_LOOPS = {
    "memcpy": """
define ptr @memcpy(ptr returned %to, ptr %from, i64 %n) nounwind {
  %1 = call { ptr, ptr, i64 } asm sideeffect "rep movsb",
    "={di},={si},={cx},0,1,2,~{memory},~{dirflag},~{fpsr},~{flags}"(ptr %to, ptr %from, i64 %n)
  ret ptr %to
}""",
    "memset": """
define ptr @memset(ptr returned %to, i32 %byte, i64 %n) nounwind {
  %1 = call { ptr, i64 } asm sideeffect "rep stosb",
    "={di},={cx},0,1,{ax},~{memory},~{dirflag},~{fpsr},~{flags}"(ptr %to, i64 %n, i32 %byte)
  ret ptr %to
}""",
}


class Uncompilable(BobError):
    """A module that LLVM refuses, that lacks its entry, or whose bits would not be those of the formulas."""


class Processor(NamedTuple):
    """What code is compiled for: LLVM's name of the processor, and its features (`+avx2,-avx512f,...`)."""

    name: str
    features: str


def target() -> dict[str, str]:
    """What the bytes of a shared object depend on beside the modules: processor, features and LLVM."""
    binding = _binding()
    name, abilities = _host()
    return {"cpu": name, "features": abilities, "llvm": ".".join(map(str, binding.llvm_version_info))}


def shared_object(
    modules: Mapping[str, tuple[str, str]],
    *,
    vector_width: int | None = None,
    processor: Processor | None = None,
) -> bytes:
    """The shared object that exports each module's entry under the name it is given by, and `features`.

    Arguments are those of `optimised`. Raises Uncompilable, or relocatable.Unlinkable where something but
    code and constants is needed.
    """
    return generated(optimised(modules, vector_width=vector_width, processor=processor), processor)


def optimised(
    modules: Mapping[str, tuple[str, str]],
    *,
    vector_width: int | None = None,
    processor: Processor | None = None,
) -> str:
    """LLVM's text of the modules as one, each entry under the name it is given by, ready to become code.

    A module is LLVM's text and the name of the entry in it. `vector_width`, in bits, is what LLVM should
    prefer where it vectorises; it chooses otherwise. The code is for this machine's processor unless another
    is named. Raises Uncompilable.
    """
    machine = _machine(processor or _host())
    linked = _parsed(features.text())
    for export, (text, entry) in modules.items():
        _link(linked, _prepared(_preferring(text, vector_width), entry, export))
    _require_bits(str(linked))
    _optimise(linked, machine)
    _complete(linked)
    return str(linked)


def generated(text: str, processor: Processor | None = None) -> bytes:
    """The shared object of a text of `optimised`; raises as `shared_object` does."""
    return elf.link(_machine(processor or _host()).emit_object(_parsed(text)))


def assembly(text: str, processor: Processor | None = None) -> str:
    """The instructions of `generated`, as an assembler reads them."""
    instructions: str = _machine(processor or _host()).emit_assembly(_parsed(text))
    return instructions


def assembled(instructions: str, processor: Processor | None = None) -> bytes:
    """The shared object of instructions in assembly language: of those of `assembly`, `generated`'s bytes."""
    quoted = UNQUOTED.sub(lambda found: f"\\{ord(found[0]):02X}", instructions).split("\\0A")
    lines = [f'target triple = "{TRIPLE}"', *(f'module asm "{line}"' for line in quoted)]
    return generated("\n".join(lines), processor)


def _binding() -> Any:
    """LLVM, ready for this machine; it is imported at the first use."""
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    binding.initialize_native_asmparser()
    return binding


def _host() -> Processor:
    binding = _binding()
    return Processor(binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten())


def _machine(processor: Processor) -> Any:
    name, abilities = processor
    found = _binding().Target.from_triple(TRIPLE)
    return found.create_target_machine(cpu=name, features=abilities, opt=3, reloc="pic", codemodel="small")


def _parsed(text: str) -> Any:
    try:
        module = _binding().parse_assembly(text)
        module.verify()
    except RuntimeError as caught:
        raise Uncompilable(f"LLVM refuses the module: {str(caught).strip()}") from None
    return module


def _prepared(text: str, entry: str, export: str) -> Any:
    """The module, with its entry exported and everything else internal, without names that could clash."""
    module = _parsed(text)
    defined = [x for x in (*module.functions, *module.global_variables) if not x.is_declaration]
    entries = [value for value in defined if value.is_function and value.name == entry]
    if not entries:
        raise Uncompilable(f"the module does not define the function {entry}")
    for value in defined:
        if value.name != entry:
            value.linkage = "internal"
            value.name = ""
    entries[0].linkage = "external"
    entries[0].name = export
    return module


def _link(module: Any, other: Any) -> None:
    try:
        module.link_in(other)
    except RuntimeError as caught:
        raise Uncompilable(f"LLVM does not link the modules: {str(caught).strip()}") from None


def _preferring(text: str, vector_width: int | None) -> str:
    if vector_width is None:
        return text
    return DEFINITION.sub(rf'\1 "prefer-vector-width"="{vector_width}" {{', text)


def _require_bits(text: str) -> None:
    risk = BITS_AT_RISK.search(text)
    if risk:
        raise Uncompilable(f"bits would depend on the compiler: {risk[0]}")


def _optimise(module: Any, machine: Any) -> None:
    binding = _binding()
    tuning = binding.create_pipeline_tuning_options(speed_level=3)
    tuning.loop_vectorization = tuning.slp_vectorization = True
    tuning.loop_interleaving = tuning.loop_unrolling = True
    builder = binding.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)


def _complete(module: Any) -> None:
    """Define what LLVM will call for the loops that it replaced."""
    declared = [function.name for function in module.functions if function.is_declaration]
    for name, text in MADE_OF_LOOPS.items():
        if any(other.startswith(f"llvm.{name}.") for other in declared):
            _link(module, _parsed(text))
            module.get_function(name).linkage = "internal"
