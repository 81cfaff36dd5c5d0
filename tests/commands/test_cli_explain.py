"""`conform explain`: what an author reads, and what is said of bad input."""

from __future__ import annotations

import re
from pathlib import Path

ORACLE_UTF8 = Path(__file__).parents[1] / "external" / "oracle-utf8"

SURROGATE = """\
decode utf-8 41 ED A0 80 42
UTF-8, one to four bytes (Notes, UTF-8)

byte 0  U+0041 LATIN CAPITAL LETTER A
    41
    0 1000001
    single
    Row 0..7F: 0xxxxxxx.
    The x's are 1000001 = 41.

byte 1  ill-formed: surrogate
    ED         A0         80
    1110 1101  10 100000  10 000000
    lead       trail      trail
    Row 800..FFFF: 1110xxxx 10xxxxxx 10xxxxxx.
    The x's are 1101 100000 000000 = D800.
    The values of the encoding are 0..D7FF E000..10FFFF.
    D800 is a surrogate, which is not a value of the encoding.

expected  reject 1 surrogate
why       A surrogate is not a value of the encoding. What follows, 1 byte, is not looked at.
spec      Errata, Notes: The code points D800 to DFFF are reserved for UTF-16, and UTF-8 neither
          encodes nor decodes them, paired or not. [utf-8/surrogates]
"""

SILENT = """\
decode kim 80 41
Kim, characters (Kim, Character Encoding)

byte 0  U+0041 LATIN CAPITAL LETTER A  the specification is silent
    80         41
    1 0000000  0 1000001
    lead       trail
    Row 80..3FFF: 1xxxxxxx 0xxxxxxx.
    The x's are 0000000 1000001 = 41.
    41 is in the row 0..7F, which has 1 byte. The specification neither allows nor forbids the
      longer form.

expected  ok 41
or        reject
spec      Errata, Kim: A value with leading 80 bytes, a longer form than needed, may be read or
          rejected. [kim/leading-80]
"""

PADDED = """\
encode utf-inf-8 10{33}
UTF-∞-8 (UTF-∞-8, 3)

value 0  U+10{33}
    FF    B4        A1         A0         80         81          80*22
          10110100  1010 0001  1010 0000  10 000000  10 00 0001
    lead  length    length     length     padding    trail       trail
    No row of the table has 10{33}, so its digits are stored after their number.
    NUD = 22, NME = 10 (B4 A1 A0): there are 34 digits, and 34 - 18 = 16 is stored.
    34 digits and 2 zero digits of padding take 24 bytes, 3 digits in 2 bytes.
    80 81 = 000000 000001 = 001; 80 80 = 000000 000000 = 000; 80 80 = 000000 000000 = 000; …

expected  ok FF B4 A1 A0 80 81 80*22
"""

PAIR = """\
encode utf-16-le 1F469
UTF-16, least significant byte first (Notes, UTF-16)

value 0  U+1F469 WOMAN
    3D        D8         69        DC
    00111101  110110 00  01101001  110111 00
    lead      lead       trail     trail
    1F469 is in the row 10000..10FFFF: 110110xx xxxxxxxx 110111xx xxxxxxxx.
    1F469 - 10000 = F469.
    The x's are 0000111101 0001101001 = F469.
    Code units D83D DC69, with the least significant byte first.
    D83D = D800 + 3D; DC69 = DC00 + 69.

expected  ok 3D D8 69 DC
"""


def test_what_is_shown(conform) -> None:
    """The figures are those of the documents: Notes, UTF-16; UTF-∞-8, 4."""
    asked = [
        ("explain", "utf-8", "decode", "41", "ED", "A0", "80", "42"),
        ("explain", "kim", "decode", "80 41"),
        ("explain", "utf-inf-8", "encode", "10{33}"),
        ("explain", "utf-16-le", "encode", "1F469"),
    ]
    ended = conform.all(asked)
    assert [each.stdout for each in ended] == [SURROGATE, SILENT, PADDED, PAIR]
    assert {(each.returncode, each.stderr) for each in ended} == {(0, "")}


