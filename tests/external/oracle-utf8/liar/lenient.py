"""A decoder of Oracle's UTF8 that takes the four bytes of UTF-8 as well, as some do."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))

from oracle_utf8 import OracleUtf8


class Lenient(OracleUtf8):
    @staticmethod
    def decode(data):
        try:
            return list(map(ord, data.decode("utf-8")))
        except UnicodeDecodeError:
            return OracleUtf8.decode(data)


CODEC = Lenient()
