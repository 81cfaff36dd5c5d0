"""Mutants of WTF-8."""

from collections.abc import Sequence

from mutants import calls, general, pieces
from mutants.cesu_8 import as_utf_8, from_utf_8
from mutants.methods import Decode, Encode
from mutants.mutant import Planted
from mutants.pieces import feeding
from mutants.planting import altered, exchanged, rewritten
from reference_codecs import CODECS, Rejection
from reference_codecs.code_points import HIGH_SURROGATES, LOW_SURROGATES

ID = "wtf-8"
PAIR_WRITTEN = "if result and is_pair(result[-1], point):"
PAIR_READ = "if is_pair(state, value):"
FOUR_FORMS = "forms = FORMS[:4]"
REFUSAL = 'raise Rejection("out-of-range", [point], index)'
REFUSED_WHEN_ENCODED = f"if point not in CODE_POINTS:\n    {REFUSAL}"
REFUSED_WHEN_READ = 'if value > LAST_CODE_POINT:\n    raise Rejection("out-of-range", data[position:end], position)'


def pairs_joined_when_read(decode: Decode, data: bytes) -> list[int]:
    """Reads the two sequences of a pair as one code point, as a decoder of CESU-8 does."""
    try:
        return decode(data)
    except Rejection as rejection:
        if rejection.reason != "overlong" or rejection.ill_formed[:1] != b"\xed":
            raise
        start, end = rejection.start - 3, rejection.start + 3
        pair = CODECS["cesu-8"].decode(data[start:end])
        return [*decode(data[:start]), *pair, *pairs_joined_when_read(decode, data[end:])]


def replaced_when_encoded(encode: Encode, values: Sequence[int]) -> bytes:
    return encode([0xFFFD if value in LOW_SURROGATES else value for value in values])


def only_pairs_alone_joined(encode: Encode, values: Sequence[int]) -> bytes:
    """Joins a pair only if it is the whole input."""
    return encode(values) if len(values) == 2 else b"".join(encode([value]) for value in values)


def only_first_pair_joined(encode: Encode, values: Sequence[int]) -> bytes:
    pairs = (at for at in range(1, len(values)) if values[at - 1] in HIGH_SURROGATES and values[at] in LOW_SURROGATES)
    end = next(pairs, len(values)) + 1
    return encode(values[:end]) + b"".join(encode([value]) for value in values[end:])


def turned_round_joined(encode: Encode, values: Sequence[int]) -> bytes:
    """Joins a low surrogate before a high one, as after confusing the byte order."""
    turned = list(values)
    for at in range(1, len(turned)):
        if turned[at - 1] in LOW_SURROGATES and turned[at] in HIGH_SURROGATES:
            turned[at - 1 : at + 1] = turned[at], turned[at - 1]
    return encode(turned)


def refused_when_encoded(encode: Encode, values: Sequence[int]) -> bytes:
    """Rejects a surrogate, as UTF-8 does."""
    encode(values)
    return CODECS["utf-8"].encode(values)


def high_at_the_end_refused(decode: Decode, data: bytes) -> list[int]:
    """Waits for the low surrogate at the end of the input."""
    values = decode(data)
    if values and values[-1] in HIGH_SURROGATES:
        raise Rejection("truncated", data[-3:], len(data) - 3)
    return values


def low_at_the_start_refused(decode: Decode, data: bytes) -> list[int]:
    values = decode(data)
    if values and values[0] in LOW_SURROGATES:
        raise Rejection("surrogate", data[:3], 0)
    return values


