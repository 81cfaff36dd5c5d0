"""The mistakes of codecs that are fed one byte after another."""

from __future__ import annotations

from collections.abc import Iterator

from workshop.composed.general import CRASH, CUT, LIMIT, LINE, MARK, NONCHARACTER, OFFSET, OVERLONG, STATE, SURROGATE
from workshop.composed.mistake import BOTH, DECODE, ENCODE, Mistake

_FIRST = "common/first-fault"
_VALUES = "common/values-of-the-encoding"
_NUL = r"\bNUL\b|U\+0000|\b00?\b|zero"
_LOST = r"los(es|t)|skip|drop|too few|rest|behind|accepts|ill-formed"
_PRIVATE = r"private|E000|F8FF|EE|EF"
_EMPTY = r"empty|no (bytes|values|input)|nothing"
_FF = r"(?-i:FF\b|\bFF)|ends (at|too|early)|rest"
_READ = r"25[4-6]|\b0*(FE|FF|100)\b|block|buffer|\blong|many|place|across|multiple|behind"
_NFC = (
    r"normal|NFC|compos|combin|canonical|equivalent|accent|singleton|\b0*3[0-4][0-9A-F]\b|\b2?F[89A][0-9A-F]{2}\b|\b2F[89A]"
    r"|\b0*212[6AB]\b|followed|together|joins|one value|(two|several|more) values"
)
_PRECISION = rf"53|bits|precis|round|exact|double|{LIMIT}|large|20{{4}}|1F{{5}}|FFFFF"


def _general(
    kept: str,
    nul: str,
    controls: str,
    refused: str,
    ill_formed: str = "",
    mark: str = "",
    ff: str = "",
    stateless: str = "",
    above: str = "",
    text: tuple[str, ...] = (),
) -> Iterator[Mistake]:
    """Yields the mistakes of any family, given the requirements of the family on each value, on U+0000, on controls, on values
    that cannot be encoded, on ill-formed input, on U+FEFF, on the byte FF, on how little a value depends on what stands around
    it, and on values above FFFF. `text` has the encodings whose values are characters, or is empty if these are all."""
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
    yield Mistake("ff-ends-input", DECODE, _FF, f"{ff} {ill_formed} {kept} {_FIRST}")
    yield Mistake(
        "last-line-end-dropped",
        DECODE,
        r"\bLF\b|(?-i:(U\+|\b)0*A\b)|line|\blast\b|at the end|control",
        f"{controls} {kept} {stateless}",
    )
    if refused:
        yield Mistake("encode-ends-at-a-fault", ENCODE, rf"{_LOST}|{SURROGATE}|{LIMIT}", f"{refused} {_VALUES}")
        yield Mistake("index-from-one", ENCODE, OFFSET, f"{_FIRST} {_VALUES}")
        yield Mistake("written-kept-after-a-fault", ENCODE, STATE, f"common/initial-state {stateless}")
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
        yield Mistake("cut-at-each-read", DECODE, _READ, f"{mark} {kept} {ill_formed} {stateless} {above}")
        yield Mistake("normalized", DECODE, _NFC, f"{mark} {kept} {stateless} {above}", text)
        yield Mistake("private-use-refused", BOTH, _PRIVATE, f"{mark} {kept}")
    if mark and refused:
        yield Mistake("index-in-bytes", ENCODE, OFFSET, f"{_FIRST} {_VALUES}")
        yield Mistake("index-in-units", ENCODE, OFFSET, f"{_FIRST} {_VALUES} {refused}")


