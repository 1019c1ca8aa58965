"""The payload of a checkpoint: three raw contiguous planes P, M and V (docs/format.md, Checkpoint)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.spec.family import Family
from bob.spec.fields import Bytes, Claim, Constant, Derived, Dim, Ghost, Refine
from bob.spec.references import offset_of, record_bytes, size_of

if TYPE_CHECKING:
    from bob.spec.terms import Predicate, Term

PLANES = ("P", "M", "V")


def _in(plane: Any, f: Any) -> Predicate:
    """Whether byte `f.byte` of the payload lies in the plane that begins at `plane`."""
    byte: Term = f.byte
    end: Term = offset_of(plane) + f.plane_bytes
    return (offset_of(plane) <= byte) & (byte < end)


class CheckpointTransport(Family):
    """Planes of vocabulary x vocabulary binary32 scalars, row-major, in the order P, M, V."""

    vocabulary = Dim(1, 2**24, shipped=256)
    plane_count = Dim(3, 3, shipped=3)
    bytes_per_scalar = Dim(1, 8, shipped=4)
    in_band_step_metadata = Dim(0, 1, shipped=1)
    external_step_receipt_required = Dim(0, 1, shipped=0)

    schema_identity = Constant(b"bob-raw-pmv-f32-v1")
    ordering_identity = Constant(b"parameter-order:p-then-m-then-v")

    parameter_count = Derived(lambda f: f.vocabulary * f.vocabulary)
    payload_bytes = Derived(lambda f: f.parameter_count * f.plane_count * f.bytes_per_scalar)
    plane_bytes = Derived(lambda f: f.bytes_per_scalar * f.parameter_count)
    chunk_count = Derived(lambda f: f.payload_bytes / f.plane_bytes)

    p = Bytes(lambda f: f.plane_bytes)
    m = Bytes(lambda f: f.plane_bytes)
    v = Bytes(lambda f: f.plane_bytes)

    byte = Ghost(0, lambda f: f.payload_bytes - 1)

    step_is_kept_once = Refine(
        lambda f: f.in_band_step_metadata + f.external_step_receipt_required == 1,
        "the step is kept in the file or in a receipt",
    )

    payload = Claim(
        lambda f: f.plane_count * (f.bytes_per_scalar * f.parameter_count) == record_bytes(),
        "the payload is planes x bytes per scalar x parameters",
    )
    payload_is_exact = Claim(
        lambda f: f.payload_bytes == record_bytes(), "the stated payload bytes are the layout's"
    )
    one_chunk_a_plane = Claim(
        lambda f: (f.chunk_count == f.plane_count) & (f.chunk_count * size_of(f.p) == f.payload_bytes),
        "there is one chunk for each plane, and the chunks make up the payload",
    )
    planes_are_contiguous = Claim(
        lambda f: (
            (offset_of(f.p) == 0)
            & (offset_of(f.m) == offset_of(f.p) + f.plane_bytes)
            & (offset_of(f.v) == offset_of(f.m) + f.plane_bytes)
            & (offset_of(f.v) + f.plane_bytes == f.payload_bytes)
        ),
        "each plane begins where the one before it ends, the first at 0, and the last ends with the payload",
    )
    planes_are_in_order = Claim(
        lambda f: (offset_of(f.p) < offset_of(f.m)) & (offset_of(f.m) < offset_of(f.v)),
        "P lies before M, and M before V",
    )
    planes_are_disjoint = Claim(
        lambda f: ~((_in(f.p, f) & _in(f.m, f)) | (_in(f.p, f) & _in(f.v, f)) | (_in(f.m, f) & _in(f.v, f))),
        "no byte of the payload lies in two planes",
    )
    planes_cover = Claim(
        lambda f: _in(f.p, f) | _in(f.m, f) | _in(f.v, f),
        "every byte of the payload lies in a plane",
    )
    step_is_kept_in_one_place = Claim(
        lambda f: (f.in_band_step_metadata == 1).iff(f.external_step_receipt_required == 0),
        "the step is in the file exactly when no receipt is required for it",
    )
