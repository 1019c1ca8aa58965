"""The payload's sizes and places at the shipped dims, and that they move with the vocabulary."""

from __future__ import annotations

import pytest

from bob.errors import Refused
from bob.spec.families.transport import PLANES, CheckpointTransport

AT = CheckpointTransport.at()
SHIPPED = {
    "vocabulary": 256,
    "parameter_count": 65536,
    "plane_count": 3,
    "bytes_per_scalar": 4,
    "plane_bytes": 262144,
    "payload_bytes": 786432,
    "chunk_count": 3,
    "in_band_step_metadata": 1,
    "external_step_receipt_required": 0,
}
AT_16 = {"parameter_count": 256, "plane_bytes": 1024, "payload_bytes": 3072, "chunk_count": 3}


@pytest.mark.parametrize(("name", "value"), SHIPPED.items(), ids=SHIPPED.keys())
def test_the_shipped_payload_is_the_seed_s(name: str, value: int) -> None:
    assert AT[name] == value


@pytest.mark.parametrize(("name", "value"), AT_16.items(), ids=AT_16.keys())
def test_a_vocabulary_of_16_moves_every_size(name: str, value: int) -> None:
    assert CheckpointTransport.at(vocabulary=16)[name] == value


@pytest.mark.parametrize("vocabulary", [1, 16, 256, 2**24])
def test_the_planes_follow_each_other_and_make_up_the_payload(vocabulary: int) -> None:
    at = CheckpointTransport.at(vocabulary=vocabulary)
    plane = 4 * vocabulary**2
    assert [at.offset(name.lower()) for name in PLANES] == [0, plane, 2 * plane]
    assert [at.size(name.lower()) for name in PLANES] == [plane] * 3
    assert at.record_bytes == at.payload_bytes == 3 * plane


@pytest.mark.parametrize(("in_band", "receipt"), [(0, 0), (1, 1)])
def test_the_step_is_kept_in_one_place(in_band: int, receipt: int) -> None:
    with pytest.raises(Refused, match="step_is_kept_once"):
        CheckpointTransport.at(in_band_step_metadata=in_band, external_step_receipt_required=receipt)
