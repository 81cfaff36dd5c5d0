"""The examples that the specifications print, and the values on both sides of each change of length."""

import pytest

from reference_codecs import CODECS

EXAMPLES = [
    # encoding, values, bytes
    # Kim, Examples
    ("kim", "41", "41"),
    ("kim", "E9", "81 69"),
    ("kim", "1F4A9", "87 E9 29"),
    # Kim, Character Encoding
    ("kim", "0 7F 80", "00 7F 81 00"),
    ("kim", "3FFF 4000", "FF 7F 81 80 00"),
    ("kim", "10FFFF", "C3 FF 7F"),
    ("kim", "D800 DFFF", "83 B0 00 83 BF 7F"),
    # Kim, Count Encoding
    ("kim-count", "0 7F 80 3FFF 4000 1FFFFF", "00 7F 81 00 FF 7F 81 80 00 FF FF 7F"),
    ("kim-count", "200000", "81 80 80 00"),
    # Kim, In Blobs
    ("kim-text", "68 65 6C 6C 6F", "05 68 65 6C 6C 6F"),
    ("kim-text", "", "00"),
    ("kim-text", "1F4A9 41", "02 87 E9 29 41"),
    # UTF-8 rules, table
    ("utf-8-31bit", "0 7F 80 7FF", "00 7F C2 80 DF BF"),
    ("utf-8-31bit", "800 FFFF 10000", "E0 A0 80 EF BF BF F0 90 80 80"),
    ("utf-8-31bit", "1FFFFF 200000", "F7 BF BF BF F8 88 80 80 80"),
    ("utf-8-31bit", "3FFFFFF 4000000", "FB BF BF BF BF FC 84 80 80 80 80"),
    ("utf-8-31bit", "7FFFFFFF", "FD BF BF BF BF BF"),
    ("utf-8-31bit", "D800 DFFF FFFE", "ED A0 80 ED BF BF EF BF BE"),
    # UTR #26, 2.1
    ("cesu-8", "4D 61 F0000", "4D 61 ED AE 80 ED B0 80"),
    ("cesu-8", "0 D7FF E000 FFFF", "00 ED 9F BF EE 80 80 EF BF BF"),
    ("cesu-8", "10000 10FFFF", "ED A0 80 ED B0 80 ED AF BF ED BF BF"),
    # JVMS, 4.4.7
    ("modified-utf-8", "0 1 7F 80", "C0 80 01 7F C2 80"),
    ("modified-utf-8", "0 1F469 0", "C0 80 ED A0 BD ED B1 A9 C0 80"),
    # WTF-8, 5 and 6
    ("wtf-8", "41 E9 20AC 1F469", "41 C3 A9 E2 82 AC F0 9F 91 A9"),
    ("wtf-8", "DC69 D83D 41 DC69", "ED B1 A9 ED A0 BD 41 ED B1 A9"),
    ("wtf-8", "D800 10000 DFFF 10FFFF", "ED A0 80 F0 90 80 80 ED BF BF F4 8F BF BF"),
    # UTF-∞-8, 4
    ("utf-inf-8", "41", "41"),
    ("utf-inf-8", "10FFFF", "F4 8F BF BF"),
    ("utf-inf-8", "110000", "F4 90 80 80"),
    ("utf-inf-8", "7FFFFFFF", "FD BF BF BF BF BF"),
    ("utf-inf-8", "80000000", "FE 82 80 80 80 80 80"),
    ("utf-inf-8", "FFFFFFFFF", "FE BF BF BF BF BF BF"),
    ("utf-inf-8", "1000000000", "FF 80 80 80 80 80 81 80 80 80 80 80 80"),
    ("utf-inf-8", "7FFFFFFFFFFFFFFF", "FF 80 87" + " BF" * 10),
    ("utf-inf-8", "8000000000000000", "FF 80 88" + " 80" * 10),
    ("utf-inf-8", "7" + "F" * 17, "FF 9F" + " BF" * 11),
    ("utf-inf-8", "8" + "0" * 17, "FF A0 A0" + " 80" * 11),
    ("utf-inf-8", "F" * 18, "FF A0" + " BF" * 12),
    ("utf-inf-8", "1" + "0" * 18, "FF A1 80 81" + " 80" * 12),
    ("utf-inf-8", "F" * 33, "FF AF" + " BF" * 22),
    ("utf-inf-8", "1" + "0" * 33, "FF B4 A1 A0 80 81" + " 80" * 22),
    ("utf-inf-8", "A" * 51, "FF B4 A2 A1" + " AA" * 34),
    ("utf-inf-8", "A" * 102, "FF B4 A5 A4" + " AA" * 68),
    # UTF-∞-8, 3.5.5: the NME of two and of three Ax bytes
    ("utf-inf-8", "F" * (18 + 0xFF), "FF B4 AF AF" + " BF" * 182),
    ("utf-inf-8", "F" * (18 + 0x100), "FF B4 B4 A1 A0 A0 80 8F" + " BF" * 182),
    # UTS #40, 2.5
    ("bocu-1", "FEFF", "FB EE 28"),
    # UTS #40, 4: C0 controls reset, a space does not
    ("bocu-1", "41 20 42 A 42", "91 20 92 0A 92"),
    # UTS #40, Table 1: both ends of each row, from prev = 40
    ("bocu-1", "21 7F", "71 CF"),
    ("bocu-1", "80", "D0 01"),
    ("bocu-1", "2950", "FA FF"),
    ("bocu-1", "2951", "FB 01 01"),
    ("bocu-1", "2DD4B", "FD FF FF"),
    ("bocu-1", "2DD4C", "FE 01 01 01"),
    ("bocu-1", "10FFFF", "FE 19 B4 54"),
    ("bocu-1", "2DD4B 33", "FD FF FF 21 FF FF FF"),
    # UTS #40, R5
    ("bocu-1", "3042 3000", "FB 11 59 4F D0"),
    ("bocu-1", "D800 DC00", "FB C5 11 D3 B4"),
    # Notes, Parity bits
    ("ascii-parity", "41 43", "41 C3"),
    # Notes, UTF-32, UTF-16 and UTF-8
    ("utf-32-be", "1F469 61", "00 01 F4 69 00 00 00 61"),
    ("utf-32-le", "1F469 61", "69 F4 01 00 61 00 00 00"),
    ("utf-16-be", "1F469", "D8 3D DC 69"),
    ("utf-16-le", "1F469", "3D D8 69 DC"),
    ("utf-16-be", "FFFF 10000 10FFFF", "FF FF D8 00 DC 00 DB FF DF FF"),
    ("utf-8", "1F469", "F0 9F 91 A9"),
    ("utf-8", "FEFF FFFE", "EF BB BF EF BF BE"),
    # Notes, Extended ASCII and Code Pages
    ("cp437", "2551 2557 255D 1 7F", "BA BB BC 01 7F"),
    ("iso-8859-1", "E9", "E9"),
    ("iso-8859-2", "107", "E6"),
    ("iso-8859-5", "416", "B6"),
]


