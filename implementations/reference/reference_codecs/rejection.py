"""The error that a codec raises for a sequence of values or bytes that its specification does not permit."""

from collections.abc import Sequence

REASONS = {
    "truncated": "the input ends inside a value",
    "overlong": "a longer form than the value needs",
    "bad-lead": "no value begins with this byte or code unit",
    "bad-trail": "a byte that is not valid here follows",
    "out-of-range": "the value is not among those of the encoding",
    "surrogate": "a surrogate code point, or a surrogate code unit without its other half",
    "bad-length": "a length field contradicts what it measures",
    "bad-padding": "bits that must be zero are not",
    "parity": "the parity bit does not fit the other seven",
    "unassigned": "the table does not have this byte or character",
}

SHOWN = 48  # characters of the ill-formed part in a message: it may be a hundred thousand bytes long


class Rejection(UnicodeError):
    """An input that is ill-formed in one of the ways of `REASONS`.

    `reason`      a key of `REASONS`
    `ill_formed`  the ill-formed part: the bytes, or for encode a list of the one value. A byte that cannot
                  continue a sequence is not part of it, and decoding may go on there.
    `start`       where the part begins: in bytes, or for encode the index of the value
    `end`         where it ends, in the same unit. `end` is `start` only if something is missing at the end
                  of the input (the rest of the characters of a kim-text).
    """

    def __init__(self, reason: str, ill_formed: Sequence[int], start: int = 0) -> None:
        super().__init__(reason, ill_formed, start)
        assert reason in REASONS, reason
        self.reason = reason
        self.ill_formed = ill_formed
        self.start = start
        self.end = start + len(ill_formed)

    def moved_by(self, distance: int) -> "Rejection":
        """The same rejection in an input that has `distance` more bytes or values before it."""
        return Rejection(self.reason, self.ill_formed, self.start + distance)

    def __str__(self) -> str:
        unit, digits = ("byte", "02X") if isinstance(self.ill_formed, bytes) else ("value", "X")
        shown = " ".join(format(item, digits) for item in self.ill_formed[:SHOWN])
        if len(shown) > SHOWN:
            shown = shown[:SHOWN] + "..."
        return f"{self.reason} at {unit} {self.start}" + (f": {shown}" if shown else "")

    def __repr__(self) -> str:
        return f"<Rejection: {self}>"  # the inherited one writes large values in decimal, which Python limits
