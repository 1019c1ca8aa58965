from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from bob.errors import Refused
from bob.parallel import mapped
from bob.parallel_outcome import Workers
from tests.parallel_work import Item, worked

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.mark.parametrize("address", ["dask", "dask://", "spark://h:1", "://h:1", "tcp://h:1"])
def test_an_address_of_no_known_engine_is_refused_with_those_that_are(address: str) -> None:
    with pytest.raises(Refused, match="BOB867") as caught:
        list(mapped(worked, [Item("a")], Workers(engine=address)))
    (finding,) = caught.value.findings
    assert (finding.found, finding.expected) == (address, "dask://HOST:PORT or ray://HOST:PORT")


@pytest.mark.parametrize(("module", "kind"), [("distributed", "dask"), ("ray", "ray")])
def test_an_engine_without_its_package_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, module: str, kind: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(Refused, match="BOB867") as caught:
        list(mapped(worked, [Item("a")], Workers(engine=f"{kind}://127.0.0.1:1")))
    assert f"pip install 'bob-ckpt[{kind}]'" in caught.value.findings[0].expected


@pytest.fixture(scope="module")
def dask() -> Iterator[str]:
    """The address of two workers of Dask's."""
    distributed = pytest.importorskip("distributed")
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "scheduler_port": 0}
    with distributed.LocalCluster(processes=True, **options) as cluster:
        yield cluster.scheduler_address.replace("tcp://", "dask://")


def test_workers_of_an_engine_give_outcomes_in_order_and_lose_none(dask: str) -> None:
    items = [Item("a"), Item("b", "refuse"), Item("c", "fail"), Item("d"), Item("e"), Item("f")]
    outcomes = list(mapped(worked, items, Workers(engine=dask)))
    codes = [one.findings[0].code if isinstance(one, Refused) else one[0] for one in outcomes]
    assert codes == ["a", "BOB820", "BOB866", "d", "e", "f"]
    processes = {one[1] for one in outcomes if not isinstance(one, Refused)}
    assert len(processes) == 2
    assert os.getpid() not in processes


def test_the_same_items_are_worked_on_again_when_asked_again(dask: str, tmp_path: object) -> None:
    told = os.path.join(str(tmp_path), "told")
    for _ in range(2):
        list(mapped(worked, [Item(told, "tell")], Workers(engine=dask)))
        assert os.path.exists(told)
        os.unlink(told)
