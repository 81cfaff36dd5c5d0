"""Each reason in each encoding in which it can occur: where the ill-formed part begins and what is in it."""

import copy
import pickle

import pytest

from reference_codecs import CODECS, REASONS, Rejection

DECODE = [
    # encoding, well-formed bytes, ill-formed part, bytes after it, reason; one of each way to be ill-formed
    ("ascii", "41", "80", "", "unassigned"),
    ("ascii-parity", "41", "43", "", "parity"),
    ("iso-8859-3", "41", "A5", "", "unassigned"),
    ("utf-32-be", "00 00 00 41", "00 00 00", "", "truncated"),
    ("utf-32-le", "", "FF DF 00 00", "", "surrogate"),
    ("utf-16-be", "00 41", "00", "", "truncated"),
    ("utf-16-be", "", "D8 3D DC", "", "truncated"),
    ("utf-16-be", "", "D8 3D", "D8 3D DC 69", "surrogate"),
    ("utf-16-le", "41 00", "69 DC", "3D D8", "surrogate"),
    ("utf-8", "41", "80", "", "bad-lead"),
    ("utf-8", "41", "E2 82", "", "truncated"),
    ("utf-8", "41", "E2 82", "41", "bad-trail"),
    ("utf-8", "41 41 41", "C1", "BF", "overlong"),
    ("utf-8", "41", "ED", "A0 80", "surrogate"),
    ("utf-8", "", "F4", "90 80 80", "out-of-range"),
    # What nothing can complete is not truncated, and no trail byte that follows is looked at
    ("utf-8", "", "E0", "80 41", "overlong"),
    ("utf-8-31bit", "41", "FE", "", "bad-lead"),
    ("cesu-8", "41", "ED", "B0 80", "surrogate"),
    ("cesu-8", "", "ED A0 80", "41", "surrogate"),
    ("cesu-8", "", "ED A0 80 ED", "A0 80", "surrogate"),
    ("cesu-8", "41", "ED A0 80 ED B0", "", "truncated"),
    ("modified-utf-8", "41", "00", "42", "bad-lead"),
    ("wtf-8", "41 ED A0 BD", "ED", "B1 A9", "overlong"),
    ("wtf-8", "ED A0 BD", "ED", "", "truncated"),
    ("utf-inf-8", "41", "C0", "80", "overlong"),
    # UTF-∞-8, 3.3: seven bytes
    ("utf-inf-8", "", "FE 82 80", "41 80 80 80", "bad-trail"),
    ("utf-inf-8", "", "FE", "81 BF BF BF BF BF", "overlong"),
    # 3.4: thirteen bytes
    ("utf-inf-8", "", "FF 90" + " 80" * 10, "FF", "bad-trail"),
    ("utf-inf-8", "41", "FF" + " 80" * 5, "80" + " BF" * 6, "overlong"),
    # 3.5.2 and 3.5.5: length storage
    ("utf-inf-8", "", "FF", "B0", "bad-trail"),
    ("utf-inf-8", "41", "FF B4", "80", "bad-trail"),
    ("utf-inf-8", "", "FF B4 A1", "", "truncated"),
    ("utf-inf-8", "41", "FF B4 A0 AF", "BF" * 22, "overlong"),
    # 3.5.6 and 3.5.7: USV-storage
    ("utf-inf-8", "", "FF A0 A0" + " 80" * 10, "41", "bad-trail"),
    ("utf-inf-8", "", "FF A1 80 80" + " BF" * 12, "", "overlong"),
    ("utf-inf-8", "", "FF A2 84 90" + " 80" * 12, "", "bad-padding"),
    # UTS #40, 4.3
    ("bocu-1", "91", "D0", "", "truncated"),
    ("bocu-1", "91", "FB EE", "20", "bad-trail"),
    ("bocu-1", "", "4F", "FF", "out-of-range"),
    ("kim", "", "87 E9", "", "truncated"),
    ("kim", "41", "81 80", "80 00", "out-of-range"),
    ("kim", "", "80 80", "80 41", "overlong"),
    ("kim-count", "41", "FF FF FF FF FF", "", "truncated"),
    ("kim-text", "", "", "", "truncated"),
    ("kim-text", "02 41", "", "", "truncated"),
    ("kim-text", "01 41", "42", "43", "bad-length"),
    ("kim-text", "01", "C4", "80 00", "out-of-range"),
]


