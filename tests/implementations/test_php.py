"""PHP's plug-in, spoken to by hand, beside PHP itself (contract, "Plug-in protocol")."""

import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("php", "php", "plugin.php", missing="the program php is not there")


def said_by_php(expression: str) -> str:
    program = f"print json_encode({expression});"
    return subprocess.run(["php", "-r", program], capture_output=True, text=True, check=True).stdout


def test_hello_names_the_encodings(talk):
    (hello,) = talk(["0 hello 1"])
    assert len(hello.removeprefix("0 ok 1 ").split(",")) == 20


def test_end_of_input_is_a_good_end(talk):
    assert talk([]) == []


def test_what_mbstring_converts_and_what_it_rejects(talk, numbered):
    expected = {
        "decode utf-8 -": "ok -",
        "encode utf-8 -": "ok -",
        "decode utf-8 4100F09F91A9": "ok 41,0,1F469",
        "decode utf-8 41C080": "reject -",
        "decode utf-16-le 3DD869DC": "ok 1F469",
        "decode utf-16-be D83D": "reject -",
        "encode utf-16-be 41,1F469": "ok 0041D83DDC69",
        "encode utf-32-le 0000000010FFFF": "ok FFFF1000",
        "encode utf-8 D800": "reject -",
        "encode utf-8 110000": "reject -",
        "encode utf-8 100000041": "unsupported",
        "decode iso-8859-3 A5": "reject -",
        "encode iso-8859-15 20AC": "ok A4",
    }
    assert numbered(talk, expected) == expected
    assert said_by_php(r'mb_check_encoding("A\xC0\x80", "UTF-8")') == "false"
    assert said_by_php(r'mb_check_encoding("\xA5", "ISO-8859-3")') == "false"


def test_a_replacement_is_passed_on(talk):
    assert talk(["1 encode iso-8859-1 41,20AC"]) == ["1 ok 413F"]
    assert said_by_php(r'mb_convert_encoding("A\u{20AC}", "ISO-8859-1", "UTF-8")') == '"A?"'


NAMES = ["ASCII", "ISO-8859-1", "ISO-8859-3", "ISO-8859-7", "UTF-8", "UTF-16BE", "UTF-16LE"]


@pytest.mark.parametrize("name", NAMES)
def test_what_the_check_rejects_is_what_the_conversion_replaces(talk, name):
    """Of all inputs of two bytes. The plug-in asks the one function, and users may have asked the other."""
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


def test_hostile_lines_get_no_result_and_stop_nothing(talk, numbered):
    requests = [
        "",
        "hello",
        "hello 2",
        "encode utf-8",
        "encode utf-8 ",
        "encode utf-8 ,",
        "encode utf-8 41,",
        "encode utf-8 0x41",
        "encode utf-8 -1",
        "encode nothing 41",
        "decode utf-8 ",
        "decode utf-8 4",
        "decode utf-8 4G",
        "decode utf-8 41 41",
        "erase utf-8 41",
        "convert utf-8 41",
    ]
    assert set(numbered(talk, requests).values()) == {"unsupported"}


def test_lines_without_an_id_get_no_reply(talk):
    assert talk(["", "?", "x hello 1", "7 encode utf-8 E9"]) == ["7 ok C3A9"]


def test_long_texts(talk, numbered):
    text, length = ",".join(["1F469"] * 50000), 50000
    expected = {
        f"encode utf-8 {text}": f"ok {'F09F91A9' * length}",
        f"decode utf-8 {'F09F91A9' * length}": f"ok {text}",
    }
    assert numbered(talk, expected) == expected
