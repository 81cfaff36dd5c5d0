"""The mistakes of codecs that are fed one byte after another."""

from __future__ import annotations

from collections.abc import Iterator

from workshop.composed.general import CRASH, CUT, LIMIT, MARK, NONCHARACTER, OFFSET, OVERLONG, STATE, SURROGATE
from workshop.composed.mistake import BOTH, DECODE, ENCODE, Mistake

_FIRST = "common/first-fault"
_VALUES = "common/values-of-the-encoding"
_NUL = r"\bNUL\b|U\+0000|\b00?\b|zero"
_LOST = r"los(es|t)|skip|drop|too few|rest|behind|accepts|ill-formed"
_PRIVATE = r"private|E000|F8FF|EE|EF"
_EMPTY = r"empty|no (bytes|values|input)|nothing"


def _general(kept: str, nul: str, controls: str, refused: str, ill_formed: str = "", mark: str = "") -> Iterator[Mistake]:
    """Yields the mistakes of any family, given the requirements of the family on each value, on U+0000, on controls, on values
    that cannot be encoded, on ill-formed input, and on U+FEFF."""
    kept = f"{kept} common/map-both-ways common/any-length"
    yield Mistake("buffer-overrun", BOTH, rf"{CRASH}", f"{kept} common/always-an-answer")
    yield Mistake("nul-skipped", DECODE, _NUL, f"{nul} {kept}")
    yield Mistake("tab-as-space", ENCODE, r"\bTAB\b|(?-i:\b0*9\b)|control|\b20\b", f"{controls} {kept}")
    yield Mistake("vertical-tab-as-lf", DECODE, r"\bVT\b|(?-i:\b0*B\b)|control", f"{controls} {kept}")
    yield Mistake("cr-dropped", DECODE, r"\bCR\b|(?-i:\b0*D\b)|control", f"{controls} {kept}")
    yield Mistake(
        "byte-lost-at-4096",
        DECODE,
        r"409[5-7]|1000|block|\blong|buffer|los(es|t)|drop|too few|many|behind|place",
        f"{kept} common/incomplete-input common/first-fault {ill_formed}",
    )
    yield Mistake("ends-at-1a", DECODE, r"\b0*1A\b|\bSUB\b|control", f"{controls} {kept}")
    yield Mistake("empty-gives-nul", DECODE, rf"{_EMPTY}|{_NUL}", kept)
    if refused:
        yield Mistake("encode-ends-at-a-fault", ENCODE, rf"{_LOST}|{SURROGATE}|{LIMIT}", f"{refused} {_VALUES}")
        yield Mistake("index-from-one", ENCODE, OFFSET, f"{_FIRST} {_VALUES}")
    if mark:
        yield Mistake("told-where-noticed", DECODE, OFFSET, f"{_FIRST} {ill_formed}")
        yield Mistake("held-after-a-fault", DECODE, STATE, "common/initial-state")
        cut = f"{ill_formed} common/incomplete-input"
        yield Mistake("reads-beyond-the-end", DECODE, rf"{CRASH}", f"{cut} common/always-an-answer")
        yield Mistake("cut-forgotten", DECODE, CUT, cut)
        yield Mistake("swallowed-with-the-fault", DECODE, r"replac|FFFD|accepts|instead of reject", ill_formed)
        yield Mistake("joiner-dropped", BOTH, r"200D|joiner|format", f"{mark} {kept}")
        yield Mistake("next-line-as-lf", DECODE, r"\b0*85\b|\bNEL\b|C1|control", f"{mark} {kept}")
        yield Mistake("fffd-as-a-fault", DECODE, r"FFFD|replac", f"{mark} {kept}")
        yield Mistake("marks-dropped", DECODE, MARK, f"{mark} {kept}")
        yield Mistake("private-use-refused", BOTH, _PRIVATE, f"{mark} {kept}")
    if mark and refused:
        yield Mistake("index-in-bytes", ENCODE, OFFSET, f"{_FIRST} {_VALUES}")


