"""Codecs that make everyday mistakes, to test the causes that are found for their failures."""

from __future__ import annotations

from composed.bocu_1 import Bocu1, FedBocu1
from composed.fed import Fed
from composed.kim import FedKim, Kim
from composed.plain import Plain
from composed.single_byte import FedSingleByte, SingleByte
from composed.utf_8 import FedUtf8, Utf8
from composed.utf_16 import FedUtf16, Utf16
from composed.utf_32 import FedUtf32, Utf32
from composed.utf_inf_8 import FedUtfInf8, UtfInf8

FED = "fed "
STYLES: dict[str, tuple[type[Plain], type[Fed]]] = {
    "utf-8": (Utf8, FedUtf8),
    "utf-8-31bit": (Utf8, FedUtf8),
    "utf-16-be": (Utf16, FedUtf16),
    "utf-16-le": (Utf16, FedUtf16),
    "utf-32-be": (Utf32, FedUtf32),
    "utf-32-le": (Utf32, FedUtf32),
    "kim": (Kim, FedKim),
    "kim-count": (Kim, FedKim),
    "utf-inf-8": (UtfInf8, FedUtfInf8),
    "bocu-1": (Bocu1, FedBocu1),
}
SINGLE_BYTES = (SingleByte, FedSingleByte)


def encoding_of(name: str) -> str:
    """Returns the encoding of the codec with this name."""
    return name.removeprefix(FED).partition("/")[0]


def codec(name: str) -> Plain | Fed:
    """Returns a new codec by its name, such as `utf-8/first-mark-dropped+last-lost`: its encoding and its mistakes, which may be
    none. If the name begins with `fed `, the codec has the style of `composed.fed`, otherwise that of `composed.plain`."""
    encoding = encoding_of(name)
    plain, fed = STYLES.get(encoding, SINGLE_BYTES)
    return (fed if name.startswith(FED) else plain)(encoding, name.partition("/")[2].split("+"))
