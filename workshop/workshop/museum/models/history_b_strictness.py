"""Codecs that accept what is ill-formed, refuse what is well-formed, or read a wrong value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mutants.methods import Excuse
from reference_codecs import CODECS, Rejection
from workshop.museum.tools import Whole, decoding, encoding_with, excusing, one_a_subpart, one_each, replaced, subpart_end

HIGH, LOW = range(0xD800, 0xDC00), range(0xDC00, 0xE000)

OLDER_LEADS = [(0xC0, 2, 0x80), (0xE0, 3, 0x800), (0xF0, 4, 0x10000), (0xF8, 5, 0x200000), (0xFC, 6, 0x4000000)]
"""The first lead byte of each form of old UTF-8, how many bytes the form has, and the first value that needs it."""


def by_form(data: bytes, start: int) -> tuple[int, int, int] | None:
    """Returns the value of a code of several bytes by the forms of old UTF-8, its end, and the first value that needs its form.
    Returns None if there is no such code."""
    forms = [form for form in OLDER_LEADS if form[0] <= data[start] < 0xFE]
    if not forms:
        return None
    lead, length, first = forms[-1]
    code = data[start : start + length]
    if len(code) < length or any(byte & 0xC0 != 0x80 for byte in code[1:]):
        return None
    value = code[0] - lead
    for byte in code[1:]:
        value = value << 6 | byte & 0x3F
    return value, start + length, first


def accepts(which: Callable[[int, int], bool]) -> Excuse:
    """Gives the value of each code that the forms allow, if `which` says so of the value and the first that needs the form."""

    def excuse(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
        found = by_form(data, fault.start)
        return ([found[0]], found[1]) if found and which(found[0], found[2]) else None

    return excuse


def five_bytes(value: int, first: int) -> bool:
    """The table of lead bytes still has the forms of five and six bytes. What they say in fewer bytes is also taken."""
    return first >= 0x200000


def overlong(value: int, first: int) -> bool:
    """Only the form is checked, not whether a shorter one would do."""
    return value < first < 0x200000


def surrogate(value: int, first: int) -> bool:
    """Only the form is checked, not whether the value is a surrogate."""
    return first == 0x800 and 0xD800 <= value < 0xE000


def beyond(value: int, first: int) -> bool:
    """Only the form of four bytes is checked, not whether the value is above 10FFFF."""
    return first == 0x10000 and value > 0x10FFFF


def cut(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """At the end the machine is compared with its state of failure, and an unfinished character is another state."""
    is_begun = data[fault.start] in range(0xC2, 0xF5) and subpart_end(data, fault.start) == len(data)
    return ([], len(data)) if fault.reason == "truncated" and is_begun else None


def decode_cut(data: bytes) -> list[int]:
    return replaced("utf-8", data, cut)


def in_halves(split: Callable[[bytes], int]) -> Whole:
    """Decodes both halves apart, each by a machine that accepts an unfinished character at the end."""

    def decode(data: bytes) -> list[int]:
        half = split(data)
        values = decode_cut(data[:half])
        try:
            return values + decode_cut(data[half:])
        except Rejection as fault:
            raise fault.moved_by(half) from None

    return decoding("utf-8", decode)


def at_lead(data: bytes) -> int:
    """Moves the half to the next byte that can begin a character."""
    half = len(data) // 2
    while half < len(data) and 0x80 <= data[half] < 0xC0:
        half += 1
    return half


def above_80(data: bytes) -> int:
    """Moves the half over bytes above 80, so that it stops at the trail byte 80."""
    half = len(data) // 2
    while half < len(data) and 0x80 < data[half] < 0xC0:
        half += 1
    return half


def halves_at_80() -> Whole:
    """Both halves are sound, and the half may be at a trail byte 80."""

    def decode(data: bytes) -> list[int]:
        half = above_80(data)
        values = CODECS["utf-8"].decode(data)
        if half < len(data) and data[half] == 0x80:
            raise ValueError("the second half begins with a trail byte")
        return values

    return decoding("utf-8", decode)


def each_byte(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """Never fails: a byte at which no character begins is one whose value is the byte."""
    return [data[fault.start]], fault.start + 1


def skipped(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """Does not look at a string that says that it is UTF-8. What is ill-formed in it is no character."""
    return [], fault.start + 1


def after_shift(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A raw octet behind a shift sequence is written by the branch that escapes, which writes NUL."""
    is_raw = data[fault.start] in range(0x80, 0xC0) and fault.start > 0 and data[fault.start - 1] >= 0x80
    return ([0], fault.start + 1) if is_raw else None


