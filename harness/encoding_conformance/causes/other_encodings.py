"""Predictions that an implementation follows another encoding: one of the project, a well-known relative, or one of Python's
single-byte codecs."""

from __future__ import annotations

import codecs
import encodings
import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from encoding_conformance.causes.prediction import Outcomes, Prediction
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.operation import BOTH, Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.data_files.encodings import relatives
from encoding_conformance.models import boundaries, bytes_of, model_of, permitted


def other_encodings(encoding: Encoding, others: Iterable[Encoding]) -> Iterator[Prediction]:
    """Yields predictions that an implementation follows another encoding. Encodings that differ only by more or fewer values are
    left out, because a statement about these values is plainer."""
    known = (*relatives(), *(other for other in others if other.id != encoding.id and _differs(other, encoding)))
    for other in known:
        if other.has_characters == encoding.has_characters:
            yield _prediction(other.id, encoding, partial(_of_tables, other))
    if model_of(encoding).reach == 1:
        for name in _single_byte_codecs():
            table = _table(name)
            controls = {**{byte: byte for byte in range(0x80, 0xA0)}, **table}  # web browsers and Windows have them in the gaps
            for values in (table, controls) if table != controls else (table,):
                written = {value: byte for byte, value in values.items()}
                yield _prediction(name, encoding, partial(_of_python, values, written))


def _prediction(name: str, encoding: Encoding, outcomes: Outcomes) -> Prediction:
    return Prediction(f"follows {name}, not {encoding.id}", BOTH, outcomes, encoding=name)


def _differs(other: Encoding, encoding: Encoding) -> bool:
    """Returns whether another encoding has other bytes for some value. A code page always counts as another encoding."""
    if model_of(other).reach == 1:
        return True
    written = ((value, data) for value in boundaries(other) if (data := bytes_of(other, (value,))))
    return any(
        bytes_of(encoding, (value,)) not in (b"", data) or _read(encoding, data) not in ((), (value,)) for value, data in written
    )


def _read(encoding: Encoding, data: bytes) -> tuple[int, ...]:
    outcome = permitted(encoding, Decode(encoding.id, data))[0]
    return outcome.value if isinstance(outcome, Decoded) else ()


@lru_cache(1 << 13)
def _of_tables(other: Encoding, operation: Operation) -> Sequence[Permitted]:
    outcome = permitted(other, operation)[0]
    values = operation.input if isinstance(operation, Encode) else outcome.value if isinstance(outcome, Decoded) else ()
    return (_without_offset(outcome), Rejection()) if other.takes_optional(values) else (_without_offset(outcome),)


def _without_offset(outcome: Permitted) -> Permitted:
    return Rejection() if isinstance(outcome, Rejection) else outcome


def _of_python(table: Mapping[int, int], written: Mapping[int, int], operation: Operation) -> Sequence[Permitted]:
    """Returns the outcome by a table of single bytes, or by its inverse."""
    try:
        if isinstance(operation, Decode):
            return (Decoded(tuple(map(table.__getitem__, operation.input))),)
        return (Encoded(bytes(map(written.__getitem__, operation.input))),)
    except LookupError:
        return (Rejection(),)


@lru_cache(256)
def _table(name: str) -> Mapping[int, int]:
    """Returns the values of single bytes in a codec of Python's."""
    read = ((byte, codecs.decode(bytes((byte,)), name, "ignore")) for byte in range(0x100))
    return {byte: ord(text) for byte, text in read if text}


@lru_cache
def _single_byte_codecs() -> tuple[str, ...]:
    """Returns the names of Python's single-byte codecs."""
    names = [module.name for module in pkgutil.iter_modules(encodings.__path__)]
    return tuple(name for name in names if name.startswith(("cp", "iso8859", "koi8", "mac_", "latin")))
