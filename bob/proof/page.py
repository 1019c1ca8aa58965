"""docs/proofs.md, from the ledger: each claim with its sentence, judges, certificate and times."""

from __future__ import annotations

import json
from itertools import groupby
from typing import TYPE_CHECKING, Any

from bob.proof.kernels_ledger import KERNELS
from bob.proof.ledger import CERTIFICATES, LEDGER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


_HEAD = """\
# Proofs

{note}

Every claim that Bob makes of itself, for every value within the bound that stands over it. A judge is a
solver that decided the claim's text; its column says how many milliseconds of processor time it took on
the machine that wrote the ledger, `-` where it was not asked, `gave up` where it did not decide.
*Certificate* says that the claim also has one that is believed without a solver: `bob prove
--certificates` checks them all with `bob/proof/checker.py`, 150 lines of standard-library Python that
import nothing of Bob's but the terms. A claim may build on claims that are proved without it, whose
sentences its text gives as premises; its certificate needs none of them.

| verdict | means |
|---|---|
| PROVED | premises and negated claim together are `unsat`, and the premises alone are `sat` |
| CHECKED | every case of a finite domain was gone through |
| FALSIFIED, on purpose | an example of where a bound ends; its counterexample was evaluated again in Python |

The texts are under `proofs/`, and any solver's own program decides them: `z3 FILE`, `bitwuzla FILE`,
`cvc5 --mbqi --decision=internal FILE` or, where products need more, `cvc5 --mbqi --nl-cov FILE`. Where a
claim is proved its file is to be `unsat`, except `inhabited.smt2` and files that end in
`.premises.smt2`, which are to be `sat`; where it is falsified on purpose it is to be `sat`.
"""

_TAIL = """\
## What is not proved

- **LLVM's back end.** `bob prove --kernels` compares the optimised LLVM IR of the kernels with the
  formulas; that the machine code does what the IR says is LLVM's promise. The machine code is only
  scanned for fused instructions.
- **The interpreter.** Python, NumPy, construct, BLAKE3, MPFR and Numba's own translation into IR
  (before the IR that is compared) are used, not proved. The derived codec is held against the theorems
  about its families by tests.
- **The disk and the operating system.** That what was synced is there after a power failure is theirs
  to keep.
- **The judges.** A wrong judge would have to be wrong twice in the same way, and where there is a
  certificate, the checker as well. `bob/proof/smtlib.py`, which prints the texts, is trusted where
  there is none.
- **Rounding.** That each operation of binary32 and binary64 rounds as IEEE 754 says is the processor's
  promise. The law of moments rests on rounding bounds that are derived by hand (docs/design.md); no
  judge decides them.
- **Families with claims over arrays whose elements vary in size** may stay UNKNOWN. None that is
  shipped does.
"""


def proofs_page(folder: Path, note: str) -> str:
    """The page, from what is kept in a folder of proofs."""
    ledger = json.loads((folder / LEDGER).read_text(encoding="utf-8"))
    certificates = folder / CERTIFICATES
    certified = json.loads(certificates.read_text(encoding="utf-8")) if certificates.is_file() else {}
    lines = [_HEAD.format(note=note), *_judges(ledger["judges"])]
    claims: dict[str, Any] = ledger["claims"]
    names = sorted(claims, key=lambda name: _order(claims, name))
    for subject, group in groupby(names, key=_subject(claims)):
        lines += ["", f"## {subject}", "", *_table(list(group), ledger, certified)]
    kernels = json.loads((folder / KERNELS).read_text(encoding="utf-8"))
    return "\n".join([*lines, "", *_kernels(kernels), "", _TAIL])


def _kernels(entry: Mapping[str, Any]) -> Iterator[str]:
    """What translation validation came to, on the machine that wrote the ledger."""
    yield from ("## Kernels", "")
    yield "The optimised LLVM IR of each kernel computes its formula, node for node, in every call compared"
    yield f"(`bob prove --kernels`), in the text `{entry['text_digest']}`,"
    yield f"of the object `{entry['object_digest']}`."
    heads = ("kernel", "verdict", "calls", "rows up to", "terms", "blocks reached", "s")
    yield from ("", f"| {' | '.join(heads)} |", "|" + "---|" * len(heads))
    for each in entry["kernels"]:
        reached = f"{each['blocks'] - len(each['unreached'])} of {each['blocks']}"
        cells = (f"{each['calls']:,}", f"{each['longest']:,}", f"{each['terms']:,}", reached)
        yield f"| {each['kernel']} | CHECKED | {' | '.join(cells)} | {each['seconds']:.0f} |"
    yield from ("", "Assumed:", *(f"- {assumed};" for assumed in entry["assumed"]))


def _judges(judges: Mapping[str, str]) -> Iterator[str]:
    yield f"Judges: {', '.join(f'{name} {version}' for name, version in judges.items())}."


def _subject(claims: Mapping[str, Any]) -> Any:
    return lambda name: claims[name]["subject"]


def _order(claims: Mapping[str, Any], name: str) -> tuple[bool, str, str]:
    """Families first, then what is claimed beyond them; by subject, then by name."""
    subject = claims[name]["subject"]
    return " " in subject, subject, name


def _table(names: list[str], ledger: Mapping[str, Any], certified: Iterable[str]) -> Iterator[str]:
    claims = ledger["claims"]
    judges = [judge for judge in ledger["judges"] if any(_asked(claims[n], ledger, judge) for n in names)]
    bounds = dict.fromkeys(claims[name]["bound"] for name in names)
    if len(bounds) == 1:
        yield from (f"Bounds: {_escaped(next(iter(bounds)))}.", "") if next(iter(bounds)) else ()
    heads = ["claim", "what it says", "verdict", *judges, "certificate"]
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for name in names:
        claim = claims[name]
        said = _escaped(claim["sentence"])
        if len(bounds) > 1 and claim["bound"]:
            said += f" ({_escaped(claim['bound'])})"
        if claim.get("refuted"):
            said += f" - false on purpose: {_escaped(claim['refuted'])}"
        if claim.get("evidence"):
            said += f": {_escaped('; '.join(claim['evidence']))}"
        verdict = claim["verdict"] + (", on purpose" if claim.get("refuted") else "")
        verdict += f" ({claim['method']})" if claim.get("method") else ""
        times = [_asked(claim, ledger, judge) or "-" for judge in judges]
        cells = [name.partition("/")[2], said, verdict, *times]
        yield f"| {' | '.join([*cells, 'yes' if name in certified else '-'])} |"


def _asked(claim: Mapping[str, Any], ledger: Mapping[str, Any], judge: str) -> str:
    """A judge's time for the text that decides a claim, in milliseconds."""
    path = claim.get("goal") or claim.get("premises")
    answer = ledger["texts"][path]["answers"].get(judge) if path else None
    if answer is None:
        return ""
    return "gave up" if answer["says"] == "unknown" else f"{answer['ms']}"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
