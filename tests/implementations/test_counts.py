"""The plug-ins for counts that are Python objects (docs/plug-ins.md, "In Python"), beside what their libraries say
when they are asked in another way: of whole object identifiers, or of one quantity."""

from io import BytesIO

import pytest

ALL = ["asn1crypto", "ecdsa", "midiutil", "mido", "pyasn1", "python-asn1", "pyvlq", "scapy"]


@pytest.fixture(params=ALL)
def codec(request, codec_of):
    return codec_of(request.param)


# Kim, Count Encoding
KNOWN = [
    ((), ""),
    ((0,), "00"),
    ((0x7F, 0x80), "7F8100"),
    ((0x3FFF, 0, 0x4000), "FF7F00818000"),
    ((0x1FFFFF, 0x200000), "FFFF7F81808000"),
    ((1 << 64,), "82808080808080808000"),
]


@pytest.mark.parametrize(("values", "data"), KNOWN)
def test_known_bytes(codec, values, data):
    assert codec.encode(values) == bytes.fromhex(data)
    assert list(codec.decode(bytes.fromhex(data))) == list(values)


def test_a_long_sequence_of_counts(codec):
    values = list(range(2000))
    assert list(codec.decode(codec.encode(values))) == values


# What X.690, 8.19.2 forbids: a first byte 80 of an arc, a last byte that says that more follow.
LEADING_80_ACCEPTED = ["asn1crypto", "midiutil", "mido", "pyvlq", "scapy"]
TRUNCATED_ACCEPTED = ["asn1crypto", "python-asn1"]


@pytest.mark.parametrize("name", LEADING_80_ACCEPTED)
def test_who_takes_a_leading_80(name, codec_of):
    assert list(codec_of(name).decode(bytes.fromhex("008001"))) == [0, 1]


@pytest.mark.parametrize("name", sorted(set(ALL) - set(LEADING_80_ACCEPTED)))
def test_who_rejects_a_leading_80(name, codec_of):
    with pytest.raises(ValueError):
        codec_of(name).decode(bytes.fromhex("008001"))


@pytest.mark.parametrize("name", TRUNCATED_ACCEPTED)
def test_who_drops_a_truncated_count(name, codec_of):
    assert list(codec_of(name).decode(bytes.fromhex("0581"))) == [5]


@pytest.mark.parametrize("name", sorted(set(ALL) - set(TRUNCATED_ACCEPTED)))
def test_who_rejects_a_truncated_count(name, codec_of):
    with pytest.raises(ValueError):
        codec_of(name).decode(bytes.fromhex("0581"))


# Object identifiers with tag and length: the empty one, of good arcs, with a leading 80, truncated; and of one arc of
# the number of groups of seven bits: some versions of some libraries decode only a few
IDENTIFIERS = ["06012B", "06032B0581", "06042B008001", "06052B8100817F", "06032BFF7F"]
GROUPS = [20, 21, 22, 33, 34, 35, 100]
LONG = [f"06{groups + 1:02X}2B{(groups - 1) * 'FF'}7F" for groups in GROUPS]


def arcs_by_pyasn1(identifier):
    from pyasn1.codec.der.decoder import decode
    from pyasn1.error import PyAsn1Error

    try:
        return list(map(int, str(decode(identifier)[0]).split(".")))
    except PyAsn1Error:
        return None


def arcs_by_asn1crypto(identifier):
    from asn1crypto.core import ObjectIdentifier

    return list(map(int, ObjectIdentifier.load(identifier, strict=True).native.split(".")))


def arcs_by_python_asn1(identifier):
    import asn1

    decoder = asn1.Decoder()
    decoder.start(identifier)
    try:
        return list(map(int, decoder.read()[1].split(".")))
    except asn1.Error:
        return None


def arcs_by_ecdsa(identifier):
    from ecdsa.der import UnexpectedDER, remove_object

    try:
        return list(remove_object(identifier)[0])
    except UnexpectedDER:
        return None


def arcs_by_scapy(identifier):
    import scapy.asn1.mib  # noqa: F401  # without it, no identifier has a value
    from scapy.asn1.ber import BER_Decoding_Error, BERcodec_OID

    try:
        return list(map(int, BERcodec_OID.do_dec(identifier)[0].val.split(".")))
    except BER_Decoding_Error:
        return None


WHOLE = {
    "asn1crypto": arcs_by_asn1crypto,
    "ecdsa": arcs_by_ecdsa,
    "pyasn1": arcs_by_pyasn1,
    "python-asn1": arcs_by_python_asn1,
    "scapy": arcs_by_scapy,
}


@pytest.mark.parametrize("identifier", IDENTIFIERS + LONG)
@pytest.mark.parametrize("name", WHOLE)
def test_counts_are_the_arcs_of_a_whole_identifier(name, identifier, codec_of):
    codec, identifier = codec_of(name), bytes.fromhex(identifier)
    try:
        counts = [1, 3, *codec.decode(identifier[3:])]
    except ValueError:
        counts = None
    assert counts == WHOLE[name](identifier)


def test_mido_writes_a_count_as_it_writes_a_delta_time(codec_of):
    codec = codec_of("mido")
    from mido import MetaMessage, MidiFile, MidiTrack

    file, written = MidiFile(tracks=[MidiTrack([MetaMessage("end_of_track", time=0x1234)])]), BytesIO()
    file.save(file=written)
    assert written.getvalue().endswith(codec.encode([0x1234]) + bytes.fromhex("FF2F00"))
