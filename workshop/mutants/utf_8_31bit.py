"""Mutants of the original UTF-8, which has up to six bytes."""

from collections.abc import Sequence

from mutants import calls, general
from mutants.code_points import (
    noncharacters_refused_when_read,
    pairs_read,
    pairs_written,
    surrogates_refused,
    surrogates_refused_when_read,
)
from mutants.forms import (
    HIGH_BYTES_SIGN_EXTENDED,
    LEAD_LOOKED_UP,
    LONE_TRAIL_READ,
    MISSING_TRAILS_ZERO,
    NARROW_LEAD,
    SHORTEST,
    TRAIL_RULE,
    TRAILS_FROM_C0,
    TRAILS_NOT_LOOKED_AT,
    TRAILS_TURNED_ROUND,
    TRAILS_WITHOUT_BIT_7,
    boundaries,
    limits,
    row,
    table,
    taken_overlong_of,
    three_byte_form_left_out,
)
from mutants.general import reduced_when_encoded, truncated_end_dropped_of, wrapped, wrapped_when_decoded, wrapped_when_encoded
from mutants.methods import Decode, Encode
from mutants.mutant import Planted
from mutants.planting import altered, exchanged, rewritten
from reference_codecs import CODECS, Rejection
from reference_codecs.utf_8 import FORMS, Form

ID = "utf-8-31bit"
SIX_BYTES = FORMS[-1]
SIX_BYTES_OF_30_BITS_AND_SEVEN = [
    *FORMS[:-1],
    Form(SIX_BYTES.first, (1 << 30) - 1, SIX_BYTES.pattern),
    Form(1 << 30, SIX_BYTES.last, " ".join(["11111110"] + ["10xxxxxx"] * 6)),
]
LONGER_LEAD = Form(SIX_BYTES.first, SIX_BYTES.last, SIX_BYTES.pattern.replace("1111110x", "1111111x"))


def in_one_byte(encode: Encode, values: Sequence[int]) -> bytes:
    """Writes the values 80 to FF as in ISO 8859-1."""
    return b"".join(bytes([value]) if 0x80 <= value <= 0xFF else encode([value]) for value in values)


def as_many_skipped_as_announced(decode: Decode, data: bytes) -> list[int]:
    """Skips the number of bytes that the lead byte of an ill-formed sequence announces, even bytes of the next character."""
    try:
        return decode(data)
    except Rejection as rejection:
        start = rejection.start
        length = next((1 + form.trails for form in FORMS if data[start] in form.leads), 1)
        return decode(data[:start]) + as_many_skipped_as_announced(decode, data[start + length :])


