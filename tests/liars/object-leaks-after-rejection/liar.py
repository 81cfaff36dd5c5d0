class Liar:
    def __init__(self):
        self.value = 0

    def encode(self, values):
        if max(values, default=0) > 0x10FFFF:
            raise ValueError("beyond U+10FFFF")
        return b"".join(map(self._bytes, values))

    def _bytes(self, value):
        digits = [value & 0x7F]
        while value := value >> 7:
            digits.insert(0, value & 0x7F | 0x80)
        return bytes(digits)

    def decode(self, data):
        values, size = [], 0
        for byte in data:
            self.value, size = self.value << 7 | byte & 0x7F, size + 1
            if size > 3 or self.value > 0x10FFFF:
                raise ValueError("out of range")
            if byte < 0x80:
                values.append(self.value)
                self.value = size = 0
        if size:
            raise ValueError("truncated")
        return values


CODEC = Liar()
