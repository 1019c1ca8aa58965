"""The shared object of the kernels: kept once, tested before that, never loaded once it was touched."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bob.envelope.input_record import build_input
from bob.kernels import cache, compiled, trial
from bob.kernels import object as objects
from bob.kernels.calls import Kernels
from bob.kernels.signatures import SIGNATURES
from tests.checkpoints import SMALL, checkpoint, number
from tests.run.quick.mutations import digest
from tests.touched import cut, edited, emptied, fifo, given_away, linked

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def folder(tmp_path: Path, kept_object: Path) -> Path:
    """A cache folder with a copy of the session's object."""
    own = tmp_path / "cache"
    own.mkdir(mode=0o700)
    (own / kept_object.name).write_bytes(kept_object.read_bytes())
    (own / kept_object.name).chmod(0o600)
    return own


@pytest.fixture
def environment(folder: Path) -> dict[str, str]:
    return {"BOB_CACHE_DIR": str(folder)}


@pytest.fixture
def built(kept_object: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have a build give the session's object at once; gives a list of the builds."""
    builds: list[str] = []
    content = kept_object.read_bytes()

    def optimised(modules: dict[str, Any]) -> str:
        builds.append(" ".join(modules))
        return "the text"

    monkeypatch.setattr(compiled, "llvm_text", lambda name: (name, name))
    monkeypatch.setattr(objects, "optimised", optimised)
    monkeypatch.setattr(cache, "_name", lambda *_: kept_object.name)
    monkeypatch.setattr(objects, "generated", lambda _: content)
    return builds


def only(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


# Kept, and found.


def test_an_object_is_named_after_what_shapes_it_and_its_own_bytes(kept_object: Path) -> None:
    text = objects.optimised({name: compiled.llvm_text(name) for name in SIGNATURES})
    own = f"{digest(text.encode()).hex()}-{digest(kept_object.read_bytes()).hex()}"
    assert kept_object.name == f"kernels-{cache.key()}-{own}.so"
    assert kept_object.stat().st_mode & 0o777 == 0o600


def test_what_is_kept_is_not_built_again(environment: dict[str, str], built: list[str], folder: Path) -> None:
    assert cache.is_kept(environment)
    addresses = cache.kernels_of(environment)
    assert set(addresses) >= set(SIGNATURES)
    assert built == []
    assert len(list(folder.iterdir())) == 1


def test_what_is_not_kept_is_built_once_and_kept(tmp_path: Path, built: list[str], kept_object: Path) -> None:
    environment = {"BOB_CACHE_DIR": str(tmp_path / "new" / "cache")}
    assert not cache.is_kept(environment)
    for _ in range(2):
        assert set(cache.kernels_of(environment)) >= set(SIGNATURES)
    assert built == [" ".join(SIGNATURES)]
    assert cache.is_kept(environment)
    made = only(tmp_path / "new" / "cache")
    assert (made.name, made.read_bytes()) == (kept_object.name, kept_object.read_bytes())


def test_the_entry_names_the_object_and_the_processor(environment: dict[str, str], kept_object: Path) -> None:
    kept = cache.entry(environment)
    assert kept is not None
    assert (kept.name, kept.digest) == (kept_object.name, digest(kept_object.read_bytes()))
    assert len(kept.features) == objects.FEATURES_BYTES
    assert any(kept.features)
    assert kept.features == cache.features_of(Kernels(cache.kernels_of(environment)))


def test_without_an_object_there_is_no_entry_and_no_deviation(tmp_path: Path) -> None:
    environment = {"BOB_CACHE_DIR": str(tmp_path / "none")}
    assert cache.entry(environment) is None
    assert cache.deviations(environment) == []
    assert not cache.is_kept(environment)
    assert not (tmp_path / "none").exists()


def test_a_kept_object_is_tested_again_when_that_is_asked_for(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cache.deviations(environment) == []
    monkeypatch.setattr(trial, "deviation", lambda _: "check gives 1 for 0 at 0")
    assert cache.deviations(environment) == ["check gives 1 for 0 at 0"]


# What shapes it.


def test_another_version_of_a_tool_is_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {cache.key()}
    real = cache.version
    for tool in ("numba", "llvmlite"):
        with monkeypatch.context() as patched:
            patched.setattr(cache, "version", lambda name, tool=tool: "0" if name == tool else real(name))
            keys.add(cache.key())
    with monkeypatch.context() as patched:
        patched.setattr(sys, "version_info", (3, 99, 0))
        keys.add(cache.key())
    with monkeypatch.context() as patched:
        patched.setattr(objects, "target", lambda: {"cpu": "another"})
        keys.add(cache.key())
    assert len(keys) == 5


def test_another_source_is_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before, real = cache.key(), Path.read_bytes

    def edited(path: Path) -> bytes:
        return real(path) + (b"#" if path.name == "formulas.py" else b"")

    monkeypatch.setattr(Path, "read_bytes", edited)
    assert cache.key() != before


def test_an_object_of_another_key_is_not_found(
    environment: dict[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "key", lambda: "0" * 32)
    assert not cache.is_kept(environment)
    assert cache.is_name(only(folder).name)


@pytest.mark.parametrize("name", ["kernels-", "x.so", "kernels-a.so.tmp", ".kernels-a.so"])
def test_other_names_are_not_an_object_s(name: str) -> None:
    assert not cache.is_name(name)


# What was touched.


def planted(path: Path) -> None:
    """Another whole object, which would give other bits, under this one's name."""
    path.write_bytes(path.read_bytes() + bytes(8))


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir(mode=0o700)


def writable_by_others(path: Path) -> None:
    path.chmod(0o602)


def readable_by_others(path: Path) -> None:
    path.chmod(0o640)


TOUCHED = pytest.mark.parametrize(
    "touch",
    [
        edited,
        cut,
        emptied,
        planted,
        linked,
        fifo,
        a_folder,
        writable_by_others,
        readable_by_others,
        given_away,
    ],
    ids=lambda touch: touch.__name__,
)


@TOUCHED
def test_an_object_that_was_touched_is_not_loaded_but_built_anew(
    environment: dict[str, str],
    folder: Path,
    kept_object: Path,
    built: list[str],
    monkeypatch: pytest.MonkeyPatch,
    touch: Callable[[Path], None],
) -> None:
    touch(only(folder))
    loads: list[str] = []
    real = cache.loaded

    def loaded(descriptor: int) -> Any:
        loads.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        return real(descriptor)

    monkeypatch.setattr(cache, "loaded", loaded)
    assert not cache.is_kept(environment)
    assert (cache.entry(environment), cache.deviations(environment), loads) == (None, [], [])
    cache.kernels_of(environment)
    assert len(built) == 1
    assert [path.partition(" ")[0] for path in loads] == ["/memfd:kernels"]
    # A folder in its place is not replaced: then each process builds its own.
    if touch is not a_folder:
        assert cache.is_kept(environment)
        assert only(folder).read_bytes() == kept_object.read_bytes()


def test_a_folder_that_others_may_use_is_not_looked_into(
    environment: dict[str, str], folder: Path, built: list[str]
) -> None:
    folder.chmod(0o711)
    cache.kernels_of(environment)
    assert len(built) == 1
    assert not cache.is_kept(environment)


def test_what_takes_an_object_s_name_after_it_was_checked_is_not_loaded(
    environment: dict[str, str], folder: Path, kept_object: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = cache._opened

    def opened(opened_folder: cache.CacheFolder, name: str) -> int | None:
        descriptor = real(opened_folder, name)
        other = folder.with_name("other")
        other.write_bytes(b"planted")
        other.chmod(0o600)
        other.rename(folder / name)
        return descriptor

    monkeypatch.setattr(cache, "_opened", opened)
    kept = cache.entry(environment)
    assert kept is not None
    assert kept.digest == digest(kept_object.read_bytes())
    assert only(folder).read_bytes() == b"planted"
    monkeypatch.undo()
    assert cache.entry(environment) is None


# Built.


def test_an_object_that_deviates_is_neither_used_nor_kept(
    tmp_path: Path, built: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "deviation", lambda _: "adamw gives 00000001 for 00000000 at 7")
    environment = {"BOB_CACHE_DIR": str(tmp_path / "cache")}
    with pytest.raises(cache.Failed, match="adamw gives 00000001 for 00000000 at 7"):
        cache.kernels_of(environment)
    assert len(built) == 1
    assert not (tmp_path / "cache").exists()


def test_an_object_is_tried_before_it_is_kept(
    tmp_path: Path, built: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[bool] = []

    def deviation(kernels: Kernels) -> str:
        assert callable(kernels.train_rows)
        seen.append((tmp_path / "cache").exists())
        return ""

    monkeypatch.setattr(trial, "deviation", deviation)
    cache.kernels_of({"BOB_CACHE_DIR": str(tmp_path / "cache")})
    assert (seen, len(built)) == ([False], 1)


def test_a_folder_that_takes_nothing_has_every_process_build(built: list[str], unprivileged: Path) -> None:
    unprivileged.chmod(0o500)
    for below in ("", "below"):
        cache.kernels_of({"BOB_CACHE_DIR": str(unprivileged / below)})
    assert len(built) == 2
    unprivileged.chmod(0o700)
    assert list(unprivileged.iterdir()) == []


@pytest.mark.parametrize("environment_", [{}, {"HOME": "here"}], ids=["no variable", "a relative home"])
def test_without_a_folder_every_process_builds(built: list[str], environment_: dict[str, str]) -> None:
    cache.kernels_of(environment_)
    assert len(built) == 1


def test_a_full_disk_is_no_fault(tmp_path: Path, built: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    real = cache.CacheFolder.write_plain

    def full(opened: cache.CacheFolder, name: str, content: bytes) -> None:
        with monkeypatch.context() as patched:
            patched.setattr("posix.write", failing)
            real(opened, name, content)

    def failing(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache.CacheFolder, "write_plain", full)
    cache.kernels_of({"BOB_CACHE_DIR": str(tmp_path / "cache")})
    assert len(built) == 1
    assert list((tmp_path / "cache").iterdir()) == []


# Hosts.


@pytest.mark.parametrize(
    ("where", "what", "said"),
    [
        ("sys.platform", "darwin", "Linux, and this is darwin"),
        ("platform.machine", lambda: "aarch64", "x86-64, and this is aarch64"),
        ("platform.libc_ver", lambda: ("", ""), "glibc"),
    ],
    ids=["system", "machine", "C library"],
)
def test_a_host_that_no_object_serves_is_said(
    environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, where: str, what: object, said: str
) -> None:
    assert (cache.why_not(), platform.machine()) == ("", "x86_64")
    monkeypatch.setattr(where, what)
    assert said in cache.why_not()
    assert not cache.is_kept(environment)


# Two at once.


def test_two_first_uses_at_once_keep_one_whole_object_and_give_the_same_planes(
    tmp_path: Path, kept_object: Path
) -> None:
    record = build_input([(7 * b + 3) % 16 for b in range(16)], [1, 15], SMALL)
    content = checkpoint(step=20, input_digest=digest(record))
    (tmp_path / "contract.toml").write_text(SMALL.toml())
    begun = []
    for name in "ab":
        (tmp_path / name).mkdir()
        (tmp_path / name / "input.bin").write_bytes(record)
        (tmp_path / name / "ckpt.bin").write_bytes(content)
        command = [sys.executable, "-m", "bob", "run", "--resume", str(tmp_path / name / "ckpt.bin")]
        begun.append(
            subprocess.Popen(
                [*command, "--contract", str(tmp_path / "contract.toml")],
                env={**os.environ, "BOB_CACHE_DIR": str(tmp_path / "cache")},
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        )
    said = [process.communicate() for process in begun]
    assert [process.returncode for process in begun] == [0, 0]
    first = f"compiling the kernels once, for {tmp_path / 'cache'}\n"
    assert [err.startswith(first) for _, err in said] == [True, True]
    made = [(tmp_path / name / "ckpt.bin").read_bytes() for name in "ab"]
    assert made[0] == made[1]
    assert number(made[0], "step") == 30
    kept = [path for path in (tmp_path / "cache").iterdir() if cache.is_name(path.name)]
    assert [path.name for path in kept] == [kept_object.name]
    assert kept[0].read_bytes() == kept_object.read_bytes()
    assert [path.name for path in (tmp_path / "cache").iterdir() if path.name.startswith(".")] == []