_TRAIL = "utf-8/trail-bytes utf-8/lead-tells-length utf-8-31bit/further-bytes"
_FORMS = "utf-8/shortest-form utf-8-31bit/shortest-form utf-8-31bit/first-byte"
_FOUR = (
    "utf-8/four-bytes utf-8/planes utf-8/code-space utf-8/bits-in-order utf-8-31bit/four-byte-form utf-8-31bit/bits-in-order"
    " utf-8-31bit/all-codes utf-8-31bit/leading-ones"
)
_THREE_BYTES = (
    "utf-8/three-bytes utf-8/bits-in-order utf-8/compactness utf-8/no-byte-order-mark utf-8/lead-tells-length"
    " utf-8-31bit/three-byte-form utf-8-31bit/bits-in-order utf-8-31bit/leading-ones utf-8-31bit/first-byte-tells-length"
    " utf-8-31bit/sixteen-bits utf-8-31bit/noncharacters"
)
_NEW, _OLD = ("utf-8",), ("utf-8-31bit",)
_BEYOND = "utf-8/out-of-range utf-8/code-space utf-8/planes"
_IN_TEXT = (
    "utf-8/sequence-kept utf-8/trail-byte-anywhere utf-8/noncharacters utf-8/lead-tells-length utf-8-31bit/first-byte"
    " utf-8-31bit/first-byte-tells-length utf-8-31bit/stateless utf-8-31bit/noncharacters utf-8-31bit/same-as-utf-8"
    " common/any-length common/map-both-ways"
)
_TWO_BYTES = (
    "utf-8/two-bytes utf-8/bits-in-order utf-8/compactness utf-8-31bit/two-byte-form utf-8-31bit/bits-in-order"
    " utf-8-31bit/leading-ones utf-8-31bit/bit-7-set"
)
_SEVERAL_BYTES = (
    f"{_TWO_BYTES} {_THREE_BYTES} {_FOUR} {_IN_TEXT} utf-8/code-space utf-8/surrogates utf-8/shortest-form utf-8/length-bounds"
    " utf-8-31bit/five-byte-form utf-8-31bit/six-byte-form utf-8-31bit/six-bytes utf-8-31bit/shortest-form utf-8-31bit/surrogates"
)
_TOLD = (
    f"{_FIRST} {_TRAIL} {_FORMS} utf-8/trail-byte-not-first utf-8/no-other-lead utf-8/out-of-range utf-8/surrogates"
    " utf-8/prefixes-disjoint utf-8-31bit/further-byte-not-first utf-8-31bit/fe-and-ff utf-8-31bit/six-bytes"
    " utf-8-31bit/first-byte-tells-length utf-8-31bit/missing-bytes common/incomplete-input"
)
_ABOVE = r"1?0000|planes?|above|beyond|supplement"
_SHORTER = r"los(es|t)|drop|cuts?|truncat|too few|\blast\b|\bends?\b|short|rest|number of"
_TRIMMED = rf"space|\b0*(20|9)\b|trim|strip|blank|control|begin|first|{LINE}|{_SHORTER}"
_LONGER = r"longer|too many|extra|more|adds|pads?\b|padd|room|buffer|end|behind|length|zero|\b00?\b|NUL"
_ALONE = rf"{CRASH}|{MARK}"

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
        ff="utf-8/no-other-lead utf-8/prefixes-disjoint utf-8/not-utf-16 utf-8-31bit/fe-and-ff utf-8-31bit/six-bytes"
        " utf-8-31bit/missing-bytes",
        stateless="utf-8/sequence-kept utf-8-31bit/stateless",
        above=f"{_FOUR} utf-8/trail-byte-anywhere",
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
        "f1-and-f3-refused",
        DECODE,
        r"\bF[1357]\b|[4-7C-F](0000|FFFF)|planes?|four",
        f"{_FOUR} utf-8/lead-tells-length utf-8/noncharacters utf-8/unassigned-code-points utf-8-31bit/first-byte"
        " utf-8-31bit/first-byte-tells-length utf-8-31bit/noncharacters utf-8-31bit/same-as-utf-8 common/map-both-ways",
    ),
    Mistake(
        "two-bits-of-f4",
        DECODE,
        r"\bF[4-7]\b|10(0000|FFFF)|plane|\b16\b|four|bits?\b",
        f"{_FOUR} {_FORMS} utf-8/noncharacters utf-8-31bit/noncharacters utf-8-31bit/same-as-utf-8 common/map-both-ways",
    ),
    Mistake(
        "ends-in-the-next-length",
        ENCODE,
        rf"\b0*([37F]|1F|3F)?F+\b|{OVERLONG}|next length|boundar|last value|largest",
        f"{_FORMS} utf-8/one-byte utf-8/ascii-compatible utf-8/two-bytes utf-8/three-bytes utf-8/four-bytes utf-8/bits-in-order"
        " utf-8/length-bounds utf-8/compactness utf-8/noncharacters utf-8-31bit/ascii utf-8-31bit/one-byte-form"
        " utf-8-31bit/two-byte-form utf-8-31bit/three-byte-form utf-8-31bit/four-byte-form utf-8-31bit/five-byte-form"
        " utf-8-31bit/six-byte-form utf-8-31bit/bits-in-order utf-8-31bit/leading-ones utf-8-31bit/sixteen-bits"
        " utf-8-31bit/same-as-utf-8 utf-8-31bit/noncharacters common/map-both-ways",
    ),
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
    Mistake(
        "behind-ffff-skipped",
        DECODE,
        rf"FFFF|{NONCHARACTER}|behind|follow|{_LOST}",
        f"utf-8/three-bytes utf-8/noncharacters utf-8/sequence-kept {_FOUR} utf-8-31bit/three-byte-form utf-8-31bit/sixteen-bits"
        " utf-8-31bit/noncharacters utf-8-31bit/stateless common/any-length",
    ),
    Mistake("fffe-and-ffff-in-one-byte", ENCODE, rf"{NONCHARACTER}|one byte|\bF[EF]\b", f"utf-8/noncharacters {_THREE_BYTES}"),
    Mistake(
        "third-for-the-fourth",
        DECODE,
        r"four|last (byte|trail)|\b3F\b|lower bits|third|1?0000|planes?|above|beyond|supplement",
        f"{_FOUR} {_TRAIL} utf-8/trail-byte-anywhere utf-8/noncharacters utf-8/sequence-kept utf-8-31bit/first-byte-tells-length"
        " utf-8-31bit/noncharacters utf-8-31bit/same-as-utf-8 utf-8-31bit/stateless common/any-length common/map-both-ways",
    ),
    Mistake(
        "1000-in-four-bytes",
        ENCODE,
        rf"\b1000\b|\bFFF\b|FFFF|{OVERLONG}|three bytes|four bytes",
        f"{_FORMS} {_THREE_BYTES} utf-8/code-space utf-8/surrogates utf-8/noncharacters utf-8/trail-byte-anywhere"
        " utf-8/sequence-kept utf-8/length-bounds utf-8-31bit/surrogates utf-8-31bit/all-codes utf-8-31bit/stateless"
        " common/any-length",
    ),
    Mistake(
        "utf-16-by-its-mark",
        DECODE,
        r"UTF-16|\bF[EF]\b|mark|lead|begin|ill-formed",
        "utf-8/no-other-lead utf-8/not-utf-16 utf-8/no-byte-order-mark utf-8/prefixes-disjoint utf-8-31bit/fe-and-ff",
    ),
    Mistake(
        "two-bytes-a-value",
        ENCODE,
        r"\b800\b|three|several bytes|more (than two )?bytes|two bytes|\blong|length|buffer|room",
        f"{_THREE_BYTES} {_FOUR} utf-8/code-space utf-8/noncharacters utf-8/surrogates utf-8/trail-byte-anywhere"
        " utf-8/sequence-kept utf-8/shortest-form utf-8/length-bounds utf-8-31bit/five-byte-form utf-8-31bit/six-byte-form"
        " utf-8-31bit/six-bytes utf-8-31bit/first-byte utf-8-31bit/shortest-form utf-8-31bit/surrogates common/any-length"
        " common/map-both-ways",
    ),
    Mistake("told-at-the-run", DECODE, OFFSET, _TOLD),
    Mistake(
        "f5-to-f7-unknown",
        DECODE,
        r"\bF[4-7]\b|1[3-9A-F]FFFF|1[4-9A-F]0000|1FFFFF|four|lead|first byte",
        f"{_FOUR} utf-8-31bit/first-byte utf-8-31bit/first-byte-tells-length",
        _OLD,
    ),
    Mistake(
        "leads-by-any-bit",
        DECODE,
        r"\b8[0-9A-F]\b|\bB[0-9A-F]\b|trail|further|continu|lead|first byte|begin",
        f"{_TRAIL} {_FIRST} utf-8-31bit/further-byte-not-first utf-8-31bit/missing-bytes utf-8-31bit/first-byte"
        " common/incomplete-input",
        _OLD,
    ),
    Mistake(
        "lead-shifted-by-24",
        DECODE,
        r"\bF[1-7]\b|[4-9A-F]0000|3FFFF|1FFFFF|four|planes?|bits?\b|shift|lead",
        f"{_FOUR} utf-8-31bit/first-byte utf-8-31bit/first-byte-tells-length utf-8-31bit/noncharacters utf-8-31bit/stateless"
        " common/map-both-ways",
        _OLD,
    ),
    Mistake(
        "last-of-several-bytes-refused",
        DECODE,
        r"\blast\b|\bends?\b|at the end|several bytes|trail|truncat|incomplete|\b0*80\b",
        f"{_SEVERAL_BYTES} {_TRAIL} common/incomplete-input",
    ),
    Mistake("e0-for-four-bytes", ENCODE, rf"\bE[0-9]\b|\bF0\b|four|lead|first byte|bit 4|{_ABOVE}", f"{_FOUR} {_IN_TEXT}"),
    Mistake(
        "08-for-80",
        ENCODE,
        r"two bytes|trail|continu|further|second|last byte|\b0?8[0-9A-F]?\b|7FF|bit 7|bits?\b",
        f"{_TWO_BYTES} {_IN_TEXT} {_TRAIL}",
    ),
    Mistake(
        "c2-not-written",
        ENCODE,
        rf"\bC2\b|\b0*(80|BF)\b|C1|Latin|one byte|two bytes|lead|first byte|{_SHORTER}",
        f"{_TWO_BYTES} {_IN_TEXT} {_FORMS} utf-8/one-byte utf-8/trail-byte-not-first utf-8-31bit/further-byte-not-first"
        " utf-8-31bit/one-byte-form",
    ),
    Mistake(
        "second-of-four-unmasked",
        DECODE,
        rf"four|80000|bits?\b|mask|second|too (large|high|big)|{LIMIT}|{_ABOVE}",
        f"{_FOUR} {_IN_TEXT} {_BEYOND}",
    ),
    Mistake("cut-to-the-number-of-values", ENCODE, rf"{_SHORTER}|behind|length|several bytes|\b0*80\b", _SEVERAL_BYTES),
    Mistake(
        "each-lead-of-two-bytes",
        DECODE,
        r"lead|first byte|three|four|two bytes|\bE[0-9A-F]\b|\b800|longer|several|length|trail|further|continu",
        f"{_SEVERAL_BYTES} {_TRAIL} {_FIRST} utf-8/trail-byte-not-first utf-8/prefixes-disjoint utf-8-31bit/missing-bytes"
        " utf-8-31bit/further-byte-not-first utf-8-31bit/ascii-bytes-alone common/incomplete-input",
    ),
    Mistake(
        "last-of-four-subtracted",
        DECODE,
        rf"four|last (byte|trail)|lower|bits?\b|subtract|too (small|low)|less|below|{_ABOVE}",
        f"{_FOUR} {_IN_TEXT}",
    ),
    Mistake("told-in-its-line", DECODE, rf"{OFFSET}|{LINE}", _TOLD),
    Mistake(
        "four-bits-of-two-bytes",
        DECODE,
        r"two bytes|\bD[0-9A-F]\b|\b0*[4-7](00|FF)\b|3FF|bits?\b|mask|lead|first byte|too (small|low)",
        f"{_TWO_BYTES} {_IN_TEXT} utf-8/code-space utf-8-31bit/all-codes",
    ),
    Mistake(
        "lead-masked-with-0e",
        DECODE,
        rf"four|\bF[1357]\b|bits?\b|mask|lead|first byte|odd|[4-7C-F](0000|FFFF)|too (small|low)|{_ABOVE}",
        f"{_FOUR} {_IN_TEXT}",
    ),
    Mistake(
        "sum-shifted",
        DECODE,
        rf"three bytes|\b800|several|longer|bits?\b|shift|second|too (large|high|big)|{LIMIT}|\bE[0-9A-F]\b|{_ABOVE}",
        f"{_SEVERAL_BYTES} {_BEYOND} utf-8-31bit/all-codes",
    ),
    Mistake(
        "ed-and-f4-second-from-00",
        DECODE,
        r"\bED\b|\bF4\b|second|trail|continu|further|ASCII|accepts|ill-formed",
        f"{_TRAIL} utf-8/prefixes-disjoint utf-8/surrogates utf-8/out-of-range utf-8/trail-byte-anywhere utf-8/code-space",
        _NEW,
    ),
    Mistake(
        "c0-for-each-lead",
        ENCODE,
        rf"lead|first byte|\bC[0-9A-F]\b|three|four|several|longer|\b800|{_ABOVE}",
        f"{_SEVERAL_BYTES} {_FORMS} utf-8/prefixes-disjoint utf-8/no-other-lead utf-8-31bit/first-byte-tells-length",
    ),
    Mistake(
        "bit-12-in-the-third",
        ENCODE,
        rf"four|third|second|trail|continu|further|1000\b|bits?\b|mask|{_ABOVE}",
        f"{_FOUR} {_IN_TEXT} {_TRAIL}",
    ),
    Mistake(
        "zeros-behind",
        ENCODE,
        _LONGER,
        f"{_IN_TEXT} utf-8/one-byte utf-8/ascii-compatible utf-8-31bit/one-byte-form utf-8-31bit/ascii utf-8/bits-in-order"
        " utf-8/code-space utf-8-31bit/all-codes",
    ),
    Mistake(
        "mark-alone-crashes",
        DECODE,
        _ALONE,
        f"utf-8/no-byte-order-mark common/always-an-answer {_THREE_BYTES} {_IN_TEXT}",
        _NEW,
    ),
    Mistake(
        "trail-masked-with-c0",
        DECODE,
        r"two bytes|\b[CD][0-9A-F]\b|second|last byte|trail|continu|further|lower|bits?\b|mask|\b0*80\b|7FF|Latin",
        f"{_TWO_BYTES} {_IN_TEXT} {_TRAIL} utf-8/code-space utf-8-31bit/all-codes",
    ),
    Mistake("last-fault-told", DECODE, rf"{OFFSET}|\blast\b|behind|faults", f"{_TOLD} utf-8/not-utf-16 utf-8-31bit/bit-7-set"),
    Mistake(
        "any-upper-byte-as-a-trail",
        DECODE,
        r"trail|continu|further|\b(C0|FF)\b|accepts|ill-formed|bit 6",
        f"{_TRAIL} {_FIRST} utf-8/prefixes-disjoint utf-8/no-other-lead utf-8-31bit/fe-and-ff utf-8-31bit/missing-bytes"
        " utf-8-31bit/first-byte-tells-length",
    ),
    Mistake(
        "four-bytes-read-at-once",
        DECODE,
        CRASH,
        f"{_SEVERAL_BYTES} {_TOLD} {_BEYOND} utf-8/not-utf-16 common/always-an-answer",
        _NEW,
    ),
    Mistake(
        "prefix-compared-with-greater",
        ENCODE,
        r"\b800\b|83F|1?0000\b|10FFF|[24]00000|\b[EF]0\b|lead|first byte|next length|boundar|two bytes|three bytes|trail|continu"
        rf"|further|bits?\b|{_SHORTER}",
        f"{_SEVERAL_BYTES} {_FORMS} {_TRAIL}",
    ),
    Mistake(
        "trails-masked-with-7f",
        ENCODE,
        r"trail|continu|further|second|third|last byte|bits?\b|mask|\bC0\b|several bytes|two bytes",
        f"{_SEVERAL_BYTES} {_TRAIL} {_FORMS} utf-8/trail-byte-not-first utf-8/prefixes-disjoint utf-8-31bit/all-codes"
        " utf-8-31bit/fe-and-ff",
    ),
    Mistake(
        "110000-in-five-bytes",
        ENCODE,
        rf"110000|1FFFFF|five|\bF8\b|{OVERLONG}|{LIMIT}|next length",
        f"{_FOUR} {_FORMS} utf-8-31bit/five-byte-form utf-8-31bit/first-byte-tells-length utf-8-31bit/stateless"
        " common/map-both-ways",
        _OLD,
    ),
    Mistake(
        "bit-12-in-the-second",
        ENCODE,
        r"three|second|trail|continu|further|1000\b|bits?\b|mask|\b[C-F]0\b|lead byte",
        f"{_THREE_BYTES} {_IN_TEXT} {_TRAIL} utf-8/code-space utf-8/planes utf-8/surrogates utf-8/trail-byte-not-first"
        " utf-8/no-other-lead utf-8-31bit/all-codes utf-8-31bit/surrogates utf-8-31bit/fe-and-ff",
    ),
    Mistake(
        "one-missing-byte-crashes",
        DECODE,
        CRASH,
        f"{_TRAIL} {_FORMS} {_FIRST} utf-8-31bit/missing-bytes utf-8-31bit/first-byte-tells-length"
        " common/incomplete-input common/always-an-answer",
    ),
    Mistake(
        "shifted-in-a-byte",
        DECODE,
        rf"two bytes|several|three|\b0*[18]00\b|7?FF\b|bits?\b|shift|eight|one byte|lower|lead|upper|too (small|low)|wrap"
        rf"|{_ABOVE}",
        f"{_SEVERAL_BYTES} utf-8/unassigned-code-points utf-8-31bit/all-codes",
    ),
    Mistake(
        "f0-second-from-91",
        DECODE,
        r"\bF0\b|\b9[01]\b|1?0000|1003F|10FFF|second|four|planes?|overlong|shortest|boundar",
        f"{_FOUR} {_FORMS} {_IN_TEXT} utf-8/length-bounds",
    ),
    Mistake("f4-second-to-90", DECODE, rf"{LIMIT}|\bF4\b|\b90\b|second", f"{_BEYOND} {_TRAIL} {_FIRST}", _NEW),
    Mistake(
        "10ffff-not-written",
        ENCODE,
        r"10FFFF|\blast\b|largest|highest|limit",
        f"{_FOUR} {_IN_TEXT} {_FORMS} utf-8/length-bounds",
        _NEW,
    ),
    Mistake(
        "third-for-the-second-of-five",
        ENCODE,
        r"five|200000|3FFFFFF|\bF[8-B]\b|second|third|trail|continu|further|twice|repeat|bits?\b|shift|18|24",
        "utf-8-31bit/five-byte-form utf-8-31bit/bits-in-order utf-8-31bit/all-codes utf-8-31bit/leading-ones"
        " utf-8-31bit/first-byte utf-8-31bit/first-byte-tells-length utf-8-31bit/shortest-form utf-8-31bit/stateless"
        " common/any-length common/map-both-ways",
        _OLD,
    ),
    Mistake(
        "second-of-three-twice",
        DECODE,
        r"three bytes|second|third|last (byte|trail)|twice|repeat|trail|continu|further|lower|bits?\b|\bE[0-9A-F]\b|\b800",
        f"{_THREE_BYTES} {_IN_TEXT} {_TRAIL} utf-8/code-space utf-8/surrogates utf-8/unassigned-code-points utf-8/order"
        " utf-8/shortest-form utf-8/length-bounds utf-8-31bit/all-codes utf-8-31bit/surrogates utf-8-31bit/shortest-form",
    ),
    Mistake(
        "four-bytes-masked-with-10ffff",
        DECODE,
        rf"four|bits?\b|mask|lower|10FFFF|too (small|low)|\b[2-9A-F]0000|1[1-9A-F]0000|{_ABOVE}",
        f"{_FOUR} {_IN_TEXT} {_FORMS} utf-8/unassigned-code-points utf-8/length-bounds utf-8/order",
    ),
    Mistake(
        "f4-unknown",
        DECODE,
        r"\bF4\b|10(0000|FFFF)|\b16\b|planes?|four|lead|first byte|limit|\blast\b|private",
        f"{_FOUR} {_IN_TEXT} {_BEYOND} utf-8/length-bounds utf-8/unassigned-code-points utf-8/order utf-8/trail-byte-not-first",
        _NEW,
    ),
    Mistake("ends-of-surrogates-written", ENCODE, SURROGATE, f"utf-8/surrogates utf-8/code-space {_VALUES} {_FIRST}", _NEW),
    Mistake(
        "e0-second-from-90",
        DECODE,
        rf"{OVERLONG}|\bE0\b|\b9[0F]\b|second|three",
        f"{_FORMS} {_TRAIL} {_FIRST}",
    ),
    Mistake(
        "two-bits-in-the-lead-of-four",
        ENCODE,
        rf"four|\bF[04]\b|10(0000|FFFF)|\b16\b|bits?\b|mask|lead|first byte|{_ABOVE}",
        f"{_FOUR} {_IN_TEXT} {_FORMS} utf-8/length-bounds utf-8/unassigned-code-points",
    ),
    Mistake(
        "f8-for-six-bytes",
        ENCODE,
        r"\bF[89CD]\b|4000000|7F{7}|3F{6}|six|five|lead|first byte|bits?\b",
        "utf-8-31bit/six-byte-form utf-8-31bit/six-bytes utf-8-31bit/all-codes utf-8-31bit/leading-ones"
        " utf-8-31bit/first-byte utf-8-31bit/first-byte-tells-length utf-8-31bit/bits-in-order utf-8-31bit/shortest-form"
        " utf-8-31bit/stateless common/any-length common/map-both-ways",
        _OLD,
    ),
    Mistake(
        "lead-of-four-masked-with-1f",
        DECODE,
        rf"four|\bF[0-7]\b|bits?\b|mask|lead|first byte|400000|too (large|high|big)|{LIMIT}|{_ABOVE}",
        f"{_FOUR} {_IN_TEXT} {_FORMS} {_BEYOND} utf-8/unassigned-code-points utf-8/length-bounds utf-8/order",
    ),
    Mistake(
        "last-of-three-unmasked",
        DECODE,
        r"three bytes|third|last (byte|trail)|trail|continu|further|mask|bits?\b|\b0*80\b|\bE[0-9A-F]\b|too (large|high|big)",
        f"{_THREE_BYTES} {_IN_TEXT} {_TRAIL} utf-8/code-space utf-8/surrogates utf-8/unassigned-code-points utf-8/order"
        " utf-8/shortest-form utf-8/length-bounds utf-8-31bit/all-codes utf-8-31bit/surrogates utf-8-31bit/shortest-form",
    ),
    Mistake(
        "surrogates-masked-with-f800",
        DECODE,
        rf"{SURROGATE}|D8|DF|four|planes?|lower|\b16\b|bits?\b|mask|{_ABOVE}",
        f"{_FOUR} {_IN_TEXT} utf-8/surrogates utf-8/unassigned-code-points",
        _NEW,
    ),
    Mistake(
        "low-byte-fe-refused",
        ENCODE,
        rf"{NONCHARACTER}|\b[0-9A-F]*F[EF]\b|lower (bits|byte)|last byte|bits?\b|mask|thorn",
        f"{_SEVERAL_BYTES} {_FORMS} utf-8/unassigned-code-points utf-8-31bit/all-codes utf-8/planes",
    ),
    Mistake(
        "df-unknown",
        DECODE,
        r"\bDF\b|\b0*7[C-F][0-9A-F]\b|two bytes|lead|first byte|\blast\b|boundar",
        f"{_TWO_BYTES} {_IN_TEXT} {_FORMS} utf-8/trail-byte-not-first utf-8/length-bounds utf-8/code-space"
        " utf-8-31bit/all-codes utf-8/three-bytes utf-8-31bit/three-byte-form utf-8-31bit/further-byte-not-first",
    ),
    Mistake(
        "three-bits-in-the-lead-of-three",
        ENCODE,
        r"three bytes|\bE[0-9A-F]\b|\b[89A-F]000\b|[7F]FFF|bits?\b|bit 15|mask|lead|first byte|upper|half",
        f"{_THREE_BYTES} {_IN_TEXT} {_FORMS} utf-8/code-space utf-8/surrogates utf-8/planes utf-8/order"
        " utf-8/unassigned-code-points utf-8-31bit/all-codes utf-8-31bit/surrogates",
    ),
    Mistake(
        "fc-second-from-88",
        DECODE,
        rf"\bFC\b|\b8[4-8]\b|4000000|7F{{6}}|six|second|{OVERLONG}|boundar",
        "utf-8-31bit/six-byte-form utf-8-31bit/six-bytes utf-8-31bit/all-codes utf-8-31bit/leading-ones"
        " utf-8-31bit/five-byte-form utf-8-31bit/first-byte utf-8-31bit/first-byte-tells-length utf-8-31bit/bits-in-order"
        " utf-8-31bit/shortest-form utf-8-31bit/stateless utf-8-31bit/further-byte-not-first common/any-length"
        " common/map-both-ways",
        _OLD,
    ),
    Mistake(
        "lone-trails-skipped",
        DECODE,
        rf"trail|continu|further|lone|stray|\b80\b|\bBF\b|lead|first byte|begin|skip|ignor|accepts|ill-formed|{_LOST}",
        f"{_TRAIL} {_FIRST} utf-8/trail-byte-not-first utf-8/prefixes-disjoint utf-8/no-other-lead utf-8/not-utf-16"
        " utf-8-31bit/further-byte-not-first utf-8-31bit/first-byte utf-8-31bit/first-byte-tells-length"
        " utf-8-31bit/surrogates utf-8-31bit/six-bytes utf-8-31bit/missing-bytes",
    ),
    Mistake("low-surrogates-read", DECODE, rf"{SURROGATE}|\bED\b|\bB0\b|\blow|accepts", f"utf-8/surrogates {_FIRST}", _NEW),
    Mistake(
        "trails-below-c0",
        DECODE,
        r"trail|continu|further|ASCII|\b(00|7F|28|41|20)\b|second|accepts|ill-formed|bit 7|below",
        f"{_TRAIL} {_FIRST} utf-8/prefixes-disjoint utf-8/trail-byte-anywhere utf-8-31bit/missing-bytes"
        " utf-8-31bit/first-byte-tells-length utf-8-31bit/ascii-bytes-alone utf-8-31bit/bit-7-set utf-8/not-utf-16",
    ),
    Mistake(
        "beyond-the-leads-crashes",
        DECODE,
        CRASH,
        f"{_BEYOND} {_FIRST} utf-8/no-other-lead utf-8/prefixes-disjoint utf-8/not-utf-16 utf-8-31bit/fe-and-ff"
        " utf-8-31bit/six-bytes utf-8-31bit/first-byte utf-8-31bit/first-byte-tells-length common/always-an-answer"
        " utf-8/shortest-form common/any-length",
    ),
    Mistake(
        "ff-as-six-bytes",
        DECODE,
        r"\bFF\b|lead|first byte|six|begin|accepts|ill-formed",
        f"{_TRAIL} {_FIRST} utf-8-31bit/fe-and-ff utf-8-31bit/six-bytes utf-8-31bit/first-byte utf-8-31bit/missing-bytes"
        " utf-8-31bit/first-byte-tells-length common/incomplete-input",
        _OLD,
    ),
    Mistake(
        "texts-of-latin-1-as-they-are",
        ENCODE,
        r"Latin|8859|\b0*(80|FF|C2|C3)\b|one byte|two bytes|bytes? missing|too few|itself|own number|below 100",
        f"{_TWO_BYTES} {_IN_TEXT} {_FORMS} utf-8/one-byte utf-8/code-space utf-8/length-bounds utf-8/trail-byte-not-first"
        " utf-8-31bit/all-codes utf-8-31bit/one-byte-form utf-8-31bit/further-byte-not-first utf-8-31bit/sixteen-bits"
        " utf-8-31bit/further-bytes",
    ),
    Mistake(
        "ffff-in-four-bytes",
        ENCODE,
        rf"FFFF|{NONCHARACTER}|{OVERLONG}|three bytes|four bytes|next length|boundar|\blast\b",
        f"{_FORMS} {_THREE_BYTES} utf-8/noncharacters utf-8/length-bounds utf-8/code-space utf-8/sequence-kept"
        " utf-8-31bit/all-codes common/any-length common/map-both-ways utf-8/planes utf-8/four-bytes utf-8-31bit/four-byte-form",
    ),
    Mistake(
        "third-of-four-unshifted",
        DECODE,
        rf"four|third|shift|\b(6|12)\b|bits?\b|{_ABOVE}|\bF[0-4]\b|lower",
        f"{_FOUR} {_IN_TEXT} utf-8/unassigned-code-points utf-8/surrogates utf-8/out-of-range utf-8-31bit/surrogates",
    ),
    Mistake(
        "four-bits-in-the-lead-of-two",
        ENCODE,
        r"two bytes|\b(1?[04]00|5FF|7[BF]F)\b|\b(C0|C1|D[0-9A-F])\b|lead|first byte|bits?\b|mask|bit (4|10)",
        f"{_TWO_BYTES} {_IN_TEXT} {_FORMS} utf-8/code-space utf-8/length-bounds utf-8-31bit/all-codes",
    ),
    Mistake(
        "trails-masked-with-2f",
        ENCODE,
        r"bits?\b|trail|continu|further|mask|2F|several bytes|bit (4|10|16)",
        f"{_TRAIL} {_SEVERAL_BYTES} {_FORMS} utf-8/unassigned-code-points utf-8-31bit/all-codes",
    ),
    Mistake(
        "ef-unknown",
        DECODE,
        r"\bEF\b|\bF[0-9A-F]{3}\b|three bytes|lead|first byte|private",
        f"{_THREE_BYTES} {_IN_TEXT} {_FORMS} utf-8/code-space utf-8/length-bounds utf-8-31bit/all-codes",
    ),
    Mistake(
        "fd-unknown",
        DECODE,
        r"\bFD\b|[4-7][0F]{7}|six|lead|first byte|31|bit 30",
        "utf-8-31bit/six-byte-form utf-8-31bit/six-bytes utf-8-31bit/all-codes utf-8-31bit/first-byte utf-8-31bit/leading-ones"
        " utf-8-31bit/first-byte-tells-length utf-8-31bit/bits-in-order utf-8-31bit/stateless common/any-length"
        " common/map-both-ways",
        _OLD,
    ),
    Mistake(
        "80-to-9f-refused",
        DECODE,
        r"\b0*(8[0-9A-F]|9[0-9A-F])\b|C1|C2|control|\bNEL\b|two bytes",
        f"{_TWO_BYTES} {_IN_TEXT} {_FORMS} utf-8/code-space utf-8/length-bounds utf-8-31bit/all-codes",
    ),
    Mistake(
        "f0-for-five-bytes",
        ENCODE,
        r"five|\bF[0-9A-B]\b|200000|3F{6}|lead|first byte|too (small|low)",
        "utf-8-31bit/five-byte-form utf-8-31bit/all-codes utf-8-31bit/first-byte utf-8-31bit/leading-ones"
        " utf-8-31bit/first-byte-tells-length utf-8-31bit/bits-in-order utf-8-31bit/stateless common/any-length"
        " common/map-both-ways",
        _OLD,
    ),
    Mistake(
        "a-lead-begins-anew",
        DECODE,
        rf"{CUT}|{_LOST}|trail|continu|further|lead|first byte|begins|anew|instead of reject",
        f"{_TRAIL} {_TOLD} {_FORMS} utf-8/sequence-kept utf-8/surrogates utf-8-31bit/stateless common/incomplete-input",
    ),
    Mistake(
        "ed-second-lost",
        DECODE,
        r"\bED\b|\bD[0-7][0-9A-F]{2}\b|second|three bytes|bits?\b|los(es|t)|clear|too (small|low)",
        f"{_THREE_BYTES} {_IN_TEXT} utf-8/code-space utf-8/length-bounds utf-8/surrogates utf-8-31bit/surrogates"
        " utf-8-31bit/all-codes",
    ),
    Mistake(
        "six-bits-of-four-bytes",
        DECODE,
        rf"four|\blast (byte|trail)|lower|bits?\b|\bsix\b|3F|mask|too (small|low)|{_ABOVE}",
        f"{_FOUR} {_IN_TEXT} utf-8/unassigned-code-points",
    ),
    Mistake(
        "starts-in-the-length-before",
        ENCODE,
        r"\b0*(80|800|10000|[24]00000|4000000)\b|first value|least|smallest|boundar|length before|too few|fewer|short|one byte"
        r"|two bytes|three bytes|four bytes|\bE0\b|lead|first byte",
        f"{_SEVERAL_BYTES} {_FORMS} utf-8/one-byte utf-8/trail-byte-not-first utf-8-31bit/further-byte-not-first"
        " utf-8-31bit/one-byte-form utf-8-31bit/all-codes",
    ),
    Mistake(
        "fffe-and-ffff-refused",
        BOTH,
        NONCHARACTER,
        f"utf-8/noncharacters {_THREE_BYTES} {_IN_TEXT} utf-8/code-space utf-8/planes utf-8/not-utf-16 utf-8/length-bounds"
        f" utf-8-31bit/all-codes {_VALUES}",
    ),
    Mistake(
        "ends-of-surrogates-read",
        DECODE,
        rf"{SURROGATE}|\bED\b|accepts",
        f"utf-8/surrogates utf-8/code-space {_FIRST}",
        _NEW,
    ),
    Mistake(
        "plane-16-as-fffd",
        DECODE,
        rf"FFFD|replac|substitut|10(0000|FFFF)|\bF[4-7]\b|planes?|\b16\b|{LIMIT}",
        f"{_FOUR} {_IN_TEXT} {_BEYOND}",
    ),
    Mistake(
        "3fffff-for-3ffffff",
        ENCODE,
        rf"3F{{5,6}}|40{{5,6}}|five|six|\b(22|26)\b|\bFC\b|next length|boundar|bits?\b|{OVERLONG}",
        f"{_FORMS} utf-8-31bit/five-byte-form utf-8-31bit/six-byte-form utf-8-31bit/six-bytes utf-8-31bit/all-codes"
        " utf-8-31bit/leading-ones utf-8-31bit/first-byte-tells-length utf-8-31bit/bits-in-order utf-8-31bit/stateless"
        " common/any-length common/map-both-ways",
        _OLD,
    ),
    Mistake(
        "e000-to-ffff-as-fffd",
        DECODE,
        rf"FFFD|replac|substitut|E000|FFFF|DFFF|F8FF|FEFF|private|\bE[EF]\b|three bytes|{SURROGATE}|{NONCHARACTER}",
        f"{_THREE_BYTES} {_IN_TEXT} utf-8/code-space utf-8/surrogates utf-8/not-utf-16 utf-8/length-bounds utf-8/planes"
        " utf-8/unassigned-code-points utf-8/trail-bytes utf-8-31bit/all-codes utf-8-31bit/surrogates",
    ),
    Mistake(
        "mark-before-other-than-ascii",
        ENCODE,
        rf"{MARK}|\bEF\b|adds|prefix|extra|in front|before|begin|too many|(other|more) than ASCII|non-ASCII|\b0*80\b"
        r"|bytes more",
        f"{_SEVERAL_BYTES} {_FORMS} utf-8/no-byte-order-mark utf-8/planes utf-8/unassigned-code-points utf-8/order"
        " utf-8/not-utf-16 utf-8-31bit/all-codes utf-8-31bit/order utf-8-31bit/further-bytes",
    ),
    Mistake(
        "trail-80-refused",
        DECODE,
        r"\b0*80\b|trail|continu|further|last byte|second|third|[0-9A-F]0\b|[0-9A-F](00|40|80|C0)\b|zero|least|first value"
        r"|boundar",
        f"{_SEVERAL_BYTES} {_TRAIL} {_FORMS} utf-8/planes utf-8/order utf-8/unassigned-code-points utf-8/trail-byte-not-first"
        f" utf-8-31bit/all-codes utf-8-31bit/further-byte-not-first {_FIRST}",
    ),
    Mistake(
        "third-for-the-second",
        DECODE,
        rf"four|second|third|twice|repeat|trail|continu|further|bits?\b|{LIMIT}|{_ABOVE}",
        f"{_FOUR} {_IN_TEXT} {_FORMS} {_TRAIL} {_BEYOND} utf-8/length-bounds utf-8/unassigned-code-points utf-8/order"
        " utf-8/trail-byte-not-first",
    ),
    Mistake(
        "lead-of-three-masked-with-3f",
        DECODE,
        r"three bytes|\bE[0-9A-F]\b|\b2[0-9A-F]?0000\b|20800|bits?\b|bit (5|17)|mask|lead|first byte|too (large|high|big)"
        r"|planes?|\b800|FFFF",
        f"{_THREE_BYTES} {_IN_TEXT} {_FORMS} utf-8/code-space utf-8/surrogates utf-8/length-bounds utf-8/planes utf-8/order"
        " utf-8/unassigned-code-points utf-8/not-utf-16 utf-8-31bit/all-codes utf-8-31bit/surrogates",
    ),
    Mistake(
        "lead-of-four-by-twelve",
        ENCODE,
        rf"four|lead|first byte|bits?\b|shift|\b(12|18)\b|\bF[0-9A-F]\b|{_ABOVE}",
        f"{_FOUR} {_IN_TEXT} {_FORMS} {_BEYOND} utf-8/length-bounds utf-8/unassigned-code-points utf-8/no-other-lead utf-8/order"
        " utf-8/prefixes-disjoint utf-8-31bit/fe-and-ff utf-8-31bit/order",
    ),
    Mistake(
        "one-bit-in-the-lead-of-five",
        DECODE,
        r"five|\bF[89AB]\b|[23][0F]{6}|[0-9A-F]0{6}|1F{6}|\b2[456]\b|bits?\b|mask|lead|first byte|too (small|low)|{_ABOVE}",
        "utf-8-31bit/five-byte-form utf-8-31bit/bits-in-order utf-8-31bit/all-codes utf-8-31bit/leading-ones"
        " utf-8-31bit/first-byte utf-8-31bit/first-byte-tells-length utf-8-31bit/shortest-form utf-8-31bit/stateless"
        " utf-8-31bit/six-byte-form common/any-length common/map-both-ways",
        _OLD,
    ),
)

