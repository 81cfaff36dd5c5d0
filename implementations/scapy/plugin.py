"""The base-128 numbers of Scapy's BER module as a codec object (docs/adapters.md, "In Python").

Scapy reads one number at a time and gives back the rest, which it is given until there is none.
"""

from scapy.asn1.ber import BER_Decoding_Error, BER_num_dec, BER_num_enc


class Codec:
    """Counts, one after another."""

    def encode(self, values):
        """Encode non-negative integers of any size."""
        return b"".join(map(BER_num_enc, values))

    def decode(self, data):
        """Decode bytes to a list of integers. Raises ValueError for BER_Decoding_Error."""
        values = []
        while data:
            try:
                value, data = BER_num_dec(data)
            except BER_Decoding_Error as error:
                raise ValueError(str(error)) from error
            values.append(value)
        return values


CODEC = Codec()