_TRAIL = "utf-8/trail-bytes utf-8/lead-tells-length utf-8-31bit/further-bytes"
_FORMS = "utf-8/shortest-form utf-8-31bit/shortest-form utf-8-31bit/first-byte"
_FOUR = (
    "utf-8/four-bytes utf-8/planes utf-8/code-space utf-8/bits-in-order utf-8-31bit/four-byte-form utf-8-31bit/bits-in-order"
    " utf-8-31bit/all-codes utf-8-31bit/leading-ones"
)
_NEW, _OLD = ("utf-8",), ("utf-8-31bit",)
_BEYOND = "utf-8/out-of-range utf-8/code-space utf-8/planes"

UTF_8 = (
    *_general(
        kept="utf-8/sequence-kept",
        nul="utf-8/one-byte utf-8/ascii-compatible utf-8-31bit/one-byte-form utf-8-31bit/ascii",
        controls="utf-8/one-byte utf-8/ascii-compatible utf-8-31bit/one-byte-form utf-8-31bit/ascii utf-8/code-space"
        " utf-8/bits-in-order utf-8-31bit/bits-in-order utf-8-31bit/all-codes",
        refused="utf-8/surrogates utf-8/code-space utf-8-31bit/all-codes",
        ill_formed=f"{_TRAIL} {_FORMS} utf-8/surrogates utf-8/out-of-range",
        mark="utf-8/no-byte-order-mark utf-8-31bit/noncharacters utf-8/two-bytes"
        " utf-8-31bit/two-byte-form utf-8/three-bytes utf-8-31bit/three-byte-form utf-8/code-space"
        " utf-8-31bit/all-codes utf-8/bits-in-order utf-8-31bit/bits-in-order",
    ),
    Mistake("e0-second-free", DECODE, rf"{OVERLONG}|E0", _FORMS),
    Mistake("f0-second-free", DECODE, rf"{OVERLONG}|F0", _FORMS),
    Mistake("ed-second-free", DECODE, SURROGATE, "utf-8/surrogates", _NEW),
    Mistake("f4-second-free", DECODE, LIMIT, _BEYOND, _NEW),
    Mistake("f5-to-f7-taken", DECODE, rf"{LIMIT}|F[567]", _BEYOND, _NEW),
    Mistake("c0-and-c1-taken", DECODE, OVERLONG, _FORMS),
    Mistake("only-second-looked-at", DECODE, r"trail|continu|further|following", f"{_TRAIL} utf-8/prefixes-disjoint"),
    Mistake("f1-to-f3-as-f4", DECODE, r"\bF[1-3]\b|[4-9A-F]0000|[4-9A-F]FFFF|planes?|four", f"{_FOUR} utf-8/trail-byte-anywhere"),
    Mistake(
        "ed-second-to-9e",
        DECODE,
        r"\bED\b|9F|D7[C-F]|D7FF",
        "utf-8/three-bytes utf-8/code-space utf-8/trail-byte-anywhere utf-8/lead-tells-length utf-8/bits-in-order"
        " utf-8/surrogates",
        _NEW,
    ),
    Mistake(
        "trail-bf-refused",
        DECODE,
        r"\bBF\b|trail|continu|further|last byte|[37BF]F\b",
        f"{_TRAIL} {_FOUR} utf-8/trail-byte-anywhere utf-8/two-bytes utf-8/three-bytes utf-8-31bit/two-byte-form"
        " utf-8-31bit/three-byte-form utf-8-31bit/five-byte-form utf-8-31bit/six-byte-form utf-8/noncharacters"
        " utf-8-31bit/noncharacters utf-8/no-byte-order-mark",
    ),
    Mistake("f0-unknown", DECODE, r"F0|1?0000|3FFFF|four", _FOUR),
    Mistake(
        "ee-second-to-9f",
        DECODE,
        r"\bEE\b|E800|EFFF|private",
        "utf-8/three-bytes utf-8/code-space utf-8/trail-byte-anywhere utf-8/lead-tells-length utf-8-31bit/three-byte-form"
        " utf-8-31bit/all-codes utf-8/bits-in-order utf-8-31bit/bits-in-order",
    ),
    Mistake(
        "800-in-two-bytes",
        ENCODE,
        r"\b800\b",
        f"utf-8/three-bytes utf-8/length-bounds utf-8/bits-in-order {_FORMS}"
        " utf-8-31bit/three-byte-form utf-8-31bit/bits-in-order utf-8-31bit/leading-ones",
    ),
    Mistake("sixteen-bits-held", DECODE, r"\b16\b|FFFF|10000|lower bits|four bytes", _FOUR),
    Mistake(
        "800-refused",
        DECODE,
        r"\b800\b|E0",
        f"{_FORMS} utf-8/three-bytes utf-8-31bit/three-byte-form utf-8/code-space"
        " utf-8-31bit/all-codes utf-8/bits-in-order utf-8-31bit/bits-in-order utf-8/length-bounds",
    ),
    Mistake(
        "f8-as-f0",
        DECODE,
        r"F[89A-F]|lead|first byte|begin",
        "utf-8/no-other-lead utf-8/prefixes-disjoint utf-8/lead-tells-length",
        _NEW,
    ),
    Mistake("ff-as-itself", DECODE, r"\bFF\b|lead|begin", "utf-8/no-other-lead utf-8/prefixes-disjoint utf-8-31bit/fe-and-ff"),
    Mistake("surrogates-written", ENCODE, SURROGATE, f"utf-8/surrogates {_VALUES}", _NEW),
    Mistake(
        "fc-unknown",
        BOTH,
        r"\bF[CD]\b|4000000|3FFFFFF|six",
        "utf-8-31bit/six-byte-form utf-8-31bit/all-codes utf-8-31bit/six-bytes utf-8-31bit/leading-ones utf-8-31bit/first-byte"
        " utf-8-31bit/bits-in-order",
        _OLD,
    ),
)

