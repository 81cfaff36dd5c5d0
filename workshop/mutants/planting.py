"""Makes mutants of the reference codecs, by replacing a method or by rewriting a fragment of the source."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import cache, partial
from typing import Any, cast

from mutants.quotation import Source
from reference_codecs import CODECS
from reference_codecs.codec import Codec


class Unable(Exception):
    """A codec raises this where a plug-in would answer "unsupported"."""


def altered(id: str, **methods: Callable[..., object]) -> Codec[Any]:
    """Returns a copy of a codec with some methods replaced. A replacement receives the correct method as its first
    argument.

    If `decode` is replaced, the incremental decoder collects all chunks and calls the replacement at the end.
    """
    sound = CODECS[id]
    codec = copy(sound)
    replaced: dict[str, Callable[..., object]] = {name: partial(method, getattr(sound, name)) for name, method in methods.items()}
    if "decode" in replaced:
        replaced.setdefault("incremental_decoder", lambda: Gathering(codec))
    vars(codec).update(replaced)
    return codec


def mapped(id: str, forth: Callable[[int], int], back: Callable[[int], int]) -> Codec[Any]:
    """Returns a codec that applies `forth` to each value before encoding, and `back` to each value after decoding."""
    return altered(
        id,
        encode=lambda encode, values: encode(list(map(forth, values))),
        decode=lambda decode, data: list(map(back, decode(data))),
    )


def mapped_when_encoded(id: str, others: Mapping[int, int]) -> Codec[Any]:
    """Returns a codec that writes some values as others."""
    return altered(id, encode=lambda encode, values: encode([others.get(value, value) for value in values]))


def exchanged(id: str, one: int, other: int) -> Codec[Any]:
    """Returns a codec that exchanges two values in both directions, so that it reads its own output correctly."""
    both = {one: other, other: one}
    return mapped(id, lambda value: both.get(value, value), lambda value: both.get(value, value))


def rewritten(id: str, *edits: tuple[str, str]) -> Codec[Any]:
    """Returns a codec from a copy of its module, in which each edit replaces the fragment that it quotes. See
    `quotation`. Its first use raises ValueError if a fragment is not found exactly once, and SyntaxError if the result
    is not Python."""
    return cast("Codec[Any]", _Rewritten(id, edits))


class _Rewritten:
    """A codec that is made when it is used. All copies would take 20 MB and a second in each process that lists mutants."""

    def __init__(self, *made_from: Any):
        self._made_from = made_from

    def __getattr__(self, name: str) -> Any:
        return getattr(_made(*self._made_from), name)


@cache
def _made(id: str, edits: tuple[tuple[str, str], ...]) -> Codec[Any]:
    name = type(CODECS[id]).__module__
    module: dict[str, Any] = {"__name__": name}
    exec(_source(name).rewritten(edits), module)
    sound = vars(sys.modules[name])
    # Hundreds of copies of the tables would take 50 MB.
    module |= {key: sound[key] for key, value in module.items() if isinstance(value, dict) and value == sound.get(key)}
    codec: Codec[Any] = module["CODECS"][id]
    return codec


@cache
def _source(module: str) -> Source:
    return Source(module, inspect.getsource(sys.modules[module]))


class Gathering:
    """An incremental decoder that collects all chunks and decodes them at the end."""

    def __init__(self, codec: Codec[Any]):
        self.codec = codec
        self.data = b""

    def decode(self, data: bytes, final: bool) -> list[int]:
        self.data += data
        return self.codec.decode(self.data) if final else []


def as_surrogates(values: Iterable[int]) -> list[int]:
    """Returns the values with each code point above U+FFFF replaced by two surrogates."""
    units: list[int] = []
    for value in values:
        beyond = value - 0x10000
        units += [value] if beyond < 0 or value > 0x10FFFF else [0xD800 + (beyond >> 10), 0xDC00 + (beyond & 0x3FF)]
    return units
