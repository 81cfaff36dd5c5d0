"""The plug-in of SBCL's external formats, spoken to by hand (contract, "Plug-in protocol")."""

import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("sbcl", "sbcl", "--script", "plugin.lisp", missing="the program sbcl is not there")


def test_end_of_input_is_a_good_end(talk):
    assert talk([]) == []


def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41F09F91A9",
        "decode utf-8 41f09f91a9": "ok 41,1F469",
        "decode utf-8 41C080": "reject -",
        "encode utf-8 41,D800": "reject -",
        "encode utf-8 FFFF": "ok EFBFBF",
        "encode utf-16-be FFFF": "reject -",
        "encode utf-16-le 1F469": "ok 3DD869DC",
        "decode ascii 80": "reject -",
        "encode cp437 2554": "ok C9",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(talk, expected) == expected


DIRECTLY = """
(defun show (format &rest octets)
  (handler-case
      (format t "ok ~{~X~^,~}~%"
              (map 'list #'char-code
                   (sb-ext:octets-to-string (coerce octets '(vector (unsigned-byte 8))) :external-format format)))
    (error () (format t "reject -~%"))))
"""


def test_ill_formed_octets_become_what_sbcl_makes_of_them(talk, numbered):
    asked = [
        ("iso-8859-3", "iso-8859-3", "A5"),
        ("iso-8859-8", "iso-8859-8", "41FBFF"),
        ("utf-32-be", "utf-32be", "0000004100"),
        ("utf-32-le", "utf-32le", "41000000410000"),
        ("utf-16-be", "utf-16be", "004100"),
        ("utf-16-le", "utf-16le", "FFFF"),
        ("utf-8", "utf-8", "EDA080"),
        ("ascii", "us-ascii", "80"),
    ]
    calls = [f"(show :{format} {' '.join(f'#x{byte:X}' for byte in bytes.fromhex(data))})" for _, format, data in asked]
    direct = subprocess.run(
        ["sbcl", "--script", "/dev/stdin"],
        input=DIRECTLY + "\n".join(calls),
        capture_output=True,
        encoding="ascii",
        check=True,
    )
    requests = [f"decode {id} {data}" for id, _, data in asked]
    assert list(numbered(talk, requests).values()) == direct.stdout.splitlines()


def test_what_sbcl_cannot_be_asked_gets_no_result(talk, numbered):
    requests = [
        "",
        "hello 2",
        "encode utf-8",
        "encode utf-8 ",
        "encode utf-8 41,",
        "encode utf-8 +1",
        "encode utf-8 110000",
        f"encode utf-8 {'F' * 40}",
        "encode nothing 41",
        "decode utf-8 ",
        "decode utf-8 4",
        "decode utf-8 4G",
        "decode utf-8 F0/9F",
        "decode utf-8 41 41",
        "erase utf-8 41",
    ]
    assert set(numbered(talk, requests).values()) == {"unsupported"}


def test_lines_without_an_id_get_no_reply(talk):
    assert talk(["", "?", "x hello 1", "7 encode utf-8 E9"]) == ["7 ok C3A9"]


def test_long_texts(talk, numbered):
    text, data = ",".join(["1F469"] * 50000), "F09F91A9" * 50000
    expected = {f"encode utf-8 {text}": f"ok {data}", f"decode utf-8 {data}": f"ok {text}"}
    assert numbered(talk, expected) == expected
