"""Each reason in each encoding in which it can occur: where the ill-formed part begins and what is in it."""

import copy
import pickle

import pytest

from reference_codecs import CODECS, REASONS, Rejection

ILLEGAL_TRAILS = ["00", "07", "08", "09", "0A", "0B", "0C", "0D", "0E", "0F", "1A", "1B", "20"]

DECODE = [
    # encoding, bytes, reason, offset, ill-formed part
    ("ascii", "41 80", "unassigned", 1, "80"),
    ("ascii-parity", "41 43", "parity", 1, "43"),
    ("ascii-parity", "C1", "parity", 0, "C1"),
    ("iso-8859-3", "41 A5", "unassigned", 1, "A5"),
    ("iso-8859-6", "A1", "unassigned", 0, "A1"),
    ("iso-8859-7", "AE", "unassigned", 0, "AE"),
    ("iso-8859-8", "A1", "unassigned", 0, "A1"),
    ("iso-8859-11", "DB", "unassigned", 0, "DB"),
    ("utf-32-be", "00 00 00 41 00 00 00", "truncated", 4, "00 00 00"),
    ("utf-32-be", "00 00 00 41 00 00 D8 00", "surrogate", 4, "00 00 D8 00"),
    ("utf-32-be", "00 11 00 00", "out-of-range", 0, "00 11 00 00"),
    ("utf-32-le", "41", "truncated", 0, "41"),
    ("utf-32-le", "FF DF 00 00", "surrogate", 0, "FF DF 00 00"),
    ("utf-32-le", "00 00 00 41", "out-of-range", 0, "00 00 00 41"),
    ("utf-16-be", "00 41 00", "truncated", 2, "00"),
    ("utf-16-be", "00 41 D8 3D", "truncated", 2, "D8 3D"),
    ("utf-16-be", "D8 3D DC", "truncated", 0, "D8 3D DC"),
    ("utf-16-be", "00 41 D8 3D 00 41", "surrogate", 2, "D8 3D"),
    ("utf-16-be", "D8 3D D8 3D DC 69", "surrogate", 0, "D8 3D"),
    ("utf-16-be", "DC 69", "surrogate", 0, "DC 69"),
    ("utf-16-le", "41", "truncated", 0, "41"),
    ("utf-16-le", "41 00 69 DC 3D D8", "surrogate", 2, "69 DC"),
    ("utf-8", "41 80", "bad-lead", 1, "80"),
    ("utf-8", "F8 88 80 80 80", "bad-lead", 0, "F8"),
    ("utf-8", "FF", "bad-lead", 0, "FF"),
    ("utf-8", "41 E2 82", "truncated", 1, "E2 82"),
    ("utf-8", "41 E2 82 41", "bad-trail", 1, "E2 82"),
    ("utf-8", "C3 C3 A9", "bad-trail", 0, "C3"),
    ("utf-8", "41 41 41 C1 BF", "overlong", 3, "C1"),
    ("utf-8", "E0 9F BF", "overlong", 0, "E0"),
    ("utf-8", "F0 8F BF BF", "overlong", 0, "F0"),
    ("utf-8", "41 ED A0 80", "surrogate", 1, "ED"),
    ("utf-8", "F4 90 80 80", "out-of-range", 0, "F4"),
    ("utf-8", "F7 BF BF BF", "out-of-range", 0, "F7"),
    # What nothing can complete is not truncated, and no trail byte that follows is looked at
    ("utf-8", "41 C0", "overlong", 1, "C0"),
    ("utf-8", "C0 41", "overlong", 0, "C0"),
    ("utf-8", "F5", "out-of-range", 0, "F5"),
    ("utf-8", "E0 80 41", "overlong", 0, "E0"),
    ("utf-8-31bit", "BF", "bad-lead", 0, "BF"),
    ("utf-8-31bit", "41 FE", "bad-lead", 1, "FE"),
    ("utf-8-31bit", "FC 84 80 80 80", "truncated", 0, "FC 84 80 80 80"),
    ("utf-8-31bit", "F8 88 80 C0 80", "bad-trail", 0, "F8 88 80"),
    ("utf-8-31bit", "F8 87 BF BF BF", "overlong", 0, "F8"),
    ("utf-8-31bit", "FC 83 BF BF BF BF", "overlong", 0, "FC"),
    ("cesu-8", "41 F0 9F 91 A9", "bad-lead", 1, "F0"),
    ("cesu-8", "41 ED B0 80", "surrogate", 1, "ED"),
    ("cesu-8", "ED A0 80 41", "surrogate", 0, "ED A0 80"),
    ("cesu-8", "ED A0 80 ED A0 80", "surrogate", 0, "ED A0 80 ED"),
    ("cesu-8", "41 ED A0 80 ED B0", "truncated", 1, "ED A0 80 ED B0"),
    ("modified-utf-8", "41 00 42", "bad-lead", 1, "00"),
    ("modified-utf-8", "41 C0", "truncated", 1, "C0"),
    ("modified-utf-8", "C0 81", "overlong", 0, "C0"),
    ("modified-utf-8", "C0 80 F0", "bad-lead", 2, "F0"),
    ("modified-utf-8", "C0 80 ED B0 80", "surrogate", 2, "ED"),
    ("wtf-8", "41 ED A0 BD ED B1 A9", "overlong", 4, "ED"),
    ("wtf-8", "ED A0 BD ED", "truncated", 3, "ED"),
    ("wtf-8", "ED A0 BD ED B1", "overlong", 3, "ED"),
    ("wtf-8", "ED A0 BD F4 90 80 80", "out-of-range", 3, "F4"),
    ("wtf-8", "ED B1 A9 F5 80 80 80", "out-of-range", 3, "F5"),
    ("utf-inf-8", "80", "bad-lead", 0, "80"),
    ("utf-inf-8", "41 C0 80", "overlong", 1, "C0"),
    # UTF-∞-8, 3.3: seven bytes
    ("utf-inf-8", "41 FE", "truncated", 1, "FE"),
    ("utf-inf-8", "FE 82 80 80 80 80", "truncated", 0, "FE 82 80 80 80 80"),
    ("utf-inf-8", "FE 82 80 41 80 80 80", "bad-trail", 0, "FE 82 80"),
    ("utf-inf-8", "FE 81 BF BF BF BF BF", "overlong", 0, "FE"),
    # 3.4: thirteen bytes
    ("utf-inf-8", "FF", "truncated", 0, "FF"),
    ("utf-inf-8", "FF 90" + " 80" * 10, "truncated", 0, "FF 90" + " 80" * 10),
    ("utf-inf-8", "FF 90" + " 80" * 10 + " FF", "bad-trail", 0, "FF 90" + " 80" * 10),
    ("utf-inf-8", "41 FF" + " 80" * 6 + " BF" * 6, "overlong", 1, "FF" + " 80" * 5),
    # 3.5.2 and 3.5.5: length storage
    ("utf-inf-8", "FF C0", "bad-trail", 0, "FF"),
    ("utf-inf-8", "FF 41", "bad-trail", 0, "FF"),
    ("utf-inf-8", "FF B0", "bad-trail", 0, "FF"),
    ("utf-inf-8", "FF B3", "bad-trail", 0, "FF"),
    ("utf-inf-8", "FF B5", "bad-trail", 0, "FF"),
    ("utf-inf-8", "FF BF", "bad-trail", 0, "FF"),
    ("utf-inf-8", "41 FF B4 80", "bad-trail", 1, "FF B4"),
    ("utf-inf-8", "FF B4 A1 B4", "bad-trail", 0, "FF B4 A1"),
    ("utf-inf-8", "FF B4 B4", "truncated", 0, "FF B4 B4"),
    ("utf-inf-8", "FF B4 A1", "truncated", 0, "FF B4 A1"),
    ("utf-inf-8", "41 FF B4 A0 AF" + " BF" * 22, "overlong", 1, "FF B4 A0 AF"),
    # 3.5.6 and 3.5.7: USV-storage
    ("utf-inf-8", "FF A0 A0" + " 80" * 10, "truncated", 0, "FF A0 A0" + " 80" * 10),
    ("utf-inf-8", "FF A0 A0" + " 80" * 10 + " 41", "bad-trail", 0, "FF A0 A0" + " 80" * 10),
    ("utf-inf-8", "FF A0 9F" + " BF" * 11, "overlong", 0, "FF A0 9F" + " BF" * 11),
    ("utf-inf-8", "FF A1 80 80" + " BF" * 12, "overlong", 0, "FF A1 80 80" + " BF" * 12),
    ("utf-inf-8", "FF A1 80 91" + " 80" * 12, "bad-padding", 0, "FF A1 80 91" + " 80" * 12),
    ("utf-inf-8", "FF A1 84 81" + " 80" * 12, "bad-padding", 0, "FF A1 84 81" + " 80" * 12),
    ("utf-inf-8", "FF A2 84 90" + " 80" * 12, "bad-padding", 0, "FF A2 84 90" + " 80" * 12),
    # UTS #40, 4.3
    ("bocu-1", "91 D0", "truncated", 1, "D0"),
    ("bocu-1", "FE 01 01", "truncated", 0, "FE 01 01"),
    *[("bocu-1", f"91 FB EE {trail}", "bad-trail", 1, "FB EE") for trail in ILLEGAL_TRAILS],
    ("bocu-1", "4F FF", "out-of-range", 0, "4F"),
    ("bocu-1", "FE FF FF FF", "out-of-range", 0, "FE"),
    ("bocu-1", "FE 19 B4 55", "out-of-range", 0, "FE 19 B4"),
    ("kim", "41 81", "truncated", 1, "81"),
    ("kim", "87 E9", "truncated", 0, "87 E9"),
    ("kim", "C4 80 00", "out-of-range", 0, "C4"),
    ("kim", "41 81 80 80 00", "out-of-range", 1, "81 80"),
    ("kim", "80 80 80 41", "overlong", 0, "80 80"),
    ("kim-count", "41 FF FF FF FF FF", "truncated", 1, "FF FF FF FF FF"),
    ("kim-text", "", "truncated", 0, ""),
    ("kim-text", "81", "truncated", 0, "81"),
    ("kim-text", "02 41", "truncated", 2, ""),
    ("kim-text", "02 41 81", "truncated", 2, "81"),
    ("kim-text", "01 41 42 43", "bad-length", 2, "42"),
    ("kim-text", "01 C4 80 00", "out-of-range", 1, "C4"),
    ("kim-text", "01 80 80 80 41", "overlong", 1, "80 80"),
]


