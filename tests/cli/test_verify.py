from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bob.envelope import stretches
from tests.typed_files import header_bytes, typed

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Place, Ran


def test_a_good_envelope_is_verified_and_what_was_not_looked_at_is_said(bob: Bob, place: Place) -> None:
    ran: Ran = bob("verify", "envelope", place.ckpt, "--contract", place.contract)
    assert ran.status == 0
    assert ran.out.splitlines()[0] == f"{place.ckpt}: VERIFIED  step 10"
    assert "7 of 7 contract parts equal" in ran.out
    assert "3 of 3 chunk digests equal" in ran.out
    assert "not checked: values (bob verify values), replay (bob verify replay), where" in ran.out


def test_good_values_are_verified(bob: Bob, place: Place) -> None:
    ran: Ran = bob("verify", "values", place.ckpt, "--contract", place.contract)
    assert ran.status == 0
    assert "P, M and V finite, V at least 0" in ran.out


def test_a_law_that_says_nothing_is_said(bob: Bob, place: Place) -> None:
    other = str(place.folder / "other.toml")
    bob("contract", "--contract", place.contract, "--set", "learner.beta2=0", "--out", other)
    bob("run", "--out", str(place.folder / "other.bin"), "--contract", other)
    ran: Ran = bob("verify", "values", str(place.folder / "other.bin"), "--contract", other)
    assert ran.status == 0
    said = "moments within what gradients can give (the law says nothing for these betas)"
    assert f"not checked: {said}" in ran.out


def test_a_good_input_is_verified(bob: Bob, place: Place) -> None:
    ran: Ran = bob("verify", "input", place.input, "--contract", place.contract)
    assert ran.status == 0
    assert "VERIFIED" in ran.out


def test_json_says_the_verdict_and_every_finding(bob: Bob, place: Place) -> None:
    content = bytearray(Path(place.ckpt).read_bytes())
    content[-1] ^= 1
    Path(place.ckpt).write_bytes(content + b"more")
    ran: Ran = bob("verify", "envelope", place.ckpt, "--contract", place.contract, "--json")
    facts = json.loads(ran.out)
    assert (ran.status, facts["verdict"]) == (1, "REFUSED")
    assert [finding["code"] for finding in facts["findings"]] == ["BOB206", "BOB203"]
    assert facts["findings"][0]["part"] == "chunk 2 (plane V)"


def test_chunks_that_were_not_read_are_told(bob: Bob, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "READ_ANYWAY", 1)
    # Of another contract than the shipped one, against which it is held.
    asked = ("verify", "envelope", place.ckpt)
    size = int(json.loads(bob("inspect", place.ckpt, "--json").out)["contract"]["payload"].replace(",", ""))
    assert f"not read: {size:,} bytes of chunks" in bob(*asked).out
    assert json.loads(bob(*asked, "--json").out)["unread_bytes"] == size
    assert "not read" not in bob(*asked, "--chunks").out


@pytest.mark.parametrize("words", [("verify",), ("verify", "envelope")], ids=" ".join)
def test_chunks_of_version_2_that_were_not_read_are_told(
    bob: Bob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(stretches, "READ_ANYWAY", 1)
    path = tmp_path / "typed.ckpt"
    content = bytearray(typed())
    content[header_bytes(bytes(content)) - 1] ^= 1
    path.write_bytes(content)
    size = len(content) - header_bytes(bytes(content))
    assert f"not read: {size:,} bytes of chunks" in bob(*words, str(path)).out
    assert json.loads(bob(*words, str(path), "--json").out)["unread_bytes"] == size
    assert "not read" not in bob("verify", "envelope", str(path), "--chunks").out


def test_chunks_of_version_1_that_bob_verify_did_not_read_are_told(
    bob: Bob, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stretches, "READ_ANYWAY", 1)
    content = bytearray(Path(place.ckpt).read_bytes())
    # The last byte of the header, which is of its digest.
    content[header_bytes(bytes(content)) - 1] ^= 1
    Path(place.ckpt).write_bytes(content)
    assert "bytes of chunks, under a refused header" in bob("verify", place.ckpt).out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "an empty file"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n", "a Git-LFS pointer"),
        (b"<!DOCTYPE html><html></html>", "a web page"),
        (b"PK\x03\x04" + bytes(30), "a zip archive"),
        (b"\x80\x02}q\x00.", "a Python pickle"),
        (b"GGUF\x03\x00\x00\x00" + bytes(16), "a GGUF file"),
        ((2).to_bytes(8, "little") + b"{}", "a safetensors file"),
        (b"BOBINPUT" + bytes(8), "a Bob input record"),
    ],
    ids=["empty", "LFS pointer", "web page", "zip", "pickle", "GGUF", "safetensors", "input record"],
)
def test_what_is_no_checkpoint_is_told_what_it_is(bob: Bob, place: Place, content: bytes, said: str) -> None:
    (place.folder / "odd").write_bytes(content)
    ran: Ran = bob("verify", "envelope", str(place.folder / "odd"))
    assert ran.status == 1
    assert "BOB201" in ran.out
    assert said in ran.out


def test_a_missing_file_cannot_be_asked_about(bob: Bob, place: Place) -> None:
    ran: Ran = bob("verify", "envelope", str(place.folder / "none"))
    assert (ran.status, ran.out) == (2, "")
    assert "BOB820" in ran.err
    assert "No such file" in ran.err


