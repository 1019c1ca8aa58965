"""A file held to a schema with what lies beside it: `held_schema("llama", inventory, place, None)`.

Used by `bob verify schema`, by a bare `bob verify` and by the pytest plugin, so that all ask the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.store import OpenFile

if TYPE_CHECKING:
    from bob.formats.inventory import Inventory
    from bob.formats.recognised import Place
    from bob.schema.holding import Held, Named


def held_schema(
    schema: Named,
    inventory: Inventory,
    place: Place,
    config_path: str | None,
    base: Inventory | None = None,
    is_remote: bool = False,
) -> tuple[Held, str]:
    """What holding the tensors to the schema came to, and what the config is called, "" where there is none.

    The config is the named file, else the one beside, by the name that the schema's kind has for it; the
    tokenizer is looked for beside a file that is not remote. Raises `Refused` for a schema or a config that
    cannot be read.
    """
    from bob.schema.holding import Asked, hold
    from bob.schema.tokenizer import read_tokens

    config, config_name = _config(schema, place, config_path)
    tokens = None if is_remote else read_tokens(place.beside)
    return hold(schema, Asked(inventory, place.source, base, config, tokens)), config_name


def _config(schema: Named, place: Place, path: str | None) -> tuple[dict[str, object] | None, str]:
    from bob.schema.config import read_config
    from bob.schema.holding import config_name

    if path is not None:
        with OpenFile(path) as source:
            return read_config(path, source), path
    name = config_name(schema)
    beside = place.beside(name)
    return (None, "") if beside is None else (read_config(name, beside), f"{name}, beside the file")
