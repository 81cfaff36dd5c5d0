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
from encoding_conformance.core.outcome import Crash, Decoded, Encoded, Malformed, Outcome, Rejection, Result, Unsupported, Valid
from encoding_conformance.core.text import printable

BOTH = [Kind.ENCODE, Kind.DECODE]


def request(operation: Operation, own: bool = False) -> bytes:
    (line,) = request_lines(7, [operation], own)
    assert line.startswith("7 ") and line.endswith("\n")
    return line[:-1].encode()


def reply(outcome: Outcome) -> bytes:
    line = reply_line("12", outcome)
    assert line.startswith("12 ") and line.endswith("\n") and line[:-1].isprintable()
    return line[:-1].encode()


kinds = st.sampled_from(BOTH)
values = st.lists(st.integers(0, 1 << 200)).map(tuple) | st.lists(st.integers(0, 1 << 33), min_size=15, max_size=40).map(tuple)
words = st.sampled_from([*b"ok reject unsupported 0 1 - , 41 4 G".split(), b" ", b"\r", b"\t"])
near = st.lists(words, max_size=8).map(b" ".join) | st.lists(words, max_size=8).map(b"".join)


@given(near | st.binary(), kinds)
def test_any_line_gives_a_result_or_a_protocol_error(line: bytes, kind: Kind) -> None:
    for before in (b"", b"1 ", b"1 ok ", b"1 reject ", b"0 ok 1 ", b"1 encode ascii ", b"1 decode ascii "):
        for parse in (lambda text: parse_reply(text, 1, kind), parse_hello, parse_request):
            try:
                parse(before + line)
            except ProtocolError as error:
                assert str(error).isprintable()


@given(values, st.booleans())
def test_an_encode_is_read_as_it_was_written(values: tuple[int, ...], own: bool) -> None:
    operation = Encode("utf-inf-8", values)
    assert parse_request(request(operation, own)) == ("7", operation)


@given(st.binary(), st.lists(st.integers(0, 20)))
def test_a_decode_is_read_as_it_was_written(data: bytes, cuts: list[int]) -> None:
    """A chunk may be empty."""
    operation = Decode("kim", data, tuple(sorted(cut for cut in cuts if cut <= len(data))))
    assert b"".join(operation.chunks) == data
    assert parse_request(request(operation)) == ("7", operation)


texts = st.text().map(printable).map(str.strip)


@given(
    st.tuples(st.just(Kind.ENCODE), st.binary().map(Encoded))
    | st.tuples(st.just(Kind.DECODE), values.map(Decoded) | st.just(Valid()))
    | st.tuples(kinds, st.builds(Rejection, st.none() | st.integers(0, 1 << 60), texts) | st.builds(Unsupported, texts))
)
def test_a_reply_is_read_as_it_was_written(case: tuple[Kind, Outcome]) -> None:
    kind, outcome = case
    assert parse_reply(reply(outcome), 12, kind) == outcome


@given(st.text())
def test_any_free_text_is_written_in_one_line(text: str) -> None:
    reply(Rejection(3, text))


@given(texts.filter(bool), texts, kinds)
def test_only_the_worker_may_reply_with_a_failure(text: str, frame: str, kind: Kind) -> None:
    for outcome in (Crash(text, frame, raised=True), Malformed(text)):
        line = reply_line("12", outcome).encode().removesuffix(b"\n")
        assert parse_reply(line, 12, kind, own=True) == outcome
        with pytest.raises(ProtocolError, match="is not a reply"):
            parse_reply(line, 12, kind)


NO_REPLIES = """
|1|1 |1 ok|1 ok |01 ok 41|2 ok 41|1  ok 41| 1 ok 41|1 OK 41|1 ok 41 |1 ok 41\r|1 ok 41\t|1 ok \t41|1 ok 41 42|1 ok 4 1|1 ok 41, 42
|1 ok \xff|1 reject \xb2|1 reject truncated|1 reject\r|1 rejected|1 unsupported\r|1 crash|1 reject 0\r""".replace("\n", "")


@pytest.mark.parametrize("line", NO_REPLIES.encode("latin-1").split(b"|"))
@pytest.mark.parametrize("kind", BOTH)
def test_a_line_that_is_no_reply_breaks_the_protocol(line: bytes, kind: Kind) -> None:
    with pytest.raises(ProtocolError):
        parse_reply(line, 1, kind)


EITHER = "ok 0x41|ok 4G|ok --|ok 41/42|ok +1|ok 4_1|reject -1|reject 1.5|reject -1 of it|reject " + "9" * 20