@pytest.mark.parametrize("encoding, data, reason, offset, part", DECODE)
def test_decode(encoding, data, reason, offset, part):
    with pytest.raises(Rejection) as caught:
        CODECS[encoding].decode(bytes.fromhex(data))

    part = bytes.fromhex(part)
    rejection = caught.value
    assert (rejection.reason, rejection.start, rejection.ill_formed) == (reason, offset, part)
    assert rejection.end == offset + len(part)


ENCODE = [
    # encoding, values, reason, index
    ("ascii", [0x41, 0x80], "unassigned", 1),
    ("ascii-parity", [0x80], "unassigned", 0),
    ("cp437", [0x41, 0x42, 0x100], "unassigned", 2),
    *[(f"iso-8859-{part}", [0x41, 0x4E00], "unassigned", 1) for part in range(1, 17) if part != 12],
    *[
        (encoding, [0x41, *values], reason, 1)
        for encoding in ["utf-8", "cesu-8", "modified-utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le"]
        for values, reason in [
            ([0xD800], "surrogate"),
            ([0xDFFF, 0x41], "surrogate"),
            ([0x110000], "out-of-range"),
        ]
    ],
    ("utf-8-31bit", [0x80000000], "out-of-range", 0),
    ("bocu-1", [0x41, 0x110000], "out-of-range", 1),
    ("kim", [0x110000], "out-of-range", 0),
    ("kim-text", [0x41, 0x42, 0x110000], "out-of-range", 2),
]


