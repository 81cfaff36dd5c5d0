"""What a definition states of an encoding holds of its tables.

Checks compare an implementation with the tables alone. So the statements that a specification makes about an encoding are
tests of the suite: a mistake in a table is found where it contradicts one of them, or the table of another encoding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

import pytest
from project import suite

from encoding_conformance.checks import spread
from encoding_conformance.checks.examples import drawn
from encoding_conformance.checks.near_misses import near_misses
from encoding_conformance.checks.special_values import admits
from encoding_conformance.core.encoding import Encoding, Length, Property, SameAs
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.vector import PermittedDecoded
from encoding_conformance.models import boundaries, bytes_of, goes_alone, joined, model_of
from encoding_conformance.models.model import Model

Text = tuple[int, ...]

EXAMPLES = 60
"""The number of texts, and of byte strings, that Hypothesis draws for an encoding."""

SINGLE, MOST = 160, 400
"""The most values at boundaries that are texts by themselves, and the most byte strings close to those of texts."""

EVERY_BYTE = bytes(range(0x100))


@lru_cache(2)
def texts_of(encoding: Encoding) -> list[Text]:
    """No values, each value at a boundary, and what Hypothesis draws. Implementations must have all of these values."""
    single = spread(boundaries(encoding), SINGLE)
    texts = dict.fromkeys(((), *((value,) for value in single), *drawn(encoding, NO_LIMITS, 0, EXAMPLES)[0]))
    return [text for text in texts if admits(encoding, NO_LIMITS, text)]


@lru_cache(2)
def strings_of(encoding: Encoding) -> list[bytes]:
    """Every byte, what Hypothesis draws, and strings that are close to those of texts."""
    octets = tuple(data for data, _ in drawn(encoding, NO_LIMITS, 0, EXAMPLES)[1])
    return list(dict.fromkeys([*map(bytes, zip(EVERY_BYTE)), *octets, *spread(near_misses(encoding, octets), MOST)]))


def pairs_of(encoding: Encoding) -> list[tuple[Text, Text]]:
    """Neighbours, as far as their values do not join, and every text with the shortest ones."""
    texts = texts_of(encoding)
    pairs = [*pairwise(texts), *((a, b) for a in texts for b in texts[1::40])]
    return [(a, b) for a, b in pairs if joined(encoding, a + b) == a + b]


def decode(encoding: Encoding, data: bytes) -> tuple[PermittedDecoded, ...]:
    return model_of(encoding).decode(data)


def denied(encoding: Encoding, name: str) -> Mapping[str, Any]:
    """The witness with which a specification denies a property; nothing if it does not."""
    if not encoding.denies(name):
        return {}
    return {**encoding.properties[name].witness_values, **encoding.properties[name].witness_bytes}


def unit_at(encoding: Encoding, data: bytes, offset: int) -> int:
    return int.from_bytes(data[offset : offset + encoding.code_unit], encoding.byte_order)


def starts_of(encoding: Encoding, text: Text) -> list[int]:
    """The offset at which each value begins, and the end, in an encoding without a state."""
    return list(accumulate((len(bytes_of(encoding, (value,))) for value in text), initial=0))


# Each of the following functions yields what contradicts a statement.
Against = Iterator[object]


def decode_undoes_encode(encoding: Encoding) -> Against:
    """Also of a value that may be refused, and of values that the tables join. Runs rely on it (see `checks.check.both_ways`)."""
    optional = encoding.optional.values
    refusable = [(*text, edge) for text in texts_of(encoding) for edge in spread(optional.edges(), 4)]
    pair = [value for value in (0xD83D, 0xDCA9) if value in encoding.values and value not in optional]
    for text in filter(None, [*texts_of(encoding), *refusable, tuple(pair)]):
        data = bytes_of(encoding, text)
        if not data or decode(encoding, data) != (Decoded(joined(encoding, text)),):
            yield text


def order(encoding: Encoding) -> Against:
    if encoding.claims("order"):
        texts = sorted({*texts_of(encoding), *(a + b for a, b in pairs_of(encoding))})
        yield from (pair for pair in pairwise(texts) if not bytes_of(encoding, pair[0]) < bytes_of(encoding, pair[1]))
    if witness := denied(encoding, "order"):
        smaller, larger = witness["smaller"], witness["larger"]
        if not (smaller < larger and bytes_of(encoding, smaller) > bytes_of(encoding, larger)):
            yield witness


def order_of_joined(encoding: Encoding) -> Against:
    if witness := denied(encoding, "order-of-joined"):
        larger, smaller = (decode(encoding, witness[key])[0].value for key in ("before", "behind"))
        if not (witness["before"] < witness["behind"] and larger > smaller):
            yield witness


def stateless(encoding: Encoding) -> Against:
    if encoding.claims("stateless"):
        yield from (
            (a, b) for a, b in pairs_of(encoding) if bytes_of(encoding, a + b) != bytes_of(encoding, a) + bytes_of(encoding, b)
        )
    if witness := denied(encoding, "stateless"):
        first, second = witness["first"], witness["second"]
        if bytes_of(encoding, first + second) == bytes_of(encoding, first) + bytes_of(encoding, second):
            yield witness


def values_go_alone(encoding: Encoding) -> Against:
    """Long texts and blocks rely on it."""
    if goes_alone(encoding):
        for text in texts_of(encoding):
            if bytes_of(encoding, text) != b"".join(bytes_of(encoding, (value,)) for value in text):
                yield text


def canonical(encoding: Encoding) -> Against:
    """Every other form that is accepted is stated as such. There is none if the encoding is canonical."""
    longer = () if encoding.claims("canonical") else encoding.noncanonical
    for data in strings_of(encoding):
        match decode(encoding, data)[0]:
            case Decoded(values) if not encoding.takes_optional(values) and bytes_of(encoding, values) != data:
                stated = (each.match and re.search(each.match, data.hex(" ").upper()) for each in longer)
                having = (value in each.values for each in longer for value in values)
                if not (any(stated) or any(having)):
                    yield data
    if witness := denied(encoding, "canonical"):
        found = decode(encoding, witness["bytes"])[0]
        if not isinstance(found, Decoded) or bytes_of(encoding, found.value) == witness["bytes"]:
            yield witness


def ascii_transparent(encoding: Encoding) -> Against:
    if encoding.claims("ascii-transparent"):
        for text in [
            *((value,) for value in range(0x80)),
            *(tuple(value % 0x80 for value in text) for text in texts_of(encoding)),
        ]:
            if bytes_of(encoding, text) != bytes(text) or decode(encoding, bytes(text)) != (Decoded(text),):
                yield text
    witness = denied(encoding, "ascii-transparent")
    if witness and bytes_of(encoding, witness["values"]) == bytes(witness["values"]):
        yield witness


def lead_and_trail(encoding: Encoding) -> Against:
    """In a self-synchronizing encoding, lead units begin values, and every other unit is a trail unit."""
    if not encoding.claims("self-synchronizing"):
        return
    unit = encoding.code_unit
    for text in texts_of(encoding):
        data, starts = bytes_of(encoding, text), starts_of(encoding, text)[:-1]
        leads = [unit_at(encoding, data, start) in encoding.lead for start in starts]
        others = [offset for offset in range(0, len(data), unit) if unit_at(encoding, data, offset) not in encoding.trail]
        if not all(leads) or others != starts:
            yield text


def self_synchronizing(encoding: Encoding) -> Against:
    """Decoding can start where any value begins, and a search finds values only where they are."""
    if encoding.claims("self-synchronizing"):
        for text, other in pairs_of(encoding):
            data, starts = bytes_of(encoding, text), starts_of(encoding, text)[:-1]
            if any(
                decode(encoding, data[start:]) != (Decoded(text[index:]),) for index, start in spread(list(enumerate(starts)), 24)
            ):
                yield text
            for needle in dict.fromkeys((*text[:3], *other[:2])):
                sought = bytes_of(encoding, (needle,))
                found = [offset for offset in range(0, len(data), encoding.code_unit) if data.startswith(sought, offset)]
                if found != [start for start, value in zip(starts, text) if value == needle]:
                    yield text, needle
    if witness := denied(encoding, "self-synchronizing"):
        values, inside = witness["values"], witness["inside"]
        if set(inside) <= set(values) or bytes_of(encoding, inside) not in bytes_of(encoding, values):
            yield witness


def robust(encoding: Encoding) -> Against:
    """If a code unit is lost, only the value that it belonged to is lost."""
    if not encoding.claims("robust"):
        return
    unit = encoding.code_unit
    for text in texts_of(encoding):
        data = bytes_of(encoding, text)
        for index, (start, end) in enumerate(pairwise(starts_of(encoding, text))):
            for offset in range(start, end, unit):
                left = data[:offset] + data[offset + unit :]
                expected = Decoded(text[:index] + text[index + 1 :])
                whole, rest = decode(encoding, left)[0], decode(encoding, left[end - unit :])
                is_told = whole == expected if end - start == unit else isinstance(whole, Rejection) and whole.offset == start
                if not is_told or rest != (Decoded(text[index + 1 :]),):
                    yield text, offset


def same_bytes_as(encoding: Encoding) -> Against:
    for same in encoding.same_bytes_as:
        for text in (*texts_of(encoding), *texts_of(same.other)):
            shared = tuple(value for value in text if value in same.values)
            if bytes_of(encoding, shared) != bytes_of(same.other, shared):
                yield same.other.id, shared
        for data in (*strings_of(encoding), *strings_of(same.other)):
            own, theirs = decode(encoding, data), decode(same.other, data)
            shared_by = [
                isinstance(each, Decoded)
                and all(value in same.values for value in each.value)
                and not encoding.takes_optional(each.value)
                for each in (own[0], theirs[0])
            ]
            if any(shared_by) and own != theirs:
                yield same.other.id, data


def same_order_as(encoding: Encoding) -> Against:
    for same in encoding.same_order_as:
        texts = (*texts_of(encoding), *(a + b for a, b in pairs_of(encoding)))
        shared = sorted({tuple(value for value in text if value in same.values) for text in texts})
        theirs = sorted(shared, key=lambda text: bytes_of(same.other, text))
        yield from (pair for pair in pairwise(theirs) if not bytes_of(encoding, pair[0]) < bytes_of(encoding, pair[1]))


def absent_bytes(encoding: Encoding) -> Against:
    for text in texts_of(encoding):
        data = bytes_of(encoding, text)
        if any(byte in encoding.absent_bytes for byte in data):
            yield text
        for byte in spread(list(encoding.absent_bytes), 3):
            for offset in spread(range(len(data) + 1), 3):
                if not isinstance(decode(encoding, wrong := data[:offset] + bytes([byte]) + data[offset:])[0], Rejection):
                    yield wrong
    for data in strings_of(encoding):
        if any(byte in encoding.absent_bytes for byte in data) and not isinstance(decode(encoding, data)[0], Rejection):
            yield data


def own_bytes(encoding: Encoding) -> Against:
    own = encoding.own_bytes
    for text in texts_of(encoding):
        if [byte for byte in bytes_of(encoding, text) if byte in own] != [value for value in text if value in own]:
            yield text


def lengths(encoding: Encoding) -> Against:
    """Of each value alone, and of no value in a text more bytes than of the longest one."""
    for text in texts_of(encoding):
        stated = [[length for length in encoding.lengths if value in length.values] for value in text]
        for value, found in zip(text, stated):
            size = len(bytes_of(encoding, (value,)))
            yield from (value for length in found if not length.least <= size <= length.most)
        if text and all(stated) and len(bytes_of(encoding, text)) > len(text) * max(length.most for length in encoding.lengths):
            yield text


def resets(encoding: Encoding) -> Against:
    for a, b in pairs_of(encoding):
        for reset in spread(list(encoding.resets), 4):
            if bytes_of(encoding, (*a, reset, *b)) != bytes_of(encoding, (*a, reset)) + bytes_of(encoding, b):
                yield a, reset, b


def joiner(encoding: Encoding) -> Against:
    for a, b in pairs_of(encoding) if encoding.joiner else ():
        if decode(encoding, bytes_of(encoding, a) + encoding.joiner + bytes_of(encoding, b))[0] != Decoded(a + b):
            yield a, b


def keep_state(encoding: Encoding) -> Against:
    """Of a text that follows another, only the first value that does not keep the state has other bytes than alone."""
    if not encoding.keep_state:
        return
    for a, b in pairs_of(encoding):
        kept = next((index for index, value in enumerate(b) if value not in encoding.keep_state), len(b))
        spaces, begun = (bytes_of(encoding, b[:end]) for end in (kept, kept + 1))
        both, alone = bytes_of(encoding, a + b), bytes_of(encoding, b)
        up_to = bytes_of(encoding, a + b[: kept + 1])
        if not up_to.startswith(bytes_of(encoding, a) + spaces) or both != up_to + alone[len(begun) :]:
            yield a, b


def prefix_free(encoding: Encoding) -> Against:
    """If no code begins with another, a text that is cut inside its last value is rejected where that value begins."""
    if encoding.whole or not model_of(encoding).prefix_free:
        return
    for text in filter(None, texts_of(encoding)):
        start, data = len(bytes_of(encoding, text[:-1])), bytes_of(encoding, text)
        for end in spread(range(start + 1, len(data)), 24):
            found = decode(encoding, data[:end])
            if not isinstance(found[0], Rejection) or found[0].offset not in (None, start):
                yield data[:end]


def whole(encoding: Encoding) -> Against:
    """No text begins with another."""
    for data in [bytes_of(encoding, text) for text in texts_of(encoding)] if encoding.whole else ():
        yield from (
            data[:end] for end in spread(range(len(data)), 24) if not isinstance(decode(encoding, data[:end])[0], Rejection)
        )


STATEMENTS: Sequence[Callable[[Encoding], Against]] = (
    decode_undoes_encode,
    order,
    order_of_joined,
    stateless,
    values_go_alone,
    canonical,
    ascii_transparent,
    lead_and_trail,
    self_synchronizing,
    robust,
    same_bytes_as,
    same_order_as,
    absent_bytes,
    own_bytes,
    lengths,
    resets,
    joiner,
    keep_state,
    prefix_free,
    whole,
)


def contradicted(encoding: Encoding) -> dict[str, object]:
    """The first thing that contradicts each statement that does not hold."""
    found = {statement.__name__: next(statement(encoding), None) for statement in STATEMENTS}
    return {name: against for name, against in found.items() if against is not None}


@pytest.mark.parametrize("id", list(suite().encodings))
def test_tables_say_what_the_definition_states(id: str) -> None:
    assert contradicted(suite().encodings[id]) == {}


def test_statements_are_of_known_properties() -> None:
    """A property that a definition adds needs a statement here."""
    known = {"order", "order-of-joined", "stateless", "canonical", "ascii-transparent", "self-synchronizing", "robust"}
    assert {name for encoding in suite().encodings.values() for name in encoding.properties} <= known


def stating(name: str, **witness: Any) -> Callable[[Encoding], dict[str, Any]]:
    """A claim of a property, or a denial if there is a witness."""
    values = {key: found for key, found in witness.items() if isinstance(found, tuple)}
    octets = {key: found for key, found in witness.items() if isinstance(found, bytes)}
    stated = Property(not witness, "", values, octets)
    return lambda encoding: {"properties": {**encoding.properties, name: stated}}


def changing(**fields: Any) -> Callable[[Encoding], dict[str, Any]]:
    return lambda encoding: fields


def agreeing(key: str, other: str, first: int, last: int) -> Callable[[Encoding], dict[str, Any]]:
    return lambda encoding: {key: (SameAs(suite().encodings[other], RangeSet(((first, last),)), ""),)}


A = (0x41,)
B = (0x42,)


@pytest.mark.parametrize(
    ("id", "statement", "change"),
    [
        ("utf-8", order, stating("order", smaller=A, larger=B)),
        ("utf-16-be", order, stating("order")),
        ("bocu-1", order_of_joined, stating("order-of-joined", before=b"\x50\xb1", behind=b"\x50\xb2")),
        ("bocu-1", stateless, stating("stateless")),
        ("utf-8", stateless, stating("stateless", first=A, second=B)),
        ("bocu-1", values_go_alone, stating("stateless")),
        ("kim", canonical, stating("canonical")),
        ("bocu-1", canonical, changing(noncanonical=())),
        ("utf-8", canonical, stating("canonical", bytes=b"A")),
        ("utf-16-be", ascii_transparent, stating("ascii-transparent")),
        ("utf-8", ascii_transparent, stating("ascii-transparent", values=A)),
        ("utf-8", lead_and_trail, changing(lead=RangeSet(((0, 0x7F),)))),
        ("utf-8", lead_and_trail, changing(trail=RangeSet(((0x80, 0x8F),)))),
        ("utf-16-le", lead_and_trail, changing(byte_order="big")),
        ("kim", self_synchronizing, stating("self-synchronizing")),
        ("utf-8", self_synchronizing, stating("self-synchronizing", values=(0xE9,), inside=A)),
        ("kim", robust, stating("robust")),
        ("kim", same_bytes_as, agreeing("same_bytes_as", "utf-8", 0, 0xFF)),
        ("utf-16-be", same_order_as, agreeing("same_order_as", "utf-8", 0, 0x10FFFF)),
        ("utf-8", absent_bytes, changing(absent_bytes=RangeSet(((0x41, 0x41),)))),
        ("utf-16-be", own_bytes, changing(own_bytes=RangeSet(((0x00, 0x7F),)))),
        ("utf-8", lengths, changing(lengths=(Length(RangeSet(((0x80, 0x800),)), 2, 2),))),
        ("bocu-1", resets, changing(resets=RangeSet(((0xE9, 0xE9),)))),
        ("bocu-1", joiner, changing(joiner=b"\xd0")),
        ("bocu-1", keep_state, changing(keep_state=RangeSet(((0x80, 0xFF),)))),
        ("utf-8", whole, changing(whole=True)),
    ],
)
def test_a_wrong_statement_is_contradicted(
    id: str, statement: Callable[[Encoding], Against], change: Callable[[Encoding], dict[str, Any]]
) -> None:
    sound = suite().encodings[id]
    assert next(statement(replace(sound, **change(sound))), None) is not None


def test_a_wrong_claim_of_what_is_joined_is_contradicted(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(suite().encodings["wtf-8"])
    monkeypatch.setattr(type(model_of(wrong)), "joined", Model.joined)
    assert next(decode_undoes_encode(wrong), None) is not None


def test_a_wrong_claim_that_no_code_begins_with_another_is_contradicted(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = next(encoding for encoding in suite().encodings.values() if not model_of(encoding).prefix_free)
    decode(wrong, b"A")  # which the tables do in a simpler way if no code begins with another
    monkeypatch.setattr(model_of(wrong), "prefix_free", True)
    assert next(prefix_free(wrong), None) is not None