_UNITS_OF_16 = "utf-16/plane-0 utf-16/code-space utf-16/disjoint-ranges utf-16/one-or-two-units"
_PAIRS = (
    "utf-16/other-planes utf-16/subtract-10000 utf-16/high-surrogate utf-16/low-surrogate utf-16/planes utf-16/code-space"
    " utf-16/one-or-two-units utf-16/disjoint-ranges utf-16/noncharacters"
)
_PAIRS_IN_TEXT = (
    "utf-16/high-before-low utf-16/big-endian utf-16/little-endian utf-16/sequence-kept utf-16/stateless"
    " utf-16/unassigned-code-points common/map-both-ways common/any-length"
)

UTF_16 = (
    *_general(
        kept="utf-16/sequence-kept",
        nul="utf-16/plane-0",
        controls="utf-16/plane-0 utf-16/one-or-two-units utf-16/code-space",
        refused="utf-16/surrogate-code-points utf-16/code-space",
        ill_formed="utf-16/unpaired-surrogates utf-16/high-before-low utf-16/whole-units",
        mark=f"utf-16/no-byte-order-mark {_UNITS_OF_16}",
        ff=f"utf-16/noncharacters utf-16/no-byte-order-mark {_UNITS_OF_16} {_PAIRS}",
        stateless="utf-16/stateless utf-16/sequence-kept",
        above=_PAIRS,
    ),
    Mistake("dbff-not-high", DECODE, r"DBFF|10FC00|10FFFF|\bFFFF", f"{_PAIRS} utf-16/unpaired-surrogates"),
    Mistake("dfff-not-low", DECODE, r"DFFF|1?FFFF|low surrogate", f"{_PAIRS} utf-16/unpaired-surrogates utf-16/high-before-low"),
    Mistake("d800-not-high", DECODE, r"D800|1?0000|103FF|first high", f"{_PAIRS} utf-16/unpaired-surrogates"),
    Mistake("d7ff-refused", BOTH, r"D7FF", _UNITS_OF_16),
    Mistake(
        "low-byte-sign-extended",
        DECODE,
        r"sign|FF[89A-F]|(?-i:\b(FF|00)?80\b)|\blow",
        f"{_PAIRS} {_UNITS_OF_16} utf-16/no-byte-order-mark utf-16/unpaired-surrogates utf-16/high-before-low utf-16/whole-units"
        " utf-16/not-utf-8 utf-16/unassigned-code-points common/map-both-ways",
    ),
    Mistake(
        "high-shifted-by-five",
        DECODE,
        r"pair|high|1?0000|plane|bits|shift|above|beyond|two (code )?units",
        f"{_PAIRS} utf-16/unassigned-code-points common/map-both-ways",
    ),
    Mistake(
        "lows-as-highs",
        DECODE,
        rf"{SURROGATE}|\blow|begin|DC",
        "utf-16/unpaired-surrogates utf-16/high-before-low utf-16/disjoint-ranges utf-16/high-surrogate utf-16/low-surrogate",
    ),
    Mistake(
        "pairs-in-the-other-order",
        ENCODE,
        r"order|endian|swap|revers|pair|plane|1?0000|above|beyond|supplement|two (code )?units",
        f"{_PAIRS} utf-16/big-endian utf-16/little-endian utf-16/unassigned-code-points common/map-both-ways",
    ),
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
    Mistake(
        "0d-before-each-0a",
        ENCODE,
        rf"{LINE}|(?-i:\b0[AD]\b)|control|extra|too many|adds|whole units",
        f"{_UNITS_OF_16} utf-16/sequence-kept utf-16/whole-units utf-16/big-endian utf-16/little-endian common/map-both-ways",
    ),
    Mistake(
        "d7c0-or-ed",
        ENCODE,
        rf"{SURROGATE}|pair|high|D7C0|1?0000|planes?|bits?\b|above|beyond|supplement|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "plane-16-masked",
        ENCODE,
        r"\b10(0000|FFFF)|plane|\b16\b|D[7B]C0|high|bits?\b",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "one-byte-behind-the-mark",
        DECODE,
        rf"{MARK}|behind|lower (bits|byte)|one byte",
        f"utf-16/no-byte-order-mark utf-16/little-endian utf-16/noncharacters {_UNITS_OF_16} utf-16/sequence-kept"
        " utf-16/stateless common/map-both-ways",
        ("utf-16-le",),
    ),
    Mistake(
        "first-half-given",
        DECODE,
        rf"{SURROGATE}|pair|half|halves|1?0000|planes?|above|beyond|supplement|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "dfff-subtracted",
        DECODE,
        rf"{SURROGATE}|pair|\blow|3FF|subtract|too (small|low)|less|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "100000-added",
        DECODE,
        rf"{SURROGATE}|pair|F0000|100000|\badd|too (large|high|big)|{LIMIT}|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "20-dropped-at-the-end",
        ENCODE,
        rf"space|\b0*20\b|trim|whole units|half|odd|{_SHORTER}",
        f"{_UNITS_OF_16} utf-16/sequence-kept utf-16/stateless utf-16/whole-units utf-16/big-endian common/any-length"
        " common/map-both-ways",
        ("utf-16-be",),
    ),
    Mistake(
        "ffff-ends-input",
        DECODE,
        rf"{NONCHARACTER}|ends (at|too|early)|{_LOST}",
        f"utf-16/noncharacters utf-16/no-byte-order-mark {_UNITS_OF_16} {_PAIRS} {_PAIRS_IN_TEXT} utf-16/unpaired-surrogates"
        f" utf-16/whole-units common/incomplete-input {_FIRST}",
    ),
    Mistake(
        "dc00-for-each-low",
        ENCODE,
        rf"{SURROGATE}|pair|\blow|bits?\b|3FF|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "cut-to-the-number-of-values",
        ENCODE,
        rf"{SURROGATE}|pair|half|{_SHORTER}|behind|length|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "fffd-before-each-pair",
        DECODE,
        rf"FFFD|replac|{SURROGATE}|pair|extra|too many|adds|before|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "low-half-unswapped",
        DECODE,
        rf"order|swap|endian|{SURROGATE}|pair|\blow|second|half|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/unpaired-surrogates",
        ("utf-16-be",),
    ),
    Mistake(
        "low-byte-0d-dropped",
        DECODE,
        rf"(?-i:0D\b)|lower (bits|byte)|\bbytes?\b|control|{LINE}|{_LOST}",
        f"{_UNITS_OF_16} {_PAIRS_IN_TEXT} utf-16/plane-0",
    ),
    Mistake(
        "halves-given",
        DECODE,
        rf"{SURROGATE}|pair|hal(f|ves)|two values|accepts|ill-formed|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/unpaired-surrogates utf-16/surrogate-code-points utf-16/whole-units {_FIRST}",
    ),
    Mistake(
        "high-shifted-by-sixteen",
        ENCODE,
        rf"{SURROGATE}|pair|high|bits?\b|shift|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "mark-alone-crashes",
        DECODE,
        _ALONE,
        f"utf-16/no-byte-order-mark common/always-an-answer {_UNITS_OF_16} utf-16/sequence-kept common/map-both-ways",
    ),
    Mistake(
        "told-at-the-second-unit",
        DECODE,
        rf"{OFFSET}|second|behind|units|half|halves",
        f"{_FIRST} utf-16/unpaired-surrogates utf-16/high-before-low utf-16/high-surrogate utf-16/whole-units"
        " utf-16/disjoint-ranges utf-16/not-utf-8 common/incomplete-input",
    ),
    Mistake(
        "units-as-signed",
        DECODE,
        rf"sign|negative|bit 15|(?-i:\b[89A-F][0-9A-F]{{3}}\b)|7FFF|upper|half|pair|{LIMIT}|{_ABOVE}",
        f"{_UNITS_OF_16} {_PAIRS} {_PAIRS_IN_TEXT} utf-16/no-byte-order-mark utf-16/not-utf-8 utf-16/unpaired-surrogates"
        f" utf-16/whole-units {_FIRST}",
    ),
    Mistake(
        "zeros-stripped-at-the-end",
        DECODE,
        rf"{_NUL}|trim|strip|half|odd|whole units|{_SHORTER}",
        f"{_UNITS_OF_16} {_PAIRS} {_PAIRS_IN_TEXT} utf-16/no-byte-order-mark utf-16/whole-units common/incomplete-input {_FIRST}",
    ),
    Mistake("above-ffff-crashes", ENCODE, CRASH, f"{_PAIRS} {_PAIRS_IN_TEXT} common/always-an-answer"),
    Mistake(
        "eleven-bits-in-the-low",
        ENCODE,
        rf"{SURROGATE}|pair|\blow|bits?\b|mask|\b10400\b|E[0-3]00|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/unpaired-surrogates",
    ),
    Mistake(
        "pairs-from-1001",
        ENCODE,
        rf"{SURROGATE}|\b100[01]\b|pair|D7[C-F]|two (code )?units|four bytes|(units?|bytes) too many|boundar|FFFF|above|beyond",
        f"{_UNITS_OF_16} {_PAIRS} {_PAIRS_IN_TEXT} utf-16/no-byte-order-mark utf-16/unpaired-surrogates"
        " utf-16/surrogate-code-points utf-16/not-utf-8",
    ),
    Mistake(
        "shifted-in-sixteen-bits",
        DECODE,
        rf"{SURROGATE}|pair|high|bits?\b|shift|sixteen|\b16\b|wrap|too (small|low)|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "last-high-given",
        DECODE,
        rf"{SURROGATE}|{CUT}|\blast\b|high|lone|unpaired|accepts|ill-formed",
        "utf-16/unpaired-surrogates utf-16/high-before-low utf-16/high-surrogate utf-16/surrogate-code-points"
        " utf-16/disjoint-ranges utf-16/whole-units common/incomplete-input",
    ),
    Mistake(
        "told-in-units",
        DECODE,
        rf"{OFFSET}|units?|half|halves|values",
        f"{_FIRST} utf-16/unpaired-surrogates utf-16/high-before-low utf-16/whole-units utf-16/disjoint-ranges utf-16/not-utf-8"
        " common/incomplete-input",
    ),
    Mistake(
        "value-lost-in-a-full-buffer",
        ENCODE,
        rf"12[7-9]|\b(7F|8[01])\b|block|buffer|\blong|many|multiple|{_LOST}",
        "utf-16/sequence-kept utf-16/stateless utf-16/big-endian utf-16/little-endian common/any-length common/map-both-ways",
    ),
    Mistake(
        "planes-from-2-refused",
        ENCODE,
        rf"{SURROGATE}|pair|plane|\b[2-9A-F]0000|1FFFF|{LIMIT}|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "dc00-not-subtracted",
        DECODE,
        rf"{SURROGATE}|pair|\blow|second|bits?\b|mask|subtract|too (large|high|big)|{LIMIT}|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "e000-as-low",
        DECODE,
        rf"{SURROGATE}|E000|\blow|pair|second|accepts|ill-formed|{LIMIT}",
        f"utf-16/unpaired-surrogates utf-16/high-before-low utf-16/low-surrogate utf-16/disjoint-ranges utf-16/big-endian"
        f" utf-16/little-endian {_FIRST}",
    ),
    Mistake(
        "second-high-replaces-the-first",
        DECODE,
        rf"{SURROGATE}|high|two|second|lone|unpaired|accepts|ill-formed|{_LOST}",
        "utf-16/unpaired-surrogates utf-16/high-before-low utf-16/high-surrogate utf-16/low-surrogate utf-16/disjoint-ranges"
        f" utf-16/whole-units utf-16/big-endian utf-16/little-endian common/incomplete-input {_FIRST}",
    ),
    Mistake(
        "lows-from-d800",
        ENCODE,
        rf"{SURROGATE}|pair|\blow|second|D[89AB]|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/unpaired-surrogates",
    ),
    Mistake(
        "nine-bits-of-high",
        DECODE,
        rf"{SURROGATE}|pair|high|first|bits?\b|mask|DA00|planes?|90000|8FFFF|too (small|low)|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/plane-0",
    ),
    Mistake(
        "four-units-narrowed",
        DECODE,
        r"ASCII|block|four|eight|lower (bits|byte)|upper|one byte|narrow|places?\b|position|\bbytes?\b|7F\b",
        f"{_UNITS_OF_16} {_PAIRS} {_PAIRS_IN_TEXT} utf-16/no-byte-order-mark utf-16/not-utf-8",
    ),
    Mistake("dfff-written", ENCODE, SURROGATE, f"utf-16/surrogate-code-points utf-16/code-space {_VALUES} {_FIRST}"),
    Mistake(
        "odd-length-told-first",
        DECODE,
        rf"{OFFSET}|{CUT}|odd|half|\blast\b|length|first",
        f"{_FIRST} utf-16/whole-units utf-16/unpaired-surrogates utf-16/high-before-low utf-16/not-utf-8 common/incomplete-input",
    ),
    Mistake(
        "modulo-3ff",
        ENCODE,
        rf"{SURROGATE}|pair|\blow|second|bits?\b|mask|modul|remainder|3FF|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/plane-0",
    ),
    Mistake(
        "halves-of-the-value-exchanged",
        ENCODE,
        rf"{SURROGATE}|pair|\blow|high|bits?\b|order|swap|exchang|revers|hal(f|ves)|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/plane-0",
    ),
    Mistake(
        "pairs-from-100000",
        ENCODE,
        rf"{SURROGATE}|pair|100000|F?FFFF|planes?|\b16\b|one unit|cuts|wrap|lower|bits?\b|{_ABOVE}|two (code )?units|{_SHORTER}",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/plane-0",
    ),
    Mistake(
        "added-before-the-shift",
        DECODE,
        rf"{SURROGATE}|pair|bits?\b|shift|\badd|too (large|high|big)|4000000|{LIMIT}|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/plane-0",
    ),
    Mistake(
        "highs-masked-with-dc00",
        DECODE,
        rf"{SURROGATE}|F800|FB[0-9A-F]{{2}}|F[89A]|high|mask|bits?\b|pair|presentation|two (code )?units",
        f"{_UNITS_OF_16} {_PAIRS_IN_TEXT} utf-16/no-byte-order-mark utf-16/unpaired-surrogates utf-16/high-surrogate"
        f" utf-16/not-utf-8 utf-16/whole-units common/incomplete-input {_FIRST}",
    ),
    Mistake(
        "lone-dfff-given",
        DECODE,
        rf"{SURROGATE}|DFFF|\blow|lone|unpaired|begin|accepts|ill-formed",
        "utf-16/unpaired-surrogates utf-16/high-before-low utf-16/low-surrogate utf-16/disjoint-ranges"
        f" utf-16/surrogate-code-points {_FIRST} utf-16/big-endian utf-16/little-endian",
    ),
    Mistake(
        "written-up-to-nul",
        ENCODE,
        rf"{_NUL}|terminat|control|(ends?|stops?) (at|early|before)|{_LOST}|{_SHORTER}",
        f"{_UNITS_OF_16} {_PAIRS_IN_TEXT} utf-16/surrogate-code-points utf-16/planes utf-16/no-byte-order-mark"
        f" {_VALUES} {_FIRST}",
    ),
    Mistake(
        "eleven-bits-of-low",
        DECODE,
        rf"{SURROGATE}|pair|\blow|400|bit 10|bits?\b|mask|too (large|high|big)|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "pairs-above-fffff-refused",
        DECODE,
        rf"\b10(0000|FFFF)\b|plane|\b16\b|DB[C-F]|F?FFFF|{SURROGATE}|{LIMIT}",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/unpaired-surrogates",
    ),
    Mistake(
        "pair-at-the-end-refused",
        DECODE,
        rf"\blast\b|{CUT}|\bends?\b|pair|{SURROGATE}|{_ABOVE}|alone|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/unpaired-surrogates common/incomplete-input",
    ),
    Mistake(
        "10000-subtracted-twice",
        ENCODE,
        rf"{SURROGATE}|pair|high|D7[C-F]|subtract|too (small|low)|less|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "nine-bits-in-the-high",
        ENCODE,
        rf"{SURROGATE}|pair|high|bits?\b|mask|bit (9|19)|90000|80000|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "ffff-subtracted",
        ENCODE,
        rf"{SURROGATE}|pair|\blow|subtract|FFFF|too (large|high|big)|one more|\badd|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "low-half-by-its-first-byte",
        DECODE,
        rf"{SURROGATE}|pair|\blow|second|half|\bbytes?\b|bits?\b|eight|lower|upper|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT}",
    ),
    Mistake(
        "highs-as-lows",
        DECODE,
        rf"{SURROGATE}|\b(D800|DBFF|DB?[89AB])|high|second|pair|accepts|ill-formed|two",
        f"utf-16/unpaired-surrogates utf-16/high-before-low utf-16/low-surrogate utf-16/disjoint-ranges {_FIRST}",
    ),
    Mistake(
        "pairs-across-blocks-refused",
        DECODE,
        rf"{SURROGATE}|pair|block|across|sixteen|eight|\b(16|14|15|8|7)\b|places?\b|position|offset|behind|boundar|{_ABOVE}"
        r"|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/unpaired-surrogates common/incomplete-input {_FIRST}",
    ),
    Mistake(
        "pairs-from-e000",
        ENCODE,
        rf"{SURROGATE}|pair|E000|FFFF|F8FF|FFFD|FEFF|private|D7F|two (code )?units|four bytes|(units?|bytes) too many|boundar"
        rf"|{NONCHARACTER}|above",
        f"{_UNITS_OF_16} {_PAIRS_IN_TEXT} utf-16/subtract-10000 utf-16/noncharacters utf-16/no-byte-order-mark utf-16/not-utf-8"
        " utf-16/planes utf-16/other-planes",
    ),
    Mistake(
        "110000-as-a-pair",
        ENCODE,
        rf"{LIMIT}|pair|{SURROGATE}",
        f"utf-16/code-space utf-16/planes utf-16/other-planes {_VALUES} {_FIRST}",
    ),
    Mistake(
        "lone-high-as-nul",
        DECODE,
        rf"{SURROGATE}|high|lone|unpaired|{_NUL}|replac|accepts|ill-formed|continue",
        "utf-16/unpaired-surrogates utf-16/high-before-low utf-16/high-surrogate utf-16/low-surrogate utf-16/disjoint-ranges"
        f" utf-16/big-endian utf-16/little-endian utf-16/whole-units utf-16/no-byte-order-mark"
        f" common/any-length {_FIRST}",
    ),
    Mistake(
        "ends-of-halves-refused",
        DECODE,
        rf"{SURROGATE}|D8|DBF|DC0|DFF|1?0000\b|(0|4|8|C)00\b|3FF|[37BF]FF\b|F?FFFF|first|last|boundar|ends?\b|pair"
        rf"|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/unpaired-surrogates {_FIRST}",
    ),
    Mistake(
        "1000-subtracted",
        ENCODE,
        rf"{SURROGATE}|pair|high|subtract|\b1000\b|F000|3C|too (large|high|big)|bits?\b|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/unpaired-surrogates",
    ),
    Mistake(
        "fffe-swaps-from-there",
        DECODE,
        rf"FFFE|order|endian|swap|revers|{MARK}|{NONCHARACTER}|behind|from there|{_LOST}",
        f"utf-16/noncharacters utf-16/no-byte-order-mark utf-16/big-endian utf-16/little-endian {_UNITS_OF_16} {_PAIRS_IN_TEXT}"
        f" utf-16/unpaired-surrogates {_FIRST}",
    ),
    Mistake(
        "precedence-in-the-low",
        ENCODE,
        rf"{SURROGATE}|pair|\blow|second|DC00|bits?\b|mask|too (small|low)|{_ABOVE}|two (code )?units",
        f"{_PAIRS} {_PAIRS_IN_TEXT} utf-16/unpaired-surrogates utf-16/plane-0",
    ),
    Mistake(
        "f800-to-ffff-as-fffd",
        ENCODE,
        rf"FFFD|replac|substitut|F800|F8FF|FEFF|FFFF|{NONCHARACTER}|{SURROGATE}|private|presentation|mask|bits?\b|\bF[89A-F]",
        f"{_UNITS_OF_16} {_PAIRS_IN_TEXT} utf-16/noncharacters utf-16/no-byte-order-mark utf-16/not-utf-8 utf-16/planes"
        " utf-16/surrogate-code-points utf-16/subtract-10000 utf-16/other-planes",
    ),
)

