"""Lines of the protocol: which lines are valid, and that other bytes raise only ProtocolError."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from encoding_conformance.adapters.protocol_lines import (
    ProtocolError,
    parse_hello,
    parse_reply,
    parse_request,
    reply_line,
    request_lines,
)
from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Malformed, Rejection, Result, Unsupported
from encoding_conformance.core.text import printable


def request(operation: Operation) -> bytes:
    (line,) = request_lines(7, [operation])
    assert line.startswith("7 ") and line.endswith("\n")
    return line[:-1].encode()


def input_in(operation: Operation) -> str:
    return request(operation).decode().rpartition(" ")[2]


kinds = st.sampled_from([Kind.ENCODE, Kind.DECODE])
values = st.lists(st.integers(0, 1 << 200)).map(tuple)
words = st.sampled_from([*b"ok reject unsupported 0 1 - , 41 4 G".split(), b" ", b"\r", b"\t"])
near = st.lists(words, max_size=8).map(b" ".join) | st.lists(words, max_size=8).map(b"".join)


@given(near | st.binary(), kinds)
def test_of_any_line_comes_an_outcome_or_a_protocol_error(line: bytes, kind: str) -> None:
    for text in (line, b"1 " + line, b"1 ok " + line, b"1 reject " + line):
        try:
            outcome = parse_reply(text, 1, kind)
        except ProtocolError as error:
            assert str(error).isprintable()
        else:
            assert isinstance(outcome, Result | Rejection | Unsupported | Malformed)


@given(near | st.binary())
def test_of_any_hello_come_encodings_or_a_protocol_error(line: bytes) -> None:
    for text in (line, b"0 ok 1 " + line):
        try:
            encodings, _features = parse_hello(text)
        except ProtocolError as error:
            assert str(error).isprintable()
        else:
            assert encodings


@given(near | st.binary())
def test_of_any_request_comes_an_operation_or_a_protocol_error(line: bytes) -> None:
    for text in (line, b"1 encode ascii " + line, b"1 decode ascii " + line):
        try:
            id, _operation = parse_request(text)
        except ProtocolError as error:
            assert str(error).isprintable()
        else:
            assert id.isdigit()


@given(values)
def test_an_encode_is_read_as_it_was_written(values: tuple[int, ...]) -> None:
    operation = Encode("utf-inf-8", values)
    assert parse_request(request(operation)) == ("7", operation)


@given(st.binary(), st.lists(st.integers(0, 20)))
def test_a_decode_is_read_as_it_was_written(data: bytes, cuts: list[int]) -> None:
    """A piece may be empty."""
    operation = Decode("kim", data, tuple(sorted(cut for cut in cuts if cut <= len(data))))
    assert parse_request(request(operation)) == ("7", operation)


@given(
    st.one_of(
        st.tuples(st.just(Kind.ENCODE), st.binary().map(Encoded)),
        st.tuples(st.just(Kind.DECODE), values.map(Decoded)),
        st.tuples(kinds, st.builds(Rejection, st.none() | st.integers(0, 1 << 60), st.just("bad lead"))),
        st.tuples(kinds, st.builds(Unsupported, st.just("beyond 7FFFFFFF"))),
    )
)
def test_a_reply_is_read_as_it_was_written(case: tuple[str, Result | Rejection | Unsupported]) -> None:
    kind, outcome = case
    assert parse_reply(reply_line("12", outcome).encode().removesuffix(b"\n"), 12, kind) == outcome


@given(st.text())
def test_any_free_text_is_written_in_one_line(text: str) -> None:
    line = reply_line("1", Rejection(3, text))
    assert line.endswith("\n")
    assert line[:-1].isprintable()


@given(st.text(min_size=1), st.text(), kinds)
def test_only_the_worker_may_reply_with_a_failure(text: str, frame: str, kind: str) -> None:
    texts = [printable(each).strip() for each in (text, frame)]
    for outcome in (Crash(*texts, raised=True), Malformed(texts[0])):
        line = reply_line("1", outcome).encode().removesuffix(b"\n")
        assert parse_reply(line, 1, kind, own=True) == outcome
        with pytest.raises(ProtocolError, match="is not a reply"):
            parse_reply(line, 1, kind)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"1",
        b"1 ",
        b"1 ok",
        b"1 ok ",
        b"01 ok 41",
        b"2 ok 41",
        b"1  ok 41",
        b" 1 ok 41",
        b"1 OK 41",
        b"1 ok 41 ",
        b"1 ok 41\r",
        b"1 ok 41\t",
        b"1 ok \t41",
        b"1 ok 41 42",
        b"1 ok \xff",
        b"1 reject \xb2",
        b"1 reject truncated",
        b"1 reject\r",
        b"1 rejected",
        b"1 unsupported\r",
        b"1 crash",
        b"1 reject 0\r",
    ],
)
@pytest.mark.parametrize("kind", [Kind.ENCODE, Kind.DECODE])
def test_what_is_no_reply(line: bytes, kind: str) -> None:
    with pytest.raises(ProtocolError):
        parse_reply(line, 1, kind)


MALFORMED = [b"ok 0x41", b"ok 4G", b"ok --", b"ok 41/42", b"ok +1", b"ok 4_1", b"reject -1", b"reject 1.5"]


@pytest.mark.parametrize("answer", [*MALFORMED, b"ok 4", b"ok 414", b"ok 41,42", b"reject " + b"9" * 20, b"reject -1 of it"])
def test_a_reply_whose_bytes_or_offset_are_none_is_malformed(answer: bytes) -> None:
    assert isinstance(parse_reply(b"1 " + answer, 1, Kind.ENCODE), Malformed)


@pytest.mark.parametrize("answer", [*MALFORMED, b"ok 41,", b"ok ,41", b"ok 41,,42", b"ok -41", b"ok 41,-"])
def test_a_reply_whose_values_or_offset_are_none_is_malformed(answer: bytes) -> None:
    assert isinstance(parse_reply(b"1 " + answer, 1, Kind.DECODE), Malformed)


def test_a_malformed_reply_is_told_with_what_was_expected() -> None:
    told = "'-41': expected VALUES, hex numbers without prefix, separated by commas, or -"
    assert parse_reply(b"1 ok -41", 1, Kind.DECODE) == Malformed(told)


@pytest.mark.parametrize("line", [b"1 ok 4 1", b"1 ok 41, 42", b"1 ok 41 42"])
@pytest.mark.parametrize("kind", [Kind.ENCODE, Kind.DECODE])
def test_a_reply_with_too_many_fields_is_no_reply(line: bytes, kind: str) -> None:
    with pytest.raises(ProtocolError):
        parse_reply(line, 1, kind)


@pytest.mark.parametrize(
    ("line", "kind", "outcome"),
    [
        (b"1 ok -", Kind.ENCODE, Encoded(b"")),
        (b"1 ok -", Kind.DECODE, Decoded(())),
        (b"1 ok fFa0", Kind.ENCODE, Encoded(b"\xff\xa0")),
        (b"1 ok 1f4A9,0", Kind.DECODE, Decoded((0x1F4A9, 0))),
        (b"1 reject", Kind.DECODE, Rejection()),
        (b"1 reject -", Kind.DECODE, Rejection()),
        (b"1 reject - no offset", Kind.DECODE, Rejection(None, "no offset")),
        (b"1 reject 3", Kind.DECODE, Rejection(3)),
        (b"1 reject 3 bad trail", Kind.DECODE, Rejection(3, "bad trail")),
        (b"1 unsupported", Kind.ENCODE, Unsupported()),
        (b"1 unsupported 64 bits", Kind.ENCODE, Unsupported("64 bits")),
        (b"1 reject 0 \x1b[31m\xff", Kind.DECODE, Rejection(0, "\\x1b[31m\N{REPLACEMENT CHARACTER}")),
    ],
)
def test_what_is_a_reply(line: bytes, kind: str, outcome: Result | Rejection | Unsupported) -> None:
    assert parse_reply(line, 1, kind) == outcome


@pytest.mark.parametrize(
    "line",
    [b"", b"0 ok", b"0 ok 1", b"0 ok 2 ascii", b"1 ok 1 ascii", b"0 reject", b"0  ok 1 ascii", b"ok 1 ascii"],
)
def test_what_is_no_hello(line: bytes) -> None:
    with pytest.raises(ProtocolError):
        parse_hello(line)


def test_a_line_without_an_id_is_likely_a_log() -> None:
    advice = "standard output is for replies only, so write logs to standard error"
    with pytest.raises(ProtocolError, match=f"'DEBUG 1' is not the reply to request 3; {advice}"):
        parse_reply(b"DEBUG 1", 3, "decode")
    with pytest.raises(ProtocolError, match="'2 ok -' is not the reply to request 3$"):
        parse_reply(b"2 ok -", 3, "decode")
    with pytest.raises(ProtocolError, match=advice):
        parse_hello(b"loading")


def test_a_hello_names_encodings_and_features() -> None:
    assert parse_hello(b"0 ok 1 kim,utf-8 chunks later") == (["kim", "utf-8"], ["chunks", "later"])


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"hello",
        b"x hello 1",
        b"-1 hello 1",
        b"1 hello",
        b"1 encode kim",
        b"1 encode kim 41 42",
        b"1 decode kim ",
        b"1 decode kim 4",
        b"1 transcode kim 41",
        b"1 decode kim 41\r",
        "1 decode kim ４１".encode(),
    ],
)
def test_what_is_no_request(line: bytes) -> None:
    with pytest.raises(ProtocolError):
        parse_request(line)


@pytest.mark.parametrize(
    ("operation", "text"),
    [
        (Encode("kim", (0x1F4A9, 0x41)), "1F4A9,41"),
        (Encode("kim", ()), "-"),
        (Encode("kim-count", (1 << 100000,)), "1" + "0" * 25000),
        (Decode("kim", b"\x87\xe9\x29"), "87E929"),
        (Decode("kim", b""), "-"),
        (Decode("utf-8", b"\xf0\x9f\x92\xa9", (1, 3)), "F0/9F92/A9"),
    ],
)
def test_the_input_of_a_request(operation, text: str) -> None:
    assert request(operation) == f"7 {operation.kind} {operation.encoding} {text}".encode()


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Encoded(b"\x87\xe9"), "ok 87E9"),
        (Encoded(b""), "ok -"),
        (Decoded((0x1F4A9, 0x41)), "ok 1F4A9,41"),
        (Decoded(()), "ok -"),
    ],
)
def test_a_result_in_a_reply(outcome: Result, text: str) -> None:
    assert reply_line("1", outcome) == f"1 {text}\n"


@given(st.binary(min_size=1), st.sets(st.integers(1, 30)))
def test_pieces_are_the_input_cut(data: bytes, places: set[int]) -> None:
    cuts = tuple(sorted(place for place in places if place < len(data)))
    operation = Decode("utf-8", data, cuts)

    assert b"".join(operation.pieces) == data
    assert [len(piece) > 0 for piece in operation.pieces] == [True] * (len(cuts) + 1)
    assert input_in(operation).split("/") == [piece.hex().upper() for piece in operation.pieces]


@given(st.lists(st.integers(0, 1 << 33), min_size=15, max_size=40).map(tuple))
def test_many_values_are_read_as_the_worker_writes_them(values: tuple[int, ...]) -> None:
    (line,) = request_lines(7, [Encode("kim-count", values)], own=True)
    assert parse_request(line[:-1].encode()) == ("7", Encode("kim-count", values))
    assert parse_reply(reply_line("1", Decoded(values))[:-1].encode(), 1, Kind.DECODE) == Decoded(values)


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("AB,CD,EF," * 20 + "AB,CD,EF", Decoded((0xAB, 0xCD, 0xEF) * 21)),
        ("0000004G," * 20 + "00000041", Malformed),
        ("0000 041," * 20 + "00000041", ProtocolError),
    ],
)
def test_values_that_look_as_long_as_the_worker_s_are_read_one_by_one(text: str, outcome: object) -> None:
    line = f"1 ok {text}".encode()
    if outcome is ProtocolError:
        with pytest.raises(ProtocolError):
            parse_reply(line, 1, Kind.DECODE)
    elif outcome is Malformed:
        assert isinstance(parse_reply(line, 1, Kind.DECODE), Malformed)
    else:
        assert parse_reply(line, 1, Kind.DECODE) == outcome
