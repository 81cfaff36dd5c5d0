"""What each form of tables says about an input. The figures come from the documents, or were worked out by hand."""

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
    ("ascii-parity", "encode", "43", "1000011 has 3 of the digit 1, an odd number, so the parity bit is 1."),
    ("ascii-parity", "decode", "C1", "1000001 has 2 of the digit 1, an even number, so the parity bit is 0, but here it is 1."),
    # Notes, UTF-32, UTF-16 and UTF-8
    ("utf-32-be", "encode", "1F469", "Code unit 0001F469, with the most significant byte first."),
    ("utf-16-be", "decode", "D8 3D DC 69", "The x's are 0000111101 0001101001 = F469.", "F469 + 10000 = 1F469."),
    ("utf-8", "decode", "E2 41", "lead       fault"),
    ("utf-8", "decode", "F0 9F 91 A9", "Row 10000..10FFFF: 11110xxx 10xxxxxx 10xxxxxx 10xxxxxx."),
    # WTF-8, 6.1 and 3.3
    ("wtf-8", "encode", "D83D DC69", "The sequences of these values together are ill-formed, so 1F469 is written instead."),
    ("wtf-8", "decode", "ED A0 BD ED B1 A9", "Row without values: 11101101 1010xxxx 10xxxxxx 11101101 1011xxxx 10xxxxxx."),
    ("wtf-8", "decode", "ED A0 BD ED B1 A9", "1F469 has a shorter form, of 4 bytes."),
    # UTS #40, 2.5 and R5
    ("bocu-1", "decode", "FB EE 28", "D5AE plus the offset 2911 is FEBF, the difference."),
    ("bocu-1", "decode", "FB EE 28", "40 plus FEBF is FEFF, the state plus the difference."),
    ("bocu-1", "encode", "3042", "After any of 3040..309F, the state is 3070."),
    ("bocu-1", "encode", "3B1", "The state becomes 3C0, the middle of 380..3FF."),
    ("bocu-1", "encode", "41 A", "A is its own byte, and sets the state to 40."),
    ("bocu-1", "encode", "41 20", "20 is its own byte, and leaves the state at 40."),
    ("bocu-1", "decode", "91", "The base lead byte is 90, so 91 stands for 1.", "The difference is 1."),
    ("bocu-1", "decode", "FF", "reset", "As a lead byte, FF stands for no value, and sets the state to 40."),
    # UTF-∞-8, 3.5.4, 3.5.5 and 4
    ("utf-inf-8", "encode", "80{17}", "NUD = 12, NME = 0 (A0): there are 18 digits, and 18 - 18 = 0 is stored."),
    (
        "utf-inf-8",
        "encode",
        "10{273}",
        "NUD = 112, NME = 100 (B4 B4 A1 A0 A0): there are 274 digits, and 274 - 18 = 256 is stored.",
    ),
    ("utf-inf-8", "encode", "A{51}", "51 digits take 34 bytes, 3 digits in 2 bytes."),
    ("utf-inf-8", "decode", "FE 82 80*5", "The x's are 000010 000000 000000 000000 000000 000000 = 80000000."),
    # The others have no examples in the documents.
    ("kim-count", "decode", "82 2C", "In groups of 7 bits: 0000010 0101100 = 12C.", "byte 0  12C (300 in decimal)"),
    ("kim-text", "decode", "01 81 69", "byte 0  the count 1", "count", "byte 1  U+00E9 LATIN SMALL LETTER E WITH ACUTE"),
    ("cp437", "decode", "E0", "Row E0, column 0 of the table: 3B1."),
    ("iso-8859-15", "encode", "20AC", "20AC is in row A0, column 4 of the table, so its byte is A4."),
]