_SPACE_OF_32 = "utf-32/code-space utf-32/planes utf-32/value-itself"
_IN_TEXT_OF_32 = (
    "utf-32/four-bytes utf-32/sequence-kept utf-32/noncharacters utf-32/unassigned-code-points utf-32/big-endian"
    " utf-32/little-endian common/any-length common/map-both-ways"
)

UTF_32 = (
    *_general(
        kept="utf-32/sequence-kept utf-32/four-bytes",
        nul="utf-32/value-itself utf-32/ascii-values",
        controls="utf-32/value-itself utf-32/ascii-values utf-32/code-space",
        refused="utf-32/surrogates utf-32/code-space",
        ill_formed="utf-32/whole-units utf-32/surrogates utf-32/code-space utf-32/leading-zeros",
        mark=f"utf-32/no-byte-order-mark {_SPACE_OF_32}",
        ff=f"utf-32/no-byte-order-mark utf-32/noncharacters {_SPACE_OF_32}",
        stateless="utf-32/sequence-kept utf-32/fixed-width utf-32/value-itself",
    ),
    Mistake("limit-of-21-bits", DECODE, LIMIT, f"{_SPACE_OF_32} utf-32/leading-zeros"),
    Mistake("plane-16-refused", BOTH, r"F?FFFF|100000|plane|10FFFF|limit", f"{_SPACE_OF_32} utf-32/noncharacters"),
    Mistake("dfff-taken", BOTH, r"DFFF|surrogate", f"utf-32/surrogates {_VALUES}"),
    Mistake("lows-taken", BOTH, SURROGATE, f"utf-32/surrogates {_VALUES}"),
    Mistake("e000-refused", BOTH, r"E000|private", _SPACE_OF_32),
    Mistake(
        "bytes-sign-extended",
        DECODE,
        r"sign|\b0*(80|8000|80000|800000)\b|bit 7|7F|high|FF\b",
        f"{_SPACE_OF_32} utf-32/no-byte-order-mark utf-32/noncharacters utf-32/leading-zeros utf-32/four-bytes"
        " utf-32/unassigned-code-points common/map-both-ways",
    ),
    Mistake(
        "pairs-given",
        DECODE,
        rf"{SURROGATE}|pair|two values|plane|1?0000|above|beyond|supplement",
        f"{_SPACE_OF_32} utf-32/surrogates utf-32/sequence-kept utf-32/four-bytes utf-32/noncharacters"
        " utf-32/unassigned-code-points common/map-both-ways",
    ),
    Mistake("ends-of-planes-refused", DECODE, NONCHARACTER, f"utf-32/noncharacters {_SPACE_OF_32}"),
    Mistake(
        "zeros-at-the-end-ignored",
        DECODE,
        r"ends (in|within|inside)|inside a|cut|truncat|incomplete",
        "utf-32/whole-units common/incomplete-input",
    ),
    Mistake("110000-written", ENCODE, LIMIT, f"utf-32/code-space utf-32/planes {_VALUES}"),
    Mistake("negative-written", ENCODE, LIMIT, f"utf-32/code-space utf-32/planes utf-32/leading-zeros {_VALUES}"),
    Mistake(
        "surrogates-of-each-plane",
        BOTH,
        rf"{SURROGATE}|D8|planes?|lower|\b16\b|bits?\b",
        f"{_SPACE_OF_32} utf-32/surrogates utf-32/big-endian utf-32/little-endian utf-32/unassigned-code-points",
    ),
    Mistake(
        "order-guessed",
        DECODE,
        r"order|endian|swap|revers|guess|utf-32-[bl]e|first|begins?\b|\b00\b|zero",
        f"{_SPACE_OF_32} utf-32/leading-zeros utf-32/no-byte-order-mark utf-32/big-endian utf-32/little-endian utf-32/surrogates"
        f" utf-32/sequence-kept utf-32/ascii-values utf-32/whole-units common/any-length common/map-both-ways {_FIRST}",
    ),
    Mistake(
        "cut-units-misread",
        DECODE,
        rf"{_READ}|zero|6[34]",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/ascii-values utf-32/leading-zeros utf-32/fixed-width",
    ),
    Mistake(
        "cr-as-lf", DECODE, rf"{LINE}|control", f"utf-32/value-itself utf-32/ascii-values utf-32/code-space {_IN_TEXT_OF_32}"
    ),
    Mistake(
        "swap-masks-alike",
        ENCODE,
        rf"\b0*(100|FF)\b|bits?\b|order|endian|swap|mask|lower|upper|second|third|{_ABOVE}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/no-byte-order-mark",
    ),
    Mistake(
        "middle-bytes-lost",
        DECODE,
        rf"\b0*(100|FF)\b|bits?\b|shift|lower|middle|one byte|(second|third) byte|{LIMIT}|{SURROGATE}|{_ABOVE}|{_LOST}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/no-byte-order-mark utf-32/surrogates {_FIRST}",
    ),
    Mistake(
        "three-bytes-written",
        ENCODE,
        rf"three bytes|24|four bytes|zero|whole units|first byte|{_SHORTER}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/ascii-values utf-32/fixed-width utf-32/whole-units"
        " utf-32/no-byte-order-mark",
    ),
    Mistake(
        "swapped-behind-the-mark",
        DECODE,
        rf"{MARK}|order|endian|swap|revers|behind|begins?\b",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/no-byte-order-mark utf-32/leading-zeros utf-32/ascii-values",
        ("utf-32-be",),
    ),
    Mistake(
        "twenty-bits-written",
        ENCODE,
        rf"F?FFFFF\b|100000|10FFFF|planes?|\b16\b|twenty|\b20\b|bits?\b|mask|lower|upper|wrap|{LIMIT}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros",
    ),
    Mistake(
        "e000-to-ffff-refused",
        BOTH,
        rf"E000|FFFF|{SURROGATE}|private|\bD[7F]|F8FF|FFFD|{LIMIT}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/surrogates utf-32/no-byte-order-mark utf-32/leading-zeros",
    ),
    Mistake(
        "plane-shifted-by-twelve",
        DECODE,
        rf"planes?|shift|bits?\b|second|third|too (small|low)|accepts|{LIMIT}|{_ABOVE}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/surrogates {_FIRST}",
    ),
    Mistake("d800-taken", BOTH, r"D800|surrogate|D7FF", f"utf-32/surrogates {_VALUES} {_FIRST}"),
    Mistake(
        "plane-in-the-top-byte",
        ENCODE,
        rf"planes?|top|most significant|first byte|last byte|fourth|shift|bits?\b|\b(16|24)\b|zero|{LIMIT}|{_ABOVE}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros",
    ),
    Mistake(
        "cut-told-at-0",
        DECODE,
        rf"{OFFSET}|{CUT}|first|begin|length",
        f"{_FIRST} utf-32/whole-units utf-32/leading-zeros utf-32/surrogates utf-32/code-space common/incomplete-input",
    ),
    Mistake("110000-taken", DECODE, LIMIT, f"{_SPACE_OF_32} utf-32/leading-zeros {_FIRST}"),
    Mistake(
        "second-byte-written-twice",
        ENCODE,
        rf"\b0*(100|FF)\b|bits?\b|shift|twice|repeat|middle|upper|(second|third) byte|zero|planes?|{LIMIT}|{_ABOVE}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/no-byte-order-mark utf-32/surrogates utf-32/fixed-width",
    ),
    Mistake("highs-taken", BOTH, SURROGATE, f"utf-32/surrogates {_SPACE_OF_32} {_VALUES} {_FIRST}"),
    Mistake(
        "middle-bytes-exchanged",
        DECODE,
        rf"\b0*(100|FF)\b|bits?\b|order|endian|swap|exchang|revers|middle|(second|third) byte|{LIMIT}|{SURROGATE}|{_ABOVE}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/no-byte-order-mark utf-32/surrogates utf-32/fixed-width"
        f" utf-32/whole-units {_FIRST}",
    ),
    Mistake(
        "half-a-unit-ignored",
        DECODE,
        rf"{CUT}|two bytes|half|rest|left over|accepts|ill-formed",
        f"utf-32/whole-units common/incomplete-input {_FIRST}",
    ),
    Mistake(
        "fdd0-to-fdff-refused",
        DECODE,
        rf"{NONCHARACTER}|\bFD[DEF][0-9A-F]\b|arab",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/noncharacters",
    ),
    Mistake(
        "plane-masked-with-0f",
        DECODE,
        rf"100000|10FFFF|planes?|\b16\b|twenty|\b20\b|bits?\b|mask|lower|upper|wrap|zero|accepts|ignor|{LIMIT}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/fixed-width utf-32/order {_FIRST}",
    ),
    Mistake(
        "swapped-in-each-half",
        ENCODE,
        r"order|endian|swap|exchang|revers|half|halves|16.bit|\bbytes?\b|utf-32-[bl]e|\b0*(100|FF)\b|shift",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/ascii-values utf-32/fixed-width utf-32/surrogates"
        " utf-32/no-byte-order-mark utf-32/order",
    ),
    Mistake(
        "limit-of-10fff",
        BOTH,
        rf"10FFF\b|11000\b|planes?|[2-9A-F]0000|{LIMIT}|{_ABOVE}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/fixed-width utf-32/order utf-32/surrogates"
        f" utf-32/whole-units {_FIRST}",
    ),
    Mistake(
        "negative-cut-to-16-bits",
        DECODE,
        rf"{LIMIT}|negative|sign|80000000|FFFFFFFF|7FFFFFFF|bits?\b|lower|upper|top|accepts|ill-formed",
        f"{_SPACE_OF_32} utf-32/leading-zeros utf-32/surrogates {_FIRST}"
        " utf-32/no-byte-order-mark utf-32/big-endian utf-32/little-endian",
    ),
    Mistake(
        "signed-bytes-added",
        DECODE,
        rf"sign|\badd|\b0*(80|8000|80000|800000)\b|bit 7|7F|high|upper half|FF\b|too (small|low)|negative|{LIMIT}|{SURROGATE}"
        rf"|{_ABOVE}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/no-byte-order-mark utf-32/surrogates utf-32/fixed-width"
        f" utf-32/order utf-32/whole-units {_FIRST}",
    ),
    Mistake(
        "first-mark-not-written",
        ENCODE,
        rf"{MARK}|begin|first|drop|left out|leaves out|missing|{_SHORTER}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/no-byte-order-mark utf-32/fixed-width",
    ),
    Mistake(
        "pairs-joined-when-written",
        ENCODE,
        rf"{SURROGATE}|pair|joins|accepts|one value",
        f"utf-32/surrogates utf-32/fixed-width utf-32/sequence-kept utf-32/code-space {_VALUES} {_FIRST}",
    ),
    Mistake(
        "second-byte-unshifted",
        DECODE,
        r"second|third|byte|shift|lower|\b0*1?00\b|bits?\b|middle",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/surrogates utf-32/fixed-width utf-32/no-byte-order-mark",
    ),
    Mistake(
        "bytes-as-needed",
        ENCODE,
        r"zero|\b00\b|bytes|fewer|short|too few|one byte|two bytes|three bytes|los(es|t)|drop|whole units|left out|leading",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/whole-units utf-32/fixed-width utf-32/leading-zeros utf-32/ascii-values"
        " utf-32/no-byte-order-mark",
    ),
    Mistake(
        "d000-to-dfff-refused",
        BOTH,
        rf"\bD[0-7][0-9A-F]{{2}}\b|{SURROGATE}|hangul",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/surrogates {_VALUES}",
    ),
    Mistake(
        "upper-half-swapped",
        DECODE,
        rf"order|endian|swap|exchang|revers|upper|half|halves|16.bit|(first|second|third|fourth|top) byte|utf-32-[bl]e|planes?"
        rf"|{LIMIT}|{_ABOVE}|accepts",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/no-byte-order-mark utf-32/surrogates utf-32/whole-units"
        f" common/incomplete-input {_FIRST}",
    ),
    Mistake(
        "upper-half-overwritten",
        DECODE,
        rf"\b16\b|sixteen|bits?\b|lower|upper|half|FFFF|planes?|mask|wrap|ignor|top|zeros?|accepts|{LIMIT}|{_ABOVE}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/surrogates utf-32/whole-units utf-32/no-byte-order-mark"
        f" common/incomplete-input {_FIRST}",
    ),
    Mistake(
        "plane-shifted-by-fifteen",
        ENCODE,
        rf"planes?|shift|\b(15|16)\b|fifteen|bits?\b|8000|second|third|upper|too (large|high|big)|twice|doubl|{LIMIT}|{_ABOVE}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/no-byte-order-mark utf-32/leading-zeros",
    ),
    Mistake(
        "lower-three-bytes-reversed",
        ENCODE,
        r"order|endian|swap|exchang|revers|three|24|\bbytes?\b|utf-32-[bl]e|\b0*(100|FF)\b|shift|lower|second|fourth|last|middle",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/ascii-values utf-32/leading-zeros utf-32/no-byte-order-mark utf-32/fixed-width",
    ),
    Mistake(
        "ffffffff-ends-input",
        DECODE,
        rf"FFFFFFFF|(?-i:\bFF\b)|negative|sign|{LIMIT}|ends? (at|too|early)|rest|accepts|ill-formed|{_LOST}",
        f"{_SPACE_OF_32} utf-32/leading-zeros utf-32/surrogates utf-32/whole-units utf-32/four-bytes utf-32/fixed-width"
        f" utf-32/noncharacters utf-32/no-byte-order-mark utf-32/big-endian utf-32/little-endian {_FIRST} common/any-length",
    ),
    Mistake(
        "beyond-effff-refused",
        BOTH,
        rf"E?FFFF|F0000|100000|10FFF[EF]|planes?|\b1[56]\b|private|{NONCHARACTER}|{LIMIT}|\blast\b",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/fixed-width utf-32/order {_VALUES} {_FIRST}",
    ),
    Mistake(
        "plane-from-the-byte-behind",
        DECODE,
        rf"planes?|\b0*(100|FF)\b|second|third|middle|twice|repeat|copie|bits?\b|upper|lower|{LIMIT}|{SURROGATE}|{_ABOVE}",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/leading-zeros utf-32/no-byte-order-mark utf-32/surrogates utf-32/fixed-width"
        f" utf-32/order utf-32/whole-units common/incomplete-input {_FIRST}",
    ),
    Mistake(
        "lowest-byte-masked-with-7f",
        ENCODE,
        r"bit 7|bits?\b|\b0*(80|7F|FF)\b|7F|[0-9A-F]*F[DEF]\b|mask|lowe(r|st)|last byte|first byte|seven|strip|ASCII|upper half"
        r"|too (small|low)",
        f"{_SPACE_OF_32} {_IN_TEXT_OF_32} utf-32/no-byte-order-mark utf-32/leading-zeros utf-32/fixed-width utf-32/order"
        " utf-32/surrogates",
    ),
)

_GROUPS = "kim/decode-accumulates kim/seven-data-bits kim/most-significant-first"
_THREE = "kim/three-bytes kim/count-three-bytes kim/count-any-size kim/every-code-point kim/code-points-directly"
_GROUPS_IN_TEXT = "kim/continue-bit kim/leading-80 kim/last-character kim/surrogates kim/no-surrogate-pairs kim/stateless"
_GROUPED = (
    "kim/two-bytes kim/count-two-bytes kim/encode-groups kim/at-most-three-bytes kim/compact kim/not-sortable"
    " kim/shortest-form common/map-both-ways common/any-length kim/not-self-synchronizing kim/count-one-byte"
)

