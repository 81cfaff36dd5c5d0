import sys

sys.path.insert(0, "..")
from honest import Ascii


class Liar(Ascii):
    def lie(self, right):
        raise ValueError("[red]\n\r\x1b[31m<script>alert(1)</script>]]>&\x00\x9b\udc80")


CODEC = Liar()