def of_the_sibling(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The form that only the sibling encoding has is taken too: a pair of surrogates of three bytes each."""
    first = by_form(data, fault.start)
    second = by_form(data, first[1]) if first and first[0] in HIGH and first[1] < len(data) else None
    if not (first and second and second[0] in LOW):
        return None
    return [0x10000 + (first[0] - 0xD800 << 10) + second[0] - 0xDC00], second[1]


def third_to_ff(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """The range of the third of four bytes has no upper end, and the value is a sum of the bytes' distances."""
    code = data[fault.start : fault.start + 4]
    if len(code) < 4 or not 0xF0 <= code[0] <= 0xF4 or any(byte & 0xC0 != 0x80 for byte in (code[1], code[3])) or code[2] < 0xC0:
        return None
    value = (code[0] - 0xF0 << 18) + (code[1] - 0x80 << 12) + (code[2] - 0x80 << 6) + code[3] - 0x80
    return ([value], fault.start + 4) if 0x10000 <= value <= 0x10FFFF else None


def without_trail_be() -> Whole:
    """The set of the bytes that can be digits lacks the one with the value of sixty-two."""

    def decode(data: bytes) -> list[int]:
        values = CODECS["utf-8"].decode(data)
        if (at := data.find(b"\xbe")) >= 0:
            while data[at] & 0xC0 == 0x80:
                at -= 1
            raise Rejection("bad-trail", data[at : at + 1], at)
        return values

    return decoding("utf-8", decode)


def never_two_bytes() -> Whole:
    """The lead byte of two is compared with a value that its mask never gives."""

    def decode(data: bytes) -> list[int]:
        values = CODECS["utf-8"].decode(data)
        for at, byte in enumerate(data):
            if byte & 0xE0 == 0xC0:
                raise Rejection("bad-lead", data[at : at + 1], at)
        return values

    return decoding("utf-8", decode)


def pairs_below_10000(data: bytes) -> list[int]:
    """Every character of several bytes becomes a pair of UTF-16. Below 10000, the subtraction of 10000 wraps at 32 bits."""
    values: list[int] = []
    for value in CODECS["utf-8"].decode(data):
        if 0x80 <= value < 0x10000:
            wrapped = value - 0x10000 & 0xFFFFFFFF
            values += [0xD800 + (wrapped >> 10) & 0xFFFF, 0xDC00 + (wrapped & 0x3FF)]
        else:
            values.append(value)
    return values


def fatal_ignored(data: bytes) -> list[int]:
    """The constructor does not read its options, so that the decoder always replaces."""
    return replaced("utf-8", data, one_a_subpart)


def latin_1(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """The stepper gives a byte that cannot begin a character its value in Latin-1."""
    byte = data[fault.start]
    return ([byte], fault.start + 1) if 0x80 <= byte < 0xC0 or byte >= 0xF8 else one_a_subpart(data, fault)


def zero_and_width(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """A sequence that cannot be decoded gives 0, and the reader advances by what the lead byte promises."""
    byte = data[fault.start]
    if not 0xC0 <= byte < 0xF8 or by_form(data, fault.start):
        return one_a_subpart(data, fault)
    return [0], min(fault.start + 2 + (byte >= 0xE0) + (byte >= 0xF0), len(data))


def as_wtf_8(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """The stepper is one of WTF-8, which has surrogates."""
    return accepts(surrogate)(data, fault) or one_a_subpart(data, fault)


def utf_16(order: str, values_for: Excuse) -> Whole:
    """Returns a codec of UTF-16 that replaces with these values."""
    encoding = f"utf-16-{order}"
    return decoding(encoding, lambda data: replaced(encoding, data, values_for))


def kept(order: str) -> Excuse:
    """Code units are passed on as they are. Only a byte at the end that is no code unit is replaced."""

    def keep(data: bytes, fault: Rejection) -> tuple[list[int], int]:
        code = data[fault.start : fault.end]
        unit = int.from_bytes(code[:2], "big" if order == "be" else "little")
        return [*([unit] if len(code) > 1 else []), *([0xFFFD] if len(code) % 2 else [])], fault.end

    return keep


def any_surrogate(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """Nothing looks for the other half of a surrogate, so that each one alone is a character."""
    code = data[fault.start : fault.start + 2]
    return ([int.from_bytes(code, "big")], fault.start + 2) if len(code) == 2 else None


def high_surrogate(data: bytes, fault: Rejection) -> tuple[list[int], int] | None:
    """A high surrogate without a low one is passed on as it is."""
    code = data[fault.start : fault.start + 2]
    unit = int.from_bytes(code, "little")
    return ([unit], fault.start + 2) if len(code) == 2 and unit in HIGH else None


def trailing_dropped(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """A high surrogate at the end waits for more, and nothing asks for it when no more comes."""
    is_last = fault.reason == "truncated" and fault.end - fault.start == 2
    return ([], fault.end) if is_last else one_each(data, fault)


def next_lost(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """The unit behind a high surrogate is read as the low one, and replaced with it if it is none."""
    is_high = int.from_bytes(data[fault.start : fault.start + 2], "big") in HIGH and fault.reason == "surrogate"
    return ([0xFFFD], fault.start + 4) if is_high else one_each(data, fault)


def next_consumed(data: bytes, fault: Rejection) -> tuple[list[int], int]:
    """The unit behind a high surrogate is always consumed, and given as it is if it is no low surrogate."""
    if fault.reason != "surrogate" or int.from_bytes(data[fault.start : fault.start + 2], "big") not in HIGH:
        return one_each(data, fault)
    unit = int.from_bytes(data[fault.start + 2 : fault.start + 4], "big")
    return [0xFFFD, 0xFFFD if unit in HIGH else unit], fault.start + 4


def pairs_beyond(values: Sequence[int]) -> bytes:
    """A value above 10FFFF is cut into a pair like others, whose halves are then no surrogates of the right kind."""
    encoded = bytearray()
    for value in values:
        if value > 0x10FFFF:
            more = value - 0x10000
            encoded += ((more >> 10) + 0xD800 & 0xFFFF).to_bytes(2, "big") + ((more & 0x3FF) + 0xDC00).to_bytes(2, "big")
        else:
            encoded += CODECS["utf-16-be"].encode([0xFFFD if 0xD800 <= value < 0xE000 else value])
    return bytes(encoded)


def short_as_they_are(values: Sequence[int]) -> bytes:
    """A string of fewer than forty units has a writer of its own, which writes a lone surrogate as three bytes."""
    is_short = sum(1 + (value > 0xFFFF) for value in values) < 40
    encoded = bytearray()
    for value in values:
        if 0xD800 <= value < 0xE000 and is_short:
            encoded += bytes([0xE0 | value >> 12, 0x80 | value >> 6 & 0x3F, 0x80 | value & 0x3F])
        else:
            encoded += CODECS["utf-8"].encode([value if value <= 0x10FFFF and not 0xD800 <= value < 0xE000 else 0xFFFD])
    return bytes(encoded)


def fifth_digit_unchecked(values: Sequence[int]) -> bytes:
    """The escape is checked for digits above 001FFFFF only, so that four bytes are written up to there."""
    encoded = bytearray()
    for index, value in enumerate(values):
        if 0x110000 <= value <= 0x1FFFFF:
            encoded += bytes([0xF0 | value >> 18, *(0x80 | value >> shift & 0x3F for shift in (12, 6, 0))])
        else:
            try:
                encoded += CODECS["utf-8"].encode([value])
            except Rejection as fault:
                raise fault.moved_by(index) from None
    return bytes(encoded)


def lead_c0(values: Sequence[int]) -> bytes:
    """The lead byte is C0 plus the highest bits of the value, whatever the length."""
    encoded = bytearray()
    for index, value in enumerate(values):
        try:
            code = CODECS["utf-8"].encode([value])
        except Rejection as fault:
            raise fault.moved_by(index) from None
        encoded += code if len(code) < 3 else bytes([0xC0 + (value >> 6 * (len(code) - 1))]) + code[1:]
    return bytes(encoded)


def counted_with_next(values: Sequence[int]) -> bytes:
    """A high surrogate counts as four bytes together with the character behind it. What does not fit the count is lost."""
    encoded = CODECS["utf-8"].encode([0xFFFD if 0xD800 <= value < 0xE000 or value > 0x10FFFF else value for value in values])
    units = [unit for value in values for unit in ([value] if value < 0x10000 else [0xD800, 0xDC00])]
    count = at = 0
    while at < len(units):
        unit = units[at]
        count += 4 if unit in HIGH else 1 + (unit > 0x7F) + (unit > 0x7FF)
        at += 1 + (unit in HIGH)
    return encoded[:count]


MODELS = {
    "json-voorhees-207": lambda: excusing("utf-8", accepts(five_bytes)),
    "json-voorhees-207-overlong": lambda: excusing("utf-8", accepts(overlong)),
    "json-voorhees-207-surrogate": lambda: excusing("utf-8", accepts(surrogate)),
    "json-voorhees-207-range": lambda: excusing("utf-8", accepts(beyond)),
    "duckdb-4708": lambda: excusing("utf-8", accepts(beyond)),
    "lemire-29": lambda: excusing("utf-8", cut),
    "lemire-29-double": lambda: in_halves(at_lead),
    "lemire-29-half": halves_at_80,
    "luautf8-13": lambda: excusing("utf-8", each_byte),
    "protobuf-17484": lambda: excusing("utf-8", skipped),
    "dovecot-311": lambda: excusing("utf-8", after_shift),
    "javaobj-17": lambda: excusing("utf-8", of_the_sibling),
    "cpython-74176": lambda: excusing("utf-8", third_to_ff),
    "utf7-6": without_trail_be,
    "xmlutil-384": never_two_bytes,
    "xmlutil-384-pairs": lambda: decoding("utf-8", pairs_below_10000),
    "bun-3572": lambda: decoding("utf-8", fatal_ignored),
    "bun-35306": lambda: decoding("utf-8", lambda data: replaced("utf-8", data, latin_1)),
    "bun-35306-dropped": lambda: decoding("utf-8", lambda data: replaced("utf-8", data, zero_and_width)),
    "bun-35306-surrogate": lambda: decoding("utf-8", lambda data: replaced("utf-8", data, as_wtf_8)),
    "boa-4612": lambda: utf_16("le", kept("le")),
    "boa-4612-be": lambda: utf_16("be", kept("be")),
    "workerd-5390": lambda: excusing("utf-16-le", high_surrogate),
    "ion-java-105": lambda: excusing("utf-16-be", any_surrogate),
    "p5-encode-5": lambda: Whole(pairs_beyond, lambda data: replaced("utf-16-be", bytes(data), one_each)),
    "p5-encode-5-trailing": lambda: utf_16("be", trailing_dropped),
    "p5-encode-5-lost": lambda: utf_16("be", next_lost),
    "wtf-8-5": lambda: utf_16("be", next_consumed),
    "wtf-8-8": lambda: encoding_with("utf-8", lead_c0),
    "protobufjs-2436": lambda: encoding_with("utf-8", short_as_they_are),
    "protobuf-637": lambda: encoding_with("utf-8", fifth_digit_unchecked),
    "buffer-352": lambda: encoding_with("utf-8", counted_with_next),
}
