"""Codecs that make everyday mistakes, to test the causes that are found for their failures."""

from __future__ import annotations

from composed.bocu_1 import FedBocu1
from composed.fed import Fed
from composed.kim import FedKim, Kim
from composed.plain import Plain
from composed.single_byte import FedSingleByte, SingleByte
from composed.utf_8 import FedUtf8, Utf8
from composed.utf_16 import FedUtf16, Utf16
from composed.utf_32 import FedUtf32
from composed.utf_inf_8 import FedUtfInf8

FED = "fed "
PLAIN_ONES: dict[str, type[Plain]] = {"utf-8": Utf8, "utf-16": Utf16, "kim": Kim}
FED_ONES: dict[str, type[Fed]] = {
    "utf-8": FedUtf8,
    "utf-16": FedUtf16,
    "utf-32": FedUtf32,
    "kim": FedKim,
    "utf-inf": FedUtfInf8,
    "bocu": FedBocu1,
}


def encoding_of(name: str) -> str:
    """Returns the encoding of the codec with this name."""
    return name.removeprefix(FED).partition("/")[0]


def codec(name: str) -> Plain | Fed:
    """Returns a new codec by its name, such as `utf-8/first-mark-dropped+last-lost`: its encoding and its mistakes, which may be
    none. If the name begins with `fed `, the codec has the style of `composed.fed`, otherwise that of `composed.plain`."""
    encoding, mistakes = encoding_of(name), name.partition("/")[2].split("+")
    styles, single_byte = (FED_ONES, FedSingleByte) if name.startswith(FED) else (PLAIN_ONES, SingleByte)
    return next((style for family, style in styles.items() if encoding.startswith(family)), single_byte)(encoding, mistakes)
