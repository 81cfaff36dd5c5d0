"""A decoder in pieces waits for more only where more can make the bytes well-formed."""

import pytest

from reference_codecs import CODECS, Rejection

NOTHING_COMPLETES = [
    # encoding, well-formed bytes, and a beginning whose last byte leaves nothing that is well-formed
    *[("utf-8", lead) for lead in ["C0", "C1", "F5", "F7", "F8", "FB", "FC", "FE", "FF"]],
    *[("utf-8", begun) for begun in ["E0 80", "E0 9F", "ED A0", "ED BF", "F0 80", "F0 8F", "F4 90", "F4 BF"]],
    *[("utf-8-31bit", begun) for begun in ["C0", "C1", "E0 9F", "F0 8F", "F8 87", "FC 83", "FE", "FF"]],
    *[("utf-inf-8", begun) for begun in ["C0", "C1", "E0 9F", "F0 8F", "F8 87", "FC 83", "FE 81", "FF 80 80 80 80 80 80"]],
    *[("cesu-8", begun) for begun in ["C0", "E0 9F", "ED B0", "ED A0 80 ED A0", "ED A0 80 41", "F0"]],
    *[("modified-utf-8", begun) for begun in ["00", "C0 81", "C1", "E0 9F", "ED B0", "F0"]],
    *[("wtf-8", begun) for begun in ["C0", "E0 9F", "F4 90", "F5"]],
    ("utf-16-be", "DC 00"),
    ("utf-16-be", "D8 00 00 41"),
    ("utf-16-le", "00 DC"),
    ("utf-16-le", "00 D8 41 00"),
    ("utf-32-be", "00 00 D8 00"),
    ("utf-32-le", "00 00 11 00"),
    ("kim", "C4 80"),
    ("kim", "81 80 80"),
    ("bocu-1", "4F"),
    ("bocu-1", "FE FF"),
    ("bocu-1", "21"),
]

MORE_COMPLETES = [
    *[("utf-8", begun) for begun in ["C2", "DF", "E0", "E0 A0", "ED 9F", "F0 90", "F4 8F BF", "F4"]],
    *[("utf-8-31bit", begun) for begun in ["ED A0", "F5", "F8 88", "FC 84", "FD BF BF BF BF"]],
    *[("utf-inf-8", begun) for begun in ["FE 82", "FF", "FF 80 80 80 80 80 81", "FF A0", "FF B4", "FF B4 A1"]],
    *[("cesu-8", begun) for begun in ["ED", "ED A0 80", "ED A0 80 ED", "ED A0 80 ED BF"]],
    ("modified-utf-8", "C0"),
    ("wtf-8", "ED B0"),
    *[("utf-16-be", begun) for begun in ["DC", "D8 00", "D8 00 41"]],  # half a code unit says nothing
    ("utf-32-be", "00 11 00"),
    *[("kim", begun) for begun in ["C4", "C3 FF", "80 80"]],
    ("kim-count", "80 80 80 80"),
    *[("bocu-1", begun) for begun in ["D0", "FE", "FE 19 B3"]],
]


@pytest.mark.parametrize("encoding, begun", NOTHING_COMPLETES)
def test_what_nothing_completes_is_rejected_at_once(encoding, begun):
    codec, begun = CODECS[encoding], bytes.fromhex(begun)
    decoder, before = codec.incremental_decoder(), codec.encode([0x41])

    assert decoder.decode(before + begun[:-1]) == [0x41]
    with pytest.raises(Rejection) as caught:
        decoder.decode(begun[-1:])
    assert caught.value.start == len(before)


@pytest.mark.parametrize("encoding, begun", MORE_COMPLETES)
def test_what_more_can_complete_is_kept(encoding, begun):
    decoder = CODECS[encoding].incremental_decoder()

    assert decoder.decode(bytes.fromhex(begun)) == []
    with pytest.raises(Rejection) as caught:
        decoder.decode(b"", final=True)
    assert (caught.value.reason, caught.value.start) == ("truncated", 0)


def test_the_code_point_before_decides_in_wtf_8():
    decoder = CODECS["wtf-8"].incremental_decoder()

    assert decoder.decode(bytes.fromhex("ED A0 BD ED")) == [0xD83D]
    with pytest.raises(Rejection) as caught:
        decoder.decode(b"\xb1")
    assert (caught.value.reason, caught.value.start) == ("overlong", 3)
