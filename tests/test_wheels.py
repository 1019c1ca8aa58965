"""Two wheels come from one build, by the sdist: one with the launcher, one with a console script, never both.

The build meets what a launcher can lose its run bit by: a umask of 077 and a checkout without the bit.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import stat
import subprocess
import sys
import tarfile
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest
from packaging.tags import Tag, compatible_tags, mac_platforms
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).parent.parent
LAUNCHER = "bob/run/quick/launcher"
SCRIPT = "bob_ckpt-0.1.0.data/scripts/bob"
METADATA = "bob_ckpt-0.1.0.dist-info/"
pytestmark = pytest.mark.skipif(
    sys.platform not in ("linux", "darwin"), reason="one wheel only is built here"
)


class Wheels(NamedTuple):
    """The wheels of one build."""

    launched: Path
    plain: Path


def build(source: Path, target: str, folder: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, umask=0o077)


@pytest.fixture(scope="session")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    build(ROOT, "sdist", folder)
    (found,) = folder.iterdir()
    return found


@pytest.fixture(scope="session")
def wheels(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Wheels:
    source, folder = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("wheels")
    with tarfile.open(sdist) as archive:
        archive.extractall(source, filter="data")
    (unpacked,) = source.iterdir()
    (unpacked / LAUNCHER).chmod(0o600)
    build(unpacked, "wheel", folder)
    plain, launched = sorted(folder.iterdir(), key=lambda path: len(path.name))
    return Wheels(launched, plain)


def names(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


def read(wheel: Path, name: str) -> bytes:
    with ZipFile(wheel) as archive:
        return archive.read(name)


def contents(wheel: Path) -> dict[str, bytes]:
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def package(wheel: Path) -> dict[str, bytes]:
    """What the wheel puts into the package's folder."""
    return {name: content for name, content in contents(wheel).items() if name.startswith("bob/")}


BOTH = pytest.mark.parametrize("which", Wheels._fields)


def linux(libc: str, minor: int, cpu: str) -> list[str]:
    """The platforms of a system, its own first: every older one is served too."""
    return [f"{libc}_{each}_{cpu}" for each in range(minor, 0, -1)]


SERVED = {
    "glibc 2.17, x86_64": linux("manylinux_2", 17, "x86_64"),
    "glibc 2.41, x86_64": linux("manylinux_2", 41, "x86_64"),
    "glibc 2.41, aarch64": linux("manylinux_2", 41, "aarch64"),
    "musl 1.1, x86_64": linux("musllinux_1", 1, "x86_64"),
    "musl 1.2, x86_64": linux("musllinux_1", 2, "x86_64"),
    "musl 1.2, aarch64": linux("musllinux_1", 2, "aarch64"),
    "macOS 10.9": list(mac_platforms((10, 9), "x86_64")),
    "macOS 13 on Intel": list(mac_platforms((13, 0), "x86_64")),
    "macOS 11 on Apple silicon": list(mac_platforms((11, 0), "arm64")),
    "macOS 26 on Apple silicon": list(mac_platforms((26, 0), "arm64")),
}
OTHERS = {
    "Windows": ["win_amd64"],
    "Windows on ARM": ["win_arm64"],
    "Windows, 32 bits": ["win32"],
    "FreeBSD": ["freebsd_14_2_release_amd64"],
    "another processor": linux("manylinux_2", 41, "riscv64"),
    "glibc 2.16": linux("manylinux_2", 16, "x86_64"),
}


def taken(wheels: Wheels, platforms: list[str]) -> list[Path]:
    """The wheels that an installer may take, the one that it likes best first."""
    liked = list(compatible_tags((3, 13), "cp313", platforms))

    def place(wheel: Path) -> int:
        tags = parse_wheel_filename(wheel.name)[3]
        return min((liked.index(tag) for tag in tags if tag in liked), default=len(liked))

    return sorted((wheel for wheel in wheels if place(wheel) < len(liked)), key=place)


@pytest.mark.parametrize("platforms", SERVED.values(), ids=SERVED)
def test_linux_and_macos_take_the_one_with_the_launcher(wheels: Wheels, platforms: list[str]) -> None:
    assert taken(wheels, platforms) == [wheels.launched, wheels.plain]