PLANTED = {
    **boundaries(
        ID,
        {
            1: "utf-8-31bit/one-byte-form",
            2: "utf-8-31bit/two-byte-form",
            3: "utf-8-31bit/three-byte-form",
            4: "utf-8-31bit/four-byte-form",
            5: "utf-8-31bit/five-byte-form",
            6: "utf-8-31bit/six-byte-form",
        },
    ),
    # Lengths and forms
    "overlong-taken": Planted(rewritten(ID, (SHORTEST, "if False:")), "utf-8-31bit/shortest-form"),
    **{
        f"overlong-taken-of-{length}-bytes": Planted(rewritten(ID, taken_overlong_of(length)), "utf-8-31bit/shortest-form")
        for length in range(2, 7)
    },
    "only-four-bytes": Planted(rewritten(ID, ("forms = FORMS", "forms = FORMS[:4]")), "utf-8-31bit/all-codes"),
    "only-to-10ffff": Planted(CODECS["utf-8"], "utf-8-31bit/all-codes"),
    "7fffffff-refused-when-encoded": Planted(rewritten(ID, limits(6, last=-1)), "utf-8-31bit/all-codes"),
    "80000000-written": Planted(rewritten(ID, limits(6, last=1)), "utf-8-31bit/all-codes"),
    "80-to-ff-in-one-byte": Planted(altered(ID, encode=in_one_byte), "utf-8-31bit/bit-7-set"),
    "three-byte-form-left-out": Planted(three_byte_form_left_out(ID), "utf-8-31bit/sixteen-bits"),
    "six-bytes-of-30-bits-and-seven-beyond": Planted(
        rewritten(ID, (table(FORMS), table(SIX_BYTES_OF_30_BITS_AND_SEVEN))), "utf-8-31bit/six-bytes"
    ),
    "lead-of-six-bytes-one-bit-longer": Planted(rewritten(ID, (row(SIX_BYTES), row(LONGER_LEAD))), "utf-8-31bit/leading-ones"),
    "lead-of-two-bytes-read-with-four-bits": Planted(rewritten(ID, NARROW_LEAD), "utf-8-31bit/two-byte-form"),
    "26-bit-wrap-when-decoded": Planted(wrapped_when_decoded(ID, 26), "utf-8-31bit/six-byte-form"),
    "30-bit-wrap": Planted(wrapped(ID, 30), "utf-8-31bit/all-codes"),
    "31-bit-wrap-when-encoded": Planted(wrapped_when_encoded(ID, 31), "utf-8-31bit/all-codes"),
    "reduced-modulo-7fffffff": Planted(reduced_when_encoded(ID, (1 << 31) - 1), "utf-8-31bit/all-codes"),
    "200000-and-1fffff-exchanged": Planted(exchanged(ID, 0x200000, 0x1FFFFF), "utf-8-31bit/order"),
    "4000000-and-3ffffff-exchanged": Planted(exchanged(ID, 0x4000000, 0x3FFFFFF), "utf-8-31bit/order"),
    "pairs-of-surrogates-both-ways": Planted(
        altered(ID, encode=pairs_written, decode=pairs_read),
        "utf-8-31bit/four-byte-form",
        "utf-8-31bit/order",
        "utf-8-31bit/same-as-utf-8",
    ),
    # Lead and trail bytes
    "fe-and-ff-taken-for-six-bytes": Planted(
        rewritten(ID, (LEAD_LOOKED_UP, f"lead = min(lead, 0xFD)\n{LEAD_LOOKED_UP}")), "utf-8-31bit/fe-and-ff"
    ),
    "ff-written-before-the-text": Planted(
        altered(ID, encode=lambda encode, values: b"\xff" + encode(values)), "utf-8-31bit/fe-and-ff"
    ),
    "leads-c0-and-c1-dropped": Planted(
        altered(ID, decode=lambda decode, data: decode(data.translate(None, b"\xc0\xc1"))), "utf-8-31bit/first-byte"
    ),
    "high-bytes-sign-extended": Planted(rewritten(ID, HIGH_BYTES_SIGN_EXTENDED), "utf-8-31bit/first-byte-tells-length"),
    "missing-trail-bytes-zero": Planted(rewritten(ID, MISSING_TRAILS_ZERO), "utf-8-31bit/first-byte-tells-length"),
    "trail-bytes-not-looked-at": Planted(rewritten(ID, TRAILS_NOT_LOOKED_AT), "utf-8-31bit/further-bytes"),
    "bf-no-trail-byte": Planted(
        rewritten(ID, (TRAIL_RULE, "if byte not in TRAILS or byte == 0xBF:")), "utf-8-31bit/further-bytes"
    ),
    "trail-bytes-in-turned-order": Planted(rewritten(ID, *TRAILS_TURNED_ROUND), "utf-8-31bit/bits-in-order"),
    "trail-bytes-from-c0-both-ways": Planted(rewritten(ID, TRAILS_FROM_C0), "utf-8-31bit/resynchronization"),
    "trail-bytes-without-bit-7-both-ways": Planted(
        rewritten(ID, TRAILS_WITHOUT_BIT_7), "utf-8-31bit/ascii-bytes-alone", "utf-8-31bit/bit-7-set"
    ),
    "lone-trail-byte-read": Planted(rewritten(ID, LONE_TRAIL_READ), "utf-8-31bit/further-byte-not-first"),
    # Values
    "surrogates-refused": Planted(altered(ID, encode=surrogates_refused), "utf-8-31bit/surrogates", "utf-8-31bit/all-codes"),
    "surrogates-refused-when-read": Planted(
        altered(ID, decode=surrogates_refused_when_read), "utf-8-31bit/surrogates", "utf-8-31bit/all-codes"
    ),
    "surrogates-made-fffd-when-read": Planted(
        altered(ID, decode=general.surrogates_replaced_when_read), "utf-8-31bit/surrogates"
    ),
    "noncharacters-refused-when-read": Planted(altered(ID, decode=noncharacters_refused_when_read), "utf-8-31bit/noncharacters"),
    "unencodable-dropped": Planted(altered(ID, encode=general.unencodable_dropped), "utf-8-31bit/all-codes"),
    # Whole inputs, calls and chunks
    **{
        f"truncated-end-dropped-of-{size}": Planted(
            altered(ID, decode=truncated_end_dropped_of(size)), "utf-8-31bit/first-byte-tells-length"
        )
        for size in range(1, 6)
    },
    "as-many-bytes-skipped-as-announced": Planted(altered(ID, decode=as_many_skipped_as_announced), "utf-8-31bit/missing-bytes"),
    "buffer-not-cleared-after-a-rejection": Planted(calls.BufferNotCleared(ID), "utf-8-31bit/stateless", "common/initial-state"),
}

MUTANTS = {ID: PLANTED}
