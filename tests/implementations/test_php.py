"""PHP's plug-in, asked by hand and compared with PHP itself (docs/protocol.md)."""

import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("php")


def said_by_php(expression: str) -> str:
    program = f"print json_encode({expression});"
    return subprocess.run(["php", "-r", program], capture_output=True, text=True, check=True).stdout


def test_what_mbstring_converts_and_what_it_replaces(talk, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-8 -": "ok -",
        "decode utf-8 4100F09F91A9": "ok 41,0,1F469",
        "decode utf-8 41C080": "ok 41,3F,3F",
        "decode utf-16-le 3DD869DC": "ok 1F469",
        "decode utf-16-be D83D": "ok 3F",
        "encode utf-16-be 41,1F469": "ok 0041D83DDC69",
        "encode utf-32-le 0000000010FFFF": "ok FFFF1000",
        "encode utf-8 D800": "ok 3F",
        "encode utf-8 110000": "ok 3F",
        "encode utf-8 100000041": "unsupported",
        "decode iso-8859-3 A5": "ok 3F",
        "encode iso-8859-15 20AC": "ok A4",
    }
    assert numbered(talk, expected) == expected


def test_a_replacement_is_passed_on(talk):
    assert talk(["1 encode iso-8859-1 41,20AC"]) == ["1 ok 413F"]
    assert said_by_php(r'mb_convert_encoding("A\u{20AC}", "ISO-8859-1", "UTF-8")') == '"A?"'


NAMES = ["ASCII", "ISO-8859-1", "ISO-8859-3", "ISO-8859-7", "UTF-8", "UTF-16BE", "UTF-16LE"]


@pytest.mark.parametrize("name", NAMES)
def test_what_the_check_rejects_is_what_the_conversion_replaces(talk, name):
    """Of all inputs of two bytes. The plug-in asks the one function, and users may ask the other before."""
    program = """
        $illegal = fn () => mb_get_info('illegal_chars');
        $apart = [];
        for ($pair = 0; $pair < 0x10000; $pair++) {
            $bytes = pack('n', $pair);
            $before = $illegal();
            mb_convert_encoding($bytes, 'UTF-32BE', NAME);
            if (mb_check_encoding($bytes, NAME) !== ($illegal() === $before)) $apart[] = $pair;
        }
        print json_encode($apart);
    """.replace("NAME", f"'{name}'")
    assert subprocess.run(["php", "-r", program], capture_output=True, text=True, check=True).stdout == "[]"