FAULTS = [
    ("ascii-parity", "decode", "C1", "ascii/parity-checked", "The parity bit must be 0."),
    ("bocu-1", "decode", "D0 00", "bocu-1/illegal-trail", "The trail bytes are 01..06 10..19 1C..1F 21..FF."),
    ("bocu-1", "decode", "D0 00", "bocu-1/illegal-trail", "00 cannot be a trail byte."),
    ("bocu-1", "decode", "FB EE", "bocu-1/truncated", "The input ends after 2 of 3 bytes."),
    ("bocu-1", "decode", "24 1E 32", "bocu-1/illegal-result", "40 plus -FE7F is -FE3F, the state plus the difference."),
    ("bocu-1", "decode", "4F FF", "bocu-1/illegal-result", "-1 is below zero."),
    ("cp437", "encode", "20AC", "cp437/other-characters", "20AC is not in the table."),
    ("iso-8859-3", "decode", "A5", "iso-8859/unassigned", "Row A0, column 5 of the table is empty."),
    ("kim", "decode", "81", "kim/last-byte-clear", "The continue bit of 81 is set, and nothing follows."),
    (
        "kim",
        "decode",
        "FF 82 83 04",
        "kim/at-most-three-bytes",
        "The continue bit of 83 is set, but a value has at most 3 bytes.",
    ),
    ("kim-count", "decode", "81 80", "kim/last-byte-clear", "The continue bit of 80 is set, and nothing follows."),
    ("kim-text", "decode", "0D 41", "kim/text-length-agrees", "The count announces 13 items, but the text has 1."),
    ("kim-text", "decode", "01 C4 80 00", "kim/last-character", "The values of the encoding are 0..10FFFF."),
    ("kim-text", "decode", "-", "kim/last-byte-clear", "Even an empty text begins with the number of its items."),
    ("kim-text", "decode", "-", "kim/last-byte-clear", "The number of items is missing."),
    ("utf-16-be", "decode", "D8", "utf-16/whole-units", "The input ends after 1 of 2 or 4 bytes."),
    ("utf-16-le", "decode", "00 D8 41 00", "utf-16/unpaired-surrogates", "00 is not valid here: 110111xx must follow 00 D8 41."),
    ("utf-8", "decode", "80", "utf-8/trail-byte-not-first", "80 can only continue a value."),
    ("utf-8", "decode", "BF", "utf-8/trail-byte-not-first", "10xxxxxx is the pattern of a later byte."),
    ("utf-8", "decode", "C0 AF", "utf-8/shortest-form", "2F has a shorter form, of 1 byte."),
    ("utf-8", "decode", "E2 28", "utf-8/trail-bytes", "28 is not valid here: 10xxxxxx must follow E2."),
    ("utf-8", "decode", "F4 90 80 80", "utf-8/out-of-range", "The values of the encoding are 0..D7FF E000..10FFFF."),
    ("utf-8", "decode", "FF", "utf-8/no-other-lead", "No value begins with FF."),
    ("utf-8", "encode", "D800", "utf-8/surrogates", "D800 is a surrogate, which is not a value of the encoding."),
    ("utf-8", "encode", "110000", "utf-8/code-space", "110000 is above 10FFFF, the largest value."),
    ("utf-inf-8", "decode", "FF", "utf-inf-8/truncated", "The input ends after FF."),
    ("utf-inf-8", "decode", "FF 41", "utf-inf-8/bad-trail", "41 is not valid here: 100xxxxx or a length must follow FF."),
    ("utf-inf-8", "decode", "FF A0 80", "utf-inf-8/truncated", "The input ends after 1 of 12 bytes with digits."),
    ("utf-inf-8", "decode", "FF A0 80*12", "utf-inf-8/shortest-form", "The first digit is an unnecessary zero."),
    ("utf-inf-8", "decode", "FF A0 84 80*11", "utf-inf-8/shortest-form", "A row of the table has this value."),
    ("utf-inf-8", "decode", "FF A0 9F BF*11", "utf-inf-8/shortest-form", "The value is below 800000000000000000."),
    ("utf-inf-8", "decode", "FF A0 A0 41", "utf-inf-8/bad-trail", "41 is not one of 80..BF, which store digits."),
    ("utf-inf-8", "decode", "FF A1 BF*14", "utf-inf-8/padding-zero", "The digits of padding are not zero."),
    ("utf-inf-8", "decode", "FF B4 A0 A5 BF*16", "utf-inf-8/shortest-form", "The length begins with an unnecessary zero."),
    ("utf-inf-8", "decode", "FF B4 A1", "utf-inf-8/truncated", "The input ends inside the length."),
    ("utf-inf-8", "decode", "FF B4 A1 41", "utf-inf-8/length-bytes-only", "41 is not a length byte."),
]
"""Inputs, the requirement that each breaks, and a sentence of its last step. Reports show some of them below the input."""


