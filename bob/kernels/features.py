"""A function, as LLVM's text, that tells one x86-64 processor from another by what it can do; all can run it.

    void features(uint64_t words[len(FEATURE_WORDS)])

Processors that write the same words run the same code. Nothing is written that differs between the cores of
a processor or between runs, such as the APIC id (leaf 1, ebx). Later leaves than 7 name abilities that
compilers use only when told to, or repeat these.
Sources: Intel SDM volume 2, CPUID and XGETBV; AMD APM volume 3, appendix E.
"""

from __future__ import annotations

FEATURES = "features"
REGISTERS = ("eax", "ebx", "ecx", "edx")
EXTENDED = 0x80000001
EVERY_BIT = 0xFFFFFFFF
FAMILY_AND_MODEL = 0x0FFF0FF0  # but not the stepping
SAVES = 1 << 27  # OSXSAVE: the system saves registers, and xgetbv says which

# What each word holds: cpuid's leaf and subleaf, the register, the bits of it that are kept.
FEATURE_WORDS = (
    (0, 0, "ebx", EVERY_BIT),  # the first four letters of the vendor
    (1, 0, "eax", FAMILY_AND_MODEL),
    (1, 0, "ecx", EVERY_BIT),  # sse3, fma, sse4, popcnt, avx, f16c
    (1, 0, "edx", EVERY_BIT),  # cmov, sse, sse2
    (7, 0, "ebx", EVERY_BIT),  # bmi, avx2, most of avx512
    (7, 0, "ecx", EVERY_BIT),  # avx512vbmi, vaes, gfni
    (7, 0, "edx", EVERY_BIT),  # avx512fp16, amx
    (7, 1, "eax", EVERY_BIT),  # avxvnni, avx512bf16
    (7, 1, "edx", EVERY_BIT),  # avxvnniint8, avx10, apx
    (EXTENDED, 0, "ecx", EVERY_BIT),  # lzcnt, sse4a, fma4, xop
    (EXTENDED, 0, "edx", EVERY_BIT),  # long mode
    (1, 0, "xcr0", EVERY_BIT),  # the registers that the system saves, by xgetbv
)

CLOBBERED = "~{dirflag},~{fpsr},~{flags}"
CPUID = f'asm sideeffect "cpuid", "={{ax}},={{bx}},={{cx}},={{dx}},{{ax}},{{cx}},{CLOBBERED}"'
XGETBV = f'asm sideeffect "xgetbv", "={{ax}},={{dx}},{{cx}},{CLOBBERED}"'


def text() -> str:
    """The module. Its attributes keep LLVM from the abilities of the processor that it compiles for."""
    leaves = sorted({(leaf, subleaf) for leaf, subleaf, _, _ in FEATURE_WORDS})
    lines = [
        f'define void @{FEATURES}(ptr %words) nounwind "target-cpu"="x86-64" "target-features"="" {{',
        "entry:",
        *(line for leaf, subleaf in leaves for line in _asked(leaf, subleaf)),
        f"%saves = and i32 %ecx.1.0, {SAVES}",
        "%has.xcr0 = icmp ne i32 %saves, 0",
        "br i1 %has.xcr0, label %read, label %write",
        "read:",
        f"%halves = call {{ i32, i32 }} {XGETBV}(i32 0)",
        "%low = extractvalue { i32, i32 } %halves, 0",
        "br label %write",
        "write:",
        "%xcr0.1.0 = phi i32 [ %low, %read ], [ 0, %entry ]",
        *(line for i, word in enumerate(FEATURE_WORDS) for line in _written(i, *word)),
        "ret void",
        "}",
    ]
    return "\n".join(lines)


def _asked(leaf: int, subleaf: int) -> list[str]:
    """What cpuid says of a leaf; nothing where the processor has no such leaf and repeats its last one."""
    of = f"{leaf}.{subleaf}"
    lines = [f"%leaf.{of} = call {{ i32, i32, i32, i32 }} {CPUID}(i32 {leaf}, i32 {subleaf})"]
    for i, register in enumerate(REGISTERS):
        lines.append(f"%raw.{register}.{of} = extractvalue {{ i32, i32, i32, i32 }} %leaf.{of}, {i}")
    has = "true" if leaf in (0, EXTENDED) else f"%has.{of}"
    if leaf not in (0, EXTENDED):
        lines.append(f"{has} = icmp uge i32 %eax.0.0, {leaf}")
    return lines + [f"%{name}.{of} = select i1 {has}, i32 %raw.{name}.{of}, i32 0" for name in REGISTERS]


def _written(i: int, leaf: int, subleaf: int, register: str, kept: int) -> list[str]:
    return [
        f"%kept.{i} = and i32 %{register}.{leaf}.{subleaf}, {kept}",
        f"%word.{i} = zext i32 %kept.{i} to i64",
        f"%place.{i} = getelementptr i64, ptr %words, i64 {i}",
        f"store i64 %word.{i}, ptr %place.{i}, align 8",
    ]
