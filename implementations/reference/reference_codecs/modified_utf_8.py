"""Modified UTF-8 of the Java platform: CESU-8, but U+0000 has two bytes (JVMS, 4.4.7)."""

from reference_codecs.cesu_8 import Cesu8
from reference_codecs.rejection import Rejection
from reference_codecs.utf_8 import FORMS

NUL = 0
TWO_BYTES = FORMS[1].filled(NUL)


class ModifiedUtf8(Cesu8):
    """No byte is 00. A surrogate that is not in a pair is refused, as an implementation may (Errata, JVMS)."""

    def encode_value(self, value: int) -> bytes:
        return TWO_BYTES if value == NUL else super().encode_value(value)

    def decode_value(self, data: bytes, position: int) -> tuple[int, int]:
        if data[position] == NUL:
            raise Rejection("bad-lead", bytes([NUL]), position)
        if data.startswith(TWO_BYTES, position):
            return NUL, position + len(TWO_BYTES)
        return super().decode_value(data, position)


CODECS = {"modified-utf-8": ModifiedUtf8()}