@pytest.mark.parametrize("row", EXAMPLES, ids=" ".join)
def test_sentences_have_the_figures_of_the_documents(row: tuple[str, ...]) -> None:
    id, kind, text, *said = row
    shown = [plain(line).strip() for line in lines(explanation(id, kind, text))]
    assert [line for line in said if line not in shown] == []


@pytest.mark.parametrize("id, kind, text, rule, said", FAULTS)
def test_a_fault_has_a_sentence_and_a_requirement(id: str, kind: str, text: str, rule: str, said: str) -> None:
    found = explanation(id, kind, text)
    last = found.steps[-1]
    assert isinstance(last, ExplainedStep) and last.reason
    assert said in last.lines
    assert found.rule and found.rule.id == rule


def test_an_open_outcome_names_the_requirement_that_leaves_it_open() -> None:
    for id, text, rule in (("kim", "80 41", "kim/leading-80"), ("bocu-1", "50", "bocu-1/control-by-difference")):
        found = explanation(id, "decode", text)
        assert len(found.permitted) == 2
        assert found.rule and found.rule.id == rule


def test_a_value_that_may_be_refused_is_named_with_its_requirement() -> None:
    found = explanation("utf-inf-8", "encode", "41 D800")
    assert found.refusable == 0xD800
    assert found.refusal and found.refusal.id == "utf-inf-8/surrogates"
    assert explanation("bocu-1", "encode", "D800").refusal is None
    assert explanation("utf-8", "encode", "D800").refusable is None


def test_a_result_that_only_a_test_vector_permits_is_shown() -> None:
    operation = read_operation("encode", "bocu-1", "D83D DCA9")
    found = explained(suite().encodings["bocu-1"], operation, suite().requirements, suite().vectors_of("bocu-1"))
    said = list(Words(found).conclusion())
    assert ("or", "ok FC FD EC, which the test vector bocu-1/encode-surrogate-pair permits") in said
    assert said[-1][1].endswith("[bocu-1/surrogate-pair-as-two]")


def test_a_fault_after_a_refusable_value_has_an_open_offset() -> None:
    said = "An implementation may reject the input earlier, so the offset is open."
    open_offset, fixed = (dict(Words(explanation("kim", "decode", text)).conclusion()) for text in ("80 41 81", "41 81"))
    assert (open_offset["expected"], fixed["expected"]) == ("reject - truncated", "reject 1 truncated")
    assert said in open_offset["why"] and said not in fixed["why"]


def test_the_offset_of_a_fault_in_a_text_is_not_determined() -> None:
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
    assert (found.permitted, found.fault) == ((Decoded((0x41,)),), None)
    titles = [step.title for step in found.steps if isinstance(step, ExplainedStep)]
    assert titles == ["the count 1", "no value", "U+0041 LATIN CAPITAL LETTER A"]


def test_a_count_that_cannot_be_written_comes_last() -> None:
    encoding = text_of("ascii", "kim")
    for value, title in ((0x41, "the count 80 (128 in decimal)"), (0x110000, "U+110000, which cannot be encoded")):
        *before, last = explained(encoding, Encode("kim-text", (value,) * 0x80), {}).steps
        assert isinstance(last, ExplainedStep)
        assert (last.title, last.reason) == (title, "out-of-range")
        assert not any(step.reason for step in before if isinstance(step, ExplainedStep))
