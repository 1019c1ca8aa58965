"""A file behind a URL as a source that is read by ranges: only what a header needs is fetched.

    source = RemoteSource("https://host/model.safetensors")

Any URL that fsspec opens (`bob-ckpt[remote]`). Pages are fetched once and the last are kept, so that reading
a header in small steps asks for it in large ones; `n_fetched` says how many bytes came over the wire.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import contextmanager
from typing import TYPE_CHECKING

from bob.errors import Finding, Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAGE_BYTES = 250_000
_KEPT_PAGES = 20


def is_url(name: str) -> bool:
    """Whether a name is a URL and not a path: a scheme of more than a letter before `://`."""
    scheme, marks, _ = name.partition("://")
    return bool(marks) and len(scheme) > 1 and scheme.replace("+", "").isalnum()


class RemoteSource:
    """A source that fetches pages of a remote file; raises `Refused` (BOB824) where it cannot."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.n_fetched = 0
        self._pages: OrderedDict[int, bytes] = OrderedDict()
        try:
            from fsspec.core import url_to_fs
        except ImportError:
            found = Finding("BOB824", "url", "fsspec is not installed", "pip install 'bob-ckpt[remote]'")
            raise Refused(url, [found]) from None
        with _fetching(url):
            self._files, self._path = url_to_fs(url)
            self._n_bytes = self._files.info(self._path)["size"]
        if not isinstance(self._n_bytes, int):
            found = Finding("BOB824", "url", "no size is given", "a server that answers ranges")
            raise Refused(url, [found])

    @property
    def n_bytes(self) -> int:
        """How many bytes the file has, as the server says."""
        return int(self._n_bytes)

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        """The bytes from `offset`, as many as asked for or as there are."""
        end = min(offset + n_bytes, self.n_bytes)
        pieces = []
        while offset < end:
            number, begin = divmod(offset, _PAGE_BYTES)
            piece = self._page(number)[begin : begin + end - offset]
            pieces.append(piece)
            offset += len(piece)
        return b"".join(pieces)

    def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:
        """The same bytes in pieces."""
        end = min(offset + n_bytes, self.n_bytes)
        while offset < end:
            piece = self.read_at(offset, min(_PAGE_BYTES, end - offset))
            yield memoryview(piece)
            offset += len(piece)

    def _page(self, number: int) -> bytes:
        if number in self._pages:
            self._pages.move_to_end(number)
            return self._pages[number]
        begin = number * _PAGE_BYTES
        end = min(begin + _PAGE_BYTES, self.n_bytes)
        with _fetching(self.url):
            page = bytes(self._files.cat_file(self._path, start=begin, end=end))
        self.n_fetched += len(page)
        if len(page) != end - begin:
            found = f"{len(page):,} bytes for {end - begin:,}"
            raise Refused(self.url, [Finding("BOB824", "range", found, "a server that answers ranges")])
        self._pages[number] = page
        if len(self._pages) > _KEPT_PAGES:
            self._pages.popitem(last=False)
        return page


@contextmanager
def _fetching(url: str) -> Iterator[None]:
    """Raise whatever a file system of fsspec raises as `Refused` (BOB824)."""
    try:
        yield
    except Exception as wrong:
        said = f"{type(wrong).__name__}: {wrong}" if str(wrong) else type(wrong).__name__
        raise Refused(url, [Finding("BOB824", "url", said, "a file to read")]) from wrong