PLANTED = {
    # Surrogates that are not in a pair
    "utf-8-both-ways": Planted(altered(ID, encode=as_utf_8, decode=from_utf_8), "utf-8-variants/unpaired-surrogates"),
    "surrogates-refused-when-read": Planted(altered(ID, decode=from_utf_8), "utf-8-variants/unpaired-surrogates"),
    "surrogates-refused-when-encoded": Planted(
        altered(ID, encode=refused_when_encoded), "utf-8-variants/unpaired-surrogates", "utf-8-variants/pairs-joined"
    ),
    "surrogates-replaced-when-read": Planted(
        altered(ID, decode=general.surrogates_replaced_when_read), "utf-8-variants/unpaired-surrogates"
    ),
    "low-surrogates-replaced-when-encoded": Planted(
        altered(ID, encode=replaced_when_encoded), "utf-8-variants/unpaired-surrogates"
    ),
    "high-surrogate-at-the-end-refused": Planted(
        altered(ID, decode=high_at_the_end_refused), "utf-8-variants/unpaired-surrogates"
    ),
    "low-surrogate-at-the-start-refused": Planted(
        altered(ID, decode=low_at_the_start_refused), "utf-8-variants/unpaired-surrogates"
    ),
    # Pairs when encoded
    "generalized-utf-8-both-ways": Planted(
        rewritten(ID, (PAIR_WRITTEN, "if False:"), (PAIR_READ, "if False:")),
        "utf-8-variants/pairs-joined",
        "utf-8-variants/codes-of-a-pair",
    ),
    "pairs-written-apart": Planted(rewritten(ID, (PAIR_WRITTEN, "if False:")), "utf-8-variants/pairs-joined"),
    "pairs-joined-only-alone": Planted(altered(ID, encode=only_pairs_alone_joined), "utf-8-variants/pairs-joined"),
    "only-first-pair-joined": Planted(altered(ID, encode=only_first_pair_joined), "utf-8-variants/pairs-joined"),
    "pairs-turned-round-joined": Planted(altered(ID, encode=turned_round_joined), "utf-8-variants/unpaired-surrogates"),
    "10000-not-added": Planted(
        rewritten(
            ID, ("PLANE + (lead << HALF) + (point - LOW_SURROGATES.start)", "(lead << HALF) + (point - LOW_SURROGATES.start)")
        ),
        "utf-8-variants/pairs-joined",
    ),
    "index-counts-pairs-as-one": Planted(rewritten(ID, (REFUSAL, REFUSAL.replace("index", "len(result)"))), "common/first-fault"),
    "two-highs-joined": Planted(
        rewritten(ID, ("trail in LOW_SURROGATES", "trail in range(0xD800, 0xE000)")), "utf-8-variants/unpaired-surrogates"
    ),
    # Pairs when read
    "codes-of-a-pair-read-as-two": Planted(rewritten(ID, (PAIR_READ, "if False:")), "utf-8-variants/codes-of-a-pair"),
    "codes-of-a-pair-read-as-one": Planted(altered(ID, decode=pairs_joined_when_read), "utf-8-variants/codes-of-a-pair"),
    "codes-of-a-pair-read-behind-another-code": Planted(
        rewritten(ID, (PAIR_READ, "if is_pair(state, value) and position == 3:")), "utf-8-variants/codes-of-a-pair"
    ),
    "codes-of-a-pair-read-at-the-start": Planted(
        rewritten(ID, (PAIR_READ, "if is_pair(state, value) and position > 3:")), "utf-8-variants/codes-of-a-pair"
    ),
    "codes-of-a-pair-with-dbff-read": Planted(
        rewritten(ID, (PAIR_READ, "if is_pair(state, value) and state != 0xDBFF:")), "utf-8-variants/codes-of-a-pair"
    ),
    "high-remembered-behind-others": Planted(
        rewritten(ID, ("return (value,), end, value", "return (value,), end, state if state in HIGH_SURROGATES else value")),
        "utf-8-variants/unpaired-surrogates",
    ),
    # Lengths and forms
    "overlong-taken": Planted(
        rewritten(ID, (FOUR_FORMS, "forms = [type(form)(0, form.last, form.pattern) for form in FORMS[:4]]")),
        "utf-8-variants/shortest-form",
    ),
    "cesu-8-both-ways": Planted(
        altered(
            ID,
            encode=lambda encode, values: CODECS["cesu-8"].encode(values),
            decode=lambda decode, data: CODECS["cesu-8"].decode(data),
        ),
        "utf-8-variants/one-to-four-bytes",
        "utf-8-variants/superset-of-utf-8",
    ),
    "800-and-7ff-exchanged": Planted(
        exchanged(ID, 0x800, 0x7FF), "utf-8-variants/one-to-four-bytes", "utf-8-variants/superset-of-utf-8"
    ),
    "truncated-end-dropped": Planted(altered(ID, decode=general.truncated_end_dropped), "utf-8-variants/well-formed-codes"),
    "plane-0-only": Planted(altered(ID, **general.refused_beyond(16)), "utf-8-variants/one-to-four-bytes"),
    "above-10ffff-written": Planted(rewritten(ID, (REFUSED_WHEN_ENCODED, "pass")), "utf-8-variants/code-space"),
    "above-10ffff-read": Planted(rewritten(ID, (REFUSED_WHEN_READ, "pass")), "utf-8-variants/code-space"),
    # Values
    "5c-and-yen-exchanged": Planted(exchanged(ID, 0x5C, 0xA5), "utf-8-variants/ascii"),
    # From one call or chunk to the next
    "rejection-remembered": Planted(calls.RejectionRemembered(ID), "common/initial-state"),
    "begun-anew-at-a-cut": Planted(feeding(ID, pieces.BegunAnewAtACut), "common/pieces"),
}

MUTANTS = {ID: PLANTED}
