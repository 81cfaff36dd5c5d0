"""What each form of tables says of an input. The figures are those of the documents, or were worked out by hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from project import suite

from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.notation import read_operation
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded
from encoding_conformance.explain.explanation import Explained, ExplainedStep, explained
from encoding_conformance.explain.lines import Words, lines
from encoding_conformance.explain.marked import plain
from encoding_conformance.models.counted import Counted


def explanation(id: str, kind: str, text: str) -> Explained:
    return explained(suite().encodings[id], read_operation(kind, id, text), suite().requirements)


EXAMPLES = [
    # Notes, Parity bits
    ("ascii-parity", "encode", "41", ["1000001 has 2 of the digit 1, an even number, so the parity bit is 0."]),
    ("ascii-parity", "encode", "43", ["1000011 has 3 of the digit 1, an odd number, so the parity bit is 1."]),
    # Notes, UTF-32, UTF-16 and UTF-8
    (
        "utf-32-be",
        "encode",
        "1F469",
        ["The x's are 000011111010001101001 = 1F469.", "Code unit 0001F469, with the most significant byte first."],
    ),
    ("utf-16-be", "encode", "1F469", ["1F469 - 10000 = F469.", "D83D = D800 + 3D; DC69 = DC00 + 69."]),
    ("utf-16-be", "decode", "D8 3D DC 69", ["The x's are 0000111101 0001101001 = F469.", "F469 + 10000 = 1F469."]),
    ("utf-8", "encode", "1F469", ["The x's are 000 011111 010001 101001 = 1F469."]),
    ("utf-8", "decode", "F0 9F 91 A9", ["Row 10000..10FFFF: 11110xxx 10xxxxxx 10xxxxxx 10xxxxxx."]),
    # WTF-8, 6.1 and 3.3
    (
        "wtf-8",
        "encode",
        "D83D DC69",
        ["The codes of these values together are ill-formed, so 1F469 is written instead."],
    ),
    (
        "wtf-8",
        "decode",
        "ED A0 BD ED B1 A9",
        [
            "Row without values: 11101101 1010xxxx 10xxxxxx 11101101 1011xxxx 10xxxxxx.",
            "F469 + 10000 = 1F469.",
            "1F469 has a shorter form, of 4 bytes.",
        ],
    ),
    # Kim, Examples
    ("kim", "encode", "41", ["The x's are 1000001 = 41."]),
    ("kim", "encode", "E9", ["The x's are 0000001 1101001 = E9."]),
    ("kim", "decode", "87 E9 29", ["The x's are 0000111 1101001 0101001 = 1F4A9."]),
    # UTS #40, 2.5 and R5
    (
        "bocu-1",
        "decode",
        "FB EE 28",
        ["D5AE plus the offset 2911 is FEBF, the difference.", "40 plus FEBF is FEFF, the state plus the difference."],
    ),
    ("bocu-1", "encode", "3042", ["After any of 3040..309F, the state is 3070."]),
    ("bocu-1", "encode", "4E00", ["After any of 4E00..9FA5, the state is 7711."]),
    ("bocu-1", "encode", "AC00", ["After any of AC00..D7A3, the state is C1D1."]),
    ("bocu-1", "encode", "3B1", ["The state becomes 3C0, the middle of 380..3FF."]),
    (
        "bocu-1",
        "encode",
        "41 A 20",
        ["A is its own byte, and sets the state to 40.", "20 is its own byte, and leaves the state at 40."],
    ),
    ("bocu-1", "decode", "91", ["The base lead byte is 90, so 91 stands for 1.", "The difference is 1."]),
    ("bocu-1", "decode", "FF", ["FF in the place of a lead byte stands for no value, and sets the state to 40."]),
    # UTF-∞-8, 3.5.4, 3.5.5 and 4
    ("utf-inf-8", "encode", "80{17}", ["NUD = 12, NME = 0 (A0): there are 18 digits, and 18 - 18 = 0 is stored."]),
    ("utf-inf-8", "encode", "10{20}", ["NUD = 15, NME = 3 (A3): there are 21 digits, and 21 - 18 = 3 is stored."]),
    ("utf-inf-8", "encode", "F{33}", ["NUD = 21, NME = F (AF): there are 33 digits, and 33 - 18 = 15 is stored."]),
    ("utf-inf-8", "encode", "10{33}", ["NUD = 22, NME = 10 (B4 A1 A0): there are 34 digits, and 34 - 18 = 16 is stored."]),
    ("utf-inf-8", "encode", "F{273}", ["NUD = 111, NME = FF (B4 AF AF): there are 273 digits, and 273 - 18 = 255 is stored."]),
    (
        "utf-inf-8",
        "encode",
        "10{273}",
        ["NUD = 112, NME = 100 (B4 B4 A1 A0 A0): there are 274 digits, and 274 - 18 = 256 is stored."],
    ),
    (
        "utf-inf-8",
        "encode",
        "A{51}",
        [
            "NUD = 33, NME = 21 (B4 A2 A1): there are 51 digits, and 51 - 18 = 33 is stored.",
            "51 digits take 34 bytes, 3 digits in 2 bytes.",
        ],
    ),
    (
        "utf-inf-8",
        "encode",
        "A{102}",
        [
            "NUD = 66, NME = 54 (B4 A5 A4): there are 102 digits, and 102 - 18 = 84 is stored.",
            "102 digits take 68 bytes, 3 digits in 2 bytes.",
        ],
    ),
    ("utf-inf-8", "encode", "10{18}", ["19 digits and 2 zero digits of padding take 14 bytes, 3 digits in 2 bytes."]),
    ("utf-inf-8", "decode", "FE 82 80*5", ["The x's are 000010 000000 000000 000000 000000 000000 = 80000000."]),
    # The others have no examples in the documents.
    ("kim-count", "decode", "82 2C", ["In groups of 7 bits: 0000010 0101100 = 12C.", "byte 0  12C (300 in decimal)"]),
    ("kim-text", "decode", "01 81 69", ["byte 0  the count 1", "byte 1  U+00E9 LATIN SMALL LETTER E WITH ACUTE"]),
    ("cp437", "decode", "E0", ["Row E0, column 0 of the table: 3B1."]),
    ("iso-8859-15", "encode", "20AC", ["20AC stands in the table in row A0, column 4, so its byte is A4."]),
]

FAULTS = [
    ("utf-8", "decode", "C0 AF", "2F has a shorter form, of 1 byte.", "utf-8/shortest-form"),
    ("utf-8", "decode", "E2 28", "28 cannot stand here: 10xxxxxx must follow E2.", "utf-8/trail-bytes"),
    ("utf-8", "decode", "F0 9F", "The input ends after 2 of 4 bytes.", "utf-8/lead-tells-length"),
    ("utf-8", "decode", "BF", "10xxxxxx is the pattern of a later byte.", "utf-8/trail-byte-not-first"),
    ("utf-8", "decode", "FF", "No value begins with FF.", "utf-8/no-other-lead"),
    (
        "utf-8",
        "decode",
        "F4 90 80 80",
        "The values of the encoding are 0..D7FF E000..10FFFF.",
        "utf-8/out-of-range",
    ),
    ("utf-8", "encode", "D800", "D800 is a surrogate, which is not a value of the encoding.", "utf-8/surrogates"),
    ("utf-8", "encode", "110000", "110000 is above 10FFFF, the largest value.", "utf-8/code-space"),
    ("utf-16-le", "decode", "00 D8 41 00", "00 cannot stand here: 110111xx must follow 00 D8 41.", "utf-16/unpaired-surrogates"),
    (
        "ascii-parity",
        "decode",
        "C1",
        "1000001 has 2 of the digit 1, an even number, so the parity bit is 0, but here it is 1.",
        "ascii/parity-checked",
    ),
    ("kim", "decode", "81", "The continue bit of 81 is set, and nothing follows.", "kim/last-byte-clear"),
    (
        "kim",
        "decode",
        "81 82 83 04",
        "The continue bit of 83 is set, but a value has at most 3 bytes.",
        "kim/at-most-three-bytes",
    ),
    (
        "kim-count",
        "decode",
        "81 80",
        "The continue bit of 80 is set, and nothing follows.",
        "kim/last-byte-clear",
    ),
    (
        "kim-text",
        "decode",
        "03 41",
        "The count announces 3 items, but the text has 1.",
        "kim/text-length-agrees",
    ),
    ("kim-text", "decode", "01 C4 80 00", "The values of the encoding are 0..10FFFF.", "kim/last-character"),
    ("kim-text", "decode", "-", "Even the empty text begins with the number of its items.", "kim/last-byte-clear"),
    (
        "bocu-1",
        "decode",
        "D0 00",
        "The trail bytes are 01..06 10..19 1C..1F 21..FF.",
        "bocu-1/illegal-trail",
    ),
    ("bocu-1", "decode", "FB EE", "The input ends after 2 of 3 bytes.", "bocu-1/truncated"),
    ("bocu-1", "decode", "24 1E 32", "40 plus -FE7F is -FE3F, the state plus the difference.", "bocu-1/illegal-result"),
    ("utf-inf-8", "decode", "FF B4 A1 41", "41 stands in the place of a length byte.", "utf-inf-8/length-bytes-only"),
    ("utf-inf-8", "decode", "FF B4 A1", "The input ends inside the length.", "utf-inf-8/truncated"),
    ("utf-inf-8", "decode", "FF A0 A0 80", "The input ends after 2 of 12 bytes with digits.", "utf-inf-8/truncated"),
    ("utf-inf-8", "decode", "FF A0 A0 41", "41 is not one of 80..BF, which store digits.", "utf-inf-8/bad-trail"),
    ("utf-inf-8", "decode", "FF A1 BF*14", "The digits of padding are not zero.", "utf-inf-8/padding-zero"),
    (
        "utf-inf-8",
        "decode",
        "FF A0 80*12",
        "The first digit is an unnecessary zero.",
        "utf-inf-8/shortest-form",
    ),
    (
        "utf-inf-8",
        "decode",
        "FF A0 9F BF*11",
        "The value is below 800000000000000000.",
        "utf-inf-8/shortest-form",
    ),
    (
        "utf-inf-8",
        "decode",
        "FF B4 A0 A5 BF*16",
        "The length begins with an unnecessary zero.",
        "utf-inf-8/shortest-form",
    ),
    ("cp437", "encode", "20AC", "20AC is not in the table.", "cp437/other-characters"),
    ("iso-8859-3", "decode", "A5", "Row A0, column 5 of the table is empty.", "iso-8859/unassigned"),
]

ROLES = [
    ("utf-8", "decode", "41", ["single"]),
    ("utf-8", "decode", "E2 82 AC", ["lead", "trail", "trail"]),
    ("utf-8", "decode", "E2 41", ["lead", "fault"]),
    ("utf-8", "decode", "FF 41", ["fault"]),
    ("utf-16-be", "decode", "D8 3D DC 69", ["lead", "lead", "trail", "trail"]),
    ("kim-text", "decode", "01 81 69", ["count", "lead", "trail"]),
    ("utf-inf-8", "decode", "FF B4 A1 A0 80 81 80*22", ["lead", "length", "length", "length", "padding", "trail", "trail"]),
    ("bocu-1", "decode", "FF D0 41", ["reset", "lead", "trail"]),
    ("iso-8859-3", "decode", "A5", ["fault"]),
]


@pytest.mark.parametrize("id, kind, text, said", EXAMPLES)
def test_the_figures_of_the_documents(id: str, kind: str, text: str, said: list[str]) -> None:
    shown = [plain(line).strip() for line in lines(explanation(id, kind, text))]
    assert [line for line in said if line not in shown] == []


@pytest.mark.parametrize("id, kind, text, said, rule", FAULTS)
def test_why_an_input_is_ill_formed_and_by_which_requirement(id: str, kind: str, text: str, said: str, rule: str) -> None:
    found = explanation(id, kind, text)
    last = found.steps[-1]
    assert isinstance(last, ExplainedStep) and last.reason
    assert said in last.lines
    assert found.rule and found.rule.id == rule


@pytest.mark.parametrize("id, kind, text, roles", ROLES)
def test_what_each_byte_is_for(id: str, kind: str, text: str, roles: list[str]) -> None:
    steps = [step for step in explanation(id, kind, text).steps if isinstance(step, ExplainedStep)]
    assert [part.role for step in steps for part in step.parts] == roles


def test_what_leaves_an_outcome_open() -> None:
    for id, text, rule in (("kim", "80 41", "kim/leading-80"), ("bocu-1", "50", "bocu-1/control-by-difference")):
        found = explanation(id, "decode", text)
        assert len(found.permitted) == 2
        assert found.rule and found.rule.id == rule


def test_what_may_be_refused() -> None:
    found = explanation("utf-inf-8", "encode", "41 D800")
    assert found.refusable == 0xD800
    assert found.refusal and found.refusal.id == "utf-inf-8/surrogates"
    assert explanation("bocu-1", "encode", "D800").refusal is None
    assert explanation("utf-8", "encode", "D800").refusable is None


def test_a_reading_that_only_a_test_vector_has() -> None:
    operation = read_operation("encode", "bocu-1", "D83D DCA9")
    found = explained(suite().encodings["bocu-1"], operation, suite().requirements, suite().vectors_of("bocu-1"))
    said = list(Words(found).conclusion())
    assert ("or", "ok FC FD EC, which the test vector bocu-1/encode-surrogate-pair permits") in said
    assert said[-1][1].endswith("[bocu-1/surrogate-pair-as-two]")


def test_a_fault_behind_what_may_be_refused_has_an_open_offset() -> None:
    said = "What stands before may be rejected already, so the offset is open."
    open_offset, fixed = (dict(Words(explanation("kim", "decode", text)).conclusion()) for text in ("80 41 81", "41 81"))
    assert (open_offset["expected"], fixed["expected"]) == ("reject - truncated", "reject 1 truncated")
    assert said in open_offset["why"] and said not in fixed["why"]


def test_where_a_text_is_ill_formed_is_not_determined() -> None:
    why = dict(Words(explanation("kim-text", "decode", "01 C4 80 00")).conclusion())["why"]
    assert why == "The encoding does not reach this value. The specification does not determine at which byte the fault begins."


def test_a_code_of_many_bytes_is_shown_with_its_ends() -> None:
    rows = [plain(line).split() for line in lines(explanation("kim-count", "decode", "81*40"))]
    shown = [word for row in rows if {*row} <= {"81", "…", "28", "bytes"} for word in row]
    assert shown == ["81"] * 8 + ["…", "28", "bytes", "…"] + ["81"] * 4


def text_of(count: str, item: str) -> Encoding:
    """A text of these items after a count, which no specification has."""
    return replace(suite().encodings["kim-text"], tables=Counted(suite().encodings[count], suite().encodings[item]))


def test_codes_that_stand_for_no_value_are_no_items() -> None:
    found = explained(text_of("kim-count", "bocu-1"), Decode("kim-text", bytes.fromhex("01 FF 91")), {})
    assert found.permitted == (Decoded((0x41,)),)
    assert [step.title for step in found.steps if isinstance(step, ExplainedStep)] == [
        "the count 1",
        "no value",
        "U+0041 LATIN CAPITAL LETTER A",
    ]
    assert found.fault is None


def test_a_count_that_cannot_be_written_comes_last() -> None:
    encoding = text_of("ascii", "kim")
    for value, title in ((0x41, "the count 80 (128 in decimal)"), (0x110000, "U+110000, which cannot be encoded")):
        *before, last = explained(encoding, Encode("kim-text", (value,) * 0x80), {}).steps
        assert isinstance(last, ExplainedStep)
        assert (last.title, last.reason) == (title, "out-of-range")
        assert not any(step.reason for step in before if isinstance(step, ExplainedStep))
