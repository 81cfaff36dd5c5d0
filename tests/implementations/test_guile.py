"""The plug-in of Guile's bytevectors, spoken to by hand (docs/protocol.md)."""

import subprocess

import pytest


@pytest.fixture(scope="module")
def talk(plugin):
    return plugin("guile")


def test_known_bytes(talk, numbered):
    expected = {
        "encode utf-8 41,1F469": "ok 41f09f91a9",
        "decode utf-8 41F09F91A9": "ok 41,1f469",
        "decode utf-8 41C080": "reject -",
        "decode utf-8 EDA080": "reject -",
        "encode utf-16-le 1F469": "ok 3dd869dc",
        "encode utf-32-be 1F469": "ok 0001f469",
        "encode utf-8 41,42,D800": "reject 2",
        f"encode utf-8 41,{'F' * 40}": "reject 1",
        "encode utf-8 -": "ok -",
        "decode utf-8 -": "ok -",
    }
    assert numbered(talk, expected) == expected


DIRECTLY = """
(use-modules (rnrs bytevectors))
(define (codes string) (map (lambda (char) (number->string (char->integer char) 16)) (string->list string)))
(define (show bytes->string bytes endianness)
  (display (catch #t
                  (lambda () (string-append "ok " (string-join (codes (bytes->string bytes endianness)) ",")))
                  (lambda _ "reject -")))
  (newline))
"""


def test_ill_formed_bytes_become_what_guile_makes_of_them(talk, numbered):
    asked = [
        (16, "big", "D8000041"),
        (16, "big", "0041DC000042"),
        (16, "big", "004141"),
        (16, "little", "00D841004200"),
        (32, "big", "0000D80000000041"),
        (32, "big", "0000004100"),
        (32, "little", "0000110041000000"),
    ]
    calls = [
        f"(show utf{width}->string #vu8({' '.join(map(str, bytes.fromhex(data)))}) (endianness {endianness}))"
        for width, endianness, data in asked
    ]
    direct = subprocess.run(["guile", "-c", DIRECTLY + "\n".join(calls)], capture_output=True, encoding="ascii", check=True)
    requests = [f"decode utf-{width}-{endianness[0]}e {data}" for width, endianness, data in asked]
    assert list(numbered(talk, requests).values()) == direct.stdout.splitlines()
