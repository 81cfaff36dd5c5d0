"""A plug-in for conform. It does ASCII: replace that with your codec (docs/plug-ins.md, "In Python")."""


class IllFormed(UnicodeError):
    """The input is ill-formed. `start` is the offset of the first bad byte, or the index of the first bad value. If your
    codec does not report the place, raise a plain ValueError. Any other exception counts as a crash."""

    def __init__(self, start: int) -> None:
        super().__init__(f"ill-formed at {start}")
        self.start = start


class Codec:
    """YOUR CODEC. Values are integers of any size, not characters. Return NotImplemented for input that the
    codec cannot hold because it is beyond the max_value in the manifest."""

    def encode(self, values: tuple[int, ...]) -> bytes:
        for index, value in enumerate(values):
            if value > 0x7F:
                raise IllFormed(index)
        return bytes(values)

    def decode(self, data: bytes) -> list[int]:
        for offset, byte in enumerate(data):
            if byte > 0x7F:
                raise IllFormed(offset)
        return list(data)

    # Optional: uncomment these lines to test input that comes in pieces as well.
    # def incremental_decoder(self):
    #     return IncrementalDecoder()


# class IncrementalDecoder:
#     """Decodes an input piece by piece; with `final`, the last one. A codec with sequences of several bytes keeps
#     here what the next piece completes. `start` counts from the beginning of the first piece."""
#
#     def __init__(self):
#         self.offset = 0
#
#     def decode(self, data, final):
#         try:
#             values = Codec().decode(data)
#         except IllFormed as fault:
#             raise IllFormed(self.offset + fault.start) from None
#         self.offset += len(data)
#         return values


# Of several encodings this is a mapping of ids to codecs: {"ascii": Codec(), "utf-8": ...}.
CODEC = Codec()