@pytest.mark.parametrize("platforms", OTHERS.values(), ids=OTHERS)
def test_every_other_host_can_take_none_but_the_one_with_the_console_script(
    wheels: Wheels, platforms: list[str]
) -> None:
    assert taken(wheels, platforms) == [wheels.plain]


def test_the_one_with_the_console_script_is_for_any_host(wheels: Wheels) -> None:
    assert parse_wheel_filename(wheels.plain.name)[3] == {Tag("py3", "none", "any")}


@BOTH
def test_the_tags_inside_are_those_of_the_name(wheels: Wheels, which: str) -> None:
    wheel: Path = getattr(wheels, which)
    inside = Parser().parsestr(read(wheel, f"{METADATA}WHEEL").decode())
    assert set(inside.get_all("Tag", [])) == {str(tag) for tag in parse_wheel_filename(wheel.name)[3]}
    assert inside["Root-Is-Purelib"] == "true"


def test_the_launcher_is_in_one_with_its_run_bit(wheels: Wheels) -> None:
    with ZipFile(wheels.launched) as archive:
        mode = archive.getinfo(SCRIPT).external_attr >> 16
    assert stat.S_IMODE(mode) == 0o755
    assert read(wheels.launched, SCRIPT) == (ROOT / LAUNCHER).read_bytes()


def test_the_launcher_is_nowhere_in_the_other(wheels: Wheels) -> None:
    launcher = (ROOT / LAUNCHER).read_bytes()
    assert launcher not in contents(wheels.plain).values()
    assert not any(".data/" in name for name in names(wheels.plain))


def test_the_console_script_is_in_the_other_alone(wheels: Wheels) -> None:
    plugin = b"[pytest11]\nbob = bob.pytest_plugin\n"
    expected = b"[console_scripts]\nbob = bob.__main__:main\n\n" + plugin
    assert read(wheels.plain, f"{METADATA}entry_points.txt") == expected
    assert read(wheels.launched, f"{METADATA}entry_points.txt") == plugin


def test_both_hold_the_same_package_and_say_the_same_of_it(wheels: Wheels) -> None:
    assert package(wheels.launched) == package(wheels.plain)
    metadata = f"{METADATA}METADATA"
    assert read(wheels.launched, metadata) == read(wheels.plain, metadata)


def test_the_package_is_the_source_and_the_proofs(wheels: Wheels) -> None:
    source = {path.relative_to(ROOT).as_posix() for path in (ROOT / "bob").rglob("*") if path.is_file()}
    source |= {f"bob/{path.relative_to(ROOT).as_posix()}" for path in (ROOT / "proofs").rglob("*.*")}
    expected = {name for name in source if "__pycache__" not in name} - {LAUNCHER}
    assert set(package(wheels.plain)) == expected


@BOTH
def test_the_record_holds_every_file_with_its_digest_and_size(wheels: Wheels, which: str) -> None:
    wheel: Path = getattr(wheels, which)
    rows = csv.reader(io.StringIO(read(wheel, f"{METADATA}RECORD").decode()))
    expected = [[name, *recorded(name, content)] for name, content in contents(wheel).items()]
    assert sorted(rows) == sorted(expected)


def recorded(name: str, content: bytes) -> list[str]:
    if name == f"{METADATA}RECORD":
        return ["", ""]
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return [f"sha256={digest}", str(len(content))]


def test_the_wheels_of_the_source_are_those_of_the_sdist(wheels: Wheels, tmp_path: Path) -> None:
    build(ROOT, "wheel", tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        path.name: path.read_bytes() for path in wheels
    }


@pytest.fixture(scope="session")
def installed(wheels: Wheels, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of scripts of an environment that pip put the wheel with the launcher into."""
    prefix = tmp_path_factory.mktemp("installed") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", prefix], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(prefix), "install"]
    options = ["--no-deps", "--no-index", "--no-compile", "--quiet"]
    subprocess.run([*pip, *options, str(wheels.launched)], check=True, umask=0o077)
    return prefix / "bin"


def test_the_installed_launcher_can_be_run(installed: Path) -> None:
    assert stat.S_IMODE((installed / "bob").stat().st_mode) & 0o111 == 0o111
    ran = subprocess.run([installed / "bob"], capture_output=True, text=True, check=False)
    # Without its dependencies Bob gets as far as the first of them.
    assert (ran.returncode, "cannot load Bob: ModuleNotFoundError" in ran.stderr) == (2, True)
