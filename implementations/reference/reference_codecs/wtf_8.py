"""WTF-8: UTF-8 with surrogates that are not in a pair (The WTF-8 encoding)."""

from collections.abc import Iterable
from operator import index as integer

from reference_codecs.code_points import CODE_POINTS, HIGH_SURROGATES, LAST_CODE_POINT, LOW_SURROGATES, PLANE
from reference_codecs.codec import Codec
from reference_codecs.rejection import Rejection
from reference_codecs.utf_8 import FORMS, Utf8Original
from reference_codecs.utf_16 import HALF


class GeneralizedUtf8(Utf8Original):
    """The table of 5: one to four bytes for any code point, also for a surrogate."""

    forms = FORMS[:4]

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        value, end = self.read(data, position)
        if value > LAST_CODE_POINT:
            raise Rejection("out-of-range", data[position:end], position)
        return value, end


GENERALIZED = GeneralizedUtf8()


def is_pair(lead: int | None, trail: int) -> bool:
    """Whether two code points are a surrogate code point pair (3.1)."""
    return lead is not None and lead in HIGH_SURROGATES and trail in LOW_SURROGATES


class Wtf8(Codec[int | None]):
    """Generalized UTF-8 without surrogate pair byte sequences (6). The state is the code point before, or None at the start."""

    initial_state = None
    in_pieces = False  # a high surrogate waits for the code point after it

    def encode(self, values: Iterable[int]) -> bytes:
        """Encode as 6.1 says: a pair becomes one code point. Raises as `Codec.encode` does."""
        result: list[int] = []
        for index, point in enumerate(map(integer, values)):
            if point not in CODE_POINTS:  # rejected here, because the index counts all code points
                raise Rejection("out-of-range", [point], index)
            if result and is_pair(result[-1], point):
                lead = result.pop() - HIGH_SURROGATES.start
                result.append(PLANE + (lead << HALF) + (point - LOW_SURROGATES.start))
            else:
                result.append(point)
        return GENERALIZED.encode(result)

    def completed(self, begun: bytes) -> list[bytes]:
        return GENERALIZED.completed(begun)

    def decode_one(self, data: bytes, position: int, state: int | None) -> tuple[tuple[int, ...], int, int | None]:
        value, end = GENERALIZED.decode_value(data, position)
        if is_pair(state, value):
            raise Rejection("overlong", data[position:end], position)
        return (value,), end, value


CODECS = {"wtf-8": Wtf8()}
