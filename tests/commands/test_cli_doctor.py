"""`conform doctor`, with adapters that are wrong in the ways in which people are wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PLUG_IN = """\
import sys

replies = open(1, "w")  # with a buffer, even where Python is told to have none
for line in sys.stdin:
    id, word, *fields = line.split()
    text = fields[-1].replace("-", "")
    if word == "hello":
        reply = "ok 1 utf-8"
    elif word == "encode":
        try:
            reply = "ok " + ("".join(chr(int(value, 16)) for value in text.split(",") if value).encode().hex() or "-")
        except (ValueError, OverflowError) as error:
            reply = f"reject {getattr(error, 'start', '-')}"
    else:
        try:
            reply = "ok " + (",".join(f"{ord(each):X}" for each in bytes.fromhex(text).decode()) or "-")
        except UnicodeDecodeError as error:
            reply = f"reject {error.start}"
    print(id, reply, file=replies, flush=True)
"""

VALIDATOR = """
class Validator:
    def validate(self, data):
        try:
            data.decode()
        except UnicodeDecodeError:
            return False
        return True

CODEC = Validator()
"""

PIECES = """
import codecs

class Decoder:
    def __init__(self):
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def decode(self, data, final):
        return [*map(ord, self.decoder.decode(data, final))]

class Codec:
    def decode(self, data):
        return [*map(ord, data.decode())]

    def incremental_decoder(self):
        return Decoder()

CODEC = Codec()
"""

OVERRUN = """
#include <stddef.h>
#include <stdint.h>

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length,
                   uint64_t *values, size_t capacity, size_t *count, size_t *offset) {
    values[capacity] = 0;
    return 0;
}
"""

RIGHT = """\
  right  start      it offers utf-8
  right  encode     well-formed inputs, as expected
  right  decode     well-formed inputs, as expected
  right  reject     ill-formed inputs, as expected
  right  in chunks  not run, because it does not offer chunks
           perhaps: offer an incremental decoder if there is one