_UNITS_OF_16 = "utf-16/plane-0 utf-16/code-space utf-16/disjoint-ranges utf-16/one-or-two-units"
_PAIRS = (
    "utf-16/other-planes utf-16/subtract-10000 utf-16/high-surrogate utf-16/low-surrogate utf-16/planes utf-16/code-space"
    " utf-16/one-or-two-units utf-16/disjoint-ranges utf-16/noncharacters"
)

UTF_16 = (
    *_general(
        kept="utf-16/sequence-kept",
        nul="utf-16/plane-0",
        controls="utf-16/plane-0 utf-16/one-or-two-units utf-16/code-space",
        refused="utf-16/surrogate-code-points utf-16/code-space",
        ill_formed="utf-16/unpaired-surrogates utf-16/high-before-low utf-16/whole-units",
        mark=f"utf-16/no-byte-order-mark {_UNITS_OF_16}",
    ),
    Mistake("dbff-not-high", DECODE, r"DBFF|10FC00|10FFFF|\bFFFF", f"{_PAIRS} utf-16/unpaired-surrogates"),
    Mistake("dfff-not-low", DECODE, r"DFFF|1?FFFF|low surrogate", f"{_PAIRS} utf-16/unpaired-surrogates utf-16/high-before-low"),
    Mistake("d800-not-high", DECODE, r"D800|1?0000|103FF|first high", f"{_PAIRS} utf-16/unpaired-surrogates"),
    Mistake("d7ff-refused", BOTH, r"D7FF", _UNITS_OF_16),
    Mistake("nine-bits-of-low", DECODE, r"pair|low|FFFF|10000|bits", _PAIRS),
    Mistake("e000-refused", BOTH, r"E000|private", _UNITS_OF_16),
    Mistake("fffe-refused", DECODE, rf"{NONCHARACTER}", f"utf-16/noncharacters utf-16/no-byte-order-mark {_UNITS_OF_16}"),
    Mistake("highs-written", ENCODE, SURROGATE, f"utf-16/surrogate-code-points utf-16/code-space {_VALUES}"),
    Mistake("limit-not-written", ENCODE, r"10FFFF|last|limit", f"{_PAIRS}"),
    Mistake("lows-from-dcee", DECODE, rf"DCE[DE]|DC00|low|{SURROGATE}", f"{_PAIRS} utf-16/unpaired-surrogates"),
    Mistake(
        "any-unit-as-low",
        DECODE,
        rf"continue|{SURROGATE}",
        "utf-16/unpaired-surrogates utf-16/high-before-low utf-16/low-surrogate",
    ),
    Mistake(
        "last-high-dropped",
        DECODE,
        rf"{CUT}|{SURROGATE}",
        "utf-16/unpaired-surrogates utf-16/high-before-low common/incomplete-input",
    ),
)

