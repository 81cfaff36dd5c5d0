"""`conform doctor`, with adapters that are wrong in the ways in which people are wrong."""

from __future__ import annotations

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
        reply = "ok " + ("".join(chr(int(value, 16)) for value in text.split(",") if value).encode().hex() or "-")
    else:
        try:
            reply = "ok " + (",".join(f"{ord(each):X}" for each in bytes.fromhex(text).decode()) or "-")
        except UnicodeDecodeError as error:
            reply = f"reject {error.start}"
    print(id, reply, file=replies, flush=True)
"""

RIGHT = """\
  right  start      it offers utf-8
  right  encode     well-formed inputs, as expected
  right  decode     well-formed inputs, as expected
  right  reject     ill-formed inputs, as expected
  right  in pieces  not run, because it does not offer chunks
           perhaps: offer an incremental decoder if there is one
"""


@pytest.fixture
def examined(conform, manifest):
    """Runs `conform doctor` on a plug-in in which one fragment is another, and returns its output."""

    def run(was: str = "", now: str = "", more: str = "") -> str:
        assert was in PLUG_IN
        how = 'process: ["python3", "plugin.py"]\nlimits: {seconds: 1}\n'
        manifest("mine", how + more, "{utf-8: {}}", plugin=PLUG_IN.replace(was, now))
        ended = conform("doctor", "-i", "mine")
        assert not ended.stderr
        assert ended.returncode == ("  wrong  " in ended.stdout)
        return ended.stdout

    return run


def test_nothing_is_wrong(examined):
    assert examined() == f"mine, mine/implementation.yaml\n{RIGHT}Nothing is wrong so far. Next: conform run -i mine\n"


@pytest.mark.parametrize(
    "was, now, seen, change",
    [
        (
            "import sys",
            "import sys\nprint('ready', flush=True)",
            "start      instead of a reply to hello: 'ready' is not a reply to hello",
            "change: flush standard output after each line, and write nothing but replies there; `conform new` writes",
        ),
        (
            "import sys",
            "raise SystemExit(1)",
            "start      no reply to hello: exited with status 1",
            "change: correct process in mine/implementation.yaml, or what it names",
        ),
        (
            "for line in sys.stdin:",
            "for line in sys.stdin:\n    if len(line) > 65536: break",
            "encode     61*131072 1F469: expected ok 61*131072 F0 9F 91 A9, got crash: exited with status 0",
            "change: read lines of any length",
        ),
        (
            'f"{ord(each):X}"',
            "str(ord(each))",
            "decode     61: expected ok 61, got ok 97",
            "change: write values in hexadecimal",
        ),
        (
            "int(value, 16)",
            "int(value, 10 if value.isdigit() else 16)",
            "encode     61: expected ok 61, got ok 3D",
            "change: read values as hexadecimal numbers",
        ),
        (
            "print(id, reply, file=replies, flush=True)",
            'print(id, reply, file=replies, flush=word != "decode")',
            "decode     -: expected ok -, got time-out: no answer within 1 s",
            "change: flush the output after each reply, or whenever no input is waiting",
        ),
        (
            "bytes.fromhex(text).decode()",
            'bytes.fromhex(text).decode(errors="replace")',
            "ill-formed inputs; 80: expected reject 0 bad-lead, got ok FFFD",
            'change: if it replaces on purpose, say in the manifest: replaces: {decode: {value: "FFFD", per: maximal-subpart}}',
        ),
        (
            "bytes.fromhex(text).decode()",
            "bytes.fromhex(text).partition(b'\\0')[0].decode()",
            "decode     00: expected ok 0, got ok -",
            "change: take the length of the input from the request, because a text may contain NUL; if the library's interface "
            "ends texts at NUL, leave it, and `conform run` reports it as one cause wrong reject",
        ),
        (
            '    elif word == "encode":',
            "    elif not word:",
            "encode     0: expected ok 00, got crash: exited with status 1",
            "change: if it only decodes, add `operations: [decode]` to the manifest",
        ),
        (
            '    elif word == "encode":',
            '    elif word == "encode":\n        reply = "unsupported"\n    elif not word:',
            "encode     -: expected ok -, got unsupported",
            "change: encode is not supported; if the codec does not encode, say operations: [decode] in the manifest",
        ),
        (
            "bytes.fromhex(text).decode()",
            'bytes.fromhex(text).decode("utf-8", "surrogatepass")',
            "ill-formed inputs; ED A0 80: expected reject 0 surrogate, got ok D800",
            "change: reject it; `conform explain utf-8 decode ED A0 80` shows what is expected",
        ),
        (
            'f"reject {error.start}"',
            '"reject"',
            "right  reject     ill-formed inputs, as expected, without an offset",
            "perhaps: report the offset of the fault if the library does",
        ),
    ],
)
def test_what_is_wrong_is_told_with_what_to_change(examined, was, now, seen, change):
    output = examined(was, now)
    assert max(map(len, output.splitlines())) <= 100
    whole = " ".join(output.split())
    assert " ".join(seen.split()) in whole
    assert change in whole


REPLACING = 'bytes.fromhex(text).decode(errors="replace")'
SAY = 'if it replaces on purpose, say in the manifest: replaces: {decode: {value: "FFFD", per: maximal-subpart}}'


@pytest.mark.parametrize(
    "now, per, seen, change",
    [
        (REPLACING, "maximal-subpart", "ill-formed inputs, as expected", ""),
        (REPLACING, "byte", "expected ok", SAY),
        (f'{REPLACING}.replace("\\ufffd", "?")', "byte", "expected ok", SAY.replace("FFFD", "3F")),
        (f'{REPLACING}.replace("\\ufffd", "~")', "byte", "expected ok", SAY.replace("FFFD", "7E")),
        (
            f'("\\ud800" if text == "EDA080" else {REPLACING})',
            "maximal-subpart",
            "ED A0 80: expected ok FFFD FFFD FFFD, got ok D800",
            "replace it as the manifest declares",
        ),
    ],
)
def test_what_replaces_is_compared_with_its_declaration(examined, now, per, seen, change):
    more = f'replaces: {{decode: {{value: "FFFD", per: {per}}}}}\n'
    whole = " ".join(examined("bytes.fromhex(text).decode()", now, more).split())
    assert seen in whole and change in whole


@pytest.mark.parametrize(
    "was, now, change",
    [
        (
            "except UnicodeDecodeError as error:",
            "except KeyError as error:",
            "reject it (in Python, raise ValueError)",
        ),
        ("{error.start}", "{error.start + 9}", "report the offset at which the ill-formed sequence begins, or no offset"),
    ],
)
def test_a_rejection_that_is_none_says_what_to_change(examined, was, now, change):
    assert change in " ".join(examined(was, now).split())


def test_a_decoder_is_asked_nothing_else(examined):
    assert "encode" not in examined(more="operations: [decode]").replace("decode", "")


VALIDATOR = """
class Validator:
    def validate(self, data):
        try:
            data.decode()
        except UnicodeDecodeError:
            return False
        return True