KIM = (
    *_general(
        kept="kim/every-code-point kim/count-any-size",
        nul="kim/one-byte kim/ascii kim/count-one-byte",
        controls="kim/one-byte kim/ascii kim/count-one-byte",
        refused="",
        ill_formed="kim/last-byte-clear kim/at-most-three-bytes kim/last-character",
        mark="kim/three-bytes kim/count-three-bytes kim/two-bytes kim/count-two-bytes",
        ff="kim/two-bytes kim/three-bytes kim/count-two-bytes kim/count-three-bytes kim/code-points-directly kim/continue-bit"
        " kim/seven-data-bits kim/decode-accumulates",
        stateless="kim/stateless",
        above="kim/code-points-directly",
        text=("kim",),
    ),
    Mistake("leading-80-refused", DECODE, rf"\b80\b|{OVERLONG}", f"{_GROUPS} kim/shortest-form kim/at-most-three-bytes"),
    Mistake(
        "80-ends-a-value",
        DECODE,
        r"\b80\b|zero|4000|continu|\bend",
        f"{_GROUPS} {_THREE} kim/two-bytes kim/count-two-bytes kim/continue-bit kim/last-byte-clear kim/leading-80"
        " kim/at-most-three-bytes kim/last-character common/incomplete-input common/first-fault common/map-both-ways",
    ),
    Mistake(
        "kept-behind-three-bytes",
        DECODE,
        rf"behind|three|follow|4000|{STATE}",
        f"{_GROUPS} {_THREE} kim/stateless kim/one-byte kim/ascii kim/two-bytes kim/count-one-byte kim/count-two-bytes"
        " common/map-both-ways common/any-length common/first-fault",
    ),
    Mistake(
        "beyond-53-bits-rounded",
        BOTH,
        _PRECISION,
        f"{_GROUPS} kim/count-any-size kim/encode-groups common/map-both-ways",
        ("kim-count",),
    ),
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
    Mistake(
        "bytes-by-logarithm",
        ENCODE,
        r"(?-i:\b0*1\b)|\b(0*80|0*4000|200000)\b|power|logarithm|few|less|no byte|nothing|empty|length|one byte",
        f"{_GROUPS} {_THREE} kim/one-byte kim/two-bytes kim/count-one-byte kim/count-two-bytes kim/encode-groups"
        " kim/continue-bit kim/stateless kim/shortest-form kim/not-sortable common/map-both-ways",
    ),
    Mistake(
        "middle-groups-lost",
        DECODE,
        r"three|middle|groups?\b|bits?\b|3FFF|4000|3F80|several bytes",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT}",
    ),
    Mistake(
        "first-alone-continues",
        ENCODE,
        r"continu|bit 7|three|middle|groups?\b|3FFF|4000|\bends?\b|several bytes",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/encode-groups kim/compact kim/not-sortable kim/shortest-form",
    ),
    Mistake(
        "later-80-refused",
        DECODE,
        r"\b0*80\b|zero|\b0*4000\b|\b0*10000\b|middle|groups?\b|three bytes",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/last-byte-clear kim/shortest-form kim/encode-groups common/map-both-ways",
    ),
    Mistake(
        "three-bytes-refused",
        DECODE,
        rf"three|3FFF|4000|too (long|many)|{LIMIT}|at most",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/at-most-three-bytes kim/compact kim/encode-groups common/map-both-ways",
        ("kim",),
    ),
    Mistake(
        "least-for-a-mask",
        DECODE,
        r"several bytes|two bytes|\b0*80\b|7F|groups?\b|bits?\b|mask|continu|largest|least|too (large|high|big)",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/two-bytes kim/count-two-bytes kim/encode-groups common/map-both-ways",
    ),
    Mistake(
        "first-byte-alone",
        DECODE,
        r"first|begin|one byte|\b0*80\b|continu|several bytes|alone|two bytes|lead",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/two-bytes kim/count-two-bytes kim/last-byte-clear kim/at-most-three-bytes"
        " kim/encode-groups common/incomplete-input common/first-fault common/map-both-ways",
    ),
    Mistake(
        "two-bytes-at-most-written",
        ENCODE,
        rf"three|3FFF|4000|two bytes|\b14\b|bits?\b|upper|high|lower|groups?\b|{_SHORTER}",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/encode-groups kim/compact kim/not-sortable kim/shortest-form",
    ),
    Mistake(
        "continue-bit-and-ed",
        ENCODE,
        r"continu|bit 7|several bytes|two bytes|\b0*80\b|groups?\b|bits?\b|zero|\b00\b|upper|high",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/two-bytes kim/count-two-bytes kim/encode-groups kim/compact kim/not-sortable"
        " kim/shortest-form",
    ),
    Mistake(
        "groups-added",
        DECODE,
        r"several bytes|two bytes|\b0*80\b|groups?\b|bits?\b|\badd|sum|shift|too (small|low)",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/two-bytes kim/count-two-bytes kim/encode-groups common/map-both-ways",
    ),
    Mistake(
        "padded-to-eight-bits",
        ENCODE,
        rf"\b0*80\b|{OVERLONG}|leading|zero|pads?\b|padd|extra|adds|too many|one byte|eight|groups?\b|length|in front",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/one-byte kim/ascii kim/two-bytes kim/count-one-byte kim/count-two-bytes"
        " kim/encode-groups kim/compact kim/not-sortable kim/shortest-form kim/at-most-three-bytes common/map-both-ways",
    ),
    Mistake(
        "80-at-the-end-as-0",
        DECODE,
        rf"\b0*80\b|zero|{CUT}|\blast\b|accepts|NUL",
        "kim/last-byte-clear kim/continue-bit kim/leading-80 common/incomplete-input",
    ),
    Mistake(
        "ten-bytes-as-zero",
        DECODE,
        rf"\bten\b|\b6[34]\b|nine|zero|bits?\b|large|long|many|bytes|{LIMIT}|10{{16}}|0{{5}}|F{{5}}|(80){{5}}",
        f"{_GROUPS} kim/count-any-size kim/continue-bit kim/last-byte-clear kim/leading-80 kim/encode-groups kim/stateless"
        " common/map-both-ways common/any-length common/incomplete-input common/first-fault",
        ("kim-count",),
    ),
    Mistake(
        "nine-bytes-in-ten",
        ENCODE,
        rf"\bten\b|\b6[34]\b|nine|\b0*80\b|{OVERLONG}|leading|zero|extra|adds|length|large|0{{5}}|F{{5}}",
        f"{_GROUPS} kim/count-any-size kim/shortest-form kim/encode-groups kim/compact kim/leading-80 kim/stateless"
        " common/map-both-ways",
        ("kim-count",),
    ),
    Mistake(
        "shifted-by-six",
        DECODE,
        r"several bytes|two bytes|three|\b0*80\b|groups?\b|bits?\b|shift|\bsix\b|too (small|low)|continu",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/two-bytes kim/count-two-bytes kim/encode-groups kim/at-most-three-bytes"
        " common/map-both-ways",
    ),
    Mistake(
        "zero-groups-left-out",
        ENCODE,
        rf"zero|\b0*80\b|\b0*[14]0000?\b|3F80|groups?\b|middle|three|several bytes|skip|left out|leaves out|fewer|{_SHORTER}",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/encode-groups kim/compact kim/not-sortable kim/shortest-form"
        " common/map-both-ways common/any-length",
    ),
    Mistake(
        "800-in-three-bytes",
        ENCODE,
        rf"\b800\b|3FFF|7FF\b|{OVERLONG}|leading|\b0*80\b|three|two bytes|zero|pads?\b|padd|extra|adds|too many|UTF-8",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/two-bytes kim/count-two-bytes kim/encode-groups kim/compact kim/not-sortable"
        " kim/shortest-form",
    ),
    Mistake(
        "last-character-refused",
        BOTH,
        r"10FFFF|\blast\b|largest|highest|limit",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/encode-groups kim/compact common/map-both-ways",
        ("kim",),
    ),
    Mistake(
        "four-bytes-end-a-value",
        DECODE,
        rf"four|five|fifth|\b2[89]\b|0{{5}}|F{{5}}|large|\blong|many|several|continu|split|two values|bits?\b|{LIMIT}|{_SHORTER}",
        f"{_GROUPS} kim/count-any-size kim/continue-bit kim/last-byte-clear kim/leading-80 kim/encode-groups kim/stateless"
        " common/map-both-ways common/any-length common/incomplete-input common/first-fault",
        ("kim-count",),
    ),
    Mistake(
        "last-byte-unmasked",
        ENCODE,
        rf"\blast\b|\bends?\b|bit 7|continu|bits?\b|mask|\b0*(80|FF)\b|lower|several bytes|two bytes|groups?\b|{LIMIT}",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/last-byte-clear kim/two-bytes kim/count-two-bytes kim/encode-groups"
        " kim/compact kim/not-sortable kim/not-self-synchronizing kim/shortest-form common/map-both-ways",
    ),
    Mistake(
        "masked-with-3f",
        DECODE,
        r"several bytes|two bytes|three|\b0*(2000|40|C0)\b|1FFF|3F\b|groups?\b|bits?\b|mask|\bsix\b|continu|first"
        r"|too (small|low)",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/two-bytes kim/count-two-bytes kim/encode-groups kim/at-most-three-bytes"
        " kim/not-sortable common/map-both-ways",
    ),
    Mistake("110000-taken", DECODE, LIMIT, f"kim/last-character kim/every-code-point kim/at-most-three-bytes {_FIRST}", ("kim",)),
    Mistake(
        "above-63-bits-crashes",
        ENCODE,
        CRASH,
        f"{_GROUPS} kim/count-any-size kim/encode-groups kim/compact kim/shortest-form common/always-an-answer",
        ("kim-count",),
    ),
    Mistake(
        "widened-from-32-bits",
        DECODE,
        rf"3[12]\b|bits?\b|sign|negative|wrap|[78]0{{5}}|7?F{{5}}|10{{6}}|five|large|upper|{LIMIT}",
        f"{_GROUPS} kim/count-any-size kim/encode-groups kim/leading-80 kim/shortest-form kim/continue-bit kim/stateless"
        " common/map-both-ways common/any-length",
        ("kim-count",),
    ),
    Mistake(
        "five-bytes-at-most",
        DECODE,
        rf"five|\bsix\b|3[2-6]|bits?\b|large|\blong|many|several|[1-8]0{{6}}|F{{6}}|(80){{5}}|too (long|large)|{LIMIT}",
        f"{_GROUPS} kim/count-any-size kim/continue-bit kim/last-byte-clear kim/leading-80 kim/encode-groups kim/stateless"
        " common/map-both-ways common/any-length common/incomplete-input common/first-fault",
        ("kim-count",),
    ),
    Mistake(
        "ff-ends-a-value",
        DECODE,
        r"(?-i:FF\b|\bFF)|\b255\b|7F|continu|bit 7|\bend|several bytes|two bytes|groups?\b|accepts",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/two-bytes kim/count-two-bytes kim/last-byte-clear kim/at-most-three-bytes"
        f" kim/encode-groups kim/compact kim/not-sortable common/incomplete-input common/map-both-ways common/any-length"
        f" {_FIRST}",
    ),
    Mistake(
        "multiplied-by-the-place",
        DECODE,
        r"three|multipl|place|groups?\b|bits?\b|shift|3FFF|4000|several bytes|first|too (small|low)|power",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/encode-groups kim/at-most-three-bytes kim/compact kim/not-sortable"
        " kim/shortest-form common/map-both-ways common/any-length",
    ),
    Mistake(
        "negative-from-31-bits",
        ENCODE,
        rf"3[12]\b|bits?\b|sign|negative|[89A-F][0-9A-F]{{7}}|7F{{7}}|five|large|one byte|upper|{LIMIT}|{_SHORTER}",
        f"{_GROUPS} kim/count-any-size kim/encode-groups kim/leading-80 kim/shortest-form kim/continue-bit kim/compact"
        " kim/stateless common/map-both-ways common/any-length",
        ("kim-count",),
    ),
    Mistake(
        "last-continues-too",
        ENCODE,
        r"continu|bit 7|\blast\b|\bends?\b|several bytes|two bytes|\b0*80\b|groups?\b|bits?\b",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/last-byte-clear kim/two-bytes kim/count-two-bytes kim/encode-groups"
        " kim/compact kim/not-sortable kim/not-self-synchronizing kim/shortest-form common/map-both-ways common/any-length",
    ),
    Mistake(
        "128-ends-the-groups",
        ENCODE,
        rf"\b0*80\b|\b0*40[0-7][0-9A-F]\b|\b0*20[0-3][0-9A-F]{{3}}\b|128|power|boundar|groups?\b|continu|one byte|two bytes"
        rf"|upper|zero|{_SHORTER}",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/one-byte kim/two-bytes kim/count-one-byte kim/count-two-bytes"
        " kim/encode-groups kim/compact kim/not-sortable kim/shortest-form common/map-both-ways common/any-length",
    ),
    Mistake(
        "wraps-at-64-bits-when-written",
        ENCODE,
        rf"6[345]|wrap|overflow|bits?\b|F{{8}}|0{{8}}|ten bytes|upper|lower|cuts|large|{LIMIT}",
        f"{_GROUPS} kim/count-any-size kim/encode-groups kim/shortest-form kim/compact kim/stateless common/map-both-ways"
        " common/any-length",
        ("kim-count",),
    ),
    Mistake(
        "bit-6-as-a-sign",
        DECODE,
        rf"sign|negative|bit 6|\b0*40\b|3F\b|bits?\b|groups?\b|first|half|upper|large|too (large|high|big)|{LIMIT}",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/one-byte kim/ascii kim/two-bytes kim/count-one-byte kim/count-two-bytes"
        " kim/encode-groups kim/compact kim/not-self-synchronizing kim/not-sortable kim/shortest-form common/map-both-ways"
        " common/any-length",
        ("kim-count",),
    ),
    Mistake(
        "bit-7-flipped-in-the-last",
        DECODE,
        r"several bytes|two bytes|\blast\b|\bends?\b|bit 7|\b0*80\b|groups?\b|bits?\b|mask|\badd|continu|too (large|high|big)",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/two-bytes kim/count-two-bytes kim/count-one-byte kim/encode-groups"
        " kim/at-most-three-bytes kim/compact kim/not-self-synchronizing kim/not-sortable kim/shortest-form"
        f" common/map-both-ways common/any-length {_FIRST}",
    ),
    Mistake(
        "second-unmasked-before-a-third",
        DECODE,
        r"three|second|middle|mask|continu|bit (7|14)|bits?\b|\b0*4000\b|3FFF|groups?\b|several bytes|too (large|high|big)",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/encode-groups kim/at-most-three-bytes kim/compact kim/not-sortable"
        " kim/shortest-form common/map-both-ways common/any-length",
    ),
    Mistake(
        "ends-in-one-byte-more",
        ENCODE,
        rf"7F\b|3FFF|1FFFFF|{OVERLONG}|leading|\b0*80\b|one byte|two bytes|three bytes|next length|boundar|largest|power"
        r"|zero|pads?\b|padd|extra|adds|length",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/one-byte kim/ascii kim/two-bytes kim/count-one-byte kim/count-two-bytes"
        " kim/encode-groups kim/compact kim/not-sortable kim/shortest-form kim/at-most-three-bytes common/map-both-ways",
    ),
    Mistake(
        "multiplied-by-7f",
        DECODE,
        r"several bytes|two bytes|three|\b0*80\b|7F|12[78]|multipl|base|groups?\b|bits?\b|shift|continu|too (small|low)"
        r"|one (less|more)",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/two-bytes kim/count-two-bytes kim/encode-groups kim/at-most-three-bytes"
        f" kim/compact kim/not-sortable kim/shortest-form common/map-both-ways common/any-length {_FIRST}"
        " kim/not-self-synchronizing kim/count-one-byte",
    ),
    Mistake(
        "first-of-two-unmasked",
        DECODE,
        r"two bytes|\b0*(80|4000)\b|3FFF|first|bit (7|14)|bits?\b|mask|continu|groups?\b|several bytes|too (large|high|big)",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/two-bytes kim/count-two-bytes kim/encode-groups kim/at-most-three-bytes"
        " kim/compact kim/not-sortable kim/shortest-form common/map-both-ways common/any-length"
        " kim/not-self-synchronizing kim/count-one-byte",
    ),
    Mistake(
        "zero-groups-end",
        ENCODE,
        r"zero|\b0*80\b|\b00\b|\b0*[14]0000?\b|3F80|groups?\b|middle|three|several bytes|continu|bit 7|\bends?\b|two values",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} kim/encode-groups kim/compact kim/not-sortable kim/shortest-form"
        " kim/last-byte-clear kim/not-self-synchronizing common/map-both-ways common/any-length"
        " kim/count-one-byte kim/count-two-bytes",
    ),
    Mistake(
        "eight-bits-of-the-ninth",
        DECODE,
        rf"nine|ninth|ten|\b(5[67]|6[34])\b|bits?\b|large|\blong|many|several|[1-8]0{{8}}|F{{8}}|(80){{5}}|continu|\bends?\b"
        rf"|too (long|large)|{LIMIT}",
        f"{_GROUPS} kim/count-any-size kim/continue-bit kim/last-byte-clear kim/leading-80 kim/encode-groups kim/stateless"
        f" kim/shortest-form common/map-both-ways common/any-length common/incomplete-input {_FIRST}",
        ("kim-count",),
    ),
    Mistake(
        "shifted-by-eight",
        DECODE,
        r"shift|eight|\b(8|256|0*100)\b|bits?\b|groups?\b|two bytes|several bytes|too (large|high|big)|continu",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} {_GROUPED}",
    ),
    Mistake(
        "7f-continues",
        DECODE,
        rf"\b0*7F\b|DEL|continu|\bends?\b|last|boundar|{CUT}|one byte|joins|together",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} {_FIRST} {_GROUPED}"
        " kim/last-byte-clear kim/one-byte kim/ascii common/incomplete-input",
    ),
    Mistake(
        "continue-bit-added",
        ENCODE,
        r"continu|bit (7|14)|\badd|carr|three|\b0*4000\b|groups?\b|several bytes|\bends?\b|two values|middle|first byte",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} {_GROUPED} kim/last-byte-clear",
    ),
    Mistake(
        "middle-group-by-eight",
        ENCODE,
        rf"middle|second|shift|eight|three|bits?\b|groups?\b|\b0*4000\b|{_ABOVE}",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} {_GROUPED}",
    ),
    Mistake(
        "above-53-bits-refused",
        BOTH,
        _PRECISION,
        f"{_GROUPS} kim/count-any-size kim/encode-groups kim/continue-bit kim/stateless common/any-length"
        f" common/map-both-ways {_VALUES}",
        ("kim-count",),
    ),
    Mistake(
        "80-in-decimal",
        ENCODE,
        r"continu|bit [4-7]|bits?\b|\b(50|80)\b|decimal|several bytes|two bytes|groups?\b|\bends?\b|upper|mask",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} {_GROUPED} kim/last-byte-clear",
    ),
    Mistake(
        "27-bits-in-four-bytes",
        ENCODE,
        rf"[48]0{{6,7}}|F{{7}}|7F{{6}}|2[78]\b|four|five|{OVERLONG}|leading|\b0*80\b|next length|boundar|bits?\b|zero|extra|adds",
        "kim/encode-groups kim/shortest-form kim/count-any-size kim/continue-bit kim/seven-data-bits kim/most-significant-first"
        " kim/stateless common/any-length common/map-both-ways",
        ("kim-count",),
    ),
    Mistake(
        "added-to-the-shift",
        DECODE,
        r"shift|\badd|several bytes|two bytes|three|groups?\b|bits?\b|continu|last|lower|zero|too (small|low|large|high|big)"
        rf"|\b0*(80|100)\b|power|{LIMIT}",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} {_GROUPED}",
    ),
    Mistake(
        "10ff80-refused",
        DECODE,
        rf"10FF(80|FF)|\blast\b|largest|highest|127|128|{LIMIT}|boundar",
        f"{_GROUPS} {_THREE} kim/last-character kim/at-most-three-bytes kim/stateless common/map-both-ways",
        ("kim",),
    ),
    Mistake(
        "aligned-to-the-left",
        ENCODE,
        r"shift|left|align|pad|behind|bits?\b|groups?\b|two bytes|three|several bytes|\b0*(80|800|4000)\b|lower|zero|eight|32"
        r"|too (large|high|big)|multipl|times|(units|bytes) too many|next length|longer",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} {_GROUPED}",
    ),
    Mistake(
        "leading-80-negates",
        DECODE,
        rf"\b0*80\b|leading|negativ|sign|minus|complement|{OVERLONG}|begin|first byte|zero|F{{8}}|2\^64|64",
        f"{_GROUPS} kim/leading-80 kim/shortest-form kim/count-any-size kim/continue-bit kim/encode-groups kim/stateless"
        f" common/map-both-ways common/any-length {_FIRST}",
        ("kim-count",),
    ),
    Mistake(
        "80-to-ff-in-one-byte",
        ENCODE,
        r"\b0*(80|FF|100)\b|one byte|two bytes|eight|itself|as (it is|they are)|Latin|continu|fewer|too few|bits?\b|short",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} {_GROUPED} kim/last-byte-clear",
    ),
    Mistake(
        "bit-0-continues",
        DECODE,
        rf"continu|bit [07]|bits?\b|\bodd\b|\beven\b|lowest|\bends?\b|{CUT}|too (long|many)|one byte|several bytes|joins"
        r"|together|ASCII|\b0*80\b",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} {_GROUPED} {_FIRST} kim/one-byte kim/ascii kim/last-byte-clear"
        " common/incomplete-input common/always-an-answer",
    ),
    Mistake(
        "shifted-behind-the-last",
        DECODE,
        rf"shift|multipl|times|seven|128|\b0*80\b|one (more|too)|behind|last|zero|lower|bits?\b|groups?\b"
        rf"|too (large|high|big)|{LIMIT}",
        f"{_GROUPS} {_THREE} {_GROUPS_IN_TEXT} {_GROUPED} {_FIRST} kim/one-byte kim/ascii",
    ),
)

_LARGE = (
    "utf-inf-8/any-size utf-inf-8/nme-from-sixteen utf-inf-8/length-bytes utf-inf-8/b4-count utf-inf-8/b4-order utf-inf-8/nme"
)
_THIRTEEN = (
    "utf-inf-8/any-size utf-inf-8/thirteen-bytes utf-inf-8/thirteen-bytes-second utf-inf-8/thirteen-bytes-trail"
    " utf-inf-8/thirteen-bytes-lead common/map-both-ways"
)
_BEHIND_FF = (
    f"{_LARGE} {_THIRTEEN} utf-inf-8/thirteen-bytes-padding utf-inf-8/long-lead utf-inf-8/nud utf-inf-8/nme-below-sixteen"
    " utf-inf-8/nme-digits-as-needed utf-inf-8/storage-bytes utf-inf-8/storage-count utf-inf-8/three-digits-in-two-bytes"
    " utf-inf-8/padding utf-inf-8/first-storage-byte-kept utf-inf-8/no-fifteen-bytes utf-inf-8/length-from-the-first-bytes"
)
_LENGTH_MISREAD = (
    "utf-inf-8/length-as-needed utf-inf-8/length-bytes-only utf-inf-8/padding-zero utf-inf-8/shortest-form utf-inf-8/truncated"
    " utf-inf-8/storage-missing utf-inf-8/bad-trail utf-inf-8/lone-trail utf-inf-8/stateless common/incomplete-input"
    " common/first-fault common/any-length common/map-both-ways"
)
_SEVEN = (
    "utf-inf-8/seven-bytes utf-inf-8/seven-bytes-lead utf-inf-8/seven-bytes-trail utf-inf-8/seven-bytes-second"
    " utf-inf-8/seven-bytes-padding utf-inf-8/any-size utf-inf-8/leading-bytes utf-inf-8/length-from-the-lead"
    " utf-inf-8/beyond-utf-16"
)
_LENGTH = r"length|NME|NUD|digits|\bA[0-9A-F]\b|\bB4\b|behind FF|large|F{5}|0{5}"

