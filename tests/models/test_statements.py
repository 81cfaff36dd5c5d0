"""What a definition states of an encoding holds of its tables.

Checks compare an implementation with the tables alone. So the statements that a specification makes about an encoding are
tests of the suite: a mistake in a table is found where it contradicts one of them, or the table of another encoding.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, pairwise
from random import Random
from typing import Any

import pytest
from project import suite

from encoding_conformance.checks import spread
from encoding_conformance.checks.special_values import admits
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.outcome import Decoded, Rejection
from encoding_conformance.core.vector import PermittedDecoded
from encoding_conformance.models import boundaries, bytes_of, goes_alone, joined, model_of

Text = tuple[int, ...]

SINGLE, DRAWN = 80, 40
"""The most values at boundaries that are texts by themselves, and the number of random texts."""


@lru_cache(2)
def texts_of(encoding: Encoding) -> list[Text]:
    """Returns no values, some values at boundaries, and random texts of such values. Implementations must have all of them."""
    random, own = Random(0), boundaries(encoding)
    ascii = [value for value in range(0x80) if value in encoding.values]
    sets = (encoding.own_bytes, encoding.resets, encoding.keep_state)
    stated = [value for each in sets for edge in each.edges() for value in (edge - 1, edge, edge + 1) if value in encoding.values]
    drawn = (tuple(random.choices(random.choice((own, ascii)), k=random.randrange(2, 8))) for _ in range(DRAWN))
    singles = ((value,) for value in (*spread(own, SINGLE), *stated))
    before_others = ((value, random.choice(own)) for value in stated)
    texts = dict.fromkeys(((), *singles, *drawn, *before_others))
    return [text for text in texts if admits(encoding, NO_LIMITS, text)]


@lru_cache(2)
def strings_of(encoding: Encoding) -> list[bytes]:
    """Returns every byte, and the bytes of texts, with some of them left out, added and changed."""
    random, strings = Random(0), [*map(bytes, zip(range(0x100)))]
    for data in (bytes_of(encoding, text) for text in texts_of(encoding)):
        start, size = random.randrange(len(data) + 1), random.randrange(3)
        strings += [data, data[:start] + random.randbytes(random.randrange(3)) + data[start + size :]]
    return list(dict.fromkeys(strings))


def pairs_of(encoding: Encoding) -> list[tuple[Text, Text]]:
    """Returns neighbours, as far as their values do not join, and every text with the shortest ones."""
    texts = texts_of(encoding)
    pairs = [*pairwise(texts), *((a, b) for a in texts for b in texts[1::40])]
    return [(a, b) for a, b in pairs if joined(encoding, a + b) == a + b]


def decode(encoding: Encoding, data: bytes) -> tuple[PermittedDecoded, ...]:
    return model_of(encoding).decode(data)


def is_rejected(encoding: Encoding, data: bytes) -> bool:
    return isinstance(decode(encoding, data)[0], Rejection)


def denied(encoding: Encoding, name: str) -> Mapping[str, Any]:
    """Returns the witness with which a specification denies a property; nothing if it does not."""
    if not encoding.denies(name):
        return {}
    return {**encoding.properties[name].witness_values, **encoding.properties[name].witness_bytes}


def starts_of(encoding: Encoding, text: Text) -> list[int]:
    """Returns the offset at which each value begins, and the end, in an encoding without a state."""
    return list(accumulate((len(bytes_of(encoding, (value,))) for value in text), initial=0))


# Each of the following functions yields what contradicts a statement.
Against = Iterator[object]


def order(encoding: Encoding) -> Against:
    if encoding.claims("order"):
        texts = sorted({*texts_of(encoding), *(a + b for a, b in pairs_of(encoding))})
        yield from (pair for pair in pairwise(texts) if not bytes_of(encoding, pair[0]) < bytes_of(encoding, pair[1]))
    if witness := denied(encoding, "order"):
        smaller, larger = witness["smaller"], witness["larger"]
        if not (smaller < larger and bytes_of(encoding, smaller) > bytes_of(encoding, larger)):
            yield witness
    if witness := denied(encoding, "order-of-joined"):
        larger, smaller = (decode(encoding, witness[key])[0].value for key in ("before", "after"))
        if not (witness["before"] < witness["after"] and larger > smaller):
            yield witness


def stateless(encoding: Encoding) -> Against:
    """Long texts and blocks rely on it, also where only the tables say that values go alone."""
    for text in (text for pair in pairs_of(encoding) for text in (pair[0] + pair[1],)) if goes_alone(encoding) else ():
        if bytes_of(encoding, text) != b"".join(bytes_of(encoding, (value,)) for value in text):
            yield text
    if witness := denied(encoding, "stateless"):
        first, second = witness["first"], witness["second"]
        if bytes_of(encoding, first + second) == bytes_of(encoding, first) + bytes_of(encoding, second):
            yield witness


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
    for text in (tuple(range(0x80)),) if encoding.claims("ascii-transparent") else ():
        if bytes_of(encoding, text) != bytes(text) or decode(encoding, bytes(text)) != (Decoded(text),):
            yield text
    witness = denied(encoding, "ascii-transparent")
    if witness and bytes_of(encoding, witness["values"]) == bytes(witness["values"]):
        yield witness


def lead_and_trail(encoding: Encoding) -> Against:
    """In a self-synchronizing encoding, lead units begin values, and every other unit is a trail unit."""
    unit, order = encoding.code_unit, encoding.byte_order
    for text in texts_of(encoding) if encoding.claims("self-synchronizing") else ():
        data, starts = bytes_of(encoding, text), starts_of(encoding, text)[:-1]
        units = {offset: int.from_bytes(data[offset : offset + unit], order) for offset in range(0, len(data), unit)}
        others = [offset for offset, value in units.items() if value not in encoding.trail]
        if not all(units[start] in encoding.lead for start in starts) or others != starts:
            yield text


def self_synchronizing(encoding: Encoding) -> Against:
    """Decoding can start where any value begins, and a search finds values only where they are."""
    for text, other in pairs_of(encoding) if encoding.claims("self-synchronizing") else ():
        data, starts = bytes_of(encoding, text), starts_of(encoding, text)[:-1]
        if any(decode(encoding, data[start:]) != (Decoded(text[index:]),) for index, start in enumerate(starts)):
            yield text
        for needle in {*text[:3], *other[:2]}:
            sought = bytes_of(encoding, (needle,))
            found = [offset for offset in range(0, len(data), encoding.code_unit) if data.startswith(sought, offset)]
            if found != [start for start, value in zip(starts, text) if value == needle]:
                yield text, needle
    if witness := denied(encoding, "self-synchronizing"):
        values, inside = witness["values"], witness["inside"]
        if set(inside) <= set(values) or bytes_of(encoding, inside) not in bytes_of(encoding, values):
            yield witness


def robust(encoding: Encoding) -> Against:
    """If a code unit is lost, only its value is lost."""
    unit = encoding.code_unit
    for text in texts_of(encoding) if encoding.claims("robust") else ():
        data = bytes_of(encoding, text)
        for index, (start, end) in enumerate(pairwise(starts_of(encoding, text))):
            for offset in range(start, end, unit):
                left = data[:offset] + data[offset + unit :]
                expected = Decoded(text[:index] + text[index + 1 :])
                whole, rest = decode(encoding, left)[0], decode(encoding, left[end - unit :])
                is_found = whole == expected if end - start == unit else isinstance(whole, Rejection) and whole.offset == start
                if not is_found or rest != (Decoded(text[index + 1 :]),):
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
    absent = encoding.absent_bytes
    for data in [bytes_of(encoding, text) for text in texts_of(encoding)] if absent else ():
        wrong = [
            data[:offset] + bytes([byte]) + data[offset:]
            for byte in spread(list(absent), 3)
            for offset in spread(range(len(data) + 1), 3)
        ]
        if any(byte in absent for byte in data) or not all(is_rejected(encoding, each) for each in wrong):
            yield data
    for data in strings_of(encoding):
        if any(byte in absent for byte in data) and not is_rejected(encoding, data):
            yield data


def own_bytes(encoding: Encoding) -> Against:
    own = encoding.own_bytes
    for text in texts_of(encoding):
        if [byte for byte in bytes_of(encoding, text) if byte in own] != [value for value in text if value in own]:
            yield text


def lengths(encoding: Encoding) -> Against:
    """Each value alone has such a length, and no value in a text has more bytes than the longest one."""
    for text in texts_of(encoding):
        stated = [[length for length in encoding.lengths if value in length.values] for value in text]
        for value, found in zip(text, stated):
            size = len(bytes_of(encoding, (value,)))
            yield from (value for length in found if not length.least <= size <= length.most)
        if text and all(stated) and len(bytes_of(encoding, text)) > len(text) * max(length.most for length in encoding.lengths):
            yield text


def resets(encoding: Encoding) -> Against:
    for a, b in pairs_of(encoding) if encoding.resets or encoding.joiner else ():
        for reset in spread(list(encoding.resets), 4):
            if bytes_of(encoding, (*a, reset, *b)) != bytes_of(encoding, (*a, reset)) + bytes_of(encoding, b):
                yield a, reset, b
        data = bytes_of(encoding, a) + encoding.joiner + bytes_of(encoding, b)
        if encoding.joiner and decode(encoding, data)[0] != Decoded(a + b):
            yield a, b


def keep_state(encoding: Encoding) -> Against:
    """Of a text that follows another, only the first value that does not keep the state has other bytes than alone."""
    for a, b in pairs_of(encoding) if encoding.keep_state else ():
        kept = next((index for index, value in enumerate(b) if value not in encoding.keep_state), len(b))
        spaces, begun = (bytes_of(encoding, b[:end]) for end in (kept, kept + 1))
        both, alone = bytes_of(encoding, a + b), bytes_of(encoding, b)
        up_to = bytes_of(encoding, a + b[: kept + 1])
        if not up_to.startswith(bytes_of(encoding, a) + spaces) or both != up_to + alone[len(begun) :]:
            yield a, b


def whole(encoding: Encoding) -> Against:
    """No text begins with another."""
    for data in [bytes_of(encoding, text) for text in texts_of(encoding)] if encoding.whole else ():
        yield from (data[:end] for end in spread(range(len(data)), 24) if not is_rejected(encoding, data[:end]))


STATEMENTS: tuple[Callable[[Encoding], Against], ...] = (
    *(order, stateless, canonical, ascii_transparent, lead_and_trail, self_synchronizing, robust, same_bytes_as),
    *(same_order_as, absent_bytes, own_bytes, lengths, resets, keep_state, whole),
)


@pytest.mark.parametrize("id", suite().encodings)
def test_the_tables_have_the_stated_properties(id: str) -> None:
    found = {statement.__name__: next(statement(suite().encodings[id]), None) for statement in STATEMENTS}
    assert {name: against for name, against in found.items() if against is not None} == {}


def test_statements_are_of_known_properties() -> None:
    """A property that a definition adds needs a statement here."""
    known = {"order", "order-of-joined", "stateless", "canonical", "ascii-transparent", "self-synchronizing", "robust"}
    assert {name for encoding in suite().encodings.values() for name in encoding.properties} <= known
