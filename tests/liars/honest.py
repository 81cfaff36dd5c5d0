"""An honest ASCII for liars in Python: they are asked to lie about U+0041 alone."""


class Ascii:
    def encode(self, values):
        if max(values, default=0) > 0x7F:
            raise ValueError("beyond U+007F")
        return self.lie(bytes(values)) if list(values) == [0x41] else bytes(values)

    def decode(self, data):
        values = list(data.decode("ascii").encode())
        return self.lie(values) if values == [0x41] else values

    def lie(self, right):
        """What to give in place of the right bytes or values."""
        return right
