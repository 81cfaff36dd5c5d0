"""Between `str` and bytes, with Python's error handlers: what `registry` builds the codecs of Python from."""

import codecs

from reference_codecs.code_points import LAST_CODE_POINT
from reference_codecs.codec import Codec
from reference_codecs.incremental import decode_values
from reference_codecs.rejection import Rejection


class Characters(Codec):
    """An encoding less the values that a `str` cannot hold: those are out of range."""

    def __init__(self, codec):
        self.codec = codec
        self.is_complete = codec.is_complete

    def decode_one(self, data, position, state):
        values, end, state = self.codec.decode_one(data, position, state)
        if any(value > LAST_CODE_POINT for value in values):
            raise Rejection("out-of-range", data[position:end], position)
        return values, end, state


def resumed_at(position, length):
    """Where to go on, of what an error handler returned: a negative position counts from the end."""
    if not -length <= position <= length:
        raise IndexError(f"position {position} from error handler out of bounds")
    return position + length if position < 0 else position


def decode_text(name, codec, data, state, errors, final):
    """Decode what is complete in `data`: the text, the number of bytes that it took, and the state after it.

    Raises UnicodeDecodeError, or what the error handler raises.
    """

    def recover(rejection):
        error = UnicodeDecodeError(name, data, rejection.start, rejection.end, rejection.reason)
        replacement, position = codecs.lookup_error(errors)(error)
        return map(ord, replacement), resumed_at(position, len(data))

    values, position, state = decode_values(Characters(codec), data, state, final, recover)
    return "".join(map(chr, values)), position, state


def encode_text(name, codec, text, state, errors):
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
            one, position = codecs.lookup_error(errors)(error)
            position = resumed_at(position, len(text))
            if isinstance(one, str):
                one, state = encode_replacement(codec, one, state, error)
        encoded += one
    return bytes(encoded), state


def encode_replacement(codec, replacement, state, error):
    """The bytes of what an error handler returned; raises `error` if that cannot be encoded either."""
    encoded = bytearray()
    for character in replacement:
        try:
            one, state = codec.encode_one(ord(character), state)
        except Rejection:
            raise error from None
        encoded += one
    return bytes(encoded), state
