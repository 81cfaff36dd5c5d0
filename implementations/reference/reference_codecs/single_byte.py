"""Code pages of one byte per character (Notes, Extended ASCII and Code Pages).

The Notes name the code pages and do not print their tables: these are the registered tables as Python has
them. Code page 437 has the C0 controls and DEL. With pictures, it has what the screen of the IBM PC shows for them.
"""

from reference_codecs.codec import StatelessCodec
from reference_codecs.rejection import Rejection

PARTS_OF_ISO_8859 = [part for part in range(1, 17) if part != 12]


class SingleByte(StatelessCodec):
    """An encoding that is a table: `characters` maps each assigned byte to its code point."""

    def __init__(self, characters: dict[int, int]) -> None:
        self.characters = characters
        self.bytes = {character: bytes([byte]) for byte, character in characters.items()}

    def encode_value(self, value: int) -> bytes:
        if value not in self.bytes:
            raise Rejection("unassigned", [value])
        return self.bytes[value]

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        byte, end = data[position], position + 1
        if byte not in self.characters:
            raise Rejection("unassigned", data[position:end], position)
        return self.characters[byte], end


def table(name: str) -> dict[int, int]:
    """The table that Python has by this name: byte to code point, without the unassigned bytes."""
    rows = ((byte, bytes([byte]).decode(name, errors="ignore")) for byte in range(0x100))
    return {byte: ord(character) for byte, character in rows if character}


PICTURES = dict(enumerate("☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼", start=0x01)) | {0x7F: "⌂"}

CODECS = {
    name: SingleByte(table(name)) for name in ["cp437", *(f"iso-8859-{part}" for part in PARTS_OF_ISO_8859)]
} | {
    "cp437-pictures": SingleByte(table("cp437") | {byte: ord(picture) for byte, picture in PICTURES.items()}),
}
