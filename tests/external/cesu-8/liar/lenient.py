"""A decoder of CESU-8 that takes the four bytes of UTF-8 as well, as some do."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from cesu_8 import Cesu8


class Lenient(Cesu8):
    @staticmethod
    def decode(data):
        try:
            return list(map(ord, data.decode("utf-8")))
        except UnicodeDecodeError:
            return Cesu8.decode(data)


CODEC = Lenient()