VALIDATOR = Validator()
"""


def test_a_validator_is_asked_what_is_well_formed_and_what_is_not(conform, manifest):
    manifest("mine", 'python: "validator:VALIDATOR"\noperations: [validate]', "{utf-8: {}}", validator=VALIDATOR)
    ended = conform("doctor", "-i", "mine")
    assert "right  decode     well-formed inputs, as expected" in ended.stdout
    assert "right  reject     ill-formed inputs, as expected, without an offset" in ended.stdout
    assert "in pieces" not in ended.stdout
    assert not ended.returncode


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


def test_offsets_within_a_piece_are_wrong(conform, manifest):
    manifest("mine", 'python: "codec:CODEC"\noperations: [decode]', "{utf-8: {}}", codec=PIECES)
    words = " ".join(conform("doctor", "-i", "mine").stdout.split())
    assert (
        "right reject ill-formed inputs, as expected wrong in pieces 00 / 80: expected reject 1 bad-lead, got reject 0" in words
    )
    assert "change: count the offset from the beginning of the first piece" in words
    run = " ".join(conform("run", "-i", "mine", "-k", "utf-8/check/empty-pieces").stdout.split())
    assert "offsets count from the beginning of the first piece" in run


OVERRUN = """
#include <stddef.h>
#include <stdint.h>

int conform_decode(const char *encoding, const uint8_t *bytes, size_t length,
                   uint64_t *values, size_t capacity, size_t *count, size_t *offset) {
    for (*count = 0; *count < length + 1; ++*count)
        values[*count] = *count < length ? bytes[*count] : 0;
    *count = length;
    return 0;
}
"""


def test_a_library_that_ignores_the_capacity_gets_a_copy(conform, manifest):
    made = manifest(
        "mine", "library: ./libmine.so\nbuild: [cc, -shared, -fPIC, -o, libmine.so, mine.c]\noperations: [decode]", "{ascii: {}}"
    )
    (made / "mine.c").write_text(OVERRUN)
    words = " ".join(conform("doctor", "-i", "mine").stdout.split())
    assert "wrote past the end of its output" in words
    assert "change: if the library lacks a length or a capacity, let the adapter copy" in words


def test_a_class_in_the_place_of_an_object_does_not_start(conform, manifest):
    manifest("mine", 'python: "codec:Codec"', "{utf-8: {}}", codec="class Codec:\n    def decode(self, data): return []\n")
    ended = conform("doctor", "-i", "mine")
    assert "Codec is a class; expected an object, such as Codec()" in ended.stdout
    assert "change: correct python in mine/implementation.yaml, or what it names;" in ended.stdout
    assert ended.returncode == 1


def test_the_encodings_of_one_observation_are_told_together(conform):
    ended = conform("doctor", "-i", "cpython", "-e", "utf-8", "-e", "utf-16-le", "-e", "utf-32-be", "-e", "ascii")
    assert "  right  encode     well-formed inputs, as expected (ascii, utf-8, utf-16-le, utf-32-be)\n" in ended.stdout
    assert not ended.returncode


@pytest.mark.parametrize(
    "words, message",
    [
        ([], "give an implementation: -i NAME or -i FOLDER"),
        (["mine"], "unexpected argument 'mine'; did you mean -i mine?"),
        (["-i", "cpython", "-e", "kim"], "cpython has no kim"),
        (["-i", "cpython", "-e", "utf8"], "no encoding 'utf8'; did you mean utf-8?"),
    ],
)
def test_wrong_usage_is_told_in_a_line(conform, words, message):
    ended = conform("doctor", *words)
    assert message in ended.stderr
    assert ended.returncode == 2


def test_the_reference_has_nothing_wrong_in_any_encoding(conform):
    ended = conform("doctor", "-i", "reference")
    assert not ended.returncode
    assert "perhaps" not in ended.stdout


@pytest.mark.parametrize(
    ("imports", "cure"),
    [
        ("import no_such_library.part", "-m pip install no_such_library"),
        (None, "expected codec.py in "),
    ],
)
def test_a_missing_module_comes_with_its_cure(conform, manifest, imports, cure):
    manifest("mine", 'python: "codec:CODEC"', "{utf-8: {}}", **({"codec": imports} if imports else {}))
    ended = conform("doctor", "-i", "mine")
    assert cure in " ".join(ended.stdout.split())
    assert ended.returncode == 1