def rejection_of(operation, argument):
    with pytest.raises(Rejection) as caught:
        operation(argument)
    return caught.value


@pytest.mark.parametrize("encoding, before, part, after, reason", DECODE)
def test_decode(encoding, before, part, after, reason):
    before, part, after = map(bytes.fromhex, (before, part, after))
    rejection = rejection_of(CODECS[encoding].decode, before + part + after)

    assert (rejection.reason, rejection.start, rejection.ill_formed) == (reason, len(before), part)
    assert rejection.end == len(before) + len(part)


ENCODE = [
    # encoding, values, reason, index
    ("ascii", [0x41, 0x80], "unassigned", 1),
    ("ascii-parity", [0x80], "unassigned", 0),
    ("cp437", [0x41, 0x42, 0x100], "unassigned", 2),
    *[
        (encoding, [0x41, *values], reason, 1)
        for encoding in ["utf-8", "cesu-8", "utf-16-be", "utf-32-le"]
        for values, reason in [([0xD800], "surrogate"), ([0xDFFF, 0x41], "surrogate"), ([0x110000], "out-of-range")]
    ],
    ("utf-8-31bit", [0x80000000], "out-of-range", 0),
    ("bocu-1", [0x41, 0x110000], "out-of-range", 1),
    ("kim-text", [0x41, 0x42, 0x110000], "out-of-range", 2),
]


@pytest.mark.parametrize("encoding, values, reason, index", ENCODE)
def test_encode(encoding, values, reason, index):
    rejection = rejection_of(CODECS[encoding].encode, values)

    assert (rejection.reason, rejection.start, rejection.end) == (reason, index, index + 1)
    assert rejection.ill_formed == [values[index]]


def test_every_reason_occurs():
    assert {row[4] for row in DECODE} | {row[2] for row in ENCODE} == set(REASONS)


@pytest.mark.parametrize("encoding", CODECS)
def test_only_natural_numbers_are_values(encoding):
    codec = CODECS[encoding]

    with pytest.raises(ValueError):
        codec.encode([0x41, -1])
    for value in ["A", 65.0, None]:
        with pytest.raises(TypeError):
            codec.encode([value])


def test_the_message_has_the_reason_the_offset_and_the_part():
    rejection = rejection_of(CODECS["utf-8"].decode, b"ABC\xe1\xbf")

    assert str(rejection) == "truncated at byte 3: E1 BF"
    assert isinstance(rejection, UnicodeError)
    for copied in (copy.copy(rejection), pickle.loads(pickle.dumps(rejection))):
        assert (str(copied), copied.start, copied.end) == (str(rejection), 3, 5)
    assert str(rejection_of(CODECS["utf-8"].encode, [0x41, 0xD800])) == "surrogate at value 1: D800"
    assert str(rejection_of(CODECS["kim-text"].decode, b"\x02A")) == "truncated at byte 2"


def test_the_message_is_short_and_never_decimal():
    of_value = rejection_of(CODECS["kim"].encode, [1 << 100_000])
    of_bytes = rejection_of(CODECS["kim-count"].decode, b"\xff" * 100_000)

    assert str(of_value).startswith("out-of-range at value 0: 1000000000") and len(str(of_value)) < 100
    assert str(of_bytes).startswith("truncated at byte 0: FF FF FF") and len(str(of_bytes)) < 100
    assert repr(of_value) == f"<Rejection: {of_value}>"
