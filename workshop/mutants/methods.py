"""The types of a codec's methods, and of the functions with which mutants replace them. Such a function receives the
correct method as its first argument."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from reference_codecs import Rejection

State = int | None
Encode = Callable[[Sequence[int]], bytes]
Decode = Callable[[bytes], list[int]]
EncodeOne = Callable[[int, State], tuple[bytes, State]]
DecodeOne = Callable[[bytes, int, State], tuple[tuple[int, ...], int, State]]
EncodeValue = Callable[[int], bytes]
DecodeValue = Callable[[bytes, int], tuple[int, int]]

FaultyEncode = Callable[[Encode, Sequence[int]], bytes]
FaultyDecode = Callable[[Decode, bytes], list[int]]

Excuse = Callable[[bytes, Rejection], tuple[list[int], int] | None]
"""Returns the values for an ill-formed part, and the offset at which decoding continues; or None to reject the part."""
