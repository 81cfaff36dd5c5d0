"""The mistakes that a codec of any family can make, with the requirements that they break there."""

from __future__ import annotations

from dataclasses import dataclass

from workshop.composed.mistake import BOTH, DECODE, ENCODE, Mistake

CUT = r"truncat|cut|incomplete|ends? (in|within|with|too)|end of|middle|short|missing|unfinished|partial|inside a"
CRASH = r"crash|exception|IndexError|index out|dies|raises"
LIMIT = r"limit|above|beyond|too (large|big|high)|out.of.range|larger|greater|code space|10FFFF|110000|not a code point"
SURROGATE = r"surrogate|D800|DFFF|DC00|DBFF"
OVERLONG = r"overlong|longer (form|than)|shortest|too (long|many bytes)|more bytes|C0|non-?minimal"
OFFSET = r"offset|place|position|index|where|late|wrong (byte|spot)|start"
STATE = r"state|previous|earlier|before|left|carr|remember|between (calls|operations)|depends|leak|history|other (call|operation)"
NONCHARACTER = r"non-?character|FFFE|FFFF|FDD0|FDEF|special"
CONTROL = r"control|C0\b|\bNUL\b|(?-i:(U\+|\b)0{0,3}[0-8BCEF]\b|(U\+00|\b)1[0-9A-F]\b)"
LINE = r"\bLF\b|\bCR\b|CRLF|(?-i:(U\+|\b)0{0,3}[AD]\b)|line"
MARK = r"FEFF|byte.order.mark|\bBOM\b|signature|first (value|character)"


@dataclass(frozen=True)
class Broken:
    """The requirements of a family that general mistakes break, by what they are about. Each text has the ids with spaces
    between them. The requirements of all families are added to them."""

    cut: str
    """What is said of input that ends inside a value."""
    kept: str
    """What is said of each value and of their number: none is lost."""
    nul: str
    """What is said of U+0000."""
    mark: str
    """What is said of U+FEFF."""
    noncharacters: str
    """What is said of noncharacters."""
    ill_formed: str
    """What is said of anything that must be rejected."""
    refused: str
    """What is said of values that cannot be encoded."""
    controls: str = ""
    """What is said of control characters, beyond what is said of U+0000."""


def general(broken: Broken) -> tuple[Mistake, ...]:
    """Returns the general mistakes. Those that break no requirement of the family cannot be made in it."""
    cut = f"{broken.cut} common/incomplete-input"
    kept = f"{broken.kept} common/map-both-ways common/any-length"
    controls = f"{broken.nul} {broken.controls}"
    refused = f"{broken.refused} common/values-of-the-encoding"
    found = (
        Mistake("cut-short-taken", DECODE, CUT, cut) if broken.cut else None,
        Mistake("cut-short-crashes", DECODE, CRASH, f"{cut} common/always-an-answer") if broken.cut else None,
        Mistake("bytes-left-over", DECODE, STATE, "common/initial-state") if broken.cut else None,
        Mistake(
            "nul-ends-text",
            DECODE,
            r"\bNUL\b|U\+0000|\b00?\b|zero|terminat|(ends?|stops?) (at|early|before)",
            f"{broken.nul} {kept}",
        ),
        Mistake("first-mark-dropped", DECODE, MARK, f"{broken.mark} common/map-both-ways") if broken.mark else None,
        Mistake("noncharacters-refused", BOTH, NONCHARACTER, broken.noncharacters) if broken.noncharacters else None,
        Mistake(
            "replacement-given",
            DECODE,
            r"replac|FFFD|substitut|instead of reject|does not reject|accepts (all|any|every|ill)",
            f"{broken.ill_formed} {cut}",
        )
        if broken.ill_formed
        else None,
        Mistake(
            "last-lost",
            DECODE,
            r"\blast\b|\bend\b|los(es|t)|drop|(one|a) (value|character) (less|fewer|too few)|too few|missing|cuts? off",
            kept,
        ),
        Mistake(
            "empty-refused",
            BOTH,
            r"empty|no (bytes|values|input)|nothing|zero (bytes|values)",
            f"{broken.kept} common/any-length common/map-both-ways",
        ),
        Mistake("offset-late", DECODE, OFFSET, f"common/first-fault {broken.ill_formed}") if broken.ill_formed else None,
        Mistake("index-always-0", ENCODE, OFFSET, "common/first-fault common/values-of-the-encoding"),
        Mistake(
            "wrong-beyond-64",
            BOTH,
            r"\blong|length|64|beyond|buffer|many|after|rest|large|too few|los(es|t)|drop|cuts? off|truncat",
            kept,
        ),
        Mistake("offset-in-values", DECODE, OFFSET, f"common/first-fault {broken.ill_formed}") if broken.cut else None,
        Mistake("offset-always-0", DECODE, OFFSET, f"common/first-fault {broken.ill_formed}") if broken.ill_formed else None,
        Mistake("line-end-becomes-two", ENCODE, LINE, f"{controls} {kept}"),
        Mistake("line-ends-joined", DECODE, LINE, f"{controls} {kept}"),
        Mistake("control-characters-refused", BOTH, CONTROL, f"{controls} {kept}"),
        Mistake("empty-crashes", BOTH, rf"{CRASH}|empty", f"{kept} common/always-an-answer"),
        Mistake("unencodable-crashes", ENCODE, CRASH, f"{refused} common/always-an-answer") if broken.refused else None,
        Mistake("replacement-written", ENCODE, rf"replac|FFFD|substitut|{SURROGATE}|{LIMIT}", refused)
        if broken.refused and broken.cut
        else None,
        Mistake(
            "recursion-too-deep",
            BOTH,
            rf"{CRASH}|recurs|\blong|length|many",
            f"{kept} common/always-an-answer",
        ),
        Mistake("cut-short-gives-nothing", DECODE, CUT, cut) if broken.cut else None,
        Mistake("two-marks-dropped", DECODE, MARK, f"{broken.mark} common/map-both-ways") if broken.mark else None,
        Mistake(
            "rest-dropped-at-a-fault",
            DECODE,
            r"accepts|ill-formed|rest|behind|instead of reject|does not reject|los(es|t)|drop|ends at",
            f"{broken.ill_formed} {cut}",
        )
        if broken.ill_formed
        else None,
        Mistake(
            "fault-skipped",
            DECODE,
            r"accepts|ill-formed|skip|ignor|instead of reject|does not reject|los(es|t)|drop",
            f"{broken.ill_formed} {cut}",
        )
        if broken.ill_formed
        else None,
        Mistake("zero-refused", DECODE, r"\bNUL\b|U\+0000|\b00?\b|zero", f"{broken.nul} {kept}"),
        Mistake("offset-at-the-end", DECODE, OFFSET, f"common/first-fault {broken.ill_formed}") if broken.ill_formed else None,
        Mistake(
            "unencodable-skipped",
            ENCODE,
            rf"accepts|ill-formed|skip|ignor|lacks|los(es|t)|drop|{SURROGATE}|{LIMIT}",
            refused,
        )
        if broken.refused
        else None,
    )
    return tuple(each for each in found if each)
