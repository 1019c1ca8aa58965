"""Two wheels from one build: with the launcher for Linux and macOS, with a console script for the rest.

Hatchling loads this file by `[tool.hatch.metadata.hooks.custom]` and
`[tool.hatch.build.targets.wheel.hooks.custom]` of pyproject.toml. On a host that the first wheel serves, that
one is what the build gives (and `pip install .` installs, editable too), and the second lies beside it. On
any other host, where the launcher's run bit may not even exist, the second is the only one.
"""

from __future__ import annotations

import tempfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.builders.wheel import WheelBuilder, WheelBuilderConfig
from hatchling.metadata.plugin.interface import MetadataHookInterface
from packaging.tags import parse_tag, sys_tags

if TYPE_CHECKING:
    from collections.abc import MutableMapping

LAUNCHER = "bob/run/quick/launcher"
# No machine code is inside: the oldest systems for which an installer knows such a tag.
TAG = "py3-none-" + ".".join(
    [
        "manylinux_2_17_x86_64",
        "manylinux_2_17_aarch64",
        "musllinux_1_1_x86_64",
        "musllinux_1_1_aarch64",
        "macosx_10_9_universal2",
    ]
)
CONSOLE_SCRIPTS = {"bob": "bob.__main__:main"}


def launcher_serves() -> bool:
    """Whether this host is one of those that the wheel with the launcher is for."""
    return not parse_tag(TAG).isdisjoint(sys_tags())


class Scripts(MetadataHookInterface):
    """The console script, where there is no launcher."""

    def update(self, metadata: MutableMapping[str, Any]) -> None:
        """Give `project.scripts`, which pyproject.toml leaves open."""
        metadata["scripts"] = {} if launcher_serves() else CONSOLE_SCRIPTS


class Wheels(BuildHookInterface[WheelBuilderConfig]):
    """The launcher and its tag, where it serves; after that the other wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Put the launcher into the wheel, with its run bit whatever the checkout's umask made of it."""
        if not launcher_serves():
            return
        self.folder = tempfile.TemporaryDirectory()
        launcher = Path(self.folder.name, "bob")
        launcher.write_bytes(Path(self.root, LAUNCHER).read_bytes())
        launcher.chmod(0o755)
        build_data["tag"] = TAG
        build_data["shared_scripts"] = {str(launcher): launcher.name}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Build the wheel for all other hosts into the same folder."""
        if not launcher_serves():
            return
        self.folder.cleanup()
        if version == "standard":
            builder = WheelBuilder(self.root, config=plain(Path(self.root, "pyproject.toml")))
            # What HATCH_BUILD_CLEAN and the like ask for is for the whole build, and done.
            list(builder.build(directory=self.directory, versions=[version], hooks_only=False, clean=False))


def plain(pyproject: Path) -> dict[str, Any]:
    """The project as it would be written without this file: hatchling's own wheel with a console script."""
    config = tomllib.loads(pyproject.read_text(encoding="utf-8"))
    hatch = config["tool"]["hatch"]
    del hatch["metadata"]["hooks"], hatch["build"]["targets"]["wheel"]["hooks"]
    del config["project"]["dynamic"]
    config["project"]["scripts"] = CONSOLE_SCRIPTS
    return config
