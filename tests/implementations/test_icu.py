"""ICU's plug-in, started as a process and spoken to by hand (docs/protocol.md)."""

import pytest

SINGLE_BYTE = ["ascii", "cp437", *(f"iso-8859-{part}" for part in range(1, 16) if part != 12)]
UNICODE = ["bocu-1", "utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le"]


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("icu")


def test_the_version(plugin):
    (version,) = plugin("icu", "./plugin", "--version")([])
    assert version.startswith("ICU ")


# UTS #40, 2.4, 2.5 and Tables 1 and 2; UTR #26, 2.1; Notes, UTF-16 and UTF-8; the registered tables of ISO 8859
KNOWN = [
    ("bocu-1", "FEFF", "FBEE28"),
    ("bocu-1", "41,20,42,A,41", "9120920A91"),
    ("bocu-1", "7F,80", "CFD001"),
    ("bocu-1", "10FFFF", "FE19B454"),
    ("bocu-1", "2DD4B,33", "FDFFFF21FFFFFF"),
    ("cesu-8", "4D,61,F0000", "4D61EDAE80EDB080"),
    ("utf-8", "41,1F469", "41F09F91A9"),
    ("utf-16-be", "1F469", "D83DDC69"),
    ("utf-16-le", "1F469", "3DD869DC"),
    ("utf-32-be", "61,10FFFF", "000000610010FFFF"),
    ("utf-32-le", "61,10FFFF", "61000000FFFF1000"),
    ("ascii", "0,7F", "007F"),
    ("cp437", "2554,2550,2557", "C9CDBB"),
    ("iso-8859-5", "430,44F", "D0EF"),
    ("iso-8859-15", "20AC", "A4"),
]


@pytest.mark.parametrize(("encoding", "values", "data"), KNOWN)
def test_known_bytes(talk, encoding, values, data):
    replies = talk([f"1 encode {encoding} {values}", f"2 decode {encoding} {data}"])
    assert replies == [f"1 ok {data}", f"2 ok {values}"]


@pytest.mark.parametrize("encoding", SINGLE_BYTE + UNICODE)
def test_the_empty_sequence(talk, encoding):
    assert talk([f"1 encode {encoding} -", f"2 decode {encoding} -"]) == ["1 ok -", "2 ok -"]


def test_faults_and_where_they_begin(talk, numbered):
    expected = {
        "decode utf-8 41C080": "reject 1",
        "decode utf-8 41F09F91": "reject 1",
        "decode utf-8 EDA080": "reject 0",
        "decode utf-16-be 0041DC69": "reject 2",
        "decode utf-32-be 0000004100110000": "reject 4",
        "decode ascii 4180": "reject 1",
        "decode iso-8859-8 41FF": "reject 1",
        "decode bocu-1 91D000": "reject 1",  # an illegal trail byte
        "decode bocu-1 91D0": "reject 1",  # truncated
        "decode bocu-1 2501": "reject 0",  # below U+0000
        "decode bocu-1 FEFFFFFF": "reject -",  # above U+10FFFF: ICU does not say where it began
        "encode ascii 41,E9": "reject 1",
        "encode utf-8 1F469,41,D800": "reject 2",
    }
    assert numbered(talk, expected) == expected


def test_what_utf_16_cannot_hold(talk, numbered):
    requests = ["encode bocu-1 110000", f"encode utf-8 {'F' * 40}", "encode bocu-1 D83D,DC69"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}


def test_chunks(talk, numbered):
    expected = {
        "decode utf-8 41F0/9F/91A9": "ok 41,1F469",
        "decode utf-8 /41//": "ok 41",
        "decode utf-8 41F0/9F": "reject -",
        "decode utf-8 41F0/41": "reject -",
        "decode utf-16-be D8/3DDC/69": "ok 1F469",
        "decode bocu-1 FB/EE/28": "ok FEFF",
        f"decode utf-8 {50000 * 'F0/9F/91/A9/'}": f"ok {','.join(50000 * ['1F469'])}",
    }
    assert numbered(talk, expected) == expected


def test_no_state_leaks_from_a_fault(talk):
    requests = ["1 decode bocu-1 FBEE28D0", "2 decode bocu-1 91", "3 decode utf-8 F0", "4 decode utf-8 91"]
    assert [reply.split(" ")[1:3] for reply in talk(requests)] == [
        ["reject", "3"],
        ["ok", "41"],
        ["reject", "0"],
        ["reject", "0"],
    ]
