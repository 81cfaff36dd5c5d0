"""What all codecs share: an input is values one after another, read or written with a state."""

from collections.abc import Iterable
from operator import index as integer
from typing import Generic, Literal

from reference_codecs.incremental import IncrementalDecoder, State, decode_values
from reference_codecs.rejection import Rejection

ByteOrder = Literal["big", "little"]  # of the bytes of a code unit


class Codec(Generic[State]):
    """An encoding. A subclass has `encode_one` and `decode_one`; this class makes sequences of them.

    The state is what must be known of the values that went before: None, or a non-negative integer.
    """

    initial_state: State
    in_pieces = True  # whether the first values can be encoded before the last are known
    joiner = b""  # what must stand between two encoded sequences to make them one

    def encode_one(self, value: int, state: State) -> tuple[bytes, State]:
        """The bytes of `value` and the state after it. Raises `Rejection`, with `start` 0."""
        raise NotImplementedError

    def decode_one(self, data: bytes, position: int, state: State) -> tuple[tuple[int, ...], int, State]:
        """The values of the sequence that begins at `position`, where it ends, and the state after it.

        Raises `Rejection`: "truncated" if and only if more bytes could make the sequence well-formed, or
        could show another fault of it. All other faults are named by the bytes up to the fault alone:
        that is why an input gives the same however it is cut.
        """
        raise NotImplementedError

    def is_complete(self, state: State) -> bool:
        """Whether the input may end in this state."""
        return True

    def encode(self, values: Iterable[int]) -> bytes:
        """Encode non-negative integers.

        Raises `Rejection` with `start` the index of the value, and TypeError for what is no integer.
        """
        encoded = bytearray()
        state = self.initial_state
        for index, value in enumerate(map(integer, values)):
            try:
                if value < 0:
                    raise Rejection("out-of-range", [value])
                one, state = self.encode_one(value, state)
            except Rejection as rejection:
                raise rejection.moved_by(index) from None
            encoded += one
        return bytes(encoded)

    def decode(self, data: bytes) -> list[int]:
        """Decode bytes to a list of integers. Raises `Rejection` with `start` the offset in bytes."""
        values, _, _ = decode_values(self, bytes(data), self.initial_state, final=True)
        return values

    def incremental_decoder(self) -> IncrementalDecoder[State]:
        """A decoder that is fed piece by piece."""
        return IncrementalDecoder(self)


class StatelessCodec(Codec[None]):
    """An encoding in which the bytes of a value do not depend on other values.

    A subclass has `encode_value` and `decode_value`.
    """

    initial_state = None

    def encode_value(self, value: int) -> bytes:
        """The bytes of `value`. Raises `Rejection`, with `start` 0."""
        raise NotImplementedError

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        """The value of the sequence that begins at `position`, and where it ends.

        Raises `Rejection` as `decode_one` does.
        """
        raise NotImplementedError

    def encode_one(self, value: int, state: None) -> tuple[bytes, None]:
        return self.encode_value(value), state

    def decode_one(self, data: bytes, position: int, state: None) -> tuple[tuple[int, ...], int, None]:
        value, end = self.decode_value(data, position)
        return (value,), end, state
