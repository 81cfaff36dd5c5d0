"""The text of a codec of ASCII that decodes some inputs wrongly."""

from __future__ import annotations


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
