"""`conform serve`: an implementation of the project as a plug-in."""

import subprocess
import sys
from pathlib import Path

import pytest

CONFORM = Path(sys.executable).with_name("conform")
LIARS = Path(__file__).parents[1] / "liars"
REFERENCE = [
    ("encode kim 1F4A9", "ok 87E929"),
    ("decode kim 87/e929", "ok 1F4A9"),
    ("decode kim -", "ok -"),
    ("encode utf-8 D800", "reject 0"),
    ("decode utf-8 41C0AF", "reject 1"),
    ("decode morse 41", "unsupported no such encoding"),
]
PERL = [
    ("encode utf-8-31bit 7FFFFFFF", "ok FDBFBFBFBFBF"),
    ("decode utf-inf-8 41C3A9", "ok 41,E9"),
    ("decode kim-count 8100", "ok 80"),
]


def written(requests: list[str]) -> str:
    return "".join(f"{id} {request}\n" for id, request in enumerate(requests))


@pytest.mark.parametrize(("name", "talk"), [("reference", REFERENCE), ("perl", PERL)])
def test_requests_written_by_hand_are_answered(conform, name: str, talk: list[tuple[str, str]]) -> None:
    ended = conform("serve", "-i", name, input=written(["hello 1", *(request for request, _ in talk)]))
    assert (ended.returncode, ended.stderr) == (0, "")
    hello, *replies = ended.stdout.splitlines()
    assert hello.startswith("0 ok 1 ")
    expected = [f"{id} {reply}" for id, (_, reply) in enumerate(talk, 1)]
    assert [reply[: len(start)] for reply, start in zip(replies, expected, strict=True)] == expected


VALIDATOR = """
class Validator:
    def validate(self, data):
        return max(data, default=0) < 0x80

validator = Validator()
"""


def test_a_validator_is_served(conform, manifest) -> None:
    folder = manifest("mine", "python: 'x:validator'\noperations: [validate]", "{ascii: {}}", x=VALIDATOR)
    ended = conform("serve", "-i", folder, input=written(["hello 1", "decode ascii 41", "decode ascii 80", "encode ascii 41"]))
    replies = ["0 ok 1 ascii", "1 valid", "2 reject -", "3 unsupported the implementation does not encode"]
    assert (ended.returncode, ended.stdout.splitlines()) == (0, replies)


def test_each_request_is_answered_before_the_next_one_is_written(conform) -> None:
    process = conform.start("serve", "-i", "reference")
    for request, expected in [("0 hello 1", "0 ok 1 "), ("1 encode kim 80", "1 ok 8100"), ("2 decode kim 8100", "2 ok 80")]:
        process.stdin.write(request + "\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(expected)
    assert process.communicate() == ("", "")
    assert process.returncode == 0


@pytest.mark.parametrize("line", ["", "2 sing kim 41", "\x1b[31m"])
def test_a_line_that_is_not_a_request_ends_it_after_the_replies_before(conform, line: str) -> None:
    ended = conform("serve", "-i", "reference", input=f"1 decode kim 41\n{line}\n3 decode kim 42\n")
    assert (ended.returncode, ended.stdout) == (3, "1 ok 41\n")
    assert "is not a request" in ended.stderr or "hex" in ended.stderr
    assert ended.stderr[:-1].isprintable()


@pytest.mark.parametrize(
    ("closed", "status", "message"), [(">/dev/full", 3, "reference: OSError: "), (">&-", 0, ""), ("<&-", 0, "")]
)
def test_a_stream_that_is_full_or_closed_is_no_traceback(conform, closed: str, status: int, message: str) -> None:
    command = f"echo 0 hello 1 | {CONFORM} serve -i reference {closed}"
    ended = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert (ended.returncode, message in ended.stderr, len(ended.stderr.splitlines())) == (status, True, bool(message))


def test_a_crash_is_not_answered(conform) -> None:
    for liar, stderr in (
        ("object-exits-3", ""),
        ("object-type-error", f"conform: {LIARS / 'object-type-error'}: TypeError: odd\n"),
    ):
        ended = conform("serve", "-i", LIARS / liar, input="1 decode ascii 42\n2 decode ascii 41\n3 decode ascii 43\n")
        assert (ended.returncode, ended.stdout, ended.stderr) == (3, "1 ok 42\n", stderr)


def test_an_implementation_that_cannot_start_is_not_served(conform) -> None:
    for liar, why in (("object-no-module", "cannot load no_such_module:CODEC: "), ("not-executable", "cannot start ./liar.py: ")):
        ended = conform("serve", "-i", LIARS / liar, input="0 hello 1\n")
        assert (ended.returncode, ended.stdout) == (3, "")
        assert why in ended.stderr and ended.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_served_implementation_is_checked_like_any_other(conform, manifest) -> None:
    serve = f'process: ["{sys.executable}", -m, encoding_conformance, serve, -i, reference]'
    folder = manifest("served", serve, "{ascii-parity: {}, utf-inf-8: {}}")
    ended = conform("run", "-i", folder, "-e", "ascii-parity")
    assert ended.returncode == 0, ended.stdout
    assert "chunks" not in ended.stdout
