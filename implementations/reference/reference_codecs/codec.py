"""The base of all codecs: they read or write values one after another, with a state."""

from bisect import bisect_left
from collections.abc import Iterable
from operator import index as integer
from typing import Generic, Literal

from reference_codecs.incremental import IncrementalDecoder, State, decode_values
from reference_codecs.rejection import Rejection

ByteOrder = Literal["big", "little"]  # of the bytes of a code unit


class Codec(Generic[State]):
    """An encoding. A subclass has `encode_one` and `decode_one`; this class makes sequences of them.

    The state is what the codec must know about the values before: None, or a non-negative integer.
    """

    initial_state: State
    in_pieces = True  # whether the first values can be encoded before the last are known
    joiner = b""  # what must stand between two encoded sequences to make them one
    unit = 1  # bytes of a code unit: faults are found at whole code units

    def encode_one(self, value: int, state: State) -> tuple[bytes, State]:
        """The bytes of `value` and the state after it. Raises `Rejection`, with `start` 0."""
        raise NotImplementedError

    def decode_one(self, data: bytes, position: int, state: State) -> tuple[tuple[int, ...], int, State]:
        """The values of the sequence that begins at `position`, where it ends, and the state after it.

        Raises `Rejection`: "truncated" if more bytes could make the sequence well-formed, or could show
        another fault of it. All other faults depend only on the bytes up to the fault.
        """
        raise NotImplementedError

    def completed(self, begun: bytes) -> list[bytes]:
        """The sequences of the least and the greatest value among those that begin with these bytes.

        Only the bytes themselves if they are a whole sequence, or if something always completes them.
        """
        return [begun]

    def fault(self, begun: bytes, state: State) -> str | None:
        """Why no sequence that begins with these bytes is well-formed: a reason, or None if one is."""
        reason = None
        for whole in self.completed(begun):
            try:
                self.decode_one(whole, 0, state)
            except Rejection as rejection:
                reason = rejection.reason
            else:
                return None
        return None if reason == "truncated" else reason

    def read_one(self, data: bytes, position: int, state: State) -> tuple[tuple[int, ...], int, State]:
        """What `decode_one` returns, but finds a fault at the first code unit that shows it.

        Raises `Rejection`: "truncated" if and only if more bytes could make the sequence well-formed. The
        ill-formed part of any other is the part that could begin a well-formed sequence, and at least one
        code unit (a maximal subpart: The Unicode Standard, 3.9). So the result does not depend on the cuts.
        """
        try:
            return self.decode_one(data, position, state)
        except Rejection as rejection:
            begun = data[position : rejection.end + self.unit]
            sizes = range(self.unit, len(begun) + 1, self.unit)
            index = bisect_left(sizes, True, key=lambda size: self.fault(begun[:size], state) is not None)
            if index == len(sizes):
                raise
            size = sizes[index]
            reason = self.fault(begun[:size], state)
            assert reason is not None
            raise Rejection(reason, begun[: max(size - self.unit, self.unit)], position) from None

    def is_complete(self, state: State) -> bool:
        """Whether the input may end in this state."""
        return True

    def encode(self, values: Iterable[int]) -> bytes:
        """Encode non-negative integers.

        Raises `Rejection` with `start` the index of the value, and TypeError for anything but an integer.
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
        """A decoder that is fed chunk by chunk."""
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