def test_values_lists_envelope_and_value_findings_together(bob: Bob, place: Place) -> None:
    content = bytearray(Path(place.ckpt).read_bytes())
    content[-4:] = b"\x00\x00\x80\xbf"
    Path(place.ckpt).write_bytes(content)
    ran: Ran = bob("verify", "values", place.ckpt, "--contract", place.contract, "--json")
    found = [(finding["code"], finding["part"]) for finding in json.loads(ran.out)["findings"]]
    assert found == [("BOB206", "chunk 2 (plane V)"), ("BOB402", "V[15, 15]")]


def test_values_of_a_file_that_cannot_be_laid_out_are_not_looked_at(bob: Bob, place: Place) -> None:
    content = Path(place.ckpt).read_bytes()
    Path(place.ckpt).write_bytes(content[:-8])
    ran: Ran = bob("verify", "values", place.ckpt, "--contract", place.contract, "--json")
    codes = {finding["code"] for finding in json.loads(ran.out)["findings"]}
    assert (ran.status, codes) == (1, {"BOB202"})


def test_an_input_of_another_contract_is_refused_with_its_sizes(bob: Bob, place: Place) -> None:
    ran: Ran = bob("verify", "input", place.input)
    assert ran.status == 1
    assert "BOB302" in ran.out


def test_a_name_with_control_characters_cannot_move_the_cursor(bob: Bob, place: Place) -> None:
    odd = str(place.folder / "a\x1b[2Jb")
    ran: Ran = bob("verify", "envelope", odd)
    assert "\x1b" not in ran.err + ran.out


def test_the_law_of_moments_is_held_under_the_file_s_own_betas(bob: Bob, place: Place) -> None:
    other = str(place.folder / "other.toml")
    settings = ("--set", "learner.beta1=0", "--set", "learner.beta2=0.5")
    assert bob("contract", "--contract", place.contract, *settings, "--out", other).status == 0
    ran: Ran = bob("verify", "values", place.ckpt, "--contract", other, "--json")
    found = [(finding["code"], finding["part"]) for finding in json.loads(ran.out)["findings"]]
    assert found == [("BOB210", "learner.beta1"), ("BOB210", "learner.beta2")]


def test_values_of_a_file_that_states_no_contract_are_not_looked_at(bob: Bob, place: Place) -> None:
    content = Path(place.ckpt).read_bytes()
    Path(place.ckpt).write_bytes(content.replace(b"|vocabulary=16", b"|vocabulary=99"))
    ran: Ran = bob("verify", "values", place.ckpt, "--contract", place.contract, "--json")
    codes = {finding["code"] for finding in json.loads(ran.out)["findings"]}
    assert (ran.status, codes) == (1, {"BOB205", "BOB212"})


@pytest.mark.parametrize(("version", "code"), [(0, "BOB221"), (3, "BOB204")])
def test_another_version_is_told_whether_it_can_be_newer(
    bob: Bob, place: Place, version: int, code: str
) -> None:
    content = bytearray(Path(place.ckpt).read_bytes())
    content[8] = version
    Path(place.ckpt).write_bytes(content)
    assert code in bob("verify", "envelope", place.ckpt, "--contract", place.contract).out


def test_a_very_long_value_is_cut_on_a_terminal_and_whole_in_json(bob: Bob, place: Place) -> None:
    (place.folder / "long.toml").write_text(f'[schema]\nidentity = "{"a" * 5000} "\n')
    arguments = ("verify", "envelope", place.ckpt, "--contract", str(place.folder / "long.toml"))
    assert "(5,001 characters)" in bob(*arguments).err
    assert "a" * 5000 in bob(*arguments, "--json").out


def kept_beside(bob: Bob, place: Place) -> None:
    """Three more invocations, of which the last two checkpoints stay; then the current one is damaged."""
    for _ in range(3):
        bob("run", "--resume", place.ckpt, "--contract", place.contract, "--keep", "2")
    content = bytearray(Path(place.ckpt).read_bytes())
    content[-1] ^= 1
    Path(place.ckpt).write_bytes(content)


def test_beside_a_refused_checkpoint_the_newest_whole_kept_one_is_named(bob: Bob, place: Place) -> None:
    kept_beside(bob, place)
    ran = bob("verify", "envelope", place.ckpt, "--contract", place.contract)
    assert ran.status == 1
    assert f"kept {place.ckpt}.step-30 is whole" in ran.out
    assert f"bob run --resume {place.ckpt}.step-30 --out NEW" in ran.out
    told = json.loads(bob("verify", "envelope", place.ckpt, "--contract", place.contract, "--json").out)
    assert told["newest_kept"] == f"{place.ckpt}.step-30"


def test_a_kept_checkpoint_that_is_not_whole_is_passed_over(bob: Bob, place: Place) -> None:
    kept_beside(bob, place)
    Path(f"{place.ckpt}.step-30").write_bytes(b"")
    ran = bob("verify", "envelope", place.ckpt, "--contract", place.contract)
    assert f"kept {place.ckpt}.step-20 is whole" in ran.out


def test_nothing_kept_is_named_where_none_is_whole_or_the_file_is_in_order(bob: Bob, place: Place) -> None:
    bob("run", "--resume", place.ckpt, "--contract", place.contract, "--keep", "2")
    assert (
        "is whole; nothing goes on"
        not in bob("verify", "envelope", place.ckpt, "--contract", place.contract).out
    )
    for path in (place.ckpt, f"{place.ckpt}.step-10"):
        Path(path).write_bytes(b"BOBCKPT1")
    assert (
        "is whole; nothing goes on"
        not in bob("verify", "envelope", place.ckpt, "--contract", place.contract).out
    )
