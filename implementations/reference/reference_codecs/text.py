"""Between `str` and bytes, with Python's error handlers: what `registry` builds the codecs of Python from."""

import codecs
from collections.abc import Iterable

from reference_codecs.code_points import LAST_CODE_POINT
from reference_codecs.codec import Codec
from reference_codecs.incremental import State, decode_values
from reference_codecs.rejection import Rejection


class Characters(Codec[State]):
    """An encoding less the values that a `str` cannot hold: those are out of range."""

    def __init__(self, codec: Codec[State]) -> None:
        self.codec = codec

    def is_complete(self, state: State) -> bool:
        return self.codec.is_complete(state)

    def decode_one(self, data: bytes, position: int, state: State) -> tuple[tuple[int, ...], int, State]:
        values, end, state = self.codec.decode_one(data, position, state)
        if any(value > LAST_CODE_POINT for value in values):
            raise Rejection("out-of-range", data[position:end], position)
        return values, end, state


def resumed_at(position: int, length: int) -> int:
    """Where to go on, of what an error handler returned: a negative position counts from the end."""
    if not -length <= position <= length:
        raise IndexError(f"position {position} from error handler out of bounds")
    return position + length if position < 0 else position


def decode_text(
    name: str, codec: Codec[State], data: bytes, state: State, errors: str, final: bool
) -> tuple[str, int, State]:
    """Decode what is complete in `data`: the text, the number of bytes that it took, and the state after it.

    Raises UnicodeDecodeError, or what the error handler raises.
    """

    def recover(rejection: Rejection) -> tuple[Iterable[int], int]:
        error = UnicodeDecodeError(name, data, rejection.start, rejection.end, rejection.reason)
        replacement, position = codecs.lookup_error(errors)(error)
        if not isinstance(replacement, str):
            raise TypeError("decoding error handler must return (str, int) tuple")
        return map(ord, replacement), resumed_at(position, len(data))

    values, position, state = decode_values(Characters(codec), data, state, final, recover)
    return "".join(map(chr, values)), position, state


def encode_text(
    name: str, codec: Codec[State], text: str, state: State, errors: str
) -> tuple[bytes, State]:
    """Encode `text`, beginning in `state`: the bytes, and the state after them.

    Raises UnicodeEncodeError, or what the error handler raises. An error handler may return bytes, which
    stand as they are, or a `str`, which must be one that can be encoded.
    """
    encoded, position = bytearray(), 0
    while position < len(text):
        try:
            one, state = codec.encode_one(ord(text[position]), state)
            position += 1
        except Rejection as rejection:
            error = UnicodeEncodeError(name, text, position, position + 1, rejection.reason)
            replacement, position = codecs.lookup_error(errors)(error)
            position = resumed_at(position, len(text))
            if isinstance(replacement, str):
                one, state = encode_replacement(codec, replacement, state, error)
            else:
                one = replacement
        encoded += one
    return bytes(encoded), state


def encode_replacement(
    codec: Codec[State], replacement: str, state: State, error: UnicodeEncodeError
) -> tuple[bytes, State]:
    """The bytes of what an error handler returned; raises `error` if that cannot be encoded either."""
    encoded = bytearray()
    for character in replacement:
        try:
            one, state = codec.encode_one(ord(character), state)
        except Rejection:
            raise error from None
        encoded += one
    return bytes(encoded), state
