from __future__ import annotations

import json
import struct
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bob.cli import places
from bob.errors import Finding, Refused
from bob.store import Buffer
from tests.schema.inventories import CONFIG, DIMS, Decoder, shaped, tensors, without

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.formats.inventory import Entry
    from tests.cli.conftest import Bob

UP = "model.layers.2.up.weight"


def safetensors(entries: Iterable[Entry]) -> bytes:
    header: dict[str, object] = {}
    end = 0
    for e in entries:
        size = 2
        for n in e.shape:
            size *= n
        header[e.name] = {"dtype": e.dtype, "shape": list(e.shape), "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"\x01" * end


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "good.safetensors"
    path.write_bytes(safetensors(tensors(Decoder, DIMS)))
    return str(path)


@pytest.fixture
def bad(tmp_path: Path) -> str:
    path = tmp_path / "bad.safetensors"
    entries = without("model.norm")(list(shaped(UP, 101, 48)(list(tensors(Decoder, DIMS)))))
    path.write_bytes(safetensors(entries))
    return str(path)


@pytest.fixture
def schema(tmp_path: Path) -> str:
    """The schema in a file of its own, and a note of how often that is run."""
    path = tmp_path / "mine.py"
    runs = tmp_path / "runs"
    runs.write_text("")
    path.write_text(
        "from tests.schema.inventories import Decoder\n"
        "from pathlib import Path\n"
        f"Path({str(runs)!r}).write_text(Path({str(runs)!r}).read_text() + 'run')\n"
        "print('this is not the answer')\n"
        "class Mine(Decoder):\n    '''Mine.'''\n"
    )
    return f"{path}:Mine"


def test_a_good_file_is_told_with_its_dims_and_what_is_open(bob: Bob, good: str, schema: str) -> None:
    ran = bob("verify", "schema", good, "--schema", schema)
    assert ran.status == 0
    first, *rest = ran.out.splitlines()
    assert first == f"{good}: VERIFIED  schema {schema}"
    assert "  dims        L = 4, D = 48, F = 100, V = 300" in rest
    assert any(line.startswith("  undecided   H: config heads, groups or head_width") for line in rest)
    assert "  config      none" in rest
    assert rest[-1].startswith("  not checked: ")
    assert "values" in rest[-1]
    assert "this is not the answer" in ran.err


def test_a_bad_file_is_refused_with_every_finding_and_the_lines_of_the_schema(
    bob: Bob, bad: str, schema: str
) -> None:
    ran = bob("verify", "schema", bad, "--schema", schema)
    assert ran.status == 1
    assert "REFUSED  BOB610" in ran.out
    assert "model.norm.weight" in ran.out
    assert "REFUSED  BOB615" in ran.out
    assert f"{UP} axis 0  F = 101  100       11 axes agree on 100" in ran.out
    assert f"inventories.py:{Decoder.spec.patterns[7].line.line}" in ran.out
    assert "  dims        L = 4, D = 48, F = 100, V = 300" in ran.out.splitlines()


def test_as_json_each_finding_has_its_line_beside_it(bob: Bob, bad: str, schema: str) -> None:
    ran = bob("verify", "schema", bad, "--schema", schema, "--json")
    told = json.loads(ran.out)
    assert ran.status == 1
    assert (told["verdict"], told["dims"]["F"], told["schema"]) == ("REFUSED", 100, schema)
    assert [f["code"] for f in told["findings"]] == ["BOB610", "BOB615"]
    assert [line["line"] for line in told["lines"]] == [
        Decoder.spec.patterns[number].line.line for number in (10, 7)
    ]


def test_a_config_beside_the_file_is_read_and_said_to_be(
    bob: Bob, good: str, schema: str, tmp_path: Path
) -> None:
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    ran = bob("verify", "schema", good, "--schema", schema)
    assert ran.status == 0
    assert "  config      config.json, beside the file" in ran.out.splitlines()
    assert "H = 8, G = 2, K = 6" in ran.out


def test_a_named_config_comes_before_the_one_beside_the_file(
    bob: Bob, good: str, schema: str, tmp_path: Path
) -> None:
    (tmp_path / "config.json").write_text(json.dumps(CONFIG))
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**CONFIG, "vocabulary": 301}))
    ran = bob("verify", "schema", good, "--schema", schema, "--config", str(other))
    assert ran.status == 1
    assert "config vocabulary 301" in " ".join(ran.out.split())
    assert "V = 300" in ran.out


