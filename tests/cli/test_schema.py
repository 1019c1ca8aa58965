"""`bob schema`: what is listed, shown and written; and congruences as `bob verify schema` tells them."""

from __future__ import annotations

import json
import os
import re
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bob.schema.loading import shipped
from tests.schema.made import safetensors, torch_file
from tests.schema.shipped import configs
from tests.schema.shipped.headers import llama

if TYPE_CHECKING:
    from tests.cli.conftest import Bob
    from tests.schema.made import Array

TENSORS = {f"blocks.{i}.weight": np.full((8, 6), 0.5, np.float32) for i in range(3)}
TENSORS["embed.weight"] = np.ones((20, 6), np.float32)


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "model.safetensors"
    path.write_bytes(safetensors(TENSORS))
    return str(path)


def test_every_schema_is_listed_with_its_sentence(bob: Bob) -> None:
    said = bob("schema", "list")
    assert said.status == 0
    names = {line.split()[0] for line in said.out.split("\n\n")[0].splitlines()}
    assert names == {*shipped(), "adam", "lora"}
    assert set(json.loads(bob("schema", "list", "--json").out)) == names


@pytest.mark.parametrize("name", [*shipped(), "adam", "lora"])
def test_every_listed_schema_is_shown(bob: Bob, name: str) -> None:
    said = bob("schema", "show", name)
    assert (said.status, said.out.startswith(f"{name}: ")) == (0, True)
    assert json.loads(bob("schema", "show", name, "--json").out)["says"]


def test_a_schema_is_shown_with_its_dims_params_and_refinements(bob: Bob) -> None:
    said = bob("schema", "show", "llama").out
    assert "  G  config num_key_value_heads, or else H\n" in said
    keys, biases = (" ".join(line.split()) for line in said.splitlines() if "k_proj" in line)
    assert keys == "model.layers.{i}.self_attn.k_proj.weight FLOAT[G * K, D] i < L"
    assert biases == "model.layers.{i}.self_attn.k_proj.bias FLOAT[G * K] i < L, where config attention_bias"
    assert "H % G == 0   query heads are shared evenly among key heads" in said


def test_a_schema_that_there_is_none_of_is_refused(bob: Bob) -> None:
    said = bob("schema", "show", "lama")
    assert said.status == 2
    assert "BOB605" in said.err
    assert "nearest: llama" in said.err


def test_a_written_schema_accepts_its_file_and_refuses_another(bob: Bob, good: str, tmp_path: Path) -> None:
    out = str(tmp_path / "net.py")
    said = bob("schema", "infer", good, "-o", out, "--name", "Net")
    assert said.status == 0
    assert "patterns    2, for 4 tensors" in said.out
    assert bob("verify", "schema", good, "--schema", f"{out}:Net").status == 0
    other = tmp_path / "other.safetensors"
    other.write_bytes(safetensors(TENSORS | {"blocks.1.weight": np.ones((8, 7), np.float32)}))
    refused = bob("verify", "schema", str(other), "--schema", f"{out}:Net")
    assert refused.status == 1
    assert "blocks.1.weight axis 1" in refused.out


def test_a_config_beside_the_file_names_sizes_and_is_said(bob: Bob, good: str, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"hidden_size": 6, "num_layers": 3, "vocab_size": 20}')
    said = json.loads(bob("schema", "infer", good, "-o", str(tmp_path / "net.py"), "--json").out)
    assert said["config"] is True
    assert said["dims"] == {"D": 6, "V": 20, "L": 3, "D1": 8}
    assert 'Dim(config="hidden_size")' in (tmp_path / "net.py").read_text()


