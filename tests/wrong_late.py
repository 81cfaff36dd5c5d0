"""A codec for ASCII that is wrong only deep in a sweep: it encodes one value that it must reject."""

WRONG_LATE = """
class Codec:
    def encode(self, values):
        if max(values, default=0) > 0x7F and max(values) != 0xF2A3F:
            raise ValueError
        return bytes(value & 0x7F for value in values)

    def decode(self, data):
        return list(data.decode("ascii").encode("ascii"))

ascii = Codec()
"""
