"""Files that commands name, by path or URL, as places of `bob.formats.recognised`."""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Refused
from bob.formats.remote import RemoteSource, is_url
from bob.kinds import LOOKED_AT, kind_of
from bob.store import OpenFile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.formats.recognised import Place
    from bob.store import Source


# Files of Bob's, whole or not, as `bob.kinds` names them.
_OWN = ("checkpoint", "input-record", "seal", "other-bob", "cut")


def is_own(file: str) -> bool:
    """Whether a path leads to a file of Bob's; raises `Refused` where it cannot be read."""
    if is_url(file):
        return False
    with OpenFile(file) as opened:
        return kind_of(opened.read_at(0, LOOKED_AT), opened.n_bytes).name in _OWN


class Named(NamedTuple):
    """A place, whether it is looked into beyond headers, and what came over the wire, if any."""

    place: Place
    deep: bool
    remote: RemoteSource | None

    def require_unchanged(self) -> None:
        """Raises `Refused` (BOB220) where a local file was changed since it was opened."""
        if isinstance(self.place.source, OpenFile):
            self.place.source.require_unchanged()


@contextmanager
def named(file: str) -> Iterator[Named]:
    """Open what a command names; files beside it are opened when they are asked for. Raises `Refused`."""
    from bob.formats.recognised import Place

    with ExitStack() as stack:
        if is_url(file):
            remote = RemoteSource(file)
            yield Named(
                Place(file.rpartition("/")[2], remote, lambda name: _sibling(file, name)), False, remote
            )
            return
        opened = stack.enter_context(OpenFile(file))

        def beside(name: str) -> Source | None:
            with suppress(Refused):
                return stack.enter_context(OpenFile(os.path.join(os.path.dirname(file), name)))
            return None

        yield Named(Place(os.path.basename(file), opened, beside), True, None)


def _sibling(url: str, name: str) -> Source | None:
    with suppress(Refused):
        return RemoteSource(f"{url.rpartition('/')[0]}/{name}")
    return None
