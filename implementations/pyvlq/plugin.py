"""pyvlq as a codec object (docs/adapters.md, "In Python").

pyvlq reads one quantity at a time from a stream, and is asked until all of the stream is read.
"""

from io import BytesIO

import pyvlq


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers of any size."""
        return b"".join(map(pyvlq.encode, values))

    def decode(self, data):
        """Decode bytes to a list of integers. Raises pyvlq's ValueError."""
        stream, values = BytesIO(data), []
        while stream.tell() < len(data):
            values.append(pyvlq.decode_stream(stream))
        return values


CODEC = Codec()
