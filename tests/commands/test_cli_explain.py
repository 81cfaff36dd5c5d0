"""`conform explain`: what an author reads, and what is shortened."""

from __future__ import annotations

import re
from pathlib import Path

ORACLE_UTF8 = Path(__file__).parents[1] / "external" / "oracle-utf8"

SURROGATE = """\
decode utf-8 41 ED A0 80 42
UTF-8, one to four bytes (RFC 3629, 3; Unicode, D92; Notes, UTF-8)

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
why       A surrogate is not a value of the encoding. The rest, 1 byte, is not examined.
spec      RFC 3629, 3; Unicode, D92; Errata, Notes: The code points D800 to DFFF are reserved for
          UTF-16, and UTF-8 neither encodes nor decodes them, paired or not. [utf-8/surrogates]
          https://www.rfc-editor.org/rfc/rfc3629
"""

PAIR = """\
encode utf-16-le 1F469
UTF-16, least significant byte first (RFC 2781, 2; Unicode, D91; D97; Notes, UTF-16)

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


def test_the_steps_the_expected_outcome_and_the_requirement_are_shown(conform) -> None:
    """The figures of UTF-16 are those of the document: Notes, UTF-16."""
    asked = [
        ("explain", "utf-8", "decode", "41", "ED", "A0", "80", "42"),
        ("explain", "utf-16-le", "encode", "1F469"),
    ]
    ended = conform.all(asked)
    assert [each.stdout for each in ended] == [SURROGATE, PAIR]
    assert {(each.returncode, each.stderr) for each in ended} == {(0, "")}


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
    manual = (Path(__file__).parents[2] / "docs" / "reading-results.md").read_text(encoding="utf-8")
    shown = re.findall(r"^    \$ conform (explain .*)\n((?:    .*\n|\n)+)", manual, re.MULTILINE)
    ended = conform.all(tuple(words.split()) for words, _ in shown)
    assert len(shown) == 2
    assert [each.stdout.strip() for each in ended] == [
        re.sub(r"^    ", "", text, flags=re.MULTILINE).strip() for _, text in shown
    ]
