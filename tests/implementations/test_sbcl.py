"""The plug-in of SBCL's external formats, spoken to by hand (docs/protocol.md)."""

import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("sbcl")


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


def test_what_the_library_cannot_hold_is_unsupported(talk, numbered):
    requests = ["encode utf-8 110000", f"encode utf-8 {'F' * 40}"]
    assert set(numbered(talk, requests).values()) == {"unsupported"}