_SPACE_OF_32 = "utf-32/code-space utf-32/planes utf-32/value-itself"

UTF_32 = (
    *_general(
        kept="utf-32/sequence-kept utf-32/four-bytes",
        nul="utf-32/value-itself utf-32/ascii-values",
        controls="utf-32/value-itself utf-32/ascii-values utf-32/code-space",
        refused="utf-32/surrogates utf-32/code-space",
        ill_formed="utf-32/whole-units utf-32/surrogates utf-32/code-space utf-32/leading-zeros",
        mark=f"utf-32/no-byte-order-mark {_SPACE_OF_32}",
    ),
    Mistake("limit-of-21-bits", DECODE, LIMIT, f"{_SPACE_OF_32} utf-32/leading-zeros"),
    Mistake("plane-16-refused", BOTH, r"F?FFFF|100000|plane|10FFFF|limit", f"{_SPACE_OF_32} utf-32/noncharacters"),
    Mistake("dfff-taken", BOTH, r"DFFF|surrogate", f"utf-32/surrogates {_VALUES}"),
    Mistake("lows-taken", BOTH, SURROGATE, f"utf-32/surrogates {_VALUES}"),
    Mistake("e000-refused", BOTH, r"E000|private", _SPACE_OF_32),
    Mistake("ends-of-planes-refused", DECODE, NONCHARACTER, f"utf-32/noncharacters {_SPACE_OF_32}"),
    Mistake(
        "zeros-at-the-end-ignored",
        DECODE,
        r"ends (in|within|inside)|inside a|cut|truncat|incomplete",
        "utf-32/whole-units common/incomplete-input",
    ),
    Mistake("110000-written", ENCODE, LIMIT, f"utf-32/code-space utf-32/planes {_VALUES}"),
    Mistake("negative-written", ENCODE, LIMIT, f"utf-32/code-space utf-32/planes utf-32/leading-zeros {_VALUES}"),
)

_GROUPS = "kim/decode-accumulates kim/seven-data-bits kim/most-significant-first"
_THREE = "kim/three-bytes kim/count-three-bytes kim/count-any-size kim/every-code-point kim/code-points-directly"

KIM = (
    *_general(
        kept="kim/every-code-point kim/count-any-size",
        nul="kim/one-byte kim/ascii kim/count-one-byte",
        controls="kim/one-byte kim/ascii kim/count-one-byte",
        refused="",
        ill_formed="kim/last-byte-clear kim/at-most-three-bytes kim/last-character",
        mark="kim/three-bytes kim/count-three-bytes kim/two-bytes kim/count-two-bytes",
    ),
    Mistake("leading-80-refused", DECODE, rf"\b80\b|{OVERLONG}", f"{_GROUPS} kim/shortest-form kim/at-most-three-bytes"),
    Mistake("six-bits-of-the-first", DECODE, r"three bytes|\b20\b|lower bits|FFFFF|100000", f"{_GROUPS} {_THREE}"),
    Mistake("six-bits-written", ENCODE, r"three bytes|FFFFF|100000|plane|bits", f"{_GROUPS} {_THREE}"),
    Mistake("4000-in-two-bytes", ENCODE, r"\b4000\b|3FFF", f"{_GROUPS} {_THREE} kim/two-bytes kim/count-two-bytes"),
    Mistake("sixteen-bits-held", DECODE, r"\b16\b|FFFF|10000|lower bits", f"{_GROUPS} {_THREE}"),
    Mistake("above-ffff-refused", BOTH, r"FFFF|10000|three bytes", f"{_THREE} kim/compact", ("kim",)),
    Mistake("third-group-by-eight", DECODE, r"three bytes|4000|3FFF|several bytes|80\.\.|lower bits", f"{_GROUPS} {_THREE}"),
    Mistake(
        "overflow-begins-anew",
        DECODE,
        r"too many|skip|ignor|accepts|three",
        "kim/at-most-three-bytes kim/last-byte-clear",
        ("kim",),
    ),
    Mistake("nine-groups-held", BOTH, CRASH, "kim/count-any-size kim/decode-accumulates common/always-an-answer", ("kim-count",)),
)