@pytest.mark.parametrize("encoding, values, reason, index", ENCODE)
def test_encode(encoding, values, reason, index):
    with pytest.raises(Rejection) as caught:
        CODECS[encoding].encode(values)

    rejection = caught.value
    assert (rejection.reason, rejection.start, rejection.end) == (reason, index, index + 1)
    assert rejection.ill_formed == [values[index]]


def test_every_reason_occurs():
    assert {row[2] for row in DECODE + ENCODE} == set(REASONS)


@pytest.mark.parametrize("encoding", sorted(CODECS))
def test_values_that_are_none(encoding):
    codec = CODECS[encoding]

    with pytest.raises(ValueError):
        codec.encode([0x41, -1])
    for value in ["A", 65.0, None]:
        with pytest.raises(TypeError):
            codec.encode([value])


def rejection_of(operation, argument):
    with pytest.raises(Rejection) as caught:
        operation(argument)
    return caught.value


class TestMessage:
    def test_of_bytes(self):
        rejection = rejection_of(CODECS["utf-8"].decode, b"ABC\xe1\xbf")

        assert str(rejection) == "truncated at byte 3: E1 BF"
        assert isinstance(rejection, UnicodeError)

    def test_of_a_value(self):
        assert str(rejection_of(CODECS["utf-8"].encode, [0x41, 0xD800])) == "surrogate at value 1: D800"

    def test_of_nothing(self):
        assert str(rejection_of(CODECS["kim-text"].decode, b"\x02A")) == "truncated at byte 2"

    def test_is_short_and_never_decimal(self):
        of_value = rejection_of(CODECS["kim"].encode, [1 << 100_000])
        of_bytes = rejection_of(CODECS["kim-count"].decode, b"\xff" * 100_000)

        assert str(of_value).startswith("out-of-range at value 0: 1000000000") and len(str(of_value)) < 100
        assert str(of_bytes).startswith("truncated at byte 0: FF FF FF") and len(str(of_bytes)) < 100
        assert repr(of_value) == f"<Rejection: {of_value}>"

    @pytest.mark.parametrize("copied", [copy.copy, lambda rejection: pickle.loads(pickle.dumps(rejection))])
    def test_survives_a_copy(self, copied):
        rejection = rejection_of(CODECS["utf-8"].decode, b"ABC\xe1\xbf")

        assert str(copied(rejection)) == str(rejection)
        assert (copied(rejection).start, copied(rejection).end) == (3, 5)
