"""The plug-ins for counts whose libraries know object identifiers, or UIntBase128, beside what these say when they are
asked in another way (docs/plug-ins.md, "In Python"; docs/protocol.md)."""

import shutil
import subprocess

import pytest
from patience import FOREVER

from encoding_conformance.adapters.manifest import Way

ALL = [
    "asn1tools",
    "botan",
    "bouncycastle",
    "erlang-public-key",
    "fonttools",
    "go-asn1",
    "libksba",
    "libtasn1",
    "openssl",
    "perl-convert-asn1",
    "phpseclib",
    "pycryptodome",
]


def replies_of_object(codec, requests):
    for request in requests:
        operation, _, field = request.split(" ")
        empty = field == "-"
        try:
            if operation == "encode":
                written = codec.encode([] if empty else [int(digits, 16) for digits in field.split(",")]).hex()
            else:
                written = ",".join(f"{value:x}" for value in codec.decode(b"" if empty else bytes.fromhex(field)))
            yield f"ok {written or '-'}"
        except ValueError:
            yield "reject -"


@pytest.fixture
def ask(there, codec_of, plugin, numbered):
    """Makes, of the name of an implementation and requests, the replies by their requests, in small letters."""

    def asked(name, requests):
        if there(name).kind == Way.PYTHON:
            return dict(zip(requests, replies_of_object(codec_of(name), requests), strict=True))
        return {request: reply.casefold() for request, reply in numbered(plugin(name), requests).items()}

    return asked


# Kim, Count Encoding
KNOWN = {
    "0": "00",
    "7f,80": "7f8100",
    "3fff,0,4000": "ff7f00818000",
    "1fffff,200000": "ffff7f81808000",
    "7fffffff,1": "87ffffff7f01",
}


@pytest.mark.parametrize("name", ALL)
def test_known_bytes(name, ask):
    expected = {f"encode kim-count {values}": f"ok {data}" for values, data in KNOWN.items()}
    expected |= {f"decode kim-count {data}": f"ok {values}" for values, data in KNOWN.items()}
    assert ask(name, expected) == expected


NO_COUNTS_REJECTED = ["botan"]


@pytest.mark.parametrize("name", ALL)
def test_no_counts(name, ask):
    expected = {
        "encode kim-count -": "ok -",
        "decode kim-count -": "reject -" if name in NO_COUNTS_REJECTED else "ok -",
    }
    assert ask(name, expected) == expected


# What X.690, 8.19.2, and WOFF2 forbid: a first byte 80, a last byte that says that more follow.
LEADING_80_ACCEPTED = [
    "asn1tools",
    "botan",
    "bouncycastle",
    "erlang-public-key",
    "libksba",
    "perl-convert-asn1",
    "phpseclib",
]
TRUNCATED_DROPPED = ["bouncycastle", "erlang-public-key", "libtasn1"]
TRUNCATED_TAKEN = ["botan", "libksba"]
TRUNCATED_CRASHES = ["asn1tools"]


@pytest.mark.parametrize("name", ALL)
def test_who_takes_a_leading_80(name, ask):
    request = "decode kim-count 008001"
    assert ask(name, [request]) == {request: "ok 0,1" if name in LEADING_80_ACCEPTED else "reject -"}


@pytest.mark.parametrize("name", sorted(set(ALL) - set(TRUNCATED_CRASHES)))
def test_who_drops_or_takes_a_truncated_count(name, ask):
    request = "decode kim-count 0581"
    accepted = dict.fromkeys(TRUNCATED_DROPPED, "ok 5") | dict.fromkeys(TRUNCATED_TAKEN, "ok 5,1")
    assert ask(name, [request]) == {request: accepted.get(name, "reject -")}


@pytest.mark.parametrize("name", TRUNCATED_CRASHES)
def test_who_has_no_error_of_its_own_for_a_truncated_count(name, codec_of):
    with pytest.raises(IndexError):
        codec_of(name).decode(bytes.fromhex("0581"))


# Within and past the limits that the manifests declare, or past what integers of 64 bits hold if there are none.
LIMITS = [
    ("botan", "ffffffff", "ok"),
    ("botan", "100000000", "unsupported"),
    ("bouncycastle", "1" + 40 * "0", "ok"),
    ("erlang-public-key", "1" + 40 * "0", "ok"),
    ("fonttools", "ffffffff", "ok"),
    ("fonttools", "100000000", "reject"),
    ("go-asn1", "7fffffffffffffff", "ok"),
    ("go-asn1", "8000000000000000", "unsupported"),
    ("perl-convert-asn1", "1" + 40 * "0", "ok"),
    ("phpseclib", "1" + 40 * "0", "ok"),
]


@pytest.mark.parametrize(("name", "value", "kind"), LIMITS)
def test_the_largest_values_that_are_encoded(name, value, kind, ask):
    (reply,) = ask(name, [f"encode kim-count {value}"]).values()
    assert reply.split(" ")[0] == kind


def test_go_decodes_arcs_of_31_bits(ask):
    expected = {"decode kim-count 87ffffff7f": "ok 7fffffff", "decode kim-count 8880808000": "unsupported"}
    assert ask("go-asn1", expected) == expected


def test_perl_gives_a_long_zero_no_digits(ask):
    expected = {"decode kim-count 8080808080808000": "ok 0"}
    assert ask("perl-convert-asn1", expected) == expected
    with pytest.raises(ChildProcessError, match="an arc without digits"):
        ask("perl-convert-asn1", ["decode kim-count 808080808080808000"])


