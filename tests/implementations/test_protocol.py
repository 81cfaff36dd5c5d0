"""The protocol as the project's own plug-ins speak it (docs/reference.md), also in answer to lines that the harness never writes.

One plug-in on the shared code in Perl and one on that in C are tested with each change, and all others that are installed once a
week.
"""

from __future__ import annotations

import select
import subprocess
from collections.abc import Callable, Iterator, Sequence

import pytest
from conversation import installed, replies, talk
from patience import FOREVER

from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.runner.registry import own
from reference_codecs import CODECS

SAMPLE = ("glibc", "perl-encode")

BLOCK = 1 << 16
"""Bytes that a pipe holds, and that plug-ins read at once, at most."""

TEXT_FAILS = {("bocu-stream", "encode"), ("phpseclib", "encode"), ("phpseclib", "decode")}
"""Whose libraries have no answer to a long text: no encoder, or no identifiers of 100,000 characters or of 128 bytes."""

NO_VALUES = ["", ",", "41,", "-1", "+1", "G", "41/42", "41 41", "4_1", "0x41", "#x41", "16#41#", "[exit]"]
"""Invalid fields, although some languages read numbers in them."""

NO_BYTES = ["4", "4G", "4/1", "-41", "41,42", "41 41"]


class Example:
    """Values that a plug-in encodes, as different from one another as it has them, and their bytes. The encoding is UTF-8 if the
    plug-in has it."""

    def __init__(self, implementation: Implementation) -> None:
        self.encoding = "utf-8" if "utf-8" in implementation.encodings else next(iter(implementation.encodings))
        is_single_byte = self.encoding == "ascii" or self.encoding.startswith(("cp", "iso"))
        self.values = [0x41, 0x42] if is_single_byte else [0x41, 0x1F469]

    def bytes_of(self, values: Sequence[int]) -> bytes:
        return CODECS[self.encoding].encode(values)


def field_of(values: Sequence[int]) -> str:
    return ",".join(f"{value:x}" for value in values) or "-"


def hello_names_the_encodings_of_the_manifest(implementation: Implementation, example: Example) -> None:
    (hello,) = talk(implementation, ["0 hello 1"])
    zero, ok, version, encodings, *features = hello.split(" ")
    assert (zero, ok, version) == ("0", "ok", "1")
    assert sorted(encodings.split(",")) == sorted(implementation.encodings)
    assert features in ([], ["chunks"])


def the_end_of_input_ends_it(implementation: Implementation, example: Example) -> None:
    assert talk(implementation, []) == []


def lines_without_an_id_get_no_reply(implementation: Implementation, example: Example) -> None:
    (reply,) = talk(implementation, ["", "?", "x hello 1", "-1 hello 1", "7 hello 1"])
    assert reply.startswith("7 ok 1 ")


def invalid_requests_are_unsupported(implementation: Implementation, example: Example) -> None:
    encoding = example.encoding
    requests = [
        *("", "hello", "hello 2", "hello 11", "encode", "decode"),
        *(f"encode {encoding}", f"decode {encoding}", f"erase {encoding} 41", f"ENCODE {encoding} 41"),
        *("encode nothing 41", "decode nothing 41", "decode constructor 41"),
        *(f"encode {encoding} {field}" for field in NO_VALUES),
        *(f"decode {encoding} {field}" for field in NO_BYTES),
    ]
    assert {request: reply for request, reply in replies(implementation, requests).items() if reply != "unsupported"} == {}


def large_values_are_not_cut_to_smaller_ones(implementation: Implementation, example: Example) -> None:
    small, *large = [f"encode {example.encoding} {value}" for value in ("41", "100000041", f"1{'0' * 14}41")]
    found = replies(implementation, [small, *large])
    assert found[small] not in [found[request] for request in large] or found[small] == "unsupported"


def lines_may_be_longer_than_a_block(implementation: Implementation, example: Example) -> None:
    values = example.values * (BLOCK // 4)  # each has a byte at least, of two hex digits
    data, field = example.bytes_of(values).hex(), field_of(values)
    for operation, given, expected in (("encode", field, data), ("decode", data, field)):
        if (implementation.name, operation) not in TEXT_FAILS:
            reply, hello = talk(implementation, [f"1 {operation} {example.encoding} {given}", "2 hello 1"])
            assert reply.casefold() == f"1 ok {expected}"
            assert hello.startswith("2 ok 1 ")


def many_lines_are_answered_in_order(implementation: Implementation, example: Example) -> None:
    values = example.values[-1:] * 16  # some plug-ins start a program for each line
    request = f"decode {example.encoding} {example.bytes_of(values).hex()}"
    lines = [f"{id} {request}" for id in range(2 * BLOCK // len(f"0 {request}\n"))]
    assert [reply.casefold() for reply in talk(implementation, lines)] == [
        f"{id} ok {field_of(values)}" for id in range(len(lines))
    ]


def read_reply(program: subprocess.Popen[bytes]) -> str:
    """Returns the next line, or as much of it as comes."""
    read = b""
    while not read.endswith(b"\n") and select.select([program.stdout], [], [], FOREVER)[0]:
        if not (block := program.stdout.read(BLOCK)):
            break
        read += block
    return read.decode("ascii").casefold()


def a_line_may_come_in_two_parts_and_no_reply_waits_for_the_second(implementation: Implementation, example: Example) -> None:
    line = f"1 decode {example.encoding} {example.bytes_of(example.values).hex()}\n".encode("ascii")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(implementation.process, cwd=implementation.folder, bufsize=0, **pipes) as program:
        try:
            begun = b""
            for cut in range(len(line)):
                program.stdin.write(line.removeprefix(begun) + (begun := line[:cut]))
                assert read_reply(program) == f"1 ok {field_of(example.values)}\n", f"followed by {begun}"
        finally:
            program.kill()


def pieces_are_joined_if_the_feature_is_announced(implementation: Implementation, example: Example) -> None:
    data = example.bytes_of(example.values)
    many = "/".join(f"{byte:02x}" for byte in data * 100)
    requests = [*(f"{data[:cut].hex()}/{data[cut:].hex()}" for cut in range(len(data) + 1)), many]
    (hello,) = talk(implementation, ["0 hello 1"])
    found = replies(implementation, [f"decode {example.encoding} {pieces}" for pieces in requests])
    if hello.endswith(" chunks"):
        assert found.pop(f"decode {example.encoding} {many}") == f"ok {field_of(example.values * 100)}"
        assert set(found.values()) == {f"ok {field_of(example.values)}"}
    else:
        assert set(found.values()) == {"unsupported"}


RULES: Sequence[Callable[[Implementation, Example], None]] = [
    hello_names_the_encodings_of_the_manifest,
    the_end_of_input_ends_it,
    lines_without_an_id_get_no_reply,
    invalid_requests_are_unsupported,
    large_values_are_not_cut_to_smaller_ones,
    lines_may_be_longer_than_a_block,
    many_lines_are_answered_in_order,
    a_line_may_come_in_two_parts_and_no_reply_waits_for_the_second,
    pieces_are_joined_if_the_feature_is_announced,
]


def plug_ins() -> Iterator[object]:
    for each in own():
        if each.kind == Way.PROCESS:
            yield pytest.param(each.name, marks=() if each.name in SAMPLE else pytest.mark.slow)


@pytest.mark.parametrize("name", list(plug_ins()))
def test_a_plug_in_speaks_the_protocol(name: str) -> None:
    implementation = installed(name)
    for holds in RULES:
        holds(implementation, Example(implementation))
