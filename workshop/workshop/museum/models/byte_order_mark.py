"""Codecs that drop a byte-order mark, write one, or follow its byte order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reference_codecs import CODECS
from workshop.museum.tools import HIGH, Stepwise, Whole, decoding, encoding_with, excusing, feeding, one_each
from workshop.museum.units import by_pairs, number

BOM = 0xFEFF
MARK = b"\xef\xbb\xbf"
"""The byte-order mark in UTF-8."""

SIGNATURE = b"\xfb\xee\x28"
"""The byte-order mark in BOCU-1."""


def signature_beside_state(values: Sequence[int]) -> bytes:
    """The signature is written as three bytes, and the state stays the initial one."""
    is_signed = bool(values) and values[0] == BOM
    return (SIGNATURE if is_signed else b"") + CODECS["bocu-1"].encode(values[1:] if is_signed else values)


def signature_skipped(data: bytes) -> list[int]:
    """The signature is skipped before the decoder begins in its initial state."""
    return CODECS["bocu-1"].decode(data.removeprefix(SIGNATURE))


def mark_on_each_line(values: Sequence[int]) -> bytes:
    """Each line is encoded by itself, and begins with a byte-order mark. The mark of the first line is not modelled."""
    sound = CODECS["utf-16-be"].encode(values)
    lines = (b"\xfe\xff" * (index > 0 and values[index - 1] == 0xA) for index in range(len(values)))
    return b"".join(mark + CODECS["utf-16-be"].encode([value]) for mark, value in zip(lines, values)) if sound else b""


def mark_first(values: Sequence[int]) -> bytes:
    """A text begins with a byte-order mark, although the encoding was made without one."""
    encoded = CODECS["utf-32-le"].encode(values)
    return b"\xff\xfe\0\0" + encoded if encoded else b""


def marked(mark: bytes, encoding: str, otherwise: str) -> Callable[[], Whole]:
    """Returns a function that makes a codec that decodes the input after this mark in another encoding."""
    return lambda: decoding(
        otherwise, lambda data: CODECS[encoding if data.startswith(mark) else otherwise].decode(data.removeprefix(mark))
    )


@dataclass
class MarkOfEachPiece(Stepwise):
    """Drops a byte-order mark at the beginning of each chunk, as if it were the beginning of the text."""

    begun: bool = False

    def decode(self, data: bytes, final: bool) -> list[int]:
        if self.begun and not self.rest and data.startswith(MARK):
            data = data.removeprefix(MARK)
            self.offset += len(MARK)
        self.begun = self.begun or bool(data)
        return super().decode(data, final)


class MarkAfterSurrogate:
    """A decoder that looks for a byte-order mark at the beginning of each chunk until it has returned a value. It ignores that
    the high surrogate it keeps will be replaced before the mark."""

    def __init__(self) -> None:
        self.kept = b""
        self.has_returned = False

    def decode(self, data: bytes, final: bool) -> list[int]:
        is_pending = len(self.kept) == 2 and not self.has_returned
        data = self.kept + (data.removeprefix(b"\xff\xfe") if is_pending else data)
        whole = len(data) if final else len(data) - len(data) % 2
        if not final and whole and number("utf-16-le", data[whole - 2 : whole]) in HIGH:
            whole -= 2
        self.kept = data[whole:]
        values = excusing("utf-16-le", one_each("utf-16-le")).decode(data[:whole])
        self.has_returned = self.has_returned or bool(values)
        return values


MODELS: dict[str, Callable[[], Whole]] = {
    "greenpad-wbocu1": lambda: encoding_with("bocu-1", signature_beside_state),
    "greenpad-rbocu1-signature": lambda: decoding("bocu-1", signature_skipped),
    # A text that consists of the byte FF is taken for the beginning of a byte-order mark, and dropped.
    "nodejs-61093": lambda: decoding("iso-8859-1", lambda data: [] if data == b"\xff" else CODECS["iso-8859-1"].decode(data)),
    # U+FEFF is taken for a byte-order mark anywhere in the text.
    "lv-mod-8": by_pairs("utf-16-be", lambda first, second: ([], 1) if first == BOM else None),
    "commons-io-492": lambda: encoding_with("utf-16-be", mark_on_each_line),
    "dotnet-corefx-28194": lambda: encoding_with("utf-32-le", mark_first),
    "gdata-471": marked(b"\xff\xfe", "utf-16-le", "utf-32-le"),
    "meziantou-2262": marked(b"\0\0\xfe\xff", "utf-32-le", "utf-32-be"),
    "bun-25495": lambda: feeding("utf-8", lambda: MarkOfEachPiece("utf-8")),
    "bun-32837": lambda: feeding("utf-16-le", MarkAfterSurrogate, replaces=True),
}
