"""That the tables are what the specifications print and what the parameters of the encodings imply."""

from itertools import pairwise
from pathlib import Path

import pytest
import yaml

import reference_codecs
from reference_codecs import CODECS, bocu_1, single_byte, utf_8, utf_inf_8

MANIFEST = Path(reference_codecs.__file__).parents[1] / "implementation.yaml"


def test_the_manifest_names_every_codec():
    manifest = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))

    assert manifest["python"] == "reference_codecs:CODECS"
    assert manifest["encodings"] == dict.fromkeys(CODECS, {})
    assert len(CODECS) == 32


def test_nothing_of_the_harness_is_imported():
    sources = Path(reference_codecs.__file__).parent.glob("*.py")

    assert not [source.name for source in sources if "harness" in source.read_text(encoding="utf-8")]


class TestBocu1:
    def test_differences_follow_one_another_without_gap(self):
        rows = bocu_1.TABLE_1_AND_3

        assert (rows[0].last_difference, rows[-1].first_difference) == (0x10FFFF, -0x10FFFF)
        assert all(lower.last_difference + 1 == upper.first_difference for upper, lower in pairwise(rows))

    def test_lead_bytes_follow_one_another_from_21_to_FE(self):
        rows = bocu_1.TABLE_1_AND_3

        assert (rows[0].last_lead, rows[-1].first_lead) == (0xFE, 0x21)
        assert all(lower.last_lead + 1 == upper.first_lead for upper, lower in pairwise(rows))

    @pytest.mark.parametrize("row", bocu_1.TABLE_1_AND_3)
    def test_a_row_has_as_many_differences_as_its_bytes_can_tell_apart(self, row):
        leads = row.last_lead - row.first_lead + 1
        differences = row.last_difference - row.first_difference + 1

        if row.trails < 3:
            assert differences == leads * 243**row.trails
        else:
            assert differences <= leads * 243**row.trails

    @pytest.mark.parametrize("row", bocu_1.TABLE_1_AND_3)
    def test_the_ends_of_a_row_have_its_lead_bytes_and_its_length(self, row):
        first = bocu_1.encoded_difference(row.first_difference)
        last = bocu_1.encoded_difference(row.last_difference)

        assert (first[0], last[0]) == (row.first_lead, row.last_lead)
        assert len(first) == len(last) == 1 + row.trails

    def test_multipliers(self):
        assert [row.multipliers for row in bocu_1.TABLE_1_AND_3[:4]] == [[243**2, 243, 1], [243, 1], [1], []]

    def test_trail_bytes_are_all_bytes_but_the_illegal(self):
        assert sorted(bocu_1.TRAIL_OF_REMAINDER) == list(range(243))
        assert set(bocu_1.REMAINDER_OF_TRAIL) == set(range(0x100)) - set(bocu_1.ILLEGAL_TRAILS)
        by_remainder = [bocu_1.TRAIL_OF_REMAINDER[t] for t in range(243)]
        assert by_remainder == sorted(by_remainder)

    @pytest.mark.parametrize(
        "code_point, prev",
        [
            (0x00, 0x40), (0x7F, 0x40), (0x80, 0xC0), (0x10FFFF, 0x10FFC0),
            (0x303F, 0x3040), (0x3040, 0x3070), (0x309F, 0x3070), (0x30A0, 0x30C0),
            (0x4DFF, 0x4DC0), (0x4E00, 0x7711), (0x9FA5, 0x7711), (0x9FA6, 0x9FC0),
            (0xABFF, 0xABC0), (0xAC00, 0xC1D1), (0xD7A3, 0xC1D1), (0xD7A4, 0xD7C0),
        ],
    )  # fmt: skip
    def test_adjustment(self, code_point, prev):
        assert bocu_1.adjusted(code_point) == prev


class TestUtf8:
    def test_forms_follow_one_another_without_gap(self):
        assert utf_8.FORMS[0].first == 0
        assert utf_8.FORMS[-1].last == 2**31 - 1
        assert all(shorter.last + 1 == longer.first for shorter, longer in pairwise(utf_8.FORMS))

    @pytest.mark.parametrize("form", utf_8.FORMS)
    def test_the_last_value_of_a_form_fills_its_pattern(self, form):
        assert form.last == 2 ** form.pattern.count("x") - 1

    def test_lead_bytes(self):
        assert set(CODECS["utf-8"].form_of_lead) == {*range(0x80), *range(0xC0, 0xF8)}
        assert set(CODECS["utf-8-31bit"].form_of_lead) == {*range(0x80), *range(0xC0, 0xFE)}


def test_utf_inf_8_limits():
    assert (utf_inf_8.SEVEN_BYTES.udigits, utf_inf_8.THIRTEEN_BYTES.udigits) == (9, 18)
    assert utf_inf_8.SEVEN_BYTES.last == int("F" * 9, 16)
    assert utf_inf_8.THIRTEEN_BYTES.last == int("7" + "F" * 17, 16)


@pytest.mark.parametrize("part", single_byte.PARTS_OF_ISO_8859)
def test_unassigned_bytes_of_iso_8859(part):
    unassigned = {3: 7, 6: 45, 7: 3, 8: 36, 11: 8}

    assert 0x100 - len(CODECS[f"iso-8859-{part}"].characters) == unassigned.get(part, 0)
    assert 12 not in single_byte.PARTS_OF_ISO_8859
