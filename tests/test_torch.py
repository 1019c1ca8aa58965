"""A PyTorch loop through checkpoints of Bob's: the same bits, or a refusal by name and nothing touched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import bob
from bob.envelope.typed_contract import contract_of
from bob.errors import Refused
from tests.test_readme import README, TORCH

torch: Any = pytest.importorskip("torch")
bob_torch: Any = pytest.importorskip("bob.torch")

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STEPS = 10


def model(seed: int = 0) -> Any:
    torch.manual_seed(seed)
    nn = torch.nn
    net = nn.Sequential(nn.Linear(8, 16), nn.BatchNorm1d(16), nn.GELU(), nn.Linear(16, 4))
    net.register_buffer("scale", torch.tensor(0.5))
    net.register_buffer("scratch", torch.zeros(3), persistent=False)
    return net


def adamw(net: Any, **options: Any) -> Any:
    decayed = [p for p in net.parameters() if p.ndim > 1]
    others = [p for p in net.parameters() if p.ndim <= 1]
    groups = [{"params": decayed}, {"params": others, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, **{"lr": 1e-2, **options})


def losses(net: Any, optimizer: Any, begin: int) -> list[bytes]:
    """The bits of the losses of ten updates."""
    found = []
    for i in range(begin, begin + STEPS):
        numbers = torch.Generator().manual_seed(i)
        x, y = torch.randn(32, 8, generator=numbers), torch.randint(0, 4, (32,), generator=numbers)
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(net(x) * net.scale, y)
        loss.backward()
        optimizer.step()
        found.append(loss.detach().numpy().tobytes())
    return found


def adam(net: Any) -> Any:
    return torch.optim.Adam(net.parameters(), lr=3e-3)


OPTIMIZERS: dict[str, Callable[[Any], Any]] = {
    "AdamW in two groups": adamw,
    "amsgrad": lambda net: adamw(net, amsgrad=True),
    "Adam": adam,
    "a rate that is a tensor": lambda net: adamw(net, lr=torch.tensor(0.01)),
    "fused": lambda net: adamw(net, fused=True),
    "a loop for each parameter": lambda net: adamw(net, foreach=False),
}


@pytest.mark.parametrize("optimizer_of", OPTIMIZERS.values(), ids=OPTIMIZERS)
def test_the_next_ten_losses_are_those_of_the_run_that_went_on(tmp_path: Path, optimizer_of: Any) -> None:
    path = tmp_path / "c.bob"
    net = model()
    optimizer = optimizer_of(net)
    losses(net, optimizer, 0)
    digest = bob_torch.save(path, net, optimizer, step=STEPS)
    straight = losses(net, optimizer, STEPS)

    again = model(seed=1)
    resumed = optimizer_of(again)
    found = bob_torch.load(path, again, resumed)
    assert (found.step, found.digest) == (STEPS, digest)
    assert losses(again, resumed, STEPS) == straight

    bob_torch.save(tmp_path / "one", net, optimizer, step=2 * STEPS, parent=digest)
    bob_torch.save(tmp_path / "other", again, resumed, step=2 * STEPS, parent=digest)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    net = model()
    optimizer = adamw(net)
    losses(net, optimizer, 0)
    bob_torch.save(tmp_path / "c.bob", net, optimizer, step=STEPS, contract={"data": {"seed": 1}})
    return tmp_path / "c.bob"


def bits(net: Any) -> list[bytes]:
    return [each.numpy().tobytes() for each in net.state_dict().values()]


def refused(path: Path, net: Any, optimizer: Any = None, **options: Any) -> list[tuple[str, str]]:
    before = bits(net)
    state = None if optimizer is None else dict(optimizer.state)
    with pytest.raises(Refused) as raised:
        bob_torch.load(path, net, optimizer, **options)
    assert bits(net) == before
    assert state is None or dict(optimizer.state) == state
    return [(f.code, f.part) for f in raised.value.findings]


def test_planes_lie_by_the_names_of_parameters(saved: Path) -> None:
    parameters = ["0.weight", "0.bias", "1.weight", "1.bias", "3.weight", "3.bias"]
    buffers = ["scale", "1.running_mean", "1.running_var", "1.num_batches_tracked"]
    planes = [f"{letter}/{name}" for letter in "PMVT" for name in parameters]
    assert list(bob.load_file(saved)) == [*planes, *(f"B/{name}" for name in buffers)]


OTHER_OPTIMIZERS: dict[str, tuple[Callable[[Any], Any], list[str]]] = {
    "another rate": (lambda net: adamw(net, lr=2e-2), ["group.0.lr", "group.1.lr"]),
    "another beta": (lambda net: adamw(net, betas=(0.9, 0.99)), ["group.0.betas.1", "group.1.betas.1"]),
    "amsgrad": (lambda net: adamw(net, amsgrad=True), ["group.0.amsgrad", "group.1.amsgrad"]),
    "a rate a bit away": (
        lambda net: adamw(net, lr=0.010000000000000002),
        ["group.0.lr", "group.1.lr"],
    ),
}


@pytest.mark.parametrize(("optimizer_of", "parts"), OTHER_OPTIMIZERS.values(), ids=OTHER_OPTIMIZERS)
def test_another_hyperparameter_is_refused_by_name(saved: Path, optimizer_of: Any, parts: list[str]) -> None:
    net = model(1)
    assert refused(saved, net, optimizer_of(net)) == [("BOB210", f"learner.{part}") for part in parts]


def test_another_optimizer_and_another_grouping_are_refused(saved: Path) -> None:
    net = model(1)
    assert ("BOB210", "learner.optimizer") in refused(saved, net, adam(net))
    one = torch.optim.AdamW(net.parameters(), lr=1e-2)
    assert ("BOB210", "learner.member.0.bias") in refused(saved, net, one)


def test_hyperparameters_that_are_adopted_are_the_files(saved: Path) -> None:
    net = model(1)
    optimizer = adamw(net, lr=0.5, betas=(0.5, 0.5))
    assert refused(saved, net, optimizer, adopt=["lr"]) != []
    bob_torch.load(saved, net, optimizer, adopt=["lr", "betas"])
    assert [(g["lr"], g["betas"]) for g in optimizer.param_groups] == [(1e-2, (0.9, 0.999))] * 2


def test_a_rate_that_is_a_tensor_is_adopted_in_place(saved: Path) -> None:
    net = model(1)
    rate = torch.tensor(0.5, dtype=torch.float64)
    bob_torch.load(saved, net, adamw(net, lr=rate), adopt="lr")
    assert rate.item() == 1e-2


def test_a_rate_of_another_width_is_not_adopted(saved: Path) -> None:
    net = model(1)
    rate = adamw(net, lr=torch.tensor(0.5))
    assert refused(saved, net, rate, adopt="lr") == [("BOB210", f"learner.group.{i}.lr") for i in (0, 1)]


def test_an_entry_that_the_file_has_not_is_not_adopted(saved: Path) -> None:
    net = model(1)
    optimizer = adamw(net, lr=torch.tensor(0.5, dtype=torch.float64))
    torch.optim.lr_scheduler.StepLR(optimizer, 3)
    entries = ("lr", "initial_lr")
    told = [("BOB210", f"learner.group.{i}.initial_lr") for i in (0, 1)]
    assert refused(saved, net, optimizer, adopt=entries) == told


def test_the_order_of_an_optimizers_parameters_is_no_matter(tmp_path: Path) -> None:
    def in_order(net: Any, step: int) -> Any:
        return torch.optim.AdamW([*net.named_parameters()][::step])

    net, again = model(), model(1)
    optimizer, resumed = in_order(net, 1), in_order(again, -1)
    losses(net, optimizer, 0)
    bob_torch.save(tmp_path / "c", net, optimizer, step=STEPS)
    bob_torch.load(tmp_path / "c", again, resumed)
    assert losses(again, resumed, STEPS) == losses(net, optimizer, STEPS)


def test_the_tensors_of_a_contract_are_asked_for(tmp_path: Path) -> None:
    net = torch.nn.Linear(3, 2)
    good = {"schema": {"P/weight": "F32[2, 3]", "P/bias": "F32[2]"}}
    other = {"schema": {"P/weight": "F32[2, 3]", "P/bias": "F32[3]"}}
    bob_torch.save(tmp_path / "c", net, step=0, contract=good)
    bob_torch.load(tmp_path / "c", net, contract=good)
    assert refused(tmp_path / "c", net, contract=other) == [("BOB211", "P/bias")]
    with pytest.raises(Refused, match="BOB211"):
        bob_torch.save(tmp_path / "c", net, step=0, contract=other)


def test_a_contract_is_held_against_all_that_the_file_states(saved: Path) -> None:
    net = model(1)
    optimizer = adamw(net)
    bob_torch.load(saved, net, optimizer, contract={"data": {"seed": 1}})
    assert refused(saved, net, optimizer, contract={"data": {"seed": 2}}) == [("BOB212", "data.seed")]


def test_the_model_alone_may_be_loaded(saved: Path) -> None:
    net = model(1)
    assert bob_torch.load(saved, net).step == STEPS
    loaded = bob.load_file(saved)
    assert net[0].weight.detach().numpy().tobytes() == loaded["P/0.weight"].tobytes()


def wider(net: Any) -> None:
    net[3] = torch.nn.Linear(16, 5)


def with_more(net: Any) -> None:
    net.append(torch.nn.Linear(4, 4, bias=False))


def with_less(net: Any) -> None:
    del net.scale


def doubled(net: Any) -> None:
    net[0].double()


OTHER_MODELS: dict[str, tuple[Callable[[Any], None], list[str]]] = {
    "another width": (wider, ["P/3.bias", "P/3.weight"]),
    "one more": (with_more, ["P/4.weight"]),
    "one less": (with_less, ["B/scale"]),
    "another type": (doubled, ["P/0.bias", "P/0.weight"]),
}


@pytest.mark.parametrize(("change", "parts"), OTHER_MODELS.values(), ids=OTHER_MODELS)
def test_another_model_is_refused_by_name(saved: Path, change: Any, parts: list[str]) -> None:
    net = model(1)
    change(net)
    assert refused(saved, net) == [("BOB271", part) for part in parts]


def test_a_damaged_file_is_refused_and_nothing_touched(saved: Path) -> None:
    content = bytearray(saved.read_bytes())
    content[-100] ^= 1
    saved.write_bytes(content)
    net = model(1)
    assert [code for code, _ in refused(saved, net, adamw(net))] in (["BOB206"], ["BOB254"])


STATE = {
    "state that lacks": ({"T/0.weight", "V/0.weight"}, {}, ["T/0.weight", "V/0.weight"]),
    "state of another shape": (set(), {"M/0.bias": torch.zeros(3)}, ["M/0.bias"]),
    "a step of two numbers": (set(), {"T/0.bias": torch.zeros(2)}, ["T/0.bias"]),
    "state of no parameter": (set(), {"M/9": torch.zeros(3)}, ["M/9", "T/9", "V/9"]),
    "a name of another kind": (set(), {"Q/0.bias": torch.zeros(3)}, ["Q/0.bias"]),
}


@pytest.mark.parametrize(("without", "more", "parts"), STATE.values(), ids=STATE)
def test_state_that_is_not_whole_is_refused(
    tmp_path: Path, saved: Path, without: set[str], more: dict[str, Any], parts: list[str]
) -> None:
    net = model(1)
    optimizer = adamw(net)
    stated = bob_torch.load(saved, net, optimizer).contract
    kept = {n: each for n, each in bob.load_file(saved).items() if n not in without}
    kept |= {n: each.numpy() for n, each in more.items()}
    bob.save_file(kept, tmp_path / "made", stated._replace(tensors=None))
    assert sorted(refused(tmp_path / "made", net, optimizer)) == [("BOB271", part) for part in parts]


def unsaved(net: Any, optimizer: Any = None, **options: Any) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as raised:
        bob_torch.save("/nowhere/c.bob", net, optimizer, step=1, **options)
    return [(f.code, f.part) for f in raised.value.findings]


def test_an_optimizer_that_is_no_adam_is_not_saved() -> None:
    net = model()
    assert unsaved(net, torch.optim.SGD(net.parameters(), lr=0.1)) == [("BOB270", "optimizer")]

    class Mine(torch.optim.AdamW):  # type: ignore[misc]
        pass

    assert unsaved(net, Mine(net.parameters())) == [("BOB270", "optimizer")]


def test_state_that_no_plane_holds_is_not_saved() -> None:
    net = model()
    optimizer = adamw(net)
    losses(net, optimizer, 0)
    optimizer.state[net[0].weight]["ema"] = torch.zeros(16, 8)
    optimizer.state[net[0].bias]["step"] = 3
    optimizer.state[net[3].weight]["exp_avg"] = torch.zeros(3)
    assert unsaved(net, optimizer) == [
        ("BOB270", "0.weight: ema"),
        ("BOB270", "3.weight: exp_avg"),
        ("BOB270", "0.bias: step"),
    ]


def test_a_parameter_that_is_not_the_models_is_not_saved() -> None:
    net = model()
    optimizer = torch.optim.AdamW([*net.parameters(), torch.nn.Parameter(torch.zeros(2))])
    assert unsaved(net, optimizer) == [("BOB270", "group 0, 6")]


def test_a_group_entry_that_is_no_number_is_not_saved() -> None:
    net = model()
    optimizer = adamw(net)
    optimizer.param_groups[0]["note"] = {"a": 1}
    assert unsaved(net, optimizer) == [("BOB270", "group.0.note")]


def test_what_the_optimizer_says_is_not_for_the_contract_to_say() -> None:
    net = model()
    assert unsaved(net, adamw(net), contract={"learner": {"optimizer": "x"}}) == [
        ("BOB230", "learner.optimizer")
    ]


def test_objects_in_a_model_are_not_saved() -> None:
    class WithObject(torch.nn.Linear):  # type: ignore[misc]
        def get_extra_state(self) -> object:
            return {"a": 1}

    assert unsaved(WithObject(2, 2)) == [("BOB270", "_extra_state")]


def test_a_tensor_in_a_state_dict_that_is_no_parameter_or_buffer_is_not_lost() -> None:
    class WithTensor(torch.nn.Linear):  # type: ignore[misc]
        def get_extra_state(self) -> object:
            return torch.ones(3)

    assert unsaved(WithTensor(2, 2)) == [("BOB270", "_extra_state")]


def test_a_buffer_is_laid_though_the_first_of_its_names_is_not_kept(tmp_path: Path) -> None:
    def net(value: float) -> Any:
        made = torch.nn.Module()
        made.register_buffer("scratch", torch.full((3,), value), persistent=False)
        made.register_buffer("kept", made.scratch)
        return made

    bob_torch.save(tmp_path / "c", net(1.0), step=0)
    other = net(2.0)
    bob_torch.load(tmp_path / "c", other)
    assert other.kept.tolist() == [1.0, 1.0, 1.0]


def in_one_place(kind: Any) -> Any:
    """Two tensors of a model, parameters and `kind`, whose elements are the same ones in part."""
    net, whole = torch.nn.Module(), torch.arange(24.0).reshape(6, 4)
    net.first = torch.nn.Parameter(whole[:4])
    net.second = kind(whole[3:])
    return net


@pytest.mark.parametrize("kind", ["Parameter", "Buffer"])
def test_a_parameter_whose_places_another_shares_is_neither_saved_nor_loaded(
    tmp_path: Path, kind: str
) -> None:
    of = getattr(torch.nn, kind)
    net = in_one_place(of)
    assert unsaved(net) == [("BOB270", "second")]
    apart = torch.nn.Module()
    apart.first, apart.second = torch.nn.Parameter(torch.zeros(4, 4)), of(torch.ones(3, 4))
    bob_torch.save(tmp_path / "c", apart, step=0)
    assert refused(tmp_path / "c", net) == [("BOB270", "second")]


def test_views_side_by_side_and_buffers_cut_of_one_table_are_saved(tmp_path: Path) -> None:
    net, whole, table = torch.nn.Module(), torch.arange(24.0).reshape(4, 6), torch.arange(9.0)
    net.left, net.right = torch.nn.Parameter(whole[:, :2]), torch.nn.Parameter(whole[:, 2:])
    net.register_buffer("short", table[:5])
    net.register_buffer("long", table)
    bob_torch.save(tmp_path / "c", net, step=0)
    assert list(bob.load_file(tmp_path / "c")) == ["P/left", "P/right", "B/short", "B/long"]


TENSORS = {
    "sparse": lambda: torch.zeros(3).to_sparse(),
    "without values": lambda: torch.zeros(3, device="meta"),
    "shared places": lambda: torch.zeros(1).expand(3),
}


@pytest.mark.parametrize("made", TENSORS.values(), ids=TENSORS)
def test_a_tensor_without_a_place_for_each_element_is_not_saved(made: Any) -> None:
    net = torch.nn.Linear(2, 2)
    net.register_buffer("odd", made())
    assert unsaved(net) == [("BOB270", "odd")]


def test_shared_parameters_are_laid_once_and_come_back_shared(tmp_path: Path) -> None:
    def tied() -> Any:
        net = torch.nn.Sequential(torch.nn.Embedding(5, 3), torch.nn.Linear(3, 5, bias=False))
        net[1].weight = net[0].weight
        return net

    one, other = tied(), tied()
    bob_torch.save(tmp_path / "c", one, step=0)
    assert list(bob.load_file(tmp_path / "c")) == ["P/0.weight"]
    bob_torch.load(tmp_path / "c", other)
    assert torch.equal(one[1].weight, other[1].weight)
    assert other[1].weight is other[0].weight


def test_a_parameter_that_was_never_updated_has_no_state_again(tmp_path: Path) -> None:
    net = model()
    net[3].bias.requires_grad_(False)
    optimizer = torch.optim.AdamW(net.parameters())
    losses(net, optimizer, 0)
    bob_torch.save(tmp_path / "c", net, optimizer, step=STEPS)
    again = model(1)
    other = torch.optim.AdamW(again.parameters())
    losses(again, other, 0)
    bob_torch.load(tmp_path / "c", again, other)
    assert again[3].bias not in other.state
    assert len(other.state) == 5


DTYPES = ["bool", "uint8", "int16", "uint32", "int64", "float16", "bfloat16", "float64", "complex64"]
DTYPES += ["float8_e5m2", "float8_e4m3fn", "float8_e8m0fnu", "float8_e4m3fnuz", "float8_e5m2fnuz"]


@pytest.mark.parametrize("name", DTYPES)
def test_tensors_of_every_type_come_back_bit_for_bit(tmp_path: Path, name: str) -> None:
    dtype = getattr(torch, name)
    raw = torch.arange(2 if name == "bool" else 64, dtype=torch.uint8)
    net, other = torch.nn.Module(), torch.nn.Module()
    net.register_buffer("b", raw.view(dtype))
    other.register_buffer("b", torch.zeros_like(raw).view(dtype))
    bob_torch.save(tmp_path / "c", net, step=0)
    bob_torch.load(tmp_path / "c", other)
    assert torch.equal(other.b.view(torch.uint8), raw)
    loaded = bob.load_file(tmp_path / "c", framework="torch")["B/b"]
    assert loaded.dtype == dtype
    assert torch.equal(loaded.view(torch.uint8), raw)


def test_tensors_are_laid_row_by_row_whatever_their_strides(tmp_path: Path) -> None:
    net, other = torch.nn.Module(), torch.nn.Module()
    net.register_buffer("t", torch.arange(6.0).reshape(2, 3).t())
    net.register_buffer("e", torch.zeros(0, 3))
    other.register_buffer("t", torch.zeros(3, 2))
    other.register_buffer("e", torch.zeros(0, 3))
    bob_torch.save(tmp_path / "c", net, step=0)
    bob_torch.load(tmp_path / "c", other)
    assert torch.equal(other.t, net.t)
    assert bob.load_file(tmp_path / "c")["B/t"].tolist() == net.t.tolist()


@pytest.mark.parametrize("code", [">c8", ">c16", ">f4", ">i2"])
def test_big_endian_elements_come_as_this_machines(tmp_path: Path, code: str) -> None:
    array = (np.array([[1, 2], [3, 4]]) * (2j if "c" in code else 2)).astype(code)
    np.save(tmp_path / "a.npy", array)
    (loaded,) = bob.load_file(tmp_path / "a.npy", unsealed=True, framework="torch").values()
    assert loaded.tolist() == array.tolist()


def test_a_sealed_file_of_pytorchs_is_loaded_as_tensors_that_can_be_changed(tmp_path: Path) -> None:
    from bob.sealing import seal_of
    from bob.sealing_held import opened_file

    path = tmp_path / "x.pt"
    kept = {"a": torch.arange(4).to(torch.bfloat16), "b": torch.arange(12.0).reshape(3, 4).t()}
    torch.save(kept, path)
    before = path.read_bytes()
    with opened_file(str(path)) as opened:
        seal = seal_of(opened.place, contract_of({}, "c"))
    (tmp_path / "x.pt.seal").write_bytes(seal)
    loaded = bob.load_file(path, framework="torch")
    assert torch.equal(loaded["a"], kept["a"])
    assert torch.equal(loaded["b"], kept["b"])
    loaded["b"].fill_(9)
    assert path.read_bytes() == before


def test_the_lines_of_the_readme_save_a_loop_and_load_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    net = torch.nn.Linear(3, 2)
    optimizer = torch.optim.AdamW(net.parameters(), lr=0.1)
    net(torch.ones(1, 3)).sum().backward()
    optimizer.step()
    (lines,) = TORCH.findall(README)
    exec(lines, {"model": net, "optimizer": optimizer})
    assert capsys.readouterr().out == "1\n"
