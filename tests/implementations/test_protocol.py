"""The protocol as each plug-in of the project speaks it that is a program (docs/protocol.md): what it
answers whatever its library is, also to lines that the harness never writes."""

import select
import subprocess
from collections.abc import Sequence

import pytest
from patience import FOREVER

from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.runner.registry import own
from reference_codecs import CODECS

PLUGINS = [each.name for each in own() if each.kind == Way.PROCESS]

BLOCK = 1 << 16
"""Bytes that a pipe holds, and that plug-ins read at once, at most."""

TEXT_FAILS = {
    ("bocu-stream", "encode"): "has no encoder",
    ("phpseclib", "encode"): "encodes no identifier of some 100,000 characters",
    ("phpseclib", "decode"): "decodes no identifier of more than 128 bytes",
}
"""Whose libraries cannot answer for a long text."""

NO_VALUES = ["", ",", "41,", "-1", "+1", "G", "41/42", "41 41", "4_1", "0x41", "#x41", "16#41#", "[exit]"]
"""Invalid fields, although some languages read numbers in them."""

NO_BYTES = ["4", "4G", "4/1", "-41", "41,42", "41 41"]


@pytest.fixture(params=PLUGINS)
def implementation(request, there) -> Implementation:
    return there(request.param)


@pytest.fixture
def encoding(implementation) -> str:
    """An encoding that the plug-in has: UTF-8 if possible."""
    return "utf-8" if "utf-8" in implementation.encodings else next(iter(implementation.encodings))


@pytest.fixture
def talk(implementation, plugin):
    return plugin(implementation.name)


def values_of(encoding: str) -> list[int]:
    """Values that it encodes, as different from one another as it has them."""
    return [0x41, 0x42] if encoding == "ascii" or encoding.startswith(("cp", "iso")) else [0x41, 0x1F469]


def hex_of(data: bytes) -> str:
    return data.hex() or "-"


def field_of(values: Sequence[int]) -> str:
    return ",".join(f"{value:x}" for value in values) or "-"


def test_hello_names_the_encodings_of_the_manifest(talk, implementation):
    (hello,) = talk(["0 hello 1"])
    zero, ok, version, encodings, *features = hello.split(" ")
    assert (zero, ok, version) == ("0", "ok", "1")
    assert sorted(encodings.split(",")) == sorted(implementation.encodings)
    assert features in ([], ["chunks"])


def test_end_of_input_ends_it(talk):
    assert talk([]) == []


def test_lines_without_an_id_get_no_reply(talk):
    (reply,) = talk(["", "?", "x hello 1", "-1 hello 1", "7 hello 1"])
    assert reply.startswith("7 ok 1 ")


def test_what_cannot_be_asked_is_unsupported_and_stops_nothing(talk, encoding, numbered):
    requests = [
        "",
        "hello",
        "hello 2",
        "hello 11",
        "encode",
        "decode",
        f"encode {encoding}",
        f"decode {encoding}",
        f"erase {encoding} 41",
        f"ENCODE {encoding} 41",
        "encode nothing 41",
        "decode nothing 41",
        "decode constructor 41",
        *(f"encode {encoding} {field}" for field in NO_VALUES),
        *(f"decode {encoding} {field}" for field in NO_BYTES),
    ]
    assert {request: reply for request, reply in numbered(talk, requests).items() if reply != "unsupported"} == {}


# A value has a byte at least, of two hex digits, and there are two values
@pytest.mark.parametrize("operation", ["encode", "decode"])
def test_lines_longer_than_a_block(talk, implementation, encoding, operation):
    if reason := TEXT_FAILS.get((implementation.name, operation)):
        pytest.skip(f"{implementation.name}'s library {reason}")
    values = values_of(encoding) * (BLOCK // 4)
    data = CODECS[encoding].encode(values)
    asked, expected_outcome = field_of(values), hex_of(data)
    if operation == "decode":
        asked, expected_outcome = expected_outcome, asked
    reply, hello = talk([f"1 {operation} {encoding} {asked}", "2 hello 1"])
    assert reply.casefold() == f"1 ok {expected_outcome}"
    assert hello.startswith("2 ok 1 ")


def test_many_lines_are_answered_in_their_order(talk, encoding):
    values = values_of(encoding)[-1:] * 16  # some plug-ins start a program for each line
    data = hex_of(CODECS[encoding].encode(values))
    lines = [f"{id} decode {encoding} {data}" for id in range(2 * BLOCK // len(f"0 decode {encoding} {data}\n"))]
    assert [reply.casefold() for reply in talk(lines)] == [f"{id} ok {field_of(values)}" for id in range(len(lines))]


def reply_of(program: subprocess.Popen[bytes]) -> str:
    """Its next line, or as much of it as comes."""
    read = b""
    while not read.endswith(b"\n") and select.select([program.stdout], [], [], FOREVER)[0]:
        if not (block := program.stdout.read(BLOCK)):
            break
        read += block
    return read.decode("ascii").casefold()


def test_a_line_that_comes_in_two_parts_is_one_and_no_reply_waits_for_its_end(implementation, encoding):
    values = values_of(encoding)
    line = f"1 decode {encoding} {hex_of(CODECS[encoding].encode(values))}\n".encode("ascii")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(implementation.process, cwd=implementation.folder, bufsize=0, **pipes) as program:
        try:
            begun = b""
            for cut in range(len(line)):
                program.stdin.write(line.removeprefix(begun) + (begun := line[:cut]))
                assert reply_of(program) == f"1 ok {field_of(values)}\n", f"with {begun} after it"
        finally:
            program.kill()


def test_pieces_are_put_together_by_who_has_the_feature(talk, encoding, numbered):
    values = values_of(encoding)
    data = CODECS[encoding].encode(values)
    requests = [f"decode {encoding} {data[:cut].hex()}/{data[cut:].hex()}" for cut in range(len(data) + 1)]
    (hello,) = talk(["0 hello 1"])
    expected = f"ok {field_of(values)}" if hello.endswith(" chunks") else "unsupported"
    assert {reply.casefold() for reply in numbered(talk, requests).values()} == {expected}
