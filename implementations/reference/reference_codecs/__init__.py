"""The reference: one slow and obvious codec for each encoding, to be read alongside its specification.

`CODECS` maps the id of an encoding to its codec, an object with

- `encode(values: Iterable[int]) -> bytes`,
- `decode(data: bytes) -> list[int]`,
- `incremental_decoder()`, an object with `decode(data: bytes, final: bool) -> list[int]`;

all of them raise `Rejection`, a `UnicodeError`, for ill-formed input. It collects the `CODECS` of all modules of
this package, so a new encoding needs only a new module.

`register()` makes the encodings known to Python: `"…".encode("bocu-1")`, `open(…, encoding="kim")`.
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from reference_codecs.codec import Codec

# Each codec has its own type of state. The dict precedes the loop, because `registry` imports it from here.
CODECS: dict[str, Codec[Any]] = {}
for _module in iter_modules(__path__):
    CODECS |= getattr(import_module(f"{__name__}.{_module.name}"), "CODECS", {})

from reference_codecs.registry import register  # noqa: E402, it reads CODECS
from reference_codecs.rejection import REASONS, Rejection  # noqa: E402, beside the other

__all__ = ["CODECS", "REASONS", "Rejection", "register"]
