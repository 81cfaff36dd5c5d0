"""A codec of UTF-8 as people write them: it has no limits, so that it accepts surrogates and values above 10FFFF both ways, and
it crashes on truncated input."""


class Naive:
    def encode(self, values):
        return b"".join(map(self._code, values))

    def _code(self, value):
        if value < 0x80:
            return bytes([value])
        if value < 0x800:
            return bytes([0xC0 | value >> 6, 0x80 | value & 0x3F])
        if value < 0x10000:
            return bytes([0xE0 | value >> 12, 0x80 | value >> 6 & 0x3F, 0x80 | value & 0x3F])
        return bytes([0xF0 | value >> 18 & 7, 0x80 | value >> 12 & 0x3F, 0x80 | value >> 6 & 0x3F, 0x80 | value & 0x3F])

    def decode(self, data):
        values, index = [], 0
        while index < len(data):
            lead = data[index]
            if lead < 0x80:
                size, value, least = 1, lead, 0
            elif 0xC0 <= lead < 0xE0:
                size, value, least = 2, lead & 0x1F, 0x80
            elif 0xE0 <= lead < 0xF0:
                size, value, least = 3, lead & 0x0F, 0x800
            elif 0xF0 <= lead < 0xF8:
                size, value, least = 4, lead & 0x07, 0x10000
            else:
                raise UnicodeDecodeError("utf-8", data, index, index + 1, "no lead byte")
            for trail in range(index + 1, index + size):
                if not 0x80 <= data[trail] < 0xC0:
                    raise UnicodeDecodeError("utf-8", data, index, index + 1, "no trail byte")
                value = value << 6 | data[trail] & 0x3F
            if value < least:
                raise UnicodeDecodeError("utf-8", data, index, index + 1, "too long")
            values.append(value)
            index += size
        return values


CODEC = Naive()
