"""`bob verify envelope` of an accepted file, by the plan."""

from bob.run.quick import NotHere
from bob.run.quick.reading import content, number, opened, require_envelope, status_of
from bob.store_calls import close, leads_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def verified(plan: "Mapping[str, Any]", path: str) -> str:
    """The report on a checkpoint that is exactly what the contract says; raises `NotHere` for any other."""
    descriptor, before = opened(path)
    try:
        if before.st_size != plan["n_bytes"]:
            raise NotHere
        header = require_envelope(plan, content(descriptor, before.st_size))
        after = status_of(descriptor)
    finally:
        close(descriptor)
    changed = (after.st_size, after.st_mtime_ns) != (before.st_size, before.st_mtime_ns)
    if changed or not leads_to(path, before):
        raise NotHere
    return "\n".join([f"{path}: VERIFIED  step {number(plan, header, 'step'):,}", *plan["lines"], ""])
