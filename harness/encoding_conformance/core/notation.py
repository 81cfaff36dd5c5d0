"""The notation of the vectors for bytes, values, sets, operations and outcomes; see `vectors/README.md`. Reports and findings
use it as well.

Numbers are hexadecimal everywhere: Python refuses to print or parse decimal integers of over 4,300 digits.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, groupby
from math import inf, prod

from encoding_conformance.core.operation import Decode, Encode, Kind, Operation
from encoding_conformance.core.outcome import (
    BrokenProtocol,
    Crash,
    Decoded,
    Encoded,
    Failure,
    Malformed,
    NotRun,
    Outcome,
    Rejection,
    Result,
    Timeout,
    Unsupported,
    Valid,
)
from encoding_conformance.core.ranges import RangeSet
from encoding_conformance.core.vector import Permitted

LONGEST = 1 << 22
"""The most bytes or hexadecimal digits that one sequence may have, so that `AA*9999999999` is refused and not expanded."""

_LONGEST_OFFSET = 19
"""The most digits of an offset."""

_BYTE = re.compile(r"[0-9A-F]{2}")
_NUMBER = re.compile(r"(?:[0-9A-F](?:\{[1-9][0-9]{0,6}\})?)+")
_REPEATED_DIGIT = re.compile(r"([0-9A-F])\{([0-9]+)\}")
_REPEAT = re.compile(r"(.+)\*([1-9][0-9]{0,6})")

_COUNT = re.compile(r"[*{]([0-9]{1,7})")

_PLAIN_BYTES = re.compile(r"[0-9A-F]{2}(?: [0-9A-F]{2}){0,999}")
_PLAIN_VALUES = re.compile(r"[0-9A-F]{1,99}(?: [0-9A-F]{1,99}){0,999}")
"""Sequences without repetitions that cannot be too long. Most sequences are like that, and they can be parsed quickly."""

_SHORTEST_TOKEN_RUN = 8
_LONG_RUN = re.compile(rb"(.)\1{%d}" % (_SHORTEST_TOKEN_RUN - 1), re.DOTALL)
_SHORTEST_DIGIT_RUN = 16


class NotationError(ValueError):
    """A text is not in the notation. The message describes the expected form."""


def parse_bytes(text: str) -> bytes:
    """Returns the bytes that a text such as `"F0 9F AA*3"` denotes. Raises NotationError, as all parsers do."""
    if _PLAIN_BYTES.fullmatch(text):
        return bytes.fromhex(text)
    return bytes(_sequence(text, _parse_byte, lambda byte: 1))


def parse_values(text: str) -> tuple[int, ...]:
    """Returns the values that a text such as `"1F468 200D 7F{17}"` denotes."""
    if _PLAIN_VALUES.fullmatch(text):
        return tuple([int(token, 16) for token in text.split(" ")])
    return tuple(_sequence(text, parse_number, lambda value: value.bit_length() // 4 + 1))


def parse_number(text: str) -> int:
    """Returns the number that a text such as `"7F{17}"`, a 7 and seventeen F's, denotes."""
    if not _NUMBER.fullmatch(text):
        raise NotationError(f"{text!r} is not an upper-case hexadecimal number such as 1F469 or 7F{{17}}")
    digits = sum(int(count) for _, count in _REPEATED_DIGIT.findall(text)) + len(text)
    if digits > LONGEST:
        raise NotationError(f"{text!r} has more than {LONGEST} digits")
    return int(_REPEATED_DIGIT.sub(lambda run: run[1] * int(run[2]), text), 16)


def parse_set(text: str) -> RangeSet:
    """Returns the set that a text such as `"0..7F C2"` or `"0.."` denotes; `"-"` is the empty set."""
    return RangeSet.of(() if text == "-" else map(_parse_range, text.split(" ")))


def sequence_text(sequence: bytes | Sequence[int]) -> str:
    """Returns bytes or values in the notation, such as `"F0 9F AA*30"` or `"1F468 200D 7F{17}"`."""
    if isinstance(sequence, bytes) and not _LONG_RUN.search(sequence):
        return sequence.hex(" ").upper() or "-"
    if not isinstance(sequence, bytes) and len(sequence) < _SHORTEST_TOKEN_RUN:
        return " ".join([format_number(value) for value in sequence]) or "-"
    return " ".join([token for token, _ in tokens(sequence)])


def tokens(items: bytes | Sequence[int]) -> list[tuple[str, int]]:
    """Returns the tokens in which `sequence_text` writes a sequence, each with its number of items."""
    write = "{:02X}".format if isinstance(items, bytes) else format_number
    pairs: list[tuple[str, int]] = []
    for item, run in groupby(items):
        token, count = write(item), len(list(run))
        pairs += [(f"{token}*{count}", count)] if count >= _SHORTEST_TOKEN_RUN else [(token, 1)] * count
    return pairs


def format_number(value: int) -> str:
    """Returns the hexadecimal digits of a number. A long run of one digit is written once, with its length."""
    digits = f"{value:X}"
    if len(digits) < _SHORTEST_DIGIT_RUN:
        return digits
    runs = ((digit, len(list(run))) for digit, run in groupby(digits))
    return "".join(digit * n if n < _SHORTEST_DIGIT_RUN else f"{digit}{{{n}}}" for digit, n in runs)


def expanded_size(text: str) -> int:
    """Returns about how many bytes, values or digits a text denotes, without expanding it."""
    return sum(prod(1 + int(count) for count in _COUNT.findall(token)) for token in text.split(" "))