def values_of(text):
    return [int(token, 16) for token in text.split()]


@pytest.mark.parametrize("encoding, values, data", EXAMPLES)
def test_example(encoding, values, data):
    codec = CODECS[encoding]

    assert codec.encode(values_of(values)) == bytes.fromhex(data)
    assert codec.decode(bytes.fromhex(data)) == values_of(values)


DECODED_ONLY = [
    # A leading 80 within the permitted length (Errata, Kim)
    ("kim", "80 41", "41"),
    ("kim", "80 80 41", "41"),
    ("kim-count", "80 80 80 80 41", "41"),
    ("kim-text", "80 01 41", "41"),
    # A control code and a space by a difference, and the state after each (Errata, BOCU-1)
    ("bocu-1", "50 91", "0 41"),
    ("bocu-1", "70 91", "20 41"),
    # The reset byte gives no value (UTS #40, RD6)
    ("bocu-1", "FF", ""),
    ("bocu-1", "FB EE 28 FF 91 FF FF", "FEFF 41"),
]


@pytest.mark.parametrize("encoding, data, values", DECODED_ONLY)
def test_example_that_no_encoder_writes(encoding, data, values):
    assert CODECS[encoding].decode(bytes.fromhex(data)) == values_of(values)


@pytest.mark.parametrize("encoding", sorted(CODECS.keys() - {"kim-text"}))
def test_the_empty_sequence(encoding):
    assert CODECS[encoding].encode([]) == b""
    assert CODECS[encoding].decode(b"") == []
