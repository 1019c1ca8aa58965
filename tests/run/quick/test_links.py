"""Links to the launcher, as pipx and uv make them and worse, lead to the installation that it belongs to."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.run.quick.prefixes import Prefix, put_bob, run, stand_in

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(
    sys.platform not in ("linux", "darwin"), reason="no launcher is installed here"
)
PATHS = pytest.mark.parametrize("path", ["quick", "full"])


@pytest.fixture
def prefix(tmp_path: Path) -> Prefix:
    return stand_in(tmp_path)


def absolute(link: Path, prefix: Prefix) -> None:
    link.symlink_to(prefix.launcher)


def chain(link: Path, prefix: Prefix) -> None:
    """Relative links through two folders and back."""
    between = link.parent.parent / "share" / "-more" / "bob"
    between.parent.mkdir(parents=True)
    link.symlink_to("../share/-more/bob")
    between.symlink_to("../bob link")
    (link.parent.parent / "share" / "bob link").symlink_to(
        Path("..", prefix.launcher.relative_to(link.parent.parent))
    )


def folder(link: Path, prefix: Prefix) -> None:
    """The folder that the launcher is in is linked."""
    link.parent.rmdir()
    link.parent.symlink_to(prefix.bin)


def above(link: Path, prefix: Prefix) -> None:
    """A link that leads to the launcher through a linked folder above it."""
    (link.parent.parent / "other").symlink_to(prefix.folder)
    link.symlink_to("../other/bin/bob")


def back(link: Path, prefix: Prefix) -> None:
    """A link that leads into a linked folder and up again, which is not where it came from."""
    (link.parent / "packages").symlink_to(prefix.packages.parent.parent)
    link.symlink_to("packages/../bin/bob")


LINKS = pytest.mark.parametrize("linked", [absolute, chain, folder, above, back])


@PATHS
@LINKS
def test_links_are_followed(
    tmp_path: Path, prefix: Prefix, path: str, linked: Callable[[Path, Prefix], None]
) -> None:
    link = tmp_path / "local bin" / "bob"
    link.parent.mkdir()
    linked(link, prefix)
    assert run([link, path]).told["package"] == str(prefix.packages / "bob" / "__main__.py")


@PATHS
@pytest.mark.parametrize("between", ["//", "/./", "/../bin/"])
def test_a_linked_folder_is_followed_however_it_is_written(
    tmp_path: Path, prefix: Prefix, path: str, between: str
) -> None:
    (tmp_path / "bin").symlink_to(prefix.bin)
    assert run([f"{tmp_path}/bin{between}bob", path]).told["path"] == path


@PATHS
def test_a_python_beside_a_link_is_not_the_one(tmp_path: Path, prefix: Prefix, path: str) -> None:
    other = Prefix(tmp_path / "other")
    put_bob(other.packages, "raise SystemExit('the wrong one')")
    other.launcher.unlink()
    other.launcher.symlink_to(prefix.launcher)
    assert other.run(path).told["path"] == path


@PATHS
def test_a_bare_name_that_is_a_link_is_followed(tmp_path: Path, prefix: Prefix, path: str) -> None:
    (tmp_path / "bob").symlink_to(prefix.launcher.relative_to(tmp_path))
    assert run(["sh", "bob", path], tmp_path).told["path"] == path
