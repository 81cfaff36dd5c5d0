"""Tapes in the cache, which are recorded once for an encoding's data, the code that makes them and a seed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

from encoding_conformance.checks import tape
from encoding_conformance.checks.inputs.source import InputSource
from encoding_conformance.checks.tape import LawTape, Tape
from encoding_conformance.core.identity import LawId
from encoding_conformance.core.limits import Limits
from encoding_conformance.core.notation import format_bytes, format_values, parse_bytes, parse_values
from encoding_conformance.core.operation import ENCODE, Decode, Encode, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.vector import Permitted
from encoding_conformance.runner.plan import Unit
from encoding_conformance.specification import artefacts
from encoding_conformance.specification.suite import hashed

_MADE_BY = ("core", "models", "checks", "runner")
"""The folders of code that decide what a tape holds, and how it is written."""

_LONG, _LARGE = 64, 1 << 64
"""The length from which a sequence, and the size from which a value, is kept in the notation."""

_NOTATION = "notation"


def find(unit: Unit, source: InputSource) -> Tape | None:
    """The tape of a unit's encoding from the cache, or None. If there is one, the source also gets the examples that
    Hypothesis made for it."""
    if not unit.suite.version or (data := artefacts.read(_name(unit, source))) is None:
        return None
    source.take(_examples(data["examples"]))
    return _tape(source.encoding.id, data["tape"])


def record(unit: Unit, source: InputSource) -> Tape | None:
    """The tape of a unit's encoding, which is recorded and kept in the cache; None if the encoding states no tables."""
    made = tape.record(source)
    if made is not None and unit.suite.version:
        sequences, octets = source.examples
        examples = [list(map(format_values, sequences)), list(map(format_bytes, octets))]
        artefacts.write(_name(unit, source), {"examples": examples, "tape": _plain(made)})
    return made


def _name(unit: Unit, source: InputSource) -> str:
    """The name of a tape. It depends on the encoding and its vectors, the largest value that may be asked, the seed, the code,
    and the version of Hypothesis, which may make other examples in another version."""
    parts = [
        artefacts.code(*_MADE_BY),
        version("hypothesis"),
        unit.suite.versions[source.encoding.id],
        str(source.seed),
        _limit(source.limits),
    ]
    return f"{hashed(map(str.encode, parts))}-tape-{source.encoding.id}"


def _limit(limits: Limits) -> str:
    return "" if limits.max_value is None else f"{limits.max_value:X}"


def _plain(tape: Tape) -> Any:
    return {
        "operations": [_operation(operation) for operation in tape.operations],
        "due": [_outcome(operation.kind, outcome) for operation, outcome in zip(tape.operations, tape.expected, strict=True)],
        "laws": [[*id, law and [law.inputs, law.windows]] for id, law in tape.laws.items()],
    }


def _tape(encoding: str, data: Any) -> Tape:
    operations = [_parsed(encoding, *row) for row in data["operations"]]
    expected = [_permitted(operation.kind, row) for operation, row in zip(operations, data["due"], strict=True)]
    laws = {LawId(*id): None if law is None else LawTape(*law) for *id, law in data["laws"]}
    return Tape(operations, expected, laws)


def _operation(operation: Operation) -> list[Any]:
    written = _written(operation.input)
    return [operation.kind, written, operation.cuts] if operation.cuts else [operation.kind, written]


def _parsed(encoding: str, kind: str, written: Any, cuts: Sequence[int] = ()) -> Operation:
    if kind == ENCODE:
        return Encode(encoding, _values(written))
    return Decode(encoding, _octets(written), tuple(cuts))


def _outcome(kind: str, outcome: Permitted) -> Any:
    if isinstance(outcome, Rejection):
        return outcome.offset
    return [_written(outcome.value)]


def _permitted(kind: str, row: Any) -> Permitted:
    if isinstance(row, list):
        return Encoded(_octets(*row)) if kind == ENCODE else Decoded(_values(*row))
    return Rejection(row)


def _written(sequence: bytes | tuple[int, ...]) -> Any:
    """Bytes as hexadecimal digits and values as a list, which are parsed quickly; long sequences in the notation, in which runs
    are short."""
    if isinstance(sequence, bytes):
        return sequence.hex() if len(sequence) < _LONG else {_NOTATION: format_bytes(sequence)}
    is_plain = len(sequence) < _LONG and max(sequence, default=0) < _LARGE
    return sequence if is_plain else {_NOTATION: format_values(sequence)}


def _octets(written: Any) -> bytes:
    return bytes.fromhex(written) if isinstance(written, str) else parse_bytes(written[_NOTATION])


def _values(written: Any) -> tuple[int, ...]:
    return tuple(written) if isinstance(written, list) else parse_values(written[_NOTATION])


def _examples(data: Any) -> tuple[list[tuple[int, ...]], list[bytes]]:
    sequences, octets = data
    return list(map(parse_values, sequences)), list(map(parse_bytes, octets))
