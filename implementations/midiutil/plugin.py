"""MIDIUtil's variable-length quantities as a codec object (docs/adapters.md, "In Python").

MIDIUtil reads one quantity at a time from an offset of a buffer, and is asked until the end of the buffer.
"""

import struct

from midiutil.MidiFile import readVarLength, writeVarLength


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers of any size."""
        return b"".join(bytes(writeVarLength(value)) for value in values)

    def decode(self, data):
        """Decode bytes to a list of integers. Raises ValueError where MIDIUtil reads beyond the buffer, of which
        struct tells it."""
        offset, values = 0, []
        while offset < len(data):
            try:
                value, size = readVarLength(offset, data)
            except struct.error as error:
                raise ValueError(str(error)) from error
            values.append(value)
            offset += size
        return values


CODEC = Codec()