def _sequence(text: str, parse: Callable[[str], int], size: Callable[[int], int]) -> list[int]:
    items: list[int] = []
    room = LONGEST
    parsed: dict[str, tuple[int, int, int]] = {}  # long sequences repeat the same few tokens
    for token in [] if text == "-" else text.split(" "):
        if token not in parsed:
            repeat = _REPEAT.fullmatch(token)
            item, count = (parse(repeat[1]), int(repeat[2])) if repeat else (parse(token), 1)
            parsed[token] = item, count, size(item) * count
        item, count, taken = parsed[token]
        room -= taken
        if room < 0:
            raise NotationError(f"the sequence is longer than {LONGEST} bytes or digits")
        items += [item] * count
    return items


def _parse_byte(text: str) -> int:
    if not _BYTE.fullmatch(text):
        raise NotationError(f"{text!r} is not a byte: expected two upper-case hexadecimal digits such as 0A")
    return int(text, 16)


def _parse_range(text: str) -> tuple[int, int | float]:
    first, dots, last = text.partition("..")
    start = parse_number(first)
    end: int | float = start if not dots else parse_number(last) if last else inf
    if end < start:
        raise NotationError(f"{text!r} runs backwards")
    return start, end


_CHUNKS = " / "
"""The separator between two chunks of an input."""

_FAILURES: Mapping[type[Failure], str] = {
    Crash: "crash: ",
    Timeout: "time-out: ",
    BrokenProtocol: "broken protocol: ",
    Malformed: "malformed: ",
}
"""The prefix of the text of each failure."""


def result_of(kind: Kind, text: str) -> Result:
    """Returns the result of an operation of this kind that `text` describes."""
    return Encoded(parse_bytes(text)) if kind == Kind.ENCODE else Decoded(parse_values(text))


def input_text(operation: Operation) -> str:
    """Returns the input of an operation in the notation. The chunks of a cut input are separated: `"F0 / 9F 92 / A9"`."""
    chunks = [operation.input] if isinstance(operation, Encode) else operation.chunks
    return _CHUNKS.join(map(sequence_text, chunks))


def explain_command(operation: Operation) -> str:
    """Returns the command that explains an operation."""
    whole = operation._replace(cuts=()) if isinstance(operation, Decode) else operation
    return f"conform explain {operation.encoding} {operation.kind} {input_text(whole)}"


def outcome_text(outcome: Outcome) -> str:
    """Returns an outcome on one line, such as `"ok 41*32769"`, `"reject 3 truncated"` or `"crash: …"`."""
    match outcome:
        case Encoded() | Decoded():
            return f"ok {sequence_text(outcome.value)}"
        case Valid():
            return "valid"
        case Rejection(offset, text):
            at = "" if offset is None and not text else f" {'-' if offset is None else offset}"
            return f"reject{at} {text}".rstrip()
        case Unsupported(text):
            return f"unsupported {text}".rstrip()
        case Crash() | Timeout() | BrokenProtocol() | Malformed():
            frame = f" in {outcome.frame}" if isinstance(outcome, Crash) and outcome.frame else ""
            return f"{_FAILURES[type(outcome)]}{failure_text(outcome)}{frame}"
        case NotRun(text):
            return f"not asked: {text}"


def failure_text(failure: Failure) -> str:
    """Returns the message of a failure, followed by the complaint on standard error if there is one."""
    complaint = "" if isinstance(failure, Malformed) else failure.complaint
    return f"{failure.text}; standard error says: {complaint}" if complaint else failure.text


def read_operation(kind: str, encoding: str, text: str) -> Operation:
    """Returns the operation whose `input_text` is `text`. Raises NotationError, also for an unknown kind."""
    if kind == Kind.ENCODE:
        return Encode(encoding, parse_values(text))
    if kind != Kind.DECODE:
        raise NotationError(f"{kind!r} is not an operation; expected {' or '.join(Kind)}")
    chunks = [parse_bytes(chunk) for chunk in text.split(_CHUNKS)]
    return Decode(encoding, b"".join(chunks), tuple(accumulate(len(chunk) for chunk in chunks[:-1])))


def read_outcome(kind: Kind, text: str) -> Outcome:
    """Returns the outcome of an operation of this kind whose `outcome_text` is `text`. Failures have no frame or complaint."""
    for failure, prefix in _FAILURES.items():
        if text.startswith(prefix):
            return failure(text.removeprefix(prefix))
    word, _, rest = text.partition(" ")
    match word:
        case "ok":
            return result_of(kind, rest)
        case "valid":
            return Valid()
        case "reject":
            offset, _, reason = rest.partition(" ")
            if len(offset) > _LONGEST_OFFSET and offset.isdecimal():
                raise NotationError(f"{offset[:60]!r} is not an offset; expected at most {_LONGEST_OFFSET} digits")
            return Rejection(int(offset) if offset.isdecimal() else None, reason)
        case "unsupported":
            return Unsupported(rest)
    raise NotationError(f"{text[:60]!r} is not an outcome; expected ok, valid, reject, unsupported or a failure")


def read_permitted(kind: Kind, text: str) -> Permitted:
    """Returns the permitted outcome whose `outcome_text` is `text`. Raises NotationError, also for an outcome that never is."""
    outcome = read_outcome(kind, text)
    if not isinstance(outcome, Permitted):
        raise NotationError(f"{text[:60]!r} is not a permitted outcome; expected ok or reject")
    return outcome
