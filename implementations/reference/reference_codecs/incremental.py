"""Decodes a whole input or a chunk of it: one loop for every encoding."""

from collections.abc import Callable, Iterable
from typing import Generic, NoReturn, Protocol, TypeVar

from reference_codecs.rejection import Rejection

State = TypeVar("State")  # of a codec between two values
Recover = Callable[[Rejection], tuple[Iterable[int], int]]  # see `decode_values`


class Decodes(Protocol[State]):
    """The part of a `Codec` that decoding needs."""

    initial_state: State

    def read_one(self, data: bytes, position: int, state: State) -> tuple[Iterable[int], int, State]: ...

    def is_complete(self, state: State) -> bool: ...


def refuse(rejection: Rejection) -> NoReturn:
    """Handles a rejection as a strict decoder does."""
    raise rejection


def decode_values(
    codec: Decodes[State], data: bytes, state: State, final: bool, recover: Recover = refuse
) -> tuple[list[int], int, State]:
    """Decode what is complete in `data`, beginning in `state`.

    Returns the values, the number of bytes that they took, and the state after them. Leaves
    bytes that more bytes could complete, unless `final`. `recover(rejection)` raises, or returns values that
    replace the ill-formed part and the position to go on from, in the state from before the part.
    """
    values: list[int] = []
    position = 0
    while position < len(data):
        try:
            decoded, position, state = codec.read_one(data, position, state)
        except Rejection as rejection:
            if rejection.reason == "truncated" and not final:
                break
            decoded, position = recover(rejection)
        values += decoded
    if final and not codec.is_complete(state):
        values += recover(Rejection("truncated", b"", position))[0]
    return values, position, state


class IncrementalDecoder(Generic[State]):
    """Decodes an input that comes in chunks, and returns each value with the chunk that completes it.

    It keeps the bytes of an unfinished value and reads them again when more come: a single value of n bytes
    fed byte by byte takes time in proportion to n², all other input time in proportion to its length.
    """

    def __init__(self, codec: Decodes[State]) -> None:
        self.codec = codec
        self.state = codec.initial_state
        self.unfinished = b""
        self.offset = 0  # of the unfinished bytes, from the beginning of the whole input

    def decode(self, data: bytes, final: bool = False) -> list[int]:
        """Decode one chunk; with `final`, the last one.

        Raises `Rejection`, its `start` counted from the beginning of the whole input. A chunk that was
        rejected leaves the decoder as it was before.
        """
        data = self.unfinished + data
        try:
            values, position, self.state = decode_values(self.codec, data, self.state, final)
        except Rejection as rejection:
            raise rejection.moved_by(self.offset) from None
        self.unfinished = data[position:]
        self.offset += position
        return values