"""

DECODES = "bytes.fromhex(text).decode()"
REPLACES = 'bytes.fromhex(text).decode(errors="replace")'
ENCODES = '    elif word == "encode":'
ON_PURPOSE = "if it replaces on purpose, say in the manifest, for this encoding or for all:"
SAY = f'{ON_PURPOSE} replaces: {{decode: {{value: "FFFD", per: maximal-subpart}}}}'

EXAMINED: dict[str, tuple[str, str, str, list[str]]] = {
    "log-on-standard-output": (
        *("import sys", "import sys\nprint('ready', flush=True)", ""),
        [
            "start      instead of a reply to hello: 'ready' is not a reply to hello",
            "change: flush standard output after each line, and write nothing but replies there; `conform new` writes",
        ],
    ),
    "ends-at-once": (
        *("import sys", "raise SystemExit(1)", ""),
        ["start no reply to hello: exited with status 1", "change: correct process in ", "implementation.yaml, or what it names"],
    ),
    "short-lines": (
        *("for line in sys.stdin:", "for line in sys.stdin:\n    if len(line) > 65536: break", ""),
        [
            "encode 61*131072 1F469: expected ok 61*131072 F0 9F 91 A9, got crash: exited with status 0",
            "change: read lines of any length",
        ],
    ),
    "writes-decimal": (
        *('f"{ord(each):X}"', "str(ord(each))", ""),
        ["decode 61: expected ok 61, got ok 97", "change: write values in hexadecimal"],
    ),
    "reads-decimal": (
        *("int(value, 16)", "int(value, 10 if value.isdigit() else 16)", ""),
        ["encode 0 41: expected ok 00 41, got ok 00 29", "change: read values as hexadecimal numbers"],
    ),
    "no-flush": (
        *("print(id, reply, file=replies, flush=True)", 'print(id, reply, file=replies, flush=word != "decode")', ""),
        [
            "decode -: expected ok -, got time-out: no answer within 1 s",
            "change: flush the output after each reply, or whenever no input is waiting",
        ],
    ),
    "ends-at-nul": (
        *(DECODES, "bytes.fromhex(text).partition(b'\\0')[0].decode()", ""),
        [
            "decode 00: expected ok 0, got ok -",
            "change: take the length of the input from the request, because a text may contain NUL; if the library's interface "
            "ends texts at NUL, leave it, and `conform run` reports it as one cause wrong reject",
        ],
    ),
    "cannot-encode": (
        *(ENCODES, "    elif not word:", ""),
        [
            "encode 0: expected ok 00, got crash: exited with status 1",
            "change: if it only decodes, add `operations: [decode]` to the manifest",
        ],
    ),
    "says-unsupported": (
        *(ENCODES, f'{ENCODES}\n        reply = "unsupported"\n    elif not word:', ""),
        [
            "encode -: expected ok -, got unsupported",
            "change: encode is not supported; if the codec does not encode, say operations: [decode] in the manifest",
        ],
    ),
    "takes-surrogates": (
        *(DECODES, 'bytes.fromhex(text).decode("utf-8", "surrogatepass")', ""),
        [
            "ill-formed inputs; ED A0 80: expected reject 0 surrogate, got ok D800",
            "change: reject it; `conform explain utf-8 decode ED A0 80` explains the expected outcome",
        ],
    ),
    "wrong-offset": (
        *("{error.start}", "{error.start + 9}", ""),
        ["change: report the offset at which the ill-formed sequence begins, or no offset"],
    ),
    "no-offset": (
        *('f"reject {error.start}"', '"reject"', ""),
        [
            "right reject ill-formed inputs, as expected, without an offset",
            "perhaps: report the offset of the fault if the library does",
        ],
    ),
    "replaces": (DECODES, REPLACES, "", ["C1: expected reject 0 truncated, got ok FFFD", f"change: {SAY}"]),
    "replaces-and-loses-nul": (DECODES, f'{REPLACES}.replace("\\0", "")', "", [f"change: {SAY}"]),
    "replaces-surrogates": (
        *("if value).encode()", 'if value).encode(errors="replace")', ""),
        [
            f'D800: expected reject 0 surrogate, got ok 3F change: {ON_PURPOSE} replaces: {{encode: {{value: "3F"}}}}',
        ],
    ),
    "declared": (DECODES, REPLACES, "maximal-subpart", ["right reject ill-formed inputs, as expected right"]),
    "declared-otherwise": (DECODES, REPLACES, "byte", ["expected ok", f"change: {SAY}"]),
    "declared-value": (DECODES, f'{REPLACES}.replace("\\ufffd", "~")', "byte", [f"change: {SAY.replace('FFFD', '7E')}"]),
    "not-all-replaced": (
        *(DECODES, f'("\\ud800" if text == "EDA080" else {REPLACES})', "maximal-subpart"),
        ["ED A0 80: expected ok FFFD FFFD FFFD, got ok D800", "change: replace it as the manifest declares"],
    ),
}
"""Implementations by name: what stands in the plug-in and what replaces it, the part for which it declares a replacement if
it does, and what is shown."""

OTHERS: dict[str, tuple[str, str, list[str]]] = {
    "validates": (
        'python: "codec:CODEC"\noperations: [validate]',
        VALIDATOR,
        [
            "right decode well-formed inputs, as expected right reject ill-formed inputs, as expected, without an offset "
            "perhaps: report the offset of the fault if the library does Nothing is wrong",
        ],
    ),
    "decodes-pieces": (
        'python: "codec:CODEC"\noperations: [decode]',
        PIECES,
        [
            "right reject ill-formed inputs, as expected wrong in chunks 00 / 80: expected reject 1 bad-lead, got reject 0",
            "change: count the offset from the beginning of the first chunk",
        ],
    ),
    "overruns": (
        "library: ./libmine.so\nbuild: [cc, -shared, -fPIC, -o, libmine.so, -x, c, codec.py]\noperations: [decode]",
        OVERRUN,
        [
            "wrote past the end of its output",
            "change: check the length before reads, the capacity before writes; if the library",
        ],
    ),
    "loops": (
        *(
            "library: ./libmine.so\nbuild: [cc, -shared, -fPIC, -o, libmine.so, -x, c, codec.py]\nlimits: {seconds: 1}\n"
            "operations: [decode]",
            OVERRUN.replace("values[capacity] = 0", "for (volatile int x = 1; x;)"),
        ),
        ["got time-out: no answer within 1 s", "change: look for a loop that does not end"],
    ),
    "skips-between-values": (
        'python: "codec:CODEC"\noperations: [decode]',
        PIECES.replace("[*map(ord, data.decode())]", "[*map(ord, data.decode())][::2]"),
        ["decode 00 41: expected ok 0 41, got ok 0", "change: `conform explain utf-8 decode 00 41`"],
    ),
    "swallows-errors": (
        'python: "codec:CODEC"\noperations: [decode]',
        PIECES.replace("data.decode()", "data.decode() if b'\\0' not in data or data[1:2] != b'\\x80' else ''"),
        ["00 80: expected reject 1 bad-lead, got ok -", "change: reject it; `conform explain"],
    ),
    "encodes-as-text": (
        'python: "codec:CODEC"',
        PIECES + "\n    Codec.encode = lambda self, values: ''.join(map(chr, values))\n".replace("    ", ""),
        ["malformed: encode returned str; expected bytes right decode"],
    ),
    "lacks-large-values": (
        'python: "codec:CODEC"',
        PIECES
        + """
