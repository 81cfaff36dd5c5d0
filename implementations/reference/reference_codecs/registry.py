"""The encodings in Python's codec registry.

Python asks its own codecs first: `"utf-8"` remains its own, and ours is `"reference-utf-8"`. Where Python has
none (bocu-1, kim, kim-text, utf-inf-8, utf-8-31bit, ascii-parity) the id alone is enough. A name may be
written as Python permits: `BOCU-1`, `bocu_1`. `utf-∞-8` is not such a name: Python drops the ∞ before it
looks, and finds its own UTF-8. Nor does it ask any codec to decode `b""`: that a kim-text lacks its length is
then seen by `codecs.decode` only.
"""

from __future__ import annotations

import codecs
from functools import partial
from typing import TYPE_CHECKING

from reference_codecs import CODECS
from reference_codecs.text import decode_text, encode_text

if TYPE_CHECKING:
    from codecs import _ReadableStream, _WritableStream

    from _typeshed import ReadableBuffer

COUNTS = {"kim-count"}  # values that are no characters
LARGEST_FLAGS = 2**31 - 1  # Python's text files keep a decoder's flags in a C int


def flags(state: int | None) -> int:
    """A state as the integer that `getstate` gives, where 0 is a state of None.

    Only the state of a kim-text that owes over two thousand million characters is too large, and cut.
    """
    return 0 if state is None else min(1 + state, LARGEST_FLAGS)


def state_of(flags: int) -> int | None:
    """The state of which `flags` is the integer."""
    return None if flags == 0 else flags - 1


class Encoder(codecs.IncrementalEncoder):
    """Encodes a text that comes in pieces.

    A kim-text begins with its length and cannot come in pieces: it raises ValueError unless `final` is set.
    """

    state: int | None
    joiner: bytes

    def __init__(self, name: str, errors: str = "strict") -> None:
        super().__init__(errors)
        self.name, self.codec = name, CODECS[name]
        self.reset()

    def encode(self, text: str, final: bool = False) -> bytes:
        if not self.codec.in_pieces:
            if not final:
                raise ValueError(f"{self.name} begins with its length: encode the whole text at once")
            return self.codec.encode(map(ord, text))
        encoded, self.state = encode_text(self.name, self.codec, text, self.state, self.errors)
        joiner, self.joiner = self.joiner, b""
        return joiner + encoded

    def reset(self) -> None:
        self.state, self.joiner = self.codec.initial_state, b""

    def getstate(self) -> int:
        return flags(self.state)

    def setstate(self, flags: int | str) -> None:
        """Restore a state; 0 is how Python's files say that an unknown text went before, as on appending."""
        self.reset()
        if flags == 0:
            self.joiner = self.codec.joiner
        else:
            self.state = state_of(int(flags))  # Python has codecs whose flags are a str; ours are not


class Decoder(codecs.BufferedIncrementalDecoder):
    """Decodes bytes that come in pieces."""

    state: int | None

    def __init__(self, name: str, errors: str = "strict") -> None:
        super().__init__(errors)
        self.name, self.codec = name, CODECS[name]
        self.reset()

    def _buffer_decode(self, data: ReadableBuffer, errors: str, final: bool) -> tuple[str, int]:
        text, consumed, self.state = decode_text(self.name, self.codec, bytes(data), self.state, errors, final)
        return text, consumed

    def reset(self) -> None:
        super().reset()
        self.state = self.codec.initial_state

    def getstate(self) -> tuple[bytes, int]:
        return self.buffer, flags(self.state)

    def setstate(self, state: tuple[bytes, int]) -> None:
        self.buffer, self.state = state[0], state_of(state[1])


class Writer(codecs.StreamWriter):
    """Encodes what is written to a stream, each piece in the state that the last one left."""

    def __init__(self, name: str, stream: _WritableStream, errors: str = "strict") -> None:
        super().__init__(stream, errors)
        self.encoder = Encoder(name, errors)

    def encode(self, text: str, errors: str = "strict") -> tuple[bytes, int]:
        return self.encoder.encode(text), len(text)

    def reset(self) -> None:
        self.encoder.reset()


class Reader(codecs.StreamReader):
    """Decodes what is read from a stream, each piece in the state that the last one left."""

    def __init__(self, name: str, stream: _ReadableStream, errors: str = "strict") -> None:
        super().__init__(stream, errors)
        self.name, self.codec = name, CODECS[name]
        self.state = self.codec.initial_state

    def decode(self, data: bytes, errors: str = "strict") -> tuple[str, int]:
        text, consumed, self.state = decode_text(self.name, self.codec, data, self.state, errors, final=False)
        return text, consumed

    def reset(self) -> None:
        super().reset()
        self.state = self.codec.initial_state


def encode(name: str, text: str, errors: str = "strict") -> tuple[bytes, int]:
    """Encode a whole text, as `codecs.CodecInfo` wants it."""
    return Encoder(name, errors).encode(text, final=True), len(text)


def decode(name: str, data: bytes, errors: str = "strict") -> tuple[str, int]:
    """Decode a whole text, as `codecs.CodecInfo` wants it."""
    return Decoder(name, errors).decode(bytes(data), final=True), len(data)


def codec_info(name: str) -> codecs.CodecInfo:
    """All that Python wants to know of a codec."""
    return codecs.CodecInfo(
        name=name,
        encode=partial(encode, name),
        decode=partial(decode, name),
        incrementalencoder=partial(Encoder, name),
        incrementaldecoder=partial(Decoder, name),
        streamwriter=partial(Writer, name),
        streamreader=partial(Reader, name),
    )


def search(normalized: str) -> codecs.CodecInfo | None:
    """What Python asks: the codec of a name in lower case, with underscores for all punctuation."""
    wanted = normalized.removeprefix("reference_")
    for name in CODECS.keys() - COUNTS:
        if name.replace("-", "_") == wanted:
            return codec_info(name)
    return None


def register() -> None:
    """Make the encodings known to Python's `codecs`. To call it again changes nothing."""
    codecs.unregister(search)
    codecs.register(search)