@pytest.mark.parametrize(
    ("kind", "replies"),
    [
        (Kind.ENCODE, f"{EITHER}|ok 4|ok 414|ok 41,42"),
        (Kind.DECODE, f"{EITHER}|ok 41,|ok ,41|ok 41,,42|ok -41|ok 41,-|ok {'0000004G,' * 20}00000041"),
    ],
)
def test_a_reply_with_a_field_that_cannot_be_parsed_is_malformed(kind: Kind, replies: str) -> None:
    outcomes = {each: parse_reply(f"1 {each}".encode(), 1, kind) for each in replies.split("|")}
    assert {text: type(outcome) for text, outcome in outcomes.items()} == dict.fromkeys(outcomes, Malformed)


def test_a_malformed_reply_is_shown_with_what_is_expected() -> None:
    expected = "'-41': expected VALUES, hex numbers without prefix, separated by commas, or -"
    assert parse_reply(b"1 ok -41", 1, Kind.DECODE) == Malformed(expected)


@pytest.mark.parametrize(
    ("line", "kind", "outcome"),
    [
        (b"ok -", Kind.ENCODE, Encoded(b"")),
        (b"ok -", Kind.DECODE, Decoded(())),
        (b"ok fFa0", Kind.ENCODE, Encoded(b"\xff\xa0")),
        (b"ok 1f4A9,0", Kind.DECODE, Decoded((0x1F4A9, 0))),
        (b"ok " + b"AB,CD,EF," * 20 + b"AB,CD,EF", Kind.DECODE, Decoded((0xAB, 0xCD, 0xEF) * 21)),  # as long as the worker's
        (b"reject", Kind.DECODE, Rejection()),
        (b"reject -", Kind.DECODE, Rejection()),
        (b"reject - no offset", Kind.DECODE, Rejection(None, "no offset")),
        (b"reject 3 bad trail", Kind.DECODE, Rejection(3, "bad trail")),
        (b"valid", Kind.DECODE, Valid()),
        (b"unsupported 64 bits", Kind.ENCODE, Unsupported("64 bits")),
        (b"reject 0 \x1b[31m\xff", Kind.DECODE, Rejection(0, "\\x1b[31m\N{REPLACEMENT CHARACTER}")),
    ],
)
def test_a_reply_gives_an_outcome(line: bytes, kind: Kind, outcome: Result | Rejection | Unsupported) -> None:
    assert parse_reply(b"1 " + line, 1, kind) == outcome


def test_values_that_only_look_as_long_as_the_worker_s_break_the_protocol() -> None:
    with pytest.raises(ProtocolError):
        parse_reply(b"1 ok " + b"0000 041," * 20 + b"00000041", 1, Kind.DECODE)


def test_a_line_without_an_id_is_likely_a_log() -> None:
    advice = "standard output is for replies only, so write logs to standard error"
    with pytest.raises(ProtocolError, match=f"'DEBUG 1' is not the reply to request 3; {advice}"):
        parse_reply(b"DEBUG 1", 3, Kind.DECODE)
    with pytest.raises(ProtocolError, match="'2 ok -' is not the reply to request 3$"):
        parse_reply(b"2 ok -", 3, Kind.DECODE)
    with pytest.raises(ProtocolError, match=advice):
        parse_hello(b"loading")


def test_a_hello_names_encodings_and_features() -> None:
    assert parse_hello(b"0 ok 1 kim,utf-8 chunks later") == (["kim", "utf-8"], ["chunks", "later"])


@pytest.mark.parametrize("line", ["", "0 ok", "0 ok 1", "0 ok 2 ascii", "1 ok 1 ascii", "0 reject", "0  ok 1 ascii", "ok 1 kim"])
def test_a_line_that_is_no_hello_breaks_the_protocol(line: str) -> None:
    with pytest.raises(ProtocolError):
        parse_hello(line.encode())


NO_REQUESTS = """
|hello|x hello 1|-1 hello 1|1 hello|1 encode kim|1 encode kim 41 42|1 decode kim |1 decode kim 4|1 transcode kim 41
|1 decode kim 41\r|1 decode kim ４１""".replace("\n", "")


@pytest.mark.parametrize("line", NO_REQUESTS.split("|"))
def test_a_line_that_is_no_request_breaks_the_protocol(line: str) -> None:
    with pytest.raises(ProtocolError):
        parse_request(line.encode())


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
def test_a_request_and_a_reply_have_the_same_fields(operation: Operation, text: str) -> None:
    assert request(operation) == f"7 {operation.kind} {operation.encoding} {text}".encode()
    result = Decoded(operation.input) if isinstance(operation, Encode) else Encoded(operation.input)
    assert reply(result) == f"12 ok {text.replace('/', '')}".encode()