def encode(self, values):
    return "".join(map(chr, values)).encode() if max(values, default=0) < 0x10000 else NotImplemented

Codec.encode = encode
""",
        ["10FFFF: expected ok F4 8F BF BF, got unsupported", "change: if its type is too small for the value, declare max_value"],
    ),
    "is-a-class": (
        'python: "codec:Codec"',
        "class Codec:\n    def decode(self, data): return []\n",
        ["Codec is a class; expected an object, such as Codec()", "change: correct python in "],
    ),
    "raises": (
        'python: "codec:CODEC"\noperations: [decode]',
        PIECES.replace("data.decode()", "data.decode() if data.isascii() or len(data) > 1 else {}[data]"),
        ["80: expected reject 0 bad-lead, got crash: KeyError", "if the library rejects it so, reject it (in Python,"],
    ),
    "lacks-a-library": ('python: "codec:CODEC"', "import no_such_library.part", ["-m pip install no_such_library"]),
    "lacks-a-module": ('python: "other:CODEC"', "", ["expected other.py in "]),
}
"""Other implementations by name: the manifest, the text of `codec.py`, and what is shown."""

EXPECTED = {name: fragments for name, (*_, fragments) in (EXAMINED | OTHERS).items()}


def folder_of(parent: Path, name: str, how: str, file: str, text: str) -> Path:
    folder = parent / name
    folder.mkdir()
    manifest = f"name: {name}\ntitle: X\n{how}\nencodings: {{utf-8: {{}}}}\n"
    (folder / "implementation.yaml").write_text(manifest, encoding="utf-8")
    (folder / file).write_text(text, encoding="utf-8")
    return folder


def folder_with(parent: Path, name: str, was: str = "", now: str = "", per: str = "", more: str = "") -> Path:
    """Makes an implementation that is the plug-in in which one fragment is another."""
    assert was in PLUG_IN
    replaces = f'\nreplaces: {{decode: {{value: "FFFD", per: {per}}}}}' if per else ""
    how = f'process: ["python3", "plugin.py"]\nlimits: {{seconds: 1}}{replaces}{more}'
    return folder_of(parent, name, how, "plugin.py", PLUG_IN.replace(was, now))


@pytest.fixture(scope="module")
def examined(shared_conform) -> dict[str, str]:
    """What `conform doctor` prints of each implementation. One command examines all of them."""
    folder = shared_conform.folder
    made = [folder_with(folder, name, *words) for name, (*words, _) in EXAMINED.items()]
    made += [folder_of(folder, name, how, "codec.py", text) for name, (how, text, _) in OTHERS.items()]
    made.append(folder_with(folder, "decodes", more="\noperations: [decode]"))
    ended = shared_conform("doctor", *(word for each in made for word in ("-i", each)))
    assert (ended.returncode, ended.stderr) == (1, "")
    parts = re.split(r"(?m)^(\S+), .*implementation\.yaml$", ended.stdout)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


@pytest.mark.parametrize("name", EXPECTED)
def test_a_fault_is_shown_with_what_to_change(examined, name):
    assert max(len(line) for line in examined[name].splitlines() if "/" not in line) <= 100
    output = " ".join(examined[name].split())
    assert [fragment for fragment in EXPECTED[name] if " ".join(fragment.split()) not in output] == []


def test_a_decoder_is_not_asked_to_encode(examined):
    assert "encode" not in examined["decodes"].replace("decode", "")


def test_nothing_is_wrong(conform):
    folder_with(conform.folder, "mine")
    ended = conform("doctor", "-i", "mine")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout == f"mine, mine/implementation.yaml\n{RIGHT}Nothing is wrong so far. Next: conform run -i mine\n"


def test_encodings_with_the_same_observation_share_a_line(conform):
    ended = conform("doctor", "-i", "reference", "-e", "ascii", "-e", "kim")
    assert "  right  encode     well-formed inputs, as expected (ascii, kim)\n" in ended.stdout
    assert (ended.returncode, "perhaps" in ended.stdout) == (0, False)