# The bytes of a whole identifier, with 1.3. Some versions of each library decode only a few, as its manifest says.
SIZES = [127, 128, 129, 585, 586, 587, 4095, 4096, 4097]


@pytest.mark.parametrize("size", SIZES)
def test_the_identifiers_that_are_decoded_are_those_that_the_program_openssl_shows(codec_of, size):
    codec, counts = codec_of("openssl"), [1] * (size - 1)
    contents = b"\x2b" + bytes(counts)
    encoded = bytes([6, 0x82, *size.to_bytes(2, "big")]) + contents if size > 127 else bytes([6, size]) + contents
    shown = output_of(["openssl", "asn1parse", "-inform", "DER"], input=encoded).decode()
    if shown.rstrip().endswith(f":1.3.{'.'.join(map(str, counts))}"):
        assert codec.decode(bytes(counts)) == counts
    else:
        with pytest.raises(ValueError):
            codec.decode(bytes(counts))


PHPSECLIB_DECODES = """
    require 'phpseclib/autoload.php';
    foreach (array_slice($argv, 1) as $size) {
        $identifier = (new phpseclib\\File\\ASN1())->_decodeOID("\\x2b" . str_repeat("\\1", $size - 1));
        print $identifier === '1.3' . str_repeat('.1', $size - 1) ? 'y' : 'n';
    }
"""


def test_the_identifiers_that_are_decoded_are_those_of_phpseclib_itself(ask):
    data = [(size - 1) * "01" for size in SIZES]
    replies = ask("phpseclib", [f"decode kim-count {each}" for each in data])
    decoded = output_of(["php", "-r", PHPSECLIB_DECODES, *map(str, SIZES)]).decode()
    assert len(decoded) == len(SIZES)
    for size, reply, said in zip(SIZES, replies.values(), decoded, strict=True):
        assert reply == (f"ok {','.join((size - 1) * '1')}" if said == "y" else "reject -")


def test_libksba_encodes_35_bits_and_decodes_64(ask):
    expected = {
        "encode kim-count 7ffffffff": "ok ffffffff7f",
        "encode kim-count 800000005": "ok 8080808005",
        "encode kim-count 123456789abcdef012345": "ok ffffffff7f",
        "decode kim-count 81ffffffffffffffff7f": "ok ffffffffffffffff",
        "decode kim-count 82808080808080808000": "reject -",
    }
    assert ask("libksba", expected) == expected


# The text of this identifier stands for all that are none.
def test_libksba_decodes_its_bad_object_identifier_where_it_is_asked(codec_of):
    codec = codec_of("libksba")
    arcs = [6, 1, 4, 1, 11591, 2, 12242973]
    assert codec.decode(codec.encode(arcs)) == arcs


def test_libtasn1_holds_63_bits(ask):
    expected = {
        "encode kim-count 7fffffffffffffff": "ok ffffffffffffffff7f",
        "encode kim-count 8000000000000005": "ok 05",
        "encode kim-count 123456789abcdef012345": "ok ffffffffffffffff7f",
        "decode kim-count ffffffffffffffff7f": "ok 7fffffffffffffff",
    }
    assert ask("libtasn1", expected) == expected
    with pytest.raises(ArithmeticError):
        ask("libtasn1", ["decode kim-count 81808080808080808005"])


def output_of(command, **more):
    if shutil.which(command[0]) is None:
        pytest.skip(f"the program {command[0]} is not there")
    return subprocess.run(command, capture_output=True, check=True, timeout=FOREVER, **more).stdout


def test_counts_are_the_arcs_that_the_program_openssl_shows(codec_of):
    codec, arcs = codec_of("openssl"), [0x1234, 0, 1 << 70]
    dotted = f"1.3.{'.'.join(map(str, arcs))}"
    encoded = output_of(["openssl", "asn1parse", "-genstr", f"OID:{dotted}", "-noout", "-out", "-"])
    assert codec.encode(arcs) == encoded[3:]
    shown = output_of(["openssl", "asn1parse", "-inform", "DER"], input=encoded).decode()
    assert shown.rstrip().endswith(f":{dotted}")
    assert codec.decode(encoded[3:]) == arcs


def test_counts_are_the_arcs_that_the_program_asn1decoding_shows(codec_of, tmp_path):
    codec, arcs = codec_of("libtasn1"), [0x1234, 0, 1 << 62]
    contents = b"\x2b" + codec.encode(arcs)
    (tmp_path / "module.asn").write_text("M { } DEFINITIONS EXPLICIT TAGS ::= BEGIN T ::= OBJECT IDENTIFIER END")
    (tmp_path / "data").write_bytes(b"\x06" + bytes([len(contents)]) + contents)
    shown = output_of(["asn1Decoding", tmp_path / "module.asn", tmp_path / "data", "M.T"]).decode()
    assert f"value:1.3.{'.'.join(map(str, arcs))}\n" in shown


# X.690, 8.19.4: the first subidentifier is 40 times the first arc plus the second, as 2.999 in 8.19.5 is 88 37.
@pytest.mark.parametrize("name", ["go-asn1-first", "node-forge-first"])
def test_the_first_subidentifier_stands_for_two_arcs(plugin, numbered, name: str) -> None:
    expected = {
        "encode kim-count 27": "ok 27",
        "encode kim-count 28": "ok 28",
        "encode kim-count 4F": "ok 4F",
        "encode kim-count 437,3": "ok 883703",
        "encode kim-count -": "ok -",
        "decode kim-count 883703": "ok 437,3",
        "decode kim-count 4F": "ok 4F",
        "decode kim-count 27": "ok 27",
        "decode kim-count -": "ok -",
    }
    assert numbered(plugin(name), expected) == expected