UTF_INF_8 = (
    *_general(
        kept="utf-inf-8/any-size utf-inf-8/identical-to-utf-8",
        nul="utf-inf-8/one-byte utf-inf-8/ascii",
        controls="utf-inf-8/one-byte utf-inf-8/ascii",
        refused="",
        ill_formed="utf-inf-8/bad-trail utf-inf-8/lone-trail utf-inf-8/shortest-form utf-inf-8/length-bytes-only"
        " utf-inf-8/padding-zero utf-inf-8/truncated",
        mark="utf-inf-8/noncharacters utf-inf-8/two-bytes utf-inf-8/three-bytes",
        ff=f"{_BEHIND_FF} utf-inf-8/leading-bytes utf-inf-8/storage-missing utf-inf-8/length-as-needed",
        stateless="utf-inf-8/stateless",
        above="utf-inf-8/four-bytes utf-inf-8/nme-from-sixteen utf-inf-8/storage-count utf-inf-8/storage-bytes",
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
    Mistake("thirteen-second-to-8f", DECODE, r"\b(8F|9[0-9A-F])\b|thirteen|second|[34]F{5}|40{5}|[47]0?F?\{\d+\}", _THIRTEEN),
    Mistake("beyond-53-bits-rounded", BOTH, _PRECISION, f"{_BEHIND_FF} utf-inf-8/beyond-utf-16 common/map-both-ways"),
    Mistake("one-length-byte-only", BOTH, r"\bB4\b|length|digits|large|F{5}", _LARGE),
    Mistake("length-unchecked", DECODE, r"length|\bA0|\bAF|\bB4|digits", "utf-inf-8/length-bytes-only utf-inf-8/length-bytes"),
    Mistake(
        "digits-made-even",
        ENCODE,
        rf"\bodd|\beven|zero|pad|storage|{OVERLONG}|{_LENGTH}",
        f"{_BEHIND_FF} utf-inf-8/length-as-needed utf-inf-8/stateless common/map-both-ways",
    ),
    Mistake(
        "length-reversed",
        ENCODE,
        rf"order|revers|swap|endian|sixteen|{_LENGTH}",
        f"{_BEHIND_FF} utf-inf-8/length-as-needed common/map-both-ways",
    ),
    Mistake(
        "signed-limits",
        ENCODE,
        rf"{OVERLONG}|longer|sign|half|bits?\b|length|next|\b0*(3F|7F|1F|F)?F+\b|[48]0+\b|boundar|upper",
        "utf-inf-8/any-size utf-inf-8/identical-to-utf-8 utf-inf-8/leading-bytes utf-inf-8/length-from-the-lead"
        " utf-inf-8/shortest-form utf-inf-8/two-bytes utf-inf-8/three-bytes utf-inf-8/four-bytes utf-inf-8/five-bytes"
        " utf-inf-8/six-bytes utf-inf-8/seven-bytes utf-inf-8/seven-bytes-lead utf-inf-8/seven-bytes-trail"
        " utf-inf-8/thirteen-bytes utf-inf-8/thirteen-bytes-second utf-inf-8/thirteen-bytes-trail utf-inf-8/noncharacters"
        " utf-inf-8/surrogates utf-inf-8/stateless utf-inf-8/beyond-utf-16 common/map-both-ways",
    ),
    Mistake(
        "length-digits-added",
        DECODE,
        rf"\badd|sum|order|sixteen|{_LENGTH}",
        f"{_BEHIND_FF} utf-inf-8/length-as-needed utf-inf-8/truncated utf-inf-8/storage-missing utf-inf-8/bad-trail"
        " common/incomplete-input common/map-both-ways",
    ),
    Mistake(
        "10-in-one-length-byte",
        ENCODE,
        rf"\bB0\b|sixteen|one byte|{_LENGTH}",
        f"{_BEHIND_FF} utf-inf-8/length-as-needed utf-inf-8/length-bytes-only common/map-both-ways",
    ),
    Mistake("odd-digits-crash", ENCODE, CRASH, f"{_BEHIND_FF} utf-inf-8/length-as-needed common/always-an-answer"),
    Mistake(
        "room-for-a-sign",
        ENCODE,
        rf"sign|zero|pad|storage|bit|\b8|high|upper|{OVERLONG}|{_LENGTH}",
        f"{_BEHIND_FF} utf-inf-8/length-as-needed utf-inf-8/stateless common/map-both-ways",
    ),
    Mistake(
        "f-in-two-length-bytes",
        ENCODE,
        rf"\bAF\b|fifteen|sixteen|two bytes|zero|{OVERLONG}|{_LENGTH}",
        f"{_BEHIND_FF} utf-inf-8/length-as-needed common/map-both-ways",
    ),
    Mistake(
        "b4-as-a-digit",
        DECODE,
        rf"sixteen|{_LENGTH}",
        f"{_BEHIND_FF} utf-inf-8/length-as-needed utf-inf-8/truncated utf-inf-8/storage-missing utf-inf-8/bad-trail"
        " utf-inf-8/length-bytes-only common/incomplete-input common/map-both-ways",
    ),
    Mistake(
        "seventeen-subtracted",
        BOTH,
        rf"sevent|eighteen|\b1[1278]\b|one (more|less)|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD}",
    ),
    Mistake(
        "storage-rounded-down",
        BOTH,
        rf"storage|round|divi|three|multiple|odd|even|number of bytes|pad|{_SHORTER}|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD}",
    ),
    Mistake(
        "letters-behind-nine",
        ENCODE,
        rf"letter|hexa|\bB[0-6]\b|\bten\b|\b(28|1C)\b|{_LENGTH}",
        f"{_BEHIND_FF} utf-inf-8/length-as-needed utf-inf-8/length-bytes-only common/map-both-ways",
    ),
    Mistake(
        "a0-in-thirteen-bytes",
        DECODE,
        rf"thirteen|eighteen|\b(18|12)\b|second|[8F]\{{17\}}|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD}",
    ),
    Mistake(
        "two-more-behind-each-third",
        BOTH,
        rf"storage|round|divi|third|three|multiple|two bytes|number of bytes|pad|zero|{OVERLONG}|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD}",
    ),
    Mistake(
        "35-bits-in-seven-bytes",
        ENCODE,
        rf"seven|thirteen|\bF[EF]\b|\b3[56]\b|bits?\b|next length|boundar|80{{8}}|7?F{{8}}|{OVERLONG}",
        "utf-inf-8/seven-bytes utf-inf-8/seven-bytes-lead utf-inf-8/seven-bytes-trail utf-inf-8/seven-bytes-second"
        " utf-inf-8/seven-bytes-padding utf-inf-8/thirteen-bytes utf-inf-8/thirteen-bytes-lead utf-inf-8/any-size"
        " utf-inf-8/leading-bytes utf-inf-8/shortest-form utf-inf-8/length-from-the-lead utf-inf-8/beyond-utf-16"
        " utf-inf-8/stateless common/map-both-ways",
    ),
    Mistake(
        "length-masked-with-07",
        DECODE,
        rf"mask|bits?\b|eight|2[5-9]|3[0-9]|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD}",
    ),
    Mistake(
        "72-bits-in-thirteen-bytes",
        ENCODE,
        rf"thirteen|\b7[12]\b|eighteen|\b18\b|bits?\b|boundar|second|[8F]\{{17\}}|{_LENGTH}",
        f"{_BEHIND_FF} utf-inf-8/length-as-needed utf-inf-8/length-bytes-only utf-inf-8/leading-and-trail-apart"
        " utf-inf-8/stateless",
    ),
    Mistake(
        "above-63-bits-crashes",
        ENCODE,
        CRASH,
        f"{_BEHIND_FF} utf-inf-8/length-as-needed utf-inf-8/beyond-utf-16 utf-inf-8/stateless common/always-an-answer",
    ),
    Mistake(
        "b4-behind-the-length",
        ENCODE,
        rf"order|behind|before|in front|revers|swap|exchang|sixteen|two bytes|{_LENGTH}",
        f"{_BEHIND_FF} utf-inf-8/length-as-needed utf-inf-8/length-bytes-only utf-inf-8/stateless common/map-both-ways",
    ),
    Mistake(
        "fe-as-six-bytes",
        DECODE,
        r"\bFE\b|seven|six|80{7}|lead|first byte|trail|length|3[0-6]\b|bits?\b",
        "utf-inf-8/seven-bytes utf-inf-8/seven-bytes-lead utf-inf-8/seven-bytes-trail utf-inf-8/seven-bytes-second"
        " utf-inf-8/seven-bytes-padding utf-inf-8/any-size utf-inf-8/leading-bytes utf-inf-8/length-from-the-lead"
        " utf-inf-8/shortest-form utf-inf-8/truncated utf-inf-8/bad-trail utf-inf-8/lone-trail utf-inf-8/beyond-utf-16"
        " utf-inf-8/length-from-the-first-bytes utf-inf-8/leading-and-trail-apart utf-inf-8/stateless common/incomplete-input"
        f" common/any-length common/map-both-ways {_FIRST}",
    ),
    Mistake(
        "128-bits-at-most",
        BOTH,
        rf"12[89]|bits?\b|{LIMIT}|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16",
    ),
    Mistake(
        "trails-masked-with-1f",
        DECODE,
        r"trail|continu|mask|bits?\b|five|two bytes|several|\b0*(A0|E0|20|BF)\b|1F|lower|too (small|low)",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/identical-to-utf-8 utf-inf-8/trail-bytes utf-inf-8/two-bytes"
        " utf-inf-8/three-bytes utf-inf-8/four-bytes utf-inf-8/five-bytes utf-inf-8/six-bytes utf-inf-8/seven-bytes"
        " utf-inf-8/seven-bytes-trail utf-inf-8/seven-bytes-second utf-inf-8/noncharacters utf-inf-8/surrogates"
        " utf-inf-8/seven-bytes-padding utf-inf-8/leading-bytes utf-inf-8/leading-and-trail-apart utf-inf-8/beyond-utf-16"
        " utf-inf-8/length-from-the-lead",
    ),
    Mistake(
        "seven-second-from-83",
        DECODE,
        rf"\bFE\b|\b8[23]\b|seven|second|80{{7}}|BF{{7}}|{OVERLONG}|boundar",
        f"{_SEVEN} utf-inf-8/shortest-form utf-inf-8/truncated utf-inf-8/bad-trail utf-inf-8/lone-trail"
        " utf-inf-8/length-from-the-first-bytes utf-inf-8/leading-and-trail-apart utf-inf-8/stateless common/any-length"
        f" common/map-both-ways {_FIRST}",
    ),
    Mistake(
        "length-read-backwards",
        DECODE,
        rf"order|revers|swap|backward|endian|sixteen|two bytes|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD}",
    ),
    Mistake(
        "digits-by-logarithm",
        ENCODE,
        rf"logarithm|power|round|zero|one (more|less)|too (few|many)|{OVERLONG}|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16",
    ),
    Mistake(
        "bit-30-in-fe",
        ENCODE,
        r"\b(FE|FF)\b|seven|lead|first byte|bits?\b|shift|mask|3[0-6]|C0{7}|F{8}",
        f"{_SEVEN} utf-inf-8/shortest-form utf-inf-8/leading-and-trail-apart utf-inf-8/length-from-the-first-bytes"
        " utf-inf-8/stateless common/any-length common/map-both-ways",
    ),
    Mistake(
        "thirteen-bytes-as-twelve",
        DECODE,
        rf"thirteen|twelve|\bFF\b|trail|{CUT}|too (few|short)|one (more|less)|66|7[12]|eleven|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16 utf-inf-8/leading-bytes utf-inf-8/leading-and-trail-apart",
    ),
    Mistake(
        "fffd-above-10ffff",
        DECODE,
        rf"FFFD|replac|substitut|{LIMIT}|five|\bF[4-9A-F]\b|21|{_ABOVE}|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} {_SEVEN} utf-inf-8/beyond-utf-16 utf-inf-8/four-bytes utf-inf-8/five-bytes"
        " utf-inf-8/six-bytes utf-inf-8/identical-to-utf-8 utf-inf-8/noncharacters utf-inf-8/leading-and-trail-apart",
    ),
    Mistake(
        "length-of-eight-bits",
        ENCODE,
        rf"bits?\b|eight|256|27[34]|wrap|mask|one byte|two bytes|lower|three|{LIMIT}|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16",
    ),
    Mistake(
        "letters-from-zero",
        ENCODE,
        rf"letter|hexa|\bten\b|\b(28|1C)\b|too (small|low)|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16",
    ),
    Mistake(
        "sixteen-fs-in-thirteen-bytes",
        ENCODE,
        rf"thirteen|fourteen|67|7[012]|refus|reject|boundar|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16 {_VALUES}",
    ),
    Mistake(
        "fd-as-seven-bytes",
        DECODE,
        rf"\bF[DE]\b|six|seven|lead|first byte|4[0F]{{7}}|7[0F]{{7}}|bit 30|trail|{CUT}",
        f"{_SEVEN} {_LENGTH_MISREAD} utf-inf-8/six-bytes utf-inf-8/identical-to-utf-8 utf-inf-8/leading-and-trail-apart",
    ),
    Mistake(
        "digits-rounded-down",
        ENCODE,
        rf"round|eighteen|nineteen|first digit|bits?\b|one less|too (small|few|low)|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16",
    ),
    Mistake(
        "four-bits-of-the-second",
        DECODE,
        rf"thirteen|seventeen|\b(5|70|71)\b|bits?\b|mask|second|[4-7]0?F?\{{1[67]\}}|\b9[0-9A-F]\b|upper|top|{OVERLONG}"
        rf"|too (small|low)|{_LENGTH}",
        f"{_THIRTEEN} utf-inf-8/thirteen-bytes-padding utf-inf-8/shortest-form utf-inf-8/beyond-utf-16 utf-inf-8/stateless"
        " utf-inf-8/length-from-the-first-bytes common/any-length",
    ),
    Mistake(
        "length-in-whole-bytes",
        ENCODE,
        rf"two|zero|pad|\beven|\bodd|whole|leading|extra|{OVERLONG}|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16",
    ),
    Mistake(
        "storage-swapped-in-pairs",
        ENCODE,
        rf"order|swap|exchang|revers|endian|pairs?\b|storage|two bytes|three digits|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16",
    ),
    Mistake(
        "36-bits-at-most-written",
        ENCODE,
        rf"seven|thirteen|\bF[EF]\b|3[67]|10{{9}}|F{{9}}|bits?\b|mask|wrap|lower|{LIMIT}|{_SHORTER}|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} {_SEVEN} utf-inf-8/beyond-utf-16 utf-inf-8/leading-and-trail-apart"
        " utf-inf-8/binary-order utf-inf-8/order-of-utf-32",
    ),
    Mistake(
        "thirteen-bytes-behind-each-ff",
        DECODE,
        rf"thirteen|twelve|7[12]|eighteen|\b18\b|\bFF\b|fourteen|bits?\b|trail|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16 utf-inf-8/leading-and-trail-apart utf-inf-8/leading-bytes",
    ),
    Mistake(
        "64-bits-in-thirteen-bytes",
        ENCODE,
        rf"thirteen|6[4-6]|7[01]|sixteen|seventeen|bits?\b|mask|wrap|lower|upper|second|third|\b[89][0-9A-F]\b|{LIMIT}"
        rf"|F{{16}}|0{{16}}|{_LENGTH}",
        f"{_THIRTEEN} utf-inf-8/thirteen-bytes-padding utf-inf-8/beyond-utf-16 utf-inf-8/shortest-form utf-inf-8/stateless"
        " utf-inf-8/long-lead utf-inf-8/length-from-the-first-bytes common/any-length",
    ),
    Mistake(
        "storage-for-the-length",
        ENCODE,
        rf"storage|number of|count|three digits|two bytes|{OVERLONG}|{_LENGTH}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16",
    ),
    Mistake(
        "each-ax-as-length",
        DECODE,
        rf"storage|begins?\b|first|count|\brun|{_LENGTH}|{CUT}",
        f"{_BEHIND_FF} {_LENGTH_MISREAD} utf-inf-8/beyond-utf-16 utf-inf-8/leading-and-trail-apart",
    ),
)

_SAME = "bocu-1/same-as-encoding bocu-1/same-as-decoding bocu-1/rd5-adjusts bocu-1/one-integer-state bocu-1/stateful"
_STATE_OF_BOCU_1 = (
    "bocu-1/r5-block bocu-1/center-of-a-block bocu-1/one-byte-in-a-block bocu-1/difference bocu-1/r4-others bocu-1/rd4-single"
    " bocu-1/rd5-lead"
)
_DIGITS_OF_BOCU_1 = (
    "bocu-1/base-243 bocu-1/multipliers bocu-1/r4-3-offset bocu-1/r4-4-remainder bocu-1/r4-4-trails bocu-1/r4-6-output"
    " bocu-1/rd5-lead bocu-1/reverses-encoding common/map-both-ways"
)
_DIFFERENCES_OF_BOCU_1 = (
    "bocu-1/t1-plus-2 bocu-1/t1-plus-3 bocu-1/t1-plus-4 bocu-1/t1-minus-2 bocu-1/t1-minus-3 bocu-1/t1-minus-4"
    " bocu-1/t2-00-05 bocu-1/t2-06-0f bocu-1/t2-10-13 bocu-1/t2-14-f2 bocu-1/t3-21 bocu-1/t3-22-24 bocu-1/t3-25-4f"
    " bocu-1/t3-d0-fa bocu-1/t3-fb-fd bocu-1/t3-fe bocu-1/t4-01-06 bocu-1/t4-10-19 bocu-1/t4-1c-1f bocu-1/t4-21-ff"
    " bocu-1/r1-initial-state bocu-1/rd1-initial-state bocu-1/r2-c0 bocu-1/rd2-c0 bocu-1/r3-space bocu-1/rd3-space"
    " bocu-1/r4-1-single bocu-1/r4-5-lead bocu-1/r5-hiragana bocu-1/r5-unihan bocu-1/r5-hangul bocu-1/rd6-reset"
    " bocu-1/rows-meet bocu-1/symmetric-leads bocu-1/at-most-four-bytes bocu-1/widest-differences bocu-1/lead-from-21"
    " bocu-1/any-code-points bocu-1/any-number bocu-1/code-point-range bocu-1/supplementary-by-code-point"
    " bocu-1/surrogate-pair-as-two bocu-1/small-differences-short bocu-1/cut-blocks bocu-1/one-byte-in-hiragana"
    " bocu-1/two-bytes-in-unihan bocu-1/two-bytes-in-hangul bocu-1/unihan-reach bocu-1/three-bytes-to-2dd4b bocu-1/signature"
    " bocu-1/c0-resets bocu-1/known-reset-points bocu-1/twelve-own-controls bocu-1/c0-and-space-direct bocu-1/cr-lf-own-bytes"
    " bocu-1/sub-own-byte bocu-1/lines-independent bocu-1/concatenation-without-reset bocu-1/joins-streams bocu-1/reset-byte"
    " bocu-1/ff-trail bocu-1/controls-as-trail bocu-1/control-by-difference bocu-1/no-illegal-lead bocu-1/illegal-trail"
    " bocu-1/illegal-result bocu-1/illegal-reported bocu-1/truncated bocu-1/emits-nothing-illegal bocu-1/boundaries-not-found"
    " bocu-1/lead-apart-from-single bocu-1/ascii-not-transparent bocu-1/del-not-c0 bocu-1/del-and-c1-bytes bocu-1/deterministic"
    " bocu-1/binary-order bocu-1/lexical-differences common/any-length common/first-fault common/incomplete-input"
)

BOCU_1 = (
    *_general(
        kept="bocu-1/same-as-encoding bocu-1/same-as-decoding bocu-1/any-number bocu-1/any-code-points",
        nul="bocu-1/c0-and-space-direct bocu-1/cr-lf-own-bytes bocu-1/rd2-c0",
        controls="bocu-1/c0-and-space-direct bocu-1/rd2-c0 bocu-1/r2-c0 bocu-1/twelve-own-controls bocu-1/cr-lf-own-bytes",
        refused="bocu-1/code-point-range",
        ill_formed="bocu-1/illegal-trail bocu-1/illegal-result bocu-1/illegal-reported bocu-1/truncated",
        mark="bocu-1/signature bocu-1/code-point-range bocu-1/r5-block",
        ff="bocu-1/reset-byte bocu-1/rd6-reset bocu-1/joins-streams bocu-1/ff-trail bocu-1/reset-not-emitted"
        " bocu-1/reset-breaks-order bocu-1/t2-14-f2 bocu-1/t4-21-ff bocu-1/rd5-lead bocu-1/no-illegal-lead"
        " bocu-1/reverses-encoding",
        stateless="bocu-1/deterministic bocu-1/r1-initial-state bocu-1/rd1-initial-state bocu-1/lines-independent"
        " bocu-1/concatenation-without-reset",
        above="bocu-1/supplementary-by-code-point bocu-1/rd5-lead bocu-1/reverses-encoding",
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
    Mistake(
        "c1-resets",
        BOTH,
        r"C1|control|\b0*(80|9F)\b|reset|state|middle|block",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/del-not-c0",
    ),
    Mistake(
        "state-of-16-bits",
        BOTH,
        r"\b16\b|plane|1?0000|FFFF|supplement|above|beyond|state|middle|block",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/supplementary-by-code-point bocu-1/widest-differences bocu-1/illegal-result"
        " bocu-1/illegal-reported bocu-1/code-point-range bocu-1/small-differences-short",
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
    Mistake(
        "reset-written",
        ENCODE,
        r"\bFF\b|reset|adds|prefix|extra|in front|before|begin|too many",
        f"{_SAME} bocu-1/reset-not-emitted bocu-1/reset-breaks-order bocu-1/reset-byte bocu-1/deterministic bocu-1/any-number"
        " bocu-1/r1-initial-state bocu-1/at-most-four-bytes bocu-1/lead-from-21 bocu-1/ascii-not-transparent"
        " bocu-1/c0-and-space-direct bocu-1/r4-1-single bocu-1/r4-6-output bocu-1/r5-block bocu-1/difference bocu-1/signature"
        " bocu-1/binary-order bocu-1/lexical-differences bocu-1/concatenation-without-reset bocu-1/c0-resets bocu-1/r2-c0"
        " bocu-1/small-differences-short bocu-1/emits-nothing-illegal common/any-length",
    ),
    Mistake(
        "mark-leaves-the-state",
        BOTH,
        rf"{MARK}|{STATE}|FEC0|\bblock|middle",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/signature",
    ),
    Mistake(
        "unihan-to-9fa6",
        BOTH,
        r"unihan|9F[A8C][0-9A-F]|9FC0|7711|state|middle|\bblock",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/r5-unihan bocu-1/cut-blocks",
    ),
    Mistake(
        "line-ends-as-spaces",
        DECODE,
        rf"{LINE}|\bTAB\b|(?-i:\b0*9\b)|control|C0|space|\b20\b",
        "bocu-1/c0-and-space-direct bocu-1/cr-lf-own-bytes bocu-1/r2-c0 bocu-1/rd2-c0 bocu-1/c0-resets"
        " bocu-1/twelve-own-controls bocu-1/lines-independent bocu-1/known-reset-points bocu-1/same-as-decoding"
        " bocu-1/reverses-encoding bocu-1/r3-space bocu-1/rd3-space common/map-both-ways",
    ),
    Mistake(
        "state-anew-in-a-grown-buffer",
        DECODE,
        rf"{STATE}|{_READ}|3[1-3]|\b(1F|20)\b|middle",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/any-number bocu-1/any-code-points bocu-1/reverses-encoding bocu-1/rd1-initial-state"
        " common/any-length common/map-both-ways",
    ),
    Mistake(
        "digits-by-four-too-small",
        DECODE,
        r"trail|digit|\b1[C-F]\b|\b1[0-3]\b|remainder|base|two bytes|three bytes|several bytes",
        f"{_SAME} {_DIGITS_OF_BOCU_1} bocu-1/t2-10-13 bocu-1/t4-1c-1f bocu-1/controls-as-trail",
    ),
    Mistake(
        "far-differences-wrapped",
        ENCODE,
        rf"difference|\bfar|large|2DD0[BC]|three|four|\b(21|22|24|FB|FD|FE)\b|wrap|lead|{_ABOVE}",
        f"{_SAME} bocu-1/difference bocu-1/multipliers bocu-1/rows-meet bocu-1/r4-others bocu-1/t1-plus-4 bocu-1/t1-minus-4"
        " bocu-1/t3-fe bocu-1/t3-21 bocu-1/r4-3-offset bocu-1/r4-4-remainder bocu-1/r4-5-lead bocu-1/r4-6-output bocu-1/rd5-lead"
        " bocu-1/at-most-four-bytes bocu-1/widest-differences bocu-1/lead-from-21 bocu-1/supplementary-by-code-point"
        " bocu-1/binary-order bocu-1/lexical-differences bocu-1/any-code-points bocu-1/code-point-range bocu-1/symmetric-leads"
        " bocu-1/reverses-encoding common/any-length common/map-both-ways",
    ),
    Mistake(
        "ff-no-trail",
        DECODE,
        r"\bFF\b|trail|continu|reset|\bF2\b",
        f"{_SAME} {_DIGITS_OF_BOCU_1} bocu-1/ff-trail bocu-1/t2-14-f2 bocu-1/t4-21-ff bocu-1/reset-byte bocu-1/rd6-reset"
        " bocu-1/illegal-trail bocu-1/illegal-reported",
    ),
    Mistake(
        "white-space-stripped",
        DECODE,
        _TRIMMED,
        "bocu-1/c0-and-space-direct bocu-1/cr-lf-own-bytes bocu-1/rd2-c0 bocu-1/r2-c0 bocu-1/rd3-space bocu-1/r3-space"
        " bocu-1/c0-resets bocu-1/twelve-own-controls bocu-1/same-as-decoding bocu-1/any-number bocu-1/reverses-encoding"
        f" bocu-1/lines-independent bocu-1/r1-initial-state bocu-1/rd1-initial-state common/any-length common/map-both-ways"
        f" bocu-1/truncated {_FIRST}",
    ),
    Mistake(
        "hangul-to-d79d",
        BOTH,
        r"hangul|D7[89A]|C1D1|state|middle|\bblock",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/r5-hangul bocu-1/cut-blocks bocu-1/two-bytes-in-hangul",
    ),
    Mistake(
        "state-kept-behind-one-byte",
        BOTH,
        rf"{STATE}|one byte|single|behind|small|near|block|middle",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/small-differences-short bocu-1/r4-1-single bocu-1/one-byte-in-hiragana"
        " bocu-1/reverses-encoding common/map-both-ways",
    ),
    Mistake(
        "negative-differences-crash",
        ENCODE,
        CRASH,
        f"{_SAME} common/always-an-answer bocu-1/t1-minus-2 bocu-1/t1-minus-3 bocu-1/t1-minus-4 bocu-1/any-code-points"
        " bocu-1/r4-4-remainder bocu-1/lexical-differences bocu-1/r4-others bocu-1/r4-5-lead bocu-1/r5-block",
    ),
    Mistake(
        "trails-of-three-exchanged",
        DECODE,
        r"three bytes|two trail|trail|order|revers|swap|exchang|digit|2911|significant|several bytes",
        f"{_SAME} {_DIGITS_OF_BOCU_1} bocu-1/signature bocu-1/t1-plus-3 bocu-1/t1-minus-3 bocu-1/widest-differences"
        " bocu-1/illegal-result bocu-1/illegal-reported bocu-1/three-bytes-to-2dd4b bocu-1/lexical-differences"
        f" {_STATE_OF_BOCU_1} bocu-1/r5-hiragana bocu-1/r5-unihan bocu-1/r5-hangul bocu-1/any-code-points",
    ),
    Mistake(
        "space-by-difference",
        ENCODE,
        rf"space|\b0*20\b|difference|{STATE}",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/c0-and-space-direct bocu-1/r3-space bocu-1/lead-from-21 bocu-1/r4-1-single"
        " bocu-1/small-differences-short bocu-1/binary-order bocu-1/lexical-differences bocu-1/concatenation-without-reset"
        " bocu-1/any-number common/map-both-ways",
    ),
    Mistake(
        "unihan-from-3400",
        BOTH,
        rf"unihan|3400|4D[BF]|extension|ideograph|7711|\b3[4-9A-F][0-9A-F]{{2}}\b|\b4[0-9A-D][0-9A-F]{{2}}\b|{STATE}|middle|\bblock",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/r5-unihan bocu-1/cut-blocks bocu-1/unihan-reach bocu-1/small-differences-short"
        " bocu-1/r4-1-single bocu-1/reverses-encoding common/map-both-ways",
    ),
    Mistake(
        "blocks-of-64",
        BOTH,
        rf"{STATE}|middle|cent(er|re)|\bblock|128|64",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/small-differences-short bocu-1/r4-1-single bocu-1/widest-differences"
        " bocu-1/illegal-result bocu-1/illegal-reported bocu-1/cut-blocks bocu-1/reverses-encoding common/map-both-ways",
    ),
    Mistake(
        "fa-as-three-bytes",
        DECODE,
        r"\bF[AB]\b|three bytes|two bytes|lead|first byte|trail|difference|281E|\b2(8[5-9A-F]|9[0-5])[0-9A-F]\b|row",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} bocu-1/t3-d0-fa bocu-1/t3-fb-fd bocu-1/t1-plus-2 bocu-1/rows-meet"
        " bocu-1/r4-5-lead bocu-1/unihan-reach bocu-1/two-bytes-in-unihan bocu-1/lexical-differences bocu-1/truncated"
        f" bocu-1/illegal-trail bocu-1/illegal-result bocu-1/illegal-reported common/incomplete-input {_FIRST}",
    ),
    Mistake(
        "space-as-a-trail",
        BOTH,
        r"space|\b0*2[01]\b|trail|digit|continu|two bytes|three bytes|several bytes|remainder|one less|one more|\bFF\b",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} bocu-1/t4-21-ff bocu-1/t2-14-f2 bocu-1/ff-trail bocu-1/signature"
        " bocu-1/lexical-differences bocu-1/twelve-own-controls bocu-1/c0-and-space-direct bocu-1/r3-space bocu-1/rd3-space"
        " bocu-1/illegal-trail bocu-1/illegal-reported bocu-1/illegal-result bocu-1/truncated bocu-1/emits-nothing-illegal"
        " bocu-1/t1-plus-2 bocu-1/t1-plus-3 bocu-1/t1-plus-4 bocu-1/t1-minus-2 bocu-1/t1-minus-3 bocu-1/t1-minus-4"
        " bocu-1/t3-d0-fa bocu-1/t3-fb-fd bocu-1/t3-fe bocu-1/t3-25-4f bocu-1/t3-22-24 bocu-1/t3-21 bocu-1/rows-meet"
        " bocu-1/two-bytes-in-unihan bocu-1/two-bytes-in-hangul bocu-1/any-code-points bocu-1/supplementary-by-code-point"
        " bocu-1/controls-as-trail",
    ),
    Mistake(
        "hangul-not-special",
        BOTH,
        rf"hangul|AC[04]0|C1D1|D7[0-9A-F]{{2}}|{STATE}|middle|\bblock",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/r5-hangul bocu-1/two-bytes-in-hangul bocu-1/cut-blocks bocu-1/small-differences-short"
        " bocu-1/r4-1-single bocu-1/reverses-encoding common/map-both-ways",
    ),
    Mistake(
        "2911-in-two-bytes",
        ENCODE,
        r"difference|291[01]|2951|two bytes|three bytes|\bF[AB]\b|lead|boundar|row|reach",
        f"{_SAME} {_DIGITS_OF_BOCU_1} bocu-1/difference bocu-1/rows-meet bocu-1/t1-plus-2 bocu-1/t1-plus-3 bocu-1/r4-5-lead"
        " bocu-1/t3-fb-fd bocu-1/lexical-differences bocu-1/binary-order",
    ),
    Mistake(
        "controls-within-a-value-given",
        DECODE,
        rf"control|C0|space|trail|continu|accepts|ill-formed|illegal|{_LOST}",
        "bocu-1/illegal-trail bocu-1/illegal-reported bocu-1/truncated bocu-1/twelve-own-controls bocu-1/c0-and-space-direct"
        f" {_FIRST}",
    ),
    Mistake(
        "hangul-rounded-up",
        BOTH,
        rf"hangul|AC[04]0|C1D[12]|D7[0-9A-F]{{2}}|{STATE}|middle|cent(er|re)|\bblock|one (more|less|too)",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/r5-hangul bocu-1/two-bytes-in-hangul bocu-1/cut-blocks bocu-1/small-differences-short"
        " bocu-1/r4-1-single bocu-1/reverses-encoding common/map-both-ways",
    ),
    Mistake(
        "hiragana-to-309e",
        BOTH,
        rf"hiragana|309[EF]|30[AC]0|3070|{STATE}|middle|\bblock|\blast\b",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/r5-hiragana bocu-1/cut-blocks bocu-1/one-byte-in-hiragana bocu-1/reverses-encoding"
        " common/map-both-ways",
    ),
    Mistake(
        "state-kept-above-ffff",
        BOTH,
        rf"{STATE}|{_ABOVE}|FFFF|middle|cent(er|re)|\bblock",
        f"{_SAME} {_STATE_OF_BOCU_1} bocu-1/supplementary-by-code-point bocu-1/small-differences-short bocu-1/r4-1-single"
        " bocu-1/widest-differences bocu-1/any-code-points bocu-1/any-number bocu-1/illegal-result bocu-1/illegal-reported"
        " bocu-1/code-point-range bocu-1/symmetric-leads bocu-1/r4-4-remainder bocu-1/rows-meet bocu-1/r3-space bocu-1/rd3-space"
        " bocu-1/t1-plus-2 bocu-1/t1-plus-3 bocu-1/t1-plus-4 bocu-1/t1-minus-2 bocu-1/t1-minus-3 bocu-1/t1-minus-4"
        " bocu-1/at-most-four-bytes bocu-1/c0-resets bocu-1/known-reset-points bocu-1/reverses-encoding common/any-length"
        " common/map-both-ways",
    ),
    Mistake(
        "d0-as-one-byte",
        DECODE,
        r"\bD0\b|one byte|two bytes|lead|first byte|difference|\b(40|80)\b|single|boundar|row|too (short|many)|trail",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} bocu-1/t3-d0-fa bocu-1/t1-plus-2 bocu-1/rows-meet bocu-1/r4-5-lead"
        " bocu-1/lead-apart-from-single bocu-1/truncated bocu-1/illegal-trail bocu-1/illegal-reported bocu-1/lexical-differences"
        " bocu-1/two-bytes-in-unihan bocu-1/two-bytes-in-hangul bocu-1/controls-as-trail bocu-1/ff-trail bocu-1/c0-resets"
        " bocu-1/r2-c0 bocu-1/rd2-c0 bocu-1/r3-space bocu-1/rd3-space bocu-1/c0-and-space-direct bocu-1/reset-byte"
        " bocu-1/twelve-own-controls bocu-1/cr-lf-own-bytes bocu-1/r4-1-single bocu-1/illegal-result bocu-1/code-point-range"
        " bocu-1/t2-00-05 bocu-1/t2-06-0f bocu-1/t2-10-13 bocu-1/t2-14-f2 bocu-1/t4-01-06 bocu-1/t4-10-19 bocu-1/t4-1c-1f"
        " bocu-1/t4-21-ff bocu-1/control-by-difference bocu-1/cut-blocks bocu-1/emits-nothing-illegal"
        f" bocu-1/rd6-reset bocu-1/r1-initial-state bocu-1/rd1-initial-state common/incomplete-input common/any-length {_FIRST}",
    ),
    Mistake(
        "40-in-one-byte",
        ENCODE,
        r"difference|\b0*(40|80)\b|\bD0\b|one byte|two bytes|single|boundar|row|lead",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} bocu-1/rows-meet bocu-1/t1-plus-2 bocu-1/r4-1-single bocu-1/r4-5-lead"
        " bocu-1/t3-d0-fa bocu-1/lead-apart-from-single bocu-1/small-differences-short bocu-1/lexical-differences"
        " bocu-1/binary-order bocu-1/r3-space bocu-1/rd3-space bocu-1/r1-initial-state bocu-1/rd1-initial-state"
        " bocu-1/controls-as-trail bocu-1/emits-nothing-illegal",
    ),
    Mistake(
        "base-242",
        BOTH,
        r"24[23]|base|digit|remainder|divi|multipl|trail|two bytes|three bytes|several bytes|difference|too (small|large|low)"
        r"|too high|one (more|less)",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "unihan-not-special",
        BOTH,
        rf"unihan|4E[0-9A-F]{{2}}|9F[A8C][0-9A-F]|ideograph|7711|{STATE}|middle|\bblock",
        f"{_SAME} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1} bocu-1/reverses-encoding common/map-both-ways",
    ),
    Mistake(
        "precedence-of-the-center",
        BOTH,
        rf"{STATE}|middle|cent(er|re)|\bblock|128|64|half|bit 6",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "10ffff-not-read",
        DECODE,
        rf"10FFFF|\blast\b|largest|highest|{LIMIT}",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "signature-written",
        ENCODE,
        rf"{MARK}|FB EE 28|adds|prefix|extra|in front|before|begin|too many",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "21-as-itself",
        DECODE,
        rf"\b0*2[12]\b|lead|first byte|four bytes|itself|exclamation|single|direct|{STATE}|difference|far|boundar|negative",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "tab-keeps-the-state",
        BOTH,
        rf"\bTAB\b|(?-i:\b0*9\b)|control|C0|reset|space|{STATE}",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "fe-as-three-bytes",
        DECODE,
        rf"\bF[DE]\b|three bytes|four bytes|lead|first byte|trail|difference|2DD[0-9A-F]{{2}}|row|boundar|far|{_ABOVE}",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "1b-as-a-trail",
        BOTH,
        r"\b1[A-F]\b|ESC|control|trail|digit|continu|two bytes|three bytes|several bytes|remainder|one less|one more|\bFF\b",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}"
        " bocu-1/reset-not-emitted bocu-1/reset-breaks-order",
    ),
    Mistake(
        "2911-down-in-three-bytes",
        ENCODE,
        r"difference|-?29(10|11)|28D1|two bytes|three bytes|\b2[45]\b|lead|boundar|row|reach|negative|smaller|least",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "hiragana-at-306f",
        BOTH,
        rf"hiragana|30[4-9][0-9A-F]|306F|middle|center|{STATE}|one (less|more)|difference",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "2dd0c-in-three-bytes",
        ENCODE,
        rf"2DD[0-9A-F]{{2}}|three bytes|four bytes|\bF[BDE]\b|lead|boundar|row|reach|difference|far|{_ABOVE}",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "controls-reset-to-0",
        BOTH,
        rf"control|C0|reset|\b0*[0-9A-F]\b|\b1[0-9A-F]\b|\b0*40\b|{STATE}|difference|line",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "ff-resets-within-a-value",
        DECODE,
        rf"\bFF\b|reset|trail|{STATE}|{_LOST}|digit",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "ascii-as-itself",
        ENCODE,
        r"ASCII|itself|direct|\b0*(21|7E|41|61)\b|single|one byte|difference|letters?\b|below|as (they are|it is)",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "7171-for-7711",
        BOTH,
        rf"unihan|ideograph|4E[0-9A-F]{{2}}|9F[A8C][0-9A-F]|7711|7171|{STATE}|middle|cent(er|re)|\bblock|difference",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "ff-resets-to-0",
        DECODE,
        rf"\bFF\b|reset|\b0*(0|40)\b|{STATE}|behind|zero",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}"
        " bocu-1/reset-not-emitted bocu-1/reset-breaks-order",
    ),
    Mistake(
        "adjusted-before-the-difference",
        ENCODE,
        rf"difference|{STATE}|order|adjust|one byte|single|middle|cent(er|re)|\bblock|own|too few",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "difference-of-16-bits",
        ENCODE,
        rf"difference|\b16\b|sixteen|bits?\b|wrap|overflow|sign|[78]000|7FFF|FFFF|\bfar|large|{_ABOVE}|four bytes|three bytes"
        r"|lower",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "del-as-itself",
        BOTH,
        rf"\bDEL\b|\b0*7F\b|control|delete|direct|itself|difference|single|one byte|{STATE}",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "21-read-upward",
        DECODE,
        rf"\b21\b|2DD0[CD]|four bytes|lead|first byte|negativ|sign|offset|far|large|below|smaller|row|difference|down|{LIMIT}"
        rf"|{_ABOVE}",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "beyond-2dd0b-in-one-byte",
        ENCODE,
        rf"\bFE\b|2DD0[BC]|four bytes|one byte|lead|trail|\bfar|large|row|difference|{_SHORTER}|{_ABOVE}",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1} bocu-1/reset-not-emitted"
        " bocu-1/reset-breaks-order",
    ),
    Mistake(
        "ranges-without-their-ends",
        BOTH,
        rf"hiragana|unihan|hangul|ideograph|3040|309F|4E00|9FA5|AC00|D7A3|3070|7711|C1D1|\bends?\b|first|last|{STATE}|middle"
        r"|cent(er|re)|\bblock|boundar|difference",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
    ),
    Mistake(
        "59094-for-59049",
        DECODE,
        rf"three bytes|four bytes|several bytes|multipl|weight|square|243|base|first trail|trail|digit|lead|\b(2[1-4]|F[B-E])\b"
        rf"|2911|difference|\bfar|large|too (large|high|big|small|low)|row|{LIMIT}|{_ABOVE}",
        f"{_SAME} {_DIGITS_OF_BOCU_1} {_STATE_OF_BOCU_1} {_DIFFERENCES_OF_BOCU_1}",
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
        ff=f"{_UPPER} iso-8859/cyrillic iso-8859/unassigned cp437/upper-half ascii/delete ascii/parity-of-odd"
        " ascii/parity-bit-place ascii/seven-bits",
        stateless="ascii/one-byte cp437/one-byte iso-8859/one-byte",
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
    Mistake(
        "cyrillic-by-arithmetic",
        BOTH,
        r"\bAD\b|\bF0\b|\bFD\b|\bA7\b|2116|4[045][0D]",
        f"{_UPPER} iso-8859/cyrillic",
        ("iso-8859-5",),
    ),
    Mistake("greek-of-1987", BOTH, r"\bA[45A]\b|20A[CF]|37A|euro|drachma", f"{_UPPER} iso-8859/unassigned", ("iso-8859-7",)),
    Mistake(
        "above-ffff-skipped",
        ENCODE,
        rf"FFFF|1?0000|plane|{_LOST}|{LIMIT}",
        f"{_VALUES} ascii/other-letters ascii/seven-bits cp437/other-characters iso-8859/other-characters",
    ),
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
    Mistake(
        "soft-hyphen-dropped",
        DECODE,
        rf"\bAD\b|hyphen|{_LOST}",
        f"{_UPPER} iso-8859/one-byte",
        tuple(part for part in _PARTS if part != "iso-8859-11"),
    ),
    Mistake(
        "controls-as-question-marks",
        ENCODE,
        r"\?|\b3F\b|question|control|\bC[01]\b|\bDEL\b|replac|substitut|\b(0*1F|7F|9F)\b",
        f"{_HALF} {_PARITY} ascii/control-characters ascii/delete ascii/one-byte cp437/controls cp437/one-byte"
        " cp437/pictures-not-encoded iso-8859/c1-controls iso-8859/one-byte common/any-length common/map-both-ways",
    ),
    Mistake(
        "parity-of-the-lowest-ones",
        BOTH,
        r"parity|bit 7|\bodd\b|\beven\b",
        f"{_PARITY} ascii/parity-checked ascii/one-byte",
        ("ascii-parity",),
    ),
    Mistake("a0-missing", BOTH, r"\bA0\b|no.break", _UPPER, ("iso-8859-11",)),
    Mistake(
        "81-and-89-given-twice",
        DECODE,
        r"\b0*(81|89|91|99)\b|C1|control",
        f"{_UPPER} iso-8859/c1-controls",
        _PARTS,
    ),
    Mistake(
        "ff-dropped",
        DECODE,
        rf"\bFF\b|\blast\b|\bDEL\b|7F|{_LOST}",
        f"{_UPPER} {_PARITY} ascii/delete ascii/one-byte iso-8859/one-byte cp437/one-byte cp437/upper-half",
        ("ascii-parity", "cp437", *(part for part in _PARTS if part not in _HOLES[1:])),
    ),
    Mistake(
        "bit-7-stripped",
        DECODE,
        r"bit 7|bits?\b|80|upper|half|strip|ASCII|7F|lower|too (small|low)",
        f"{_UPPER} iso-8859/c1-controls iso-8859/unassigned cp437/upper-half cp437/box-drawing cp437/one-byte iso-8859/one-byte"
        " common/map-both-ways",
        ("cp437", *_PARTS),
    ),
    Mistake(
        "upper-half-crashes",
        DECODE,
        CRASH,
        f"common/always-an-answer {_UPPER} {_PARITY} iso-8859/c1-controls iso-8859/unassigned cp437/upper-half"
        " ascii/parity-checked ascii/one-byte cp437/one-byte cp437/box-drawing iso-8859/one-byte common/any-length",
    ),
    Mistake(
        "above-the-table-crashes",
        ENCODE,
        CRASH,
        f"common/always-an-answer {_VALUES} ascii/other-letters ascii/seven-bits cp437/other-characters"
        " cp437/pictures-not-encoded iso-8859/other-characters",
    ),
    Mistake(
        "white-space-stripped",
        DECODE,
        _TRIMMED,
        "iso-8859/ascii-half iso-8859/one-byte cp437/ascii-half cp437/controls cp437/one-byte common/any-length"
        f" common/map-both-ways {_FIRST}",
        ("cp437", *_PARTS),
    ),
    Mistake(
        "ring-at-b0",
        BOTH,
        r"\bB0\b|2DA|ring|degree",
        _UPPER,
        tuple(f"iso-8859-{part}" for part in (1, 2, 3, 4, 7, 8, 9, 10, 13, 15, 16)),
    ),
    Mistake(
        "table-of-eight-bits",
        DECODE,
        rf"bits?\b|upper|lower|one byte|narrow|\bFF\b|too (small|low)|table|wrong value|{_SHORTER}|{_ABOVE}",
        f"{_UPPER} cp437/upper-half cp437/box-drawing cp437/one-byte iso-8859/one-byte common/map-both-ways",
        ("cp437", *_PARTS[1:]),
    ),
    Mistake(
        "latin-by-the-part",
        BOTH,
        r"Latin|8859|table|\bpart\b|page|cells?\b|upper half|letters?\b|(other|wrong) (value|character|byte)",
        f"{_UPPER} iso-8859/unassigned iso-8859/one-byte {_VALUES} common/map-both-ways",
        tuple(f"iso-8859-{part}" for part in range(5, 11)),
    ),
    Mistake(
        "largest-not-found",
        ENCODE,
        r"largest|highest|greatest|\blast\b|\b0*(25A0|2D[BD]|2116|652|20AF|2017|15F|2015|E5B|201E|1EF3|20AC)\b"
        r"|\b(FE|BD|B2|F[02]|A[45]|DF|FB|BC)\b",
        f"{_UPPER} cp437/upper-half cp437/box-drawing cp437/one-byte iso-8859/one-byte common/map-both-ways",
        ("cp437", *(part for part in _PARTS if part not in ("iso-8859-1", "iso-8859-3"))),
    ),
    Mistake(
        "sixteen-bits-looked-up",
        ENCODE,
        rf"{_ABOVE}|\b16\b|sixteen|bits?\b|FFFF|lower|wrap|accepts|{LIMIT}",
        f"{_VALUES} ascii/other-letters ascii/seven-bits cp437/other-characters cp437/pictures-not-encoded"
        " iso-8859/other-characters",
    ),
    Mistake(
        "parity-of-every-second-bit",
        BOTH,
        r"parity|bits?\b|\bodd\b|\beven\b|second",
        f"{_PARITY} ascii/parity-checked ascii/one-byte ascii/control-characters ascii/delete ascii/digits ascii/uppercase"
        " ascii/lowercase ascii/symbols-before-digits ascii/symbols-after-digits ascii/symbols-between-cases"
        " ascii/symbols-after-letters",
        ("ascii-parity",),
    ),
    Mistake(
        "arabic-by-arithmetic",
        BOTH,
        r"\bA[14D]\b|60[1-4D]|5FF|65[3-F]|arab|unassigned|no (byte|place)|hole",
        f"{_UPPER} iso-8859/unassigned {_VALUES} {_FIRST}",
        ("iso-8859-6",),
    ),
    Mistake("80-as-itself", DECODE, r"\b0*80\b|\b0*C7\b|first|upper half", "cp437/upper-half cp437/one-byte", ("cp437",)),
    Mistake(
        "0-as-not-found",
        ENCODE,
        _NUL,
        f"ascii/control-characters ascii/one-byte cp437/ascii-half cp437/controls cp437/one-byte iso-8859/ascii-half"
        f" iso-8859/one-byte common/any-length common/map-both-ways {_PARITY} {_FIRST}",
    ),
    Mistake(
        "ff-not-found",
        ENCODE,
        r"\bFF\b|\blast\b|\bDEL\b|7F|\b0*(A0|2D9|138|2019)\b",
        f"{_UPPER} {_PARITY} ascii/delete ascii/one-byte cp437/upper-half cp437/one-byte iso-8859/one-byte common/map-both-ways",
        ("ascii-parity", "cp437", *(part for part in _PARTS if part not in _HOLES)),
    ),
    Mistake(
        "mu-at-e6",
        BOTH,
        r"\bE6\b|\bB5\b|3BC|\bmu\b|micro",
        "cp437/upper-half cp437/other-characters cp437/one-byte common/map-both-ways",
        ("cp437",),
    ),
    Mistake(
        "commas-for-cedillas",
        BOTH,
        r"cedilla|comma|\b0*(AA|BA|DE|FE|15[EF]|16[23]|21[89AB])\b|letters?\b",
        f"{_UPPER} {_VALUES} iso-8859/one-byte common/map-both-ways {_FIRST}",
        ("iso-8859-2",),
    ),
    Mistake(
        "digits-as-arabic",
        BOTH,
        r"digits?\b|arab|66[0-9]|\b0*3[0-9]\b|ASCII",
        f"iso-8859/ascii-half iso-8859/parts iso-8859/one-byte common/map-both-ways common/any-length {_UPPER} {_VALUES}"
        f" {_FIRST}",
        ("iso-8859-6",),
    ),
    Mistake(
        "parity-of-the-lower-half",
        BOTH,
        r"parity|bits?\b|\bodd\b|\beven\b|lower|half|four",
        f"{_PARITY} ascii/parity-checked ascii/one-byte ascii/control-characters ascii/delete ascii/digits ascii/uppercase"
        " ascii/lowercase ascii/symbols-before-digits ascii/symbols-after-digits ascii/symbols-between-cases"
        f" ascii/symbols-after-letters common/any-length {_FIRST}",
        ("ascii-parity",),
    ),
    Mistake(
        "dots-exchanged",
        BOTH,
        r"\bF[9A]\b|2219|\b0*B7\b|dot|bullet|swap|exchang",
        "cp437/upper-half cp437/other-characters cp437/one-byte common/map-both-ways",
        ("cp437",),
    ),
    Mistake(
        "quotes-exchanged",
        BOTH,
        r"\b(A1|B4)\b|201[CD]|quot|swap|exchang",
        f"{_UPPER} iso-8859/one-byte common/map-both-ways",
        ("iso-8859-13",),
    ),
    Mistake(
        "parity-of-the-stripped-byte",
        DECODE,
        r"parity|bits?\b|bit 7|\bodd\b|\beven\b|seven|accepts|check|upper",
        f"{_PARITY} ascii/parity-checked ascii/one-byte ascii/control-characters ascii/delete ascii/digits ascii/uppercase"
        " ascii/lowercase ascii/symbols-before-digits ascii/symbols-after-digits ascii/symbols-between-cases"
        f" ascii/symbols-after-letters common/any-length common/map-both-ways {_FIRST}",
        ("ascii-parity",),
    ),
    Mistake(
        "first-cell-not-found",
        ENCODE,
        r"\b0*(80|A0|C7)\b|first|upper half|no.break|cedilla",
        f"{_UPPER} cp437/upper-half cp437/ascii-half cp437/one-byte iso-8859/one-byte common/map-both-ways",
        ("cp437", *_PARTS),
    ),
    Mistake(
        "greek-as-mathematics",
        BOTH,
        r"\bE[4ADE]\b|\b(3A3|3A9|3C6|3B5|2211|2126|2205|2208)\b|sigma|omega|\bphi\b|epsilon|greek|mathemat|\bohm\b|letters?\b",
        "cp437/upper-half cp437/other-characters cp437/one-byte common/map-both-ways",
        ("cp437",),
    ),
    Mistake(
        "eth-for-d-stroke",
        BOTH,
        r"\b0*D0\b|\b110\b|\beth\b|stroke|letters?\b",
        f"{_UPPER} {_VALUES} iso-8859/one-byte common/map-both-ways {_FIRST}",
        ("iso-8859-2", "iso-8859-4"),
    ),
    Mistake(
        "bar-as-em-dash",
        BOTH,
        r"\bBD\b|201[45]|dash|\bbar\b",
        f"{_UPPER} {_VALUES} iso-8859/one-byte common/map-both-ways {_FIRST}",
        ("iso-8859-10",),
    ),
    Mistake(
        "searched-by-halves",
        ENCODE,
        r"order|sort|search|upper|\bhalf\b|lacks|refuse|not found|missing|table|cells?\b|letters?\b|characters?\b|A0|80|FF",
        f"{_UPPER} iso-8859/cyrillic iso-8859/c1-controls iso-8859/one-byte cp437/upper-half cp437/box-drawing cp437/one-byte"
        " common/map-both-ways common/any-length cp437/ascii-half cp437/controls cp437/other-characters",
        ("cp437", *(part for part in _PARTS if part not in ("iso-8859-1", "iso-8859-11"))),
    ),
    Mistake(
        "one-fold-forgotten",
        BOTH,
        r"parity|bits?\b|\bodd\b|\beven\b|\bfold",
        f"{_PARITY} ascii/parity-checked ascii/one-byte ascii/control-characters ascii/delete ascii/digits ascii/uppercase"
        " ascii/lowercase ascii/symbols-before-digits ascii/symbols-after-digits ascii/symbols-between-cases"
        f" ascii/symbols-after-letters common/any-length {_FIRST}",
        ("ascii-parity",),
    ),
    Mistake(
        "holes-as-question-marks",
        DECODE,
        r"\?|\b3F\b|question|replac|unassigned|substitut|accepts|ill-formed|no (byte|place)|holes?\b",
        f"iso-8859/unassigned iso-8859/part-decides {_FIRST} common/any-length",
        _HOLES,
    ),
    Mistake(
        "bars-exchanged",
        BOTH,
        r"\bB3\b|\bBA\b|2502|2551|\bbars?\b|box|lines?\b|vertical",
        "cp437/upper-half cp437/box-drawing cp437/other-characters cp437/one-byte common/map-both-ways",
        ("cp437",),
    ),
    Mistake(
        "tildes-for-double-acutes",
        BOTH,
        r"\b0*[DF][5B]\b|\b1(5[01]|7[01])\b|double|acute|tilde|circumflex|hungar|letters?\b",
        f"{_UPPER} {_VALUES} iso-8859/one-byte common/map-both-ways {_FIRST}",
        ("iso-8859-2",),
    ),
    Mistake(
        "b4-and-ff-of-1257",
        BOTH,
        r"1257|windows|\b0*B4\b|\bFF\b|2D9|201[9C]|quot|another|other (table|page|encoding)",
        f"{_UPPER} {_VALUES} iso-8859/one-byte common/map-both-ways {_FIRST}",
        ("iso-8859-13",),
    ),
    Mistake(
        "punctuation-as-ascii",
        DECODE,
        r"\bAC\b|\bB[BF]\b|\b6(0C|1B|1F)\b|\b(2C|3B|3F)\b|comma|colon|question|punctuation",
        f"{_UPPER} iso-8859/one-byte common/map-both-ways",
        ("iso-8859-6",),
    ),
    Mistake(
        "latin-1-as-it-is",
        ENCODE,
        rf"latin|\b0*[A-F][0-9A-F]\b|itself|same (number|value)|as (they are|it is)|unassigned|accepts|{_LOST}|table|lacks",
        f"{_UPPER} {_VALUES} {_FIRST} iso-8859/cyrillic iso-8859/unassigned iso-8859/one-byte cp437/upper-half"
        " cp437/other-characters cp437/one-byte common/map-both-ways common/any-length",
        ("cp437", *(part for part in _PARTS if part != "iso-8859-1")),
    ),
    Mistake(
        "bit-0-not-counted",
        BOTH,
        r"parity|bits?\b|\bodd\b|\beven\b|lowest|count",
        f"{_PARITY} ascii/parity-checked ascii/one-byte ascii/control-characters ascii/delete ascii/digits ascii/uppercase"
        " ascii/lowercase ascii/symbols-before-digits ascii/symbols-after-digits ascii/symbols-between-cases"
        f" ascii/symbols-after-letters common/any-length {_FIRST}",
        ("ascii-parity",),
    ),
    Mistake(
        "b2-left-out",
        BOTH,
        r"\bB[0-9A-F]\b|2593|\bFF\b|shift|one (less|more|too)|next|neighbo|missing|left out|box|shade|block|table|cells?\b"
        r"|upper half|characters?\b|\blast\b",
        "cp437/upper-half cp437/box-drawing cp437/other-characters cp437/one-byte common/map-both-ways common/any-length"
        f" {_VALUES} {_FIRST}",
        ("cp437",),
    ),
    Mistake(
        "ff-of-latin-4",
        BOTH,
        r"\bFF\b|\b(138|2D9)\b|kra|dot|\blast\b|Latin|another|other (table|page|encoding)|letters?\b",
        f"{_UPPER} {_VALUES} iso-8859/one-byte common/map-both-ways {_FIRST}",
        ("iso-8859-10",),
    ),
    Mistake(
        "breve-and-caron-exchanged",
        BOTH,
        r"\b(A2|B7)\b|\b2(C7|D8)\b|breve|caron|swap|exchang",
        f"{_UPPER} iso-8859/one-byte common/map-both-ways",
        ("iso-8859-2",),
    ),
    Mistake(
        "gap-closed",
        BOTH,
        r"\b(D[B-F]|E[0-9A-F]|F[0-2])\b|\b6(3[B-F]|4[0-9A-F]|5[0-2])\b|shift|gap|hole|unassigned|arab|tatweel|five|earlier|lower"
        r"|letters?\b|no (byte|place)|table|cells?\b",
        f"{_UPPER} {_VALUES} {_FIRST} iso-8859/unassigned iso-8859/one-byte common/map-both-ways common/any-length",
        ("iso-8859-6",),
    ),
    Mistake(
        "parity-bit-last",
        BOTH,
        r"parity|bits?\b|bit [07]|\bodd\b|\beven\b|shift|left|lowest|doubl|twice|place|lower|too (large|high|big)",
        f"{_PARITY} ascii/parity-checked ascii/one-byte ascii/control-characters ascii/delete ascii/digits ascii/uppercase"
        " ascii/lowercase ascii/symbols-before-digits ascii/symbols-after-digits ascii/symbols-between-cases"
        f" ascii/symbols-after-letters common/any-length common/map-both-ways {_FIRST}",
        ("ascii-parity",),
    ),
    Mistake(
        "lacking-as-ff",
        ENCODE,
        rf"\bFF\b|replac|substitut|accepts|lacks|not found|minus|negativ|ill-formed|instead of reject|{LIMIT}|{_ABOVE}",
        f"{_VALUES} ascii/other-letters ascii/seven-bits ascii/delete cp437/other-characters cp437/pictures-not-encoded"
        f" iso-8859/other-characters iso-8859/part-decides iso-8859/unassigned common/any-length {_FIRST}",
    ),
    Mistake(
        "c1-from-the-end",
        DECODE,
        r"C1|control|\b0*[89][0-9A-F]\b|E0|\bFF\b|upper half|letters?\b|table|last|unassigned|no (byte|place)|cells?\b|60\b",
        f"{_UPPER} iso-8859/c1-controls iso-8859/cyrillic iso-8859/unassigned iso-8859/one-byte common/map-both-ways"
        f" common/any-length {_FIRST}",
        _PARTS,
    ),
    Mistake(
        "parity-carried-on",
        ENCODE,
        rf"parity|bits?\b|bit 7|\bodd\b|\beven\b|{STATE}|second|text|whole|behind|several|sum|\badd",
        f"{_PARITY} ascii/parity-checked ascii/one-byte ascii/control-characters ascii/delete ascii/digits ascii/uppercase"
        " ascii/lowercase ascii/symbols-before-digits ascii/symbols-after-digits ascii/symbols-between-cases"
        " ascii/symbols-after-letters common/any-length common/map-both-ways common/initial-state",
        ("ascii-parity",),
    ),
    Mistake(
        "z-carons-exchanged",
        BOTH,
        r"\b0*(AE|BE|AC|BC|DE|FE|B4|B8|17[DE])\b|caron|swap|exchang|case|letters?\b",
        f"{_UPPER} iso-8859/one-byte common/map-both-ways",
        tuple(f"iso-8859-{part}" for part in (2, 4, 10, 13, 15, 16)),
    ),
)