def test_a_config_that_cannot_be_read_is_told_and_nothing_is_verified(
    bob: Bob, good: str, schema: str, tmp_path: Path
) -> None:
    (tmp_path / "config.json").write_text("{")
    ran = bob("verify", "schema", good, "--schema", schema)
    assert ran.status != 0
    assert "BOB625" in ran.out + ran.err


def test_a_file_that_its_own_format_refuses_is_refused_for_that_first(
    bob: Bob, good: str, schema: str, tmp_path: Path
) -> None:
    cut = tmp_path / "cut.safetensors"
    cut.write_bytes(Path(good).read_bytes()[:-7])
    ran = bob("verify", "schema", str(cut), "--schema", schema)
    assert ran.status == 1
    assert "BOB6" not in ran.out
    assert ran.out.splitlines()[-1].endswith("values, the schema")


def test_python_is_run_once_where_it_is_named_and_never_where_it_only_lies(
    bob: Bob, good: str, schema: str, tmp_path: Path
) -> None:
    (tmp_path / "schema.py").write_text("raise SystemExit('run')\n")
    bob("verify", "schema", good, "--schema", schema)
    assert (tmp_path / "runs").read_text() == "run"
    assert str(tmp_path) not in sys.path


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("lama", "nearest: llama"),
        ("none.py:Mine", "BOB"),
        ("{folder}/mine.py:Yours", "no schema of this name"),
        ("{folder}/broken.py:Mine", "line 2"),
        ("{folder}/syntax.py:Mine", "line 1"),
        ("{folder}/empty.py", "there is none"),
    ],
)
def test_a_schema_that_cannot_be_loaded_is_status_2(
    bob: Bob, good: str, schema: str, tmp_path: Path, named: str, said: str
) -> None:
    assert schema
    (tmp_path / "broken.py").write_text("x = 1\n1 / 0\n")
    (tmp_path / "syntax.py").write_text("class (\n")
    (tmp_path / "empty.py").write_text("")
    ran = bob("verify", "schema", good, "--schema", named.format(folder=tmp_path))
    assert ran.status == 2
    assert said in ran.out + ran.err


def test_a_file_with_one_schema_needs_no_name(bob: Bob, good: str, schema: str) -> None:
    assert bob("verify", "schema", good, "--schema", schema.removesuffix(":Mine")).status == 0


def test_a_badly_made_schema_is_refused_with_its_line(bob: Bob, good: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("from bob.schema import *\nclass Bad(Schema):\n    w = Param('w', FLOAT['D'])\n")
    ran = bob("verify", "schema", good, "--schema", f"{path}:Bad")
    assert ran.status == 1
    assert "BOB600" in ran.out + ran.err
    assert f"{path}:3" in ran.out + ran.err


def test_a_missing_schema_option_is_a_question_of_usage(bob: Bob, good: str) -> None:
    assert bob("verify", "schema", good).status == 2


def test_values_are_read_where_they_are_asked_for(bob: Bob, good: str, schema: str) -> None:
    plain = bob("verify", "schema", good, "--schema", schema)
    asked = bob("verify", "schema", good, "--schema", schema, "--values")
    assert (plain.status, asked.status) == (0, 0)
    assert "that tied tensors are equal" in plain.out
    assert "that tied tensors are equal" not in asked.out


def test_the_form_that_other_tools_read_names_the_line_of_the_schema(bob: Bob, bad: str, schema: str) -> None:
    ran = bob("verify", "schema", bad, "--schema", schema, "--output-format", "sarif")
    assert ran.status == 1
    assert "inventories.py" in ran.out
    assert "BOB615" in json.dumps(json.loads(ran.out))


class Remote(Buffer):
    """A remote file of the same bytes."""

    n_fetched = 0


def test_of_a_url_the_schema_is_asked_and_values_are_not(
    bob: Bob, good: str, schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = Path(good).read_bytes()
    held = {"https://host/m.safetensors": content, "https://host/config.json": json.dumps(CONFIG).encode()}

    def remote(url: str) -> Remote:
        if url not in held:
            raise Refused(url, [Finding("BOB824", "url")])
        return Remote(held[url])

    monkeypatch.setattr(places, "RemoteSource", remote)
    ran = bob("verify", "schema", "https://host/m.safetensors", "--schema", schema)
    assert ran.status == 0
    assert "H = 8" in ran.out
    assert bob("verify", "schema", "https://host/m.safetensors", "--schema", schema, "--values").status == 2


def test_a_shipped_schema_is_named_without_a_file(bob: Bob, good: str) -> None:
    ran = bob("verify", "schema", good, "--schema", "llama")
    assert ran.status == 1
    assert "BOB610" in ran.out