def test_a_config_that_cannot_be_read_is_refused(bob: Bob, good: str, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{")
    said = bob("schema", "infer", good, "-o", str(tmp_path / "net.py"))
    assert "BOB625" in said.err
    assert not (tmp_path / "net.py").exists()


def test_a_file_that_is_there_is_kept_without_force(bob: Bob, good: str, tmp_path: Path) -> None:
    out = tmp_path / "net.py"
    out.write_text("# mine\n")
    said = bob("schema", "infer", good, "-o", str(out))
    assert (said.status, out.read_text()) == (1, "# mine\n")
    assert "BOB801" in said.err
    assert bob("schema", "infer", good, "-o", str(out), "--force").status == 0
    assert "class Inferred(Schema)" in out.read_text()


def test_force_replaces_no_file_that_is_no_text(bob: Bob, good: str) -> None:
    before = os.stat(good).st_size
    said = bob("schema", "infer", good, "-o", good, "--force")
    assert (said.status, os.stat(good).st_size) == (1, before)


def test_a_file_that_its_format_refuses_has_no_schema(bob: Bob, good: str, tmp_path: Path) -> None:
    with open(good, "ab") as file:
        file.write(b"x")
    said = bob("schema", "infer", good, "-o", str(tmp_path / "net.py"))
    assert said.status == 1
    assert "BOB517" in said.err
    assert not (tmp_path / "net.py").exists()


@pytest.mark.parametrize("name", ["net", "class", "a b", "1A", "A;B"])
def test_a_class_is_named_as_one(bob: Bob, good: str, tmp_path: Path, name: str) -> None:
    said = bob("schema", "infer", good, "-o", str(tmp_path / "net.py"), "--name", name)
    assert said.status == 2


def optimizer(second: float) -> dict[str, object]:
    state = {
        "step": np.array(10, np.float32),
        "exp_avg": np.full(4, 1e-3, np.float32),
        "exp_avg_sq": np.full(4, second, np.float32),
    }
    group = {"params": [0], "param_names": ["w"], "betas": (0.9, 0.999), "amsgrad": False}
    return {"model": {"w": np.ones(4, np.float32)}, "optim": {"state": {0: state}, "param_groups": [group]}}


def test_a_state_of_adam_is_verified_and_its_numbers_are_where_they_are_asked_for(
    bob: Bob, tmp_path: Path
) -> None:
    path = tmp_path / "last.pt"
    path.write_bytes(torch_file(optimizer(1e-3)))
    said = bob("verify", "schema", str(path), "--schema", "adam", "--values")
    assert said.status == 0
    assert "params = 1, scalars = 4" in said.out
    path.write_bytes(torch_file(optimizer(-1e-3)))
    assert bob("verify", "schema", str(path), "--schema", "adam").status == 0
    refused = bob("verify", "schema", str(path), "--schema", "adam", "--values")
    assert refused.status == 1
    assert "optim.state.0.exp_avg_sq[0]" in refused.out


def test_an_adapter_is_verified_against_its_base_and_the_config_beside_it(bob: Bob, tmp_path: Path) -> None:
    base = tmp_path / "base.safetensors"
    base.write_bytes(safetensors({"q.weight": np.ones((6, 8), np.float32)}))
    front = "base_model.model.q."
    pair = {f"{front}lora_A.weight": np.ones((2, 8), "f4"), f"{front}lora_B.weight": np.ones((6, 2), "f4")}
    path = tmp_path / "adapter_model.safetensors"
    path.write_bytes(safetensors(pair))
    config = tmp_path / "adapter_config.json"
    config.write_text('{"r": 2, "target_modules": ["q"]}')
    asked = ["verify", "schema", str(path), "--schema", "lora"]
    said = bob(*asked, "--base", str(base))
    assert said.status == 0
    assert "R = 2" in said.out
    assert "adapter_config.json, beside the file" in said.out
    config.write_text('{"r": 4, "target_modules": ["q"]}')
    assert bob(*asked, "--base", str(base)).status == 1
    assert bob(*asked).status == 2


def npz(tensors: dict[str, Array]) -> bytes:
    written = BytesIO()
    np.savez(written, **tensors)  # type: ignore[arg-type]
    return written.getvalue()


WRITERS = {"safetensors": safetensors, "npz": npz, "pt": torch_file}
MUTANTS = {
    "one-axis": (TENSORS | {"embed.weight": np.ones((20, 7), np.float32)}, "embed.weight"),
    "one-missing": ({n: t for n, t in TENSORS.items() if n != "blocks.1.weight"}, "blocks.1."),
    "one-type": (TENSORS | {"embed.weight": np.ones((20, 6), np.float64)}, "embed.weight"),
}


@pytest.mark.parametrize("kind", WRITERS)
@pytest.mark.parametrize(("changed", "culprit"), MUTANTS.values(), ids=MUTANTS.keys())
def test_a_schema_of_a_file_of_any_kind_accepts_it_and_names_what_changed(
    bob: Bob, tmp_path: Path, kind: str, changed: dict[str, Array], culprit: str
) -> None:
    path, out = tmp_path / f"net.{kind}", tmp_path / "net.py"
    path.write_bytes(WRITERS[kind](TENSORS))
    asked = ["verify", "schema", str(path), "--schema", f"{out}:Inferred"]
    assert bob("schema", "infer", str(path), "-o", str(out)).status == 0
    assert bob(*asked).status == 0
    path.write_bytes(WRITERS[kind](changed))
    refused = bob(*asked)
    assert refused.status == 1
    assert culprit in refused.out


PAGE = (Path(__file__).parents[2] / "docs" / "schemas.md").read_text()


@pytest.mark.parametrize(("groups", "status"), [(2, 0), (3, 1)], ids=["shared-evenly", "not-evenly"])
def test_the_schema_of_the_page_is_one_and_is_used_as_the_page_says(
    bob: Bob, tmp_path: Path, groups: int, status: int
) -> None:
    (text,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "mine.py").write_text(text)
    heads = {"q": (8, 8), "k": (2 * groups, 8)}
    tensors = {f"layers.{i}.{name}.weight": np.ones(heads[name], "f4") for i in range(2) for name in heads}
    path = tmp_path / "net.safetensors"
    path.write_bytes(safetensors({"embed.weight": np.ones((50_000, 8), np.float32)} | tensors))
    config = {
        "num_hidden_layers": 2,
        "hidden_size": 8,
        "num_attention_heads": 4,
        "num_key_value_heads": groups,
    }
    (tmp_path / "config.json").write_text(json.dumps(config))
    said = bob("verify", "schema", str(path), "--schema", f"{tmp_path / 'mine.py'}:Decoder")
    assert said.status == status
    assert ("query heads are shared evenly" in said.out) == bool(status)


def test_the_page_tells_of_every_schema_that_is_listed_and_of_no_other() -> None:
    rows = re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([\w-]+)`", row)} == {*shipped(), "adam", "lora"}


def test_what_the_page_shows_is_what_the_command_prints(
    bob: Bob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config, header, end = configs.LLAMA["TinyLlama-1.1B"], {}, 0
    for name, shape in llama(config).items():
        start, end = end, end + 2 * int(np.prod(shape))
        header[name] = {"dtype": "BF16", "shape": list(shape), "data_offsets": [start, end]}
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    monkeypatch.chdir(tmp_path)
    with open("model.safetensors", "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        # The numbers are a hole: nobody reads them here.
        file.truncate(8 + len(text) + end)
    Path("config.json").write_text(json.dumps(config))
    (shown,) = re.findall(r"^```\n\$ bob (.*?)\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
    assert bob(*shown[0].split()).out == shown[1]