_LARGE = (
    "utf-inf-8/any-size utf-inf-8/nme-from-sixteen utf-inf-8/length-bytes utf-inf-8/b4-count utf-inf-8/b4-order utf-inf-8/nme"
)

UTF_INF_8 = (
    *_general(
        kept="utf-inf-8/any-size utf-inf-8/identical-to-utf-8",
        nul="utf-inf-8/one-byte utf-inf-8/ascii",
        controls="utf-inf-8/one-byte utf-inf-8/ascii",
        refused="",
        ill_formed="utf-inf-8/bad-trail utf-inf-8/lone-trail utf-inf-8/shortest-form utf-inf-8/length-bytes-only"
        " utf-inf-8/padding-zero utf-inf-8/truncated",
        mark="utf-inf-8/noncharacters utf-inf-8/two-bytes utf-inf-8/three-bytes",
    ),
    Mistake("longer-of-thirteen-taken", DECODE, OVERLONG, "utf-inf-8/shortest-form utf-inf-8/thirteen-bytes"),
    Mistake(
        "fc-unknown",
        BOTH,
        r"\bF[CD]\b|4000000|3FFFFFF|six",
        "utf-inf-8/six-bytes utf-inf-8/any-size utf-inf-8/leading-bytes utf-inf-8/identical-to-utf-8 utf-inf-8/beyond-utf-16",
    ),
    Mistake(
        "80000000-in-six-bytes",
        ENCODE,
        r"80000000|7FFFFFFF|six|seven",
        "utf-inf-8/six-bytes utf-inf-8/seven-bytes utf-inf-8/any-size utf-inf-8/leading-bytes",
    ),
    Mistake("one-length-byte-only", BOTH, r"\bB4\b|length|digits|large|F{5}", _LARGE),
    Mistake("length-unchecked", DECODE, r"length|\bA0|\bAF|\bB4|digits", "utf-inf-8/length-bytes-only utf-inf-8/length-bytes"),
)

_SAME = "bocu-1/same-as-encoding bocu-1/same-as-decoding bocu-1/rd5-adjusts bocu-1/one-integer-state bocu-1/stateful"

BOCU_1 = (
    *_general(
        kept="bocu-1/same-as-encoding bocu-1/same-as-decoding bocu-1/any-number bocu-1/any-code-points",
        nul="bocu-1/c0-and-space-direct bocu-1/cr-lf-own-bytes bocu-1/rd2-c0",
        controls="bocu-1/c0-and-space-direct bocu-1/rd2-c0 bocu-1/r2-c0 bocu-1/twelve-own-controls bocu-1/cr-lf-own-bytes",
        refused="bocu-1/code-point-range",
        ill_formed="bocu-1/illegal-trail bocu-1/illegal-result bocu-1/illegal-reported bocu-1/truncated",
        mark="bocu-1/signature bocu-1/code-point-range bocu-1/r5-block",
    ),
    Mistake("hiragana-to-30ff", BOTH, r"hiragana|katakana|30[4-9A-F]|3070|state", f"{_SAME} bocu-1/r5-hiragana bocu-1/r5-block"),
    Mistake(
        "hiragana-from-3041",
        BOTH,
        r"hiragana|30[04]0|3070|state",
        f"{_SAME} bocu-1/r5-hiragana bocu-1/r5-block bocu-1/cut-blocks",
    ),
    Mistake(
        "least-difference-in-two-bytes", ENCODE, r"difference|-40|\b50\b|one byte|two bytes|single", "bocu-1/same-as-encoding"
    ),
    Mistake("hangul-to-d7ff", BOTH, r"hangul|D7|C1D1|state", f"{_SAME} bocu-1/r5-hangul bocu-1/r5-block bocu-1/cut-blocks"),
    Mistake(
        "only-line-ends-reset",
        BOTH,
        r"control|C0|reset|state",
        f"{_SAME} bocu-1/c0-resets bocu-1/r2-c0 bocu-1/rd2-c0 bocu-1/known-reset-points",
    ),
    Mistake("ff-gives-a-mark", DECODE, rf"\bFF\b|reset|{MARK}", "bocu-1/reset-byte bocu-1/rd6-reset bocu-1/joins-streams"),
    Mistake("1a-and-1b-taken", DECODE, r"trail|continu|1A|1B", "bocu-1/illegal-trail bocu-1/illegal-reported"),
    Mistake(
        "below-zero-as-zero", DECODE, r"below|negative|beyond|above|outside", "bocu-1/illegal-result bocu-1/illegal-reported"
    ),
)

