"""Kim, whose decoder checks neither that the input ends inside a value nor how large a value is."""


class Kim:
    def encode(self, values):
        out = bytearray()
        for value in values:
            if value > 0x10FFFF:
                raise ValueError(value)
            part = [value & 0x7F]
            while value := value >> 7:
                part.append(0x80 | value & 0x7F)
            out += bytes(reversed(part))
        return bytes(out)

    def decode(self, data):
        values, value = [], 0
        for byte in data:
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                values.append(value)
                value = 0
        return values


CODEC = Kim()
