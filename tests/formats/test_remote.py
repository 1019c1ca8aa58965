"""Of a remote file no more is fetched than is read, and what cannot be fetched is refused."""

from __future__ import annotations

import http.server
import threading
from typing import TYPE_CHECKING, Any

import pytest

from bob.errors import Refused
from bob.formats import remote
from bob.formats.remote import RemoteSource, is_url

if TYPE_CHECKING:
    from collections.abc import Iterator

CONTENT = bytes(range(256)) * 10_000


class Ranges(http.server.BaseHTTPRequestHandler):
    """Serves one file by ranges; `/whole` ignores them, `/none` is not there."""

    sent: list[int]

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def do_GET(self) -> None:
        self._answer(body=True)

    def _answer(self, body: bool) -> None:
        if self.path == "/none":
            self.send_error(404)
            return
        begin, end, status = 0, len(CONTENT), 200
        asked = self.headers.get("Range")
        if asked and self.path != "/whole":
            first, _, last = asked.removeprefix("bytes=").partition("-")
            begin, end, status = int(first), min(int(last) + 1, len(CONTENT)), 206
        self.send_response(status)
        if status == 206:
            self.send_header("Content-Range", f"bytes {begin}-{end - 1}/{len(CONTENT)}")
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(end - begin))
        self.end_headers()
        if body:
            self.sent.append(end - begin)
            self.wfile.write(CONTENT[begin:end])

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.fixture
def server() -> Iterator[tuple[str, list[int]]]:
    """The address of a local server, and the sizes of what it sent."""
    pytest.importorskip("aiohttp", reason="fsspec's http needs aiohttp")
    handler = type("Handler", (Ranges,), {"sent": []})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as serving:
        thread = threading.Thread(target=serving.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{serving.server_address[1]}", handler.sent
        serving.shutdown()
        thread.join()


def test_what_is_read_is_what_is_there_and_no_more_is_sent(server: tuple[str, list[int]]) -> None:
    url, sent = server
    source = RemoteSource(f"{url}/file")
    assert source.n_bytes == len(CONTENT)
    assert source.read_at(0, 8) == CONTENT[:8]
    assert source.read_at(100, 1000) == CONTENT[100:1100]
    assert source.n_fetched == sum(sent) == remote._PAGE_BYTES


def test_reading_across_pages_and_past_the_end_gives_what_is_there(server: tuple[str, list[int]]) -> None:
    source = RemoteSource(f"{server[0]}/file")
    place = remote._PAGE_BYTES - 3
    assert source.read_at(place, 10) == CONTENT[place : place + 10]
    assert source.read_at(len(CONTENT) - 4, 100) == CONTENT[-4:]
    assert source.read_at(len(CONTENT) + 1, 4) == b""
    assert b"".join(source.pieces(5, 600_000)) == CONTENT[5:600_005]


def test_no_more_pages_are_kept_than_a_few(
    server: tuple[str, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "_KEPT_PAGES", 2)
    source = RemoteSource(f"{server[0]}/file")
    for page in (0, 1, 2, 0):
        source.read_at(page * remote._PAGE_BYTES, 1)
    assert source.n_fetched == 4 * remote._PAGE_BYTES


@pytest.mark.parametrize("path", ["none", "whole"])
def test_a_file_that_is_not_there_or_not_served_by_ranges_is_refused(
    server: tuple[str, list[int]], path: str
) -> None:
    with pytest.raises(Refused) as refused:
        RemoteSource(f"{server[0]}/{path}").read_at(300_000, 10)
    assert refused.value.findings[0].code == "BOB824"


def test_a_scheme_that_nobody_knows_is_refused() -> None:
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    with pytest.raises(Refused, match="BOB824"):
        RemoteSource("nowhere://a/b")


def test_without_fsspec_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "fsspec.core", None)
    with pytest.raises(Refused, match="bob-ckpt") as refused:
        RemoteSource("https://host/file")
    assert refused.value.findings[0].code == "BOB824"


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("https://host/f", True),
        ("s3://bucket/f", True),
        ("abfs+x://b/f", True),
        ("c://windows", False),
        ("a/b", False),
        ("://x", False),
        ("a b://x", False),
    ],
)
def test_a_url_is_known_by_its_scheme(name: str, is_one: bool) -> None:
    assert is_url(name) is is_one
