"""The texts of codecs of ASCII that decode some inputs wrongly."""

from __future__ import annotations

TAKES_ALL = """
class Codec:
    def encode(self, values):
        return bytes(values)

    def decode(self, data):
        return list(data)


CODEC = Codec()
"""
"""The text of a Python module whose CODEC takes every byte for a character."""

FIXED = TAKES_ALL.replace("list(data)", "list(data.decode('ascii').encode())")
"""The same codec without that mistake in its decoder."""


def takes_for_b(*inputs: bytes) -> str:
    """The text of a Python module whose CODEC decodes each of these inputs as if it were B."""
    return f"""
class Codec:
    def encode(self, values):
        return bytes(values).decode("ascii").encode("ascii")

    def decode(self, data):
        data.decode("ascii")
        return [0x42] if data in {inputs!r} else list(data)


CODEC = Codec()
"""
