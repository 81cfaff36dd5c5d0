"""mido's variable-length quantities as a codec object (docs/adapters.md, "In Python").

mido reads one quantity at a time from a file, and is asked until all of the file is read.
"""

from io import BytesIO

from mido.midifiles.meta import encode_variable_int
from mido.midifiles.midifiles import read_variable_int


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers of any size."""
        return b"".join(bytes(encode_variable_int(value)) for value in values)

    def decode(self, data):
        """Decode bytes to a list of integers. Raises ValueError where mido says that the file ends too early."""
        file, values = BytesIO(data), []
        while file.tell() < len(data):
            try:
                values.append(read_variable_int(file))
            except EOFError as error:
                raise ValueError("the file ends inside a quantity") from error
        return values


CODEC = Codec()