WRONG = [
    (("utf-8", "decode", "e2 8"), "'8' is not a byte: expected two upper-case hexadecimal digits such as 0A"),
    (("utf-8", "decode", ""), "'' is not a byte: expected two upper-case hexadecimal digits such as 0A"),
    (("utf-8", "decode", "41*9999999"), "the sequence is longer than 4194304 bytes or digits"),
    (("utf-8", "encode", "U+41"), "'U+41' is not an upper-case hexadecimal number such as 1F469 or 7F{17}"),
    (("utf8", "decode", "41"), "no encoding 'utf8'; did you mean utf-8?"),
    (("morse", "decode", "41"), "no encoding 'morse'; `conform list encodings` shows them"),
    (("oracle-utf8", "decode", "41"), "no encoding 'oracle-utf8'"),
    (("utf-8", "guess", "41"), "'guess' is not one of 'decode', 'encode'"),
    (("utf-8", "decode"), "Missing argument 'INPUT...'"),
]


def test_wrong_usage_is_one_line(conform) -> None:
    wrong = [
        (words, ended.returncode, ended.stdout, ended.stderr)
        for (words, said), ended in zip(WRONG, conform.all(("explain", *words) for words, _ in WRONG), strict=True)
        if ended.returncode != 2 or said not in ended.stderr or ended.stdout or "Traceback" in ended.stderr
    ]
    assert wrong == []


def test_hex_dumps_may_be_pasted(conform) -> None:
    asked = [("decode", "E2 82 AC 41*3000"), ("decode", "e282ac", "41*3000"), ("encode", "20AC"), ("encode", "20ac")]
    one, other, two, another = (ended.stdout for ended in conform.all(("explain", "utf-8", *words) for words in asked))
    assert (one, two) == (other, another) and "20AC" in one


def test_an_encoding_of_the_users_own(conform) -> None:
    ended = conform("explain", "oracle-utf8", "decode", "ED A0 BD ED B2 A9 F0", "--vectors", ORACLE_UTF8)
    assert ended.returncode == 0, ended.stderr
    assert "U+1F4A9 PILE OF POO\n" in ended.stdout
    assert "    The x's are 0000 111101 0010 101001 = F4A9.\n    F4A9 + 10000 = 1F4A9.\n" in ended.stdout
    assert "[oracle-utf8/no-four-bytes]" in ended.stdout


def test_long_inputs_are_short_on_the_screen(conform) -> None:
    mixed = " ".join(["41", "C3 A9"] * 5000)
    runs, many, one = conform.all(
        [
            ("explain", "utf-8", "decode", "41*32769 C4 80 00 80"),
            ("explain", "utf-8", "decode", mixed + " FF"),
            ("explain", "utf-inf-8", "encode", "7A{30000}"),
        ]
    )
    assert "byte 0  U+0041 LATIN CAPITAL LETTER A  32,769 times, up to byte 32768\n" in runs.stdout
    assert "byte 32772  ill-formed: bad-lead\n" in runs.stdout
    assert "… 9,989 steps left out, from byte 12 to byte 14994 …\n" in many.stdout
    assert "byte 15000  ill-formed: bad-lead\n" in many.stdout
    assert all(ended.returncode == 0 and len(ended.stdout) < 5000 for ended in (runs, many, one))


def test_the_manual_shows_what_is_printed(conform) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "explaining.md").read_text(encoding="utf-8")
    shown = re.findall(r"^    \$ conform (explain .*)\n((?:    .*\n|\n)+)", manual, re.MULTILINE)
    ended = conform.all(tuple(words.split()) for words, _ in shown)
    assert len(shown) == 2
    assert [each.stdout.strip() for each in ended] == [
        re.sub(r"^    ", "", text, flags=re.MULTILINE).strip() for _, text in shown
    ]