_HALF = "ascii/symbols-after-letters cp437/ascii-half iso-8859/ascii-half"
_UPPER = "iso-8859/registered-tables iso-8859/part-decides iso-8859/fully-assigned iso-8859/other-characters iso-8859/latin-1"
_HOLES = tuple(f"iso-8859-{part}" for part in (3, 6, 7, 8, 11))
_PARTS = tuple(f"iso-8859-{part}" for part in range(1, 17) if part != 12)
_PARITY = "ascii/parity-bit-place ascii/parity-of-even ascii/parity-of-odd ascii/seven-bits"

SINGLE_BYTES = (
    *_general(
        kept="ascii/one-byte cp437/one-byte iso-8859/one-byte",
        nul="ascii/control-characters cp437/ascii-half cp437/controls iso-8859/ascii-half",
        controls="ascii/control-characters cp437/ascii-half cp437/controls iso-8859/ascii-half ascii/parity-bit-place",
        refused="ascii/other-letters ascii/seven-bits cp437/other-characters cp437/pictures-not-encoded"
        " iso-8859/other-characters",
    ),
    Mistake(
        "sign-extended",
        DECODE,
        r"FF[89A-F]|sign|80|upper|wrong value",
        f"{_UPPER} iso-8859/c1-controls iso-8859/unassigned cp437/upper-half",
        (*_PARTS, "cp437"),
    ),
    Mistake("last-cell-missing", BOTH, r"\bFF\b|last", f"{_UPPER} cp437/upper-half cp437/other-characters {_PARITY}"),
    Mistake("euro-at-80", BOTH, r"\b80\b|20AC|euro|1252", f"iso-8859/c1-controls {_UPPER}", _PARTS),
    Mistake(
        "house-at-7f", BOTH, r"\b7F\b|2302|DEL|house", "cp437/controls cp437/ascii-half cp437/pictures-not-encoded", ("cp437",)
    ),
    Mistake("beta-at-e1", BOTH, r"\b3B2\b|\bE1\b|\bDF\b|beta", "cp437/upper-half cp437/other-characters", ("cp437",)),
    Mistake(
        "tilde-as-overline", BOTH, r"\b7E\b|203E|tilde|overline", f"{_HALF} ascii/other-letters {_UPPER} cp437/other-characters"
    ),
    Mistake("sign-a4-as-euro", BOTH, r"\bA4\b|20AC|euro|currency", _UPPER, tuple(f"iso-8859-{part}" for part in (1, 2, 4, 9))),
    Mistake("holes-as-fffd", DECODE, r"replac|FFFD|unassigned|substitut|no (byte|place)", "iso-8859/unassigned", _HOLES),
    Mistake("c1-skipped", DECODE, r"C1|80\.\.9F|control", "iso-8859/c1-controls iso-8859/fully-assigned", _PARTS),
    Mistake(
        "e0-and-e8-exchanged",
        BOTH,
        r"E0|E8|440|448|3B0|3B8|158|10D|155",
        f"{_UPPER} cp437/upper-half cp437/other-characters",
        ("cp437", "iso-8859-2", "iso-8859-5", "iso-8859-7", "iso-8859-15"),
    ),
    Mistake(
        "sixteenth-as-is",
        DECODE,
        r"block|16|place|behind",
        f"{_UPPER} {_PARITY} iso-8859/one-byte cp437/one-byte cp437/upper-half",
    ),
    Mistake("bit-7-always-set", ENCODE, r"bit 7|parity|80", _PARITY, ("ascii-parity",)),
)
