"""Bob itself behind the launcher, installed and editable: the same words by the quick path."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.run.quick.prefixes import PACKAGE, Prefix, Ran, put_bob, run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from bob.envelope.contract import Contract

pytestmark = pytest.mark.skipif(
    sys.platform not in ("linux", "darwin"), reason="no launcher is installed here"
)
PATHS = pytest.mark.parametrize("path", ["quick", "full"])
BEGUN = {
    "python -m bob": ["-m", "bob"],
    "console script": ["-c", "import sys; from bob.__main__ import main; sys.exit(main())"],
}


@PATHS
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("_editable_impl_bob_ckpt.pth", "{}"),
        ("_bob_ckpt.pth", "{}\n"),
        ("bob_ckpt.pth", "{}/docs\n{}\n"),
        ("_bob_ckpt.pth", "import sys\n\n# {}\n{}\r\n"),
    ],
    ids=["as it is written", "another name", "two folders", "all that may stand there"],
)
def test_an_editable_installation_is_found(tmp_path: Path, path: str, name: str, text: str) -> None:
    made = Prefix(tmp_path / "venv")
    source = tmp_path / "the söurce"
    put_bob(source)
    made.put(name, text.replace("{}", str(source)))
    # What the wheel's `force-include` adds to an editable one too.
    made.put("bob/proofs/ledger.json", "")
    assert made.run(path, LC_ALL="C.UTF-8").told["path"] == path


def test_an_editable_installation_is_found_whatever_the_locale_makes_of_its_path(tmp_path: Path) -> None:
    made = Prefix(tmp_path / "venv")
    put_bob(tmp_path / "söurce")
    made.put("_bob_ckpt.pth", str(tmp_path / "söurce"))
    assert made.run("quick", LC_ALL="C").told["path"] == "quick"


def installed(prefix: Prefix) -> None:
    (prefix.packages / "bob").symlink_to(PACKAGE)


def editable(prefix: Prefix) -> None:
    prefix.put("_editable_impl_bob_ckpt.pth", str(PACKAGE.parent))


@pytest.fixture
def real(tmp_path: Path) -> Prefix:
    """All that Bob needs, without Bob."""
    made = Prefix(tmp_path / "a venv")
    made.link_libraries()
    return made


def verify(prefix: Prefix, folder: Path) -> Ran:
    arguments = ["verify", "envelope", "ckpt.bin", "--contract", "contract.toml"]
    return prefix.run(*arguments, folder=folder, BOB_CACHE_DIR=str(folder / "cache"))


@pytest.mark.skipif(sys.platform != "linux", reason="the quick path is for Linux")
@pytest.mark.parametrize("put_in", [installed, editable])
def test_verify_is_quick_the_second_time_and_says_the_same(
    real: Prefix,
    put_in: Callable[[Prefix], None],
    tmp_path: Path,
    small_contract: Contract,
    small_checkpoint: bytes,
) -> None:
    put_in(real)
    (tmp_path / "contract.toml").write_text(small_contract.toml())
    (tmp_path / "ckpt.bin").write_bytes(small_checkpoint)
    first = verify(real, tmp_path)
    # The full path cannot go without click.
    (real.packages / "click").unlink()
    second = verify(real, tmp_path)
    assert (first.status, "VERIFIED" in first.out) == (0, True)
    assert second[:3] == first[:3]
    (tmp_path / "ckpt.bin").write_bytes(small_checkpoint[:-1])
    assert "No module named 'click'" in verify(real, tmp_path).err


@pytest.mark.parametrize("begun", BEGUN.values(), ids=BEGUN)
@pytest.mark.parametrize(
    "arguments",
    [["--version"], ["verify", "envelope", "nowhere"], ["run", "--no-such option"]],
    ids=["yes", "refused", "usage"],
)
def test_however_it_is_begun_it_says_the_same(
    real: Prefix, tmp_path: Path, begun: list[str], arguments: list[str]
) -> None:
    installed(real)
    other = run([real.bin / "python", *begun, *arguments], tmp_path, BOB_CACHE_DIR=str(tmp_path / "cache"))
    said = real.run(*arguments, folder=tmp_path, BOB_CACHE_DIR=str(tmp_path / "cache"))
    assert said[:3] == other[:3]
