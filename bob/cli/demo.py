"""`bob demo`: the whole story in a minute, each invocation in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bob.cli.options import FILE
from bob.cli.render import printable
from bob.envelope.contract import Contract
from bob.errors import Finding, Refused
from bob.store import read_file, replace_file

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_OTHER_RATE = "0.1"
_MARK = ".bob-demo"
_FILES = ("input.bin", "ckpt.bin", "straight.bin", "other.toml")


class _Ran(NamedTuple):
    """A command that ended: its status, what it printed, and its JSON where it printed JSON."""

    status: int
    text: str
    facts: dict[str, Any]


class _Step(NamedTuple):
    """A line of the demo, and whether what happened was expected."""

    verb: str
    path: str
    outcome: str
    expected: bool


@click.command()
@click.argument("folder", type=FILE, default="demo")
def command(folder: str) -> None:
    """Build an input, run, resume, compare, be refused and verify, in FOLDER (default: demo), made anew."""
    began = time.monotonic()
    _make_anew(folder)
    unexpected = 0
    for step in _steps(folder):
        mark = "" if step.expected else "   NOT AS EXPECTED"
        click.echo(f"{step.verb:<9} {printable(step.path):<24} {step.outcome}{mark}")
        unexpected += not step.expected
    took = f"in {time.monotonic() - began:.1f} s"
    if unexpected:
        click.echo(f"{unexpected} steps not as expected {took}")
        click.get_current_context().exit(1)
    click.echo(f"all as expected {took}. Next: bob inspect {printable(os.path.join(folder, 'ckpt.bin'))}")


def _make_anew(folder: str) -> None:
    """A folder with nothing but the demo's mark; raises `Refused` (BOB801) where it is not the demo's own."""
    try:
        os.makedirs(folder, exist_ok=True)
        there = set(os.listdir(folder))
        foreign = sorted(there - {*_FILES, _MARK}) or sorted(there if _MARK not in there else ())
        if foreign:
            raise Refused(folder, [Finding("BOB801", "folder", f"holds {foreign[0]}", "a demo of before")])
        for name in there:
            os.unlink(os.path.join(folder, name))
    except OSError as wrong:
        found = Finding("BOB821", "folder", str(wrong.strerror), "a writable place")
        raise Refused(folder, [found]) from None
    replace_file(os.path.join(folder, _MARK), b"bob demo clears this folder\n", _own)


def _own(_head: bytes, _size: int) -> bool:
    """The folder holds the demo's own files alone."""
    return True


def _steps(folder: str) -> Iterator[_Step]:
    record, ckpt, straight, other = (os.path.join(folder, name) for name in _FILES)
    yield _input(record)
    yield _run("fresh", ["run", "--out", ckpt], ckpt, "")
    yield _run("resume", ["run", "--resume", ckpt], ckpt, "   new process")
    _bob("run", "--out", straight)
    yield _run("straight", ["run", "--resume", straight], straight, "   another run of two invocations")
    same = read_file(ckpt) == read_file(straight)
    differs = _bob("diff", ckpt, straight)
    yield _Step("compare", "", differs.text.strip(), same and differs.status == 0)
    yield _refused(ckpt, other)
    verified = _bob("verify", "values", ckpt)
    said = verified.text.splitlines()[0].removeprefix(f"{ckpt}: ") if verified.text else ""
    yield _Step("verify", ckpt, f"{said}: 7 contract parts, chunk digests, values", verified.status == 0)


def _input(path: str) -> _Step:
    from bob.learners.corpus import DEFAULT_PROMPTS, input_from_corpus, shipped_corpus

    corpus = shipped_corpus()
    contract = Contract.shipped()
    content = input_from_corpus(corpus, [prompt.encode() for prompt in DEFAULT_PROMPTS], contract)
    replace_file(path, content, _own)
    pairs, prompts = contract["data.vocabulary"], contract["data.prompts"]
    said = f"{len(content):,} B   {pairs} pairs from {len(corpus) / 1000:.1f} kB of text, {prompts} prompts"
    return _Step("input", path, said, len(content) == contract["data.record"])


def _run(verb: str, arguments: Sequence[str], path: str, more: str) -> _Step:
    ran = _bob(*arguments, "--json")
    if ran.status != 0:
        return _Step(verb, path, ran.text.strip(), expected=False)
    updates = ran.facts["updates"]
    losses = f"loss {updates[0]['loss']:.4f} -> {updates[-1]['loss']:.4f}"
    fell = updates[-1]["loss"] < updates[0]["loss"]
    return _Step(verb, path, f"step {ran.facts['step']}   {losses}{more}", fell)


def _refused(ckpt: str, other: str) -> _Step:
    """A resume under another learning rate, which must be refused and leave the file as it was."""
    before = read_file(ckpt)
    replace_file(other, Contract.shipped().changed({"learner.lr": _OTHER_RATE}).toml().encode(), _own)
    ran = _bob("run", "--resume", ckpt, "--contract", other, "--json")
    findings = ran.facts.get("findings", [])
    said = "; ".join(
        f"{f['code']}: {f['headline']} ({f['part']} {f['found']}, here {f['expected']})" for f in findings
    )
    by_name = [(finding["code"], finding["part"]) for finding in findings] == [("BOB210", "learner.lr")]
    return _Step(
        "refuse", ckpt, said or ran.text.strip(), ran.status == 1 and by_name and read_file(ckpt) == before
    )


def _bob(*arguments: str) -> _Ran:
    """Run a command of Bob in a fresh process."""
    ran = subprocess.run(
        [sys.executable, "-P", "-m", "bob", *arguments], capture_output=True, text=True, check=False
    )
    facts = json.loads(ran.stdout) if "--json" in arguments and ran.stdout else {}
    return _Ran(ran.returncode, ran.stdout or ran.stderr, facts)
