"""Says in a few words what an implementation does wrong."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from encoding_conformance.causes.symptom import EFFECT, LIMITS, Effect, Symptom
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.fault import Fault
from encoding_conformance.core.operation import DECODE, ENCODE, Encode, Kind, Operation
from encoding_conformance.core.outcome import Decoded, Encoded, Outcome, Rejection
from encoding_conformance.core.ranges import SURROGATES
from encoding_conformance.core.vector import WORDS, Permitted
from encoding_conformance.models import bytes_of, model_of

_MOSTLY, _SOME = 0.8, 0.05
_BMP = 0xFFFF


@dataclass(frozen=True)
class Seen:
    """One failure of a cause. `reason` is why the input is ill-formed, or empty. `due` is a result although there is a reason
    if the implementation is declared to replace such input."""

    operation: Operation
    expected: Permitted
    outcome: Outcome
    how: Fault
    reason: str


def title(encoding: Encoding, main: Symptom, failures: Sequence[Seen]) -> str:
    """Returns what an implementation does wrong, given all failures that have one cause, its example first, and the symptom
    that most of them have."""
    having = [seen for seen in failures if seen.operation.kind == main.kind and EFFECT[seen.how] == main.effect] or failures
    usual = next((name for name, holds in _USUAL if _share(having, partial(holds, encoding)) > _MOSTLY), "")
    said = usual or _SAID[main.effect](encoding, main, having)
    return f"{main.kind} {said}{_and_the_other_way(main, failures)}{_in_pieces(having)}"


def _accepts(encoding: Encoding, main: Symptom, failures: Sequence[Seen]) -> str:
    what = _all_that(encoding, main, failures) or "what is ill-formed"
    if _share(failures, lambda seen: seen.how == Fault.OFFSET_TOO_LARGE) > _MOSTLY:
        return f"reports {what} at a wrong offset"
    beyond = _beyond(encoding, main.kind)
    if {seen.reason for seen in failures} >= LIMITS and _share(failures, lambda seen: seen.reason in LIMITS) > _MOSTLY:
        return f"has no upper limit: it accepts values {beyond}"
    if _share(failures, partial(_gives_too_large_a_value, encoding)) > _MOSTLY:
        return f"accepts a value {beyond}"
    return f"accepts {what}"


def _replaces(encoding: Encoding, main: Symptom, failures: Sequence[Seen]) -> str:
    what = _what(encoding, main.kind, main.reason) if len({seen.reason for seen in failures}) == 1 else ""
    if not any(isinstance(seen.expected, Rejection) for seen in failures):
        return f"does not replace {what or 'what is ill-formed'} as declared"
    sign = "a question mark" if main.kind == ENCODE else "U+FFFD"
    return f"puts {sign} for {what or 'what is ill-formed'} instead of rejecting it"


def _refuses(encoding: Encoding, main: Symptom, failures: Sequence[Seen]) -> str:
    if all(seen.reason and not isinstance(seen.expected, Rejection) for seen in failures):
        return "rejects what it is declared to replace"
    if _share(failures, lambda seen: seen.how == Fault.OFFSET_TOO_SMALL) > _MOSTLY:
        return "reports a fault at an offset before it"
    return "refuses what is well-formed"


def _wrong(encoding: Encoding, main: Symptom, failures: Sequence[Seen]) -> str:
    items = "bytes" if main.kind == ENCODE else "values"
    verb = "writes" if main.kind == ENCODE else "gives"
    hows = Counter(seen.how for seen in failures)
    how, count = hows.most_common(1)[0]
    mostly = how if count > _MOSTLY * len(failures) else Fault.WRONG
    quantity = {Fault.TOO_SHORT: "too few", Fault.TOO_LONG: "too many"}.get(mostly, "wrong")
    return f"{verb} {quantity} {items}"


def _fails(verb: str) -> Callable[[Encoding, Symptom, Sequence[Seen]], str]:
    def said(encoding: Encoding, main: Symptom, failures: Sequence[Seen]) -> str:
        reason, count = Counter(seen.reason for seen in failures).most_common(1)[0]
        if count <= _MOSTLY * len(failures):
            return verb
        return f"{verb} on {_what(encoding, main.kind, reason) or 'well-formed input'}"

    return said


def _breaks_the_protocol(encoding: Encoding, main: Symptom, failures: Sequence[Seen]) -> str:
    return f"{_fails('breaks the protocol')(encoding, main, failures)}, for which the adapter is at fault"


_SAID: Mapping[Effect, Callable[[Encoding, Symptom, Sequence[Seen]], str]] = {
    "crash": _fails("crashes"),
    "time-out": _fails("does not answer in time"),
    "broken reply": _breaks_the_protocol,
    "malformed": _fails("answers with what is neither bytes nor values"),
    "replaces": _replaces,
    "accepts": _accepts,
    "refuses": _refuses,
    "unsupported": _fails("says that it does not support what it declares,"),
    "wrong result": _wrong,
}


def _all_that(encoding: Encoding, main: Symptom, failures: Sequence[Seen]) -> str:
    """Returns what is ill-formed in these failures: first that of the main symptom and that of the example, which is the first
    failure, and then what is in some of the others."""
    counts = Counter(seen.reason for seen in failures)
    some = [reason for reason, count in counts.most_common() if count >= _SOME * len(failures)]
    found = [_what(encoding, main.kind, reason) for reason in dict.fromkeys([main.reason, failures[0].reason, *some])]
    first, *others = list(filter(None, dict.fromkeys(found))) or [""]
    return f"{first}, {others[0]} and more" if len(others) > 1 else " and ".join([first, *others])


def _what(encoding: Encoding, kind: Kind, reason: str) -> str:
    """Returns what an input has that is ill-formed; empty if it is well-formed."""
    if reason == "out-of-range":
        return f"a value {_beyond(encoding, kind)}"
    if reason not in WORDS:
        return ""
    words = WORDS[reason]
    return (words.value if kind == ENCODE else "") or words.input


def _beyond(encoding: Encoding, kind: Kind) -> str:
    """Returns where a value is that the encoding does not reach. Bytes that change a state may also lead below zero."""
    match encoding.values.complement().difference(SURROGATES).ranges:
        case ((first, last),) if first and last == math.inf:
            calculated = kind == DECODE and encoding.tables is not None and any(model_of(encoding).states())
            return f"outside 0..{first - 1:X}" if calculated else f"above {first - 1:X}"
    return "beyond those of the encoding"


def _gives_too_large_a_value(encoding: Encoding, seen: Seen) -> bool:
    return isinstance(seen.outcome, Decoded) and any(value > encoding.values.last for value in seen.outcome.value)


def _and_the_other_way(main: Symptom, failures: Sequence[Seen]) -> str:
    """Says that the other kind of operation accepts the same, if it does so as well."""
    kinds = {seen.operation.kind for seen in failures if seen.how == Fault.ACCEPTED and seen.reason == main.reason}
    other = DECODE if main.kind == ENCODE else ENCODE
    return f", and so does {other}" if main.effect == "accepts" and kinds == {main.kind, other} else ""


def _in_pieces(failures: Sequence[Seen]) -> str:
    return " when the input comes in pieces" if _share(failures, lambda seen: bool(seen.operation.cuts)) > _MOSTLY else ""


def _share(failures: Sequence[Seen], holds: Callable[[Seen], bool]) -> float:
    return sum(map(holds, failures)) / len(failures)


def _writes_units(encoding: Encoding, seen: Seen) -> bool:
    """Whether each value above FFFF was written as two surrogates."""
    if not isinstance(seen.operation, Encode) or not isinstance(seen.outcome, Encoded) or encoding.tables is None:
        return False
    values = seen.operation.input
    return any(value > _BMP for value in values) and seen.outcome.value == _bytes_of(encoding, tuple(_units(values)))


def _bytes_of(encoding: Encoding, units: Sequence[int]) -> bytes:
    """Returns the bytes of code units. Surrogates that the encoding lacks are written with the pattern that has room for
    them."""
    rows = sorted(model_of(encoding).rows, key=lambda row: row.size)
    fitting = [next((row for row in rows if unit in row.room), None) for unit in units]
    written = b"".join(row.write(unit) for unit, row in zip(units, fitting) if row)
    return bytes_of(encoding, units) or (written if all(fitting) else b"")


def _units(values: Sequence[int]) -> Iterator[int]:
    for value in values:
        if value > _BMP:
            yield from (0xD7C0 + (value >> 10), 0xDC00 + (value & 0x3FF))
        else:
            yield value


def _refuses_surrogates(encoding: Encoding, seen: Seen) -> bool:
    if seen.how != Fault.REFUSED:
        return False
    values = seen.operation.input if isinstance(seen.operation, Encode) else _values(seen.expected)
    return any(value in SURROGATES for value in values)


def _values(expected: Permitted) -> Sequence[int]:
    return expected.value if isinstance(expected, Decoded) else ()


def _is_longer_form(encoding: Encoding, seen: Seen) -> bool:
    return isinstance(seen.operation, Encode) and seen.how == Fault.TOO_LONG and len(seen.operation.input) > 0


def _points_behind_the_input(encoding: Encoding, seen: Seen) -> bool:
    """Whether the offset of a rejection is that of the byte that is missing."""
    wrong = seen.how == Fault.OFFSET_TOO_LARGE and seen.reason == "truncated"
    return wrong and isinstance(seen.outcome, Rejection) and seen.outcome.offset == len(seen.operation.input)


_USUAL: Sequence[tuple[str, Callable[[Encoding, Seen], bool]]] = (
    ("writes surrogate pairs instead of the values", _writes_units),
    ("refuses surrogates, which the encoding has", _refuses_surrogates),
    ("reports the offset of the missing byte", _points_behind_the_input),
    ("writes a longer form than needed", _is_longer_form),
)
"""Mistakes that many implementations have, the rarest first."""
