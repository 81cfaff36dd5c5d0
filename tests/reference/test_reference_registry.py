"""The encodings as Python's own users meet them: `str`, files, streams, error handlers."""

import codecs
import io
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import reference_codecs
from reference_codecs import CODECS

reference_codecs.register()

# 00..7F, 80..8F, 90..9F, A0..BF, C0 and C1, C2..DF, E0, E1..EC and EE and EF, ED, F0, F1..F3, F4, F5..FF
ONE_OF_EACH_CLASS = bytes.fromhex("41 80 9F BF C1 C3 E0 E2 ED F0 F1 F4 F8")
TEXT = "Grüße, Καλημέρα 👩 こんにちは 漢字\n\0end"
NEW_TO_PYTHON = ["bocu-1", "kim", "kim-text", "utf-inf-8", "utf-8-31bit", "cesu-8", "modified-utf-8", "wtf-8"]  # and ascii-parity


class TestNames:
    @pytest.mark.parametrize("name", ["bocu-1", "BOCU-1", "bocu_1", "Bocu 1", "reference-bocu-1"])
    def test_written_as_python_permits(self, name):
        assert codecs.lookup(name).name == "bocu-1"

    @pytest.mark.parametrize("name", [*NEW_TO_PYTHON, "utf_inf_8", "UTF-8-31bit", "KIM_TEXT", "ascii-parity"])
    def test_are_the_ids(self, name):
        assert codecs.lookup(name).name in CODECS

    @pytest.mark.parametrize("encoding", sorted(CODECS.keys() - {"kim-count"}))
    def test_of_all_characters_have_a_prefix(self, encoding):
        assert "A".encode(f"reference-{encoding}").decode(f"reference-{encoding}") == "A"

    @pytest.mark.parametrize("name", ["kim-count", "reference-kim-count", "reference-klingon"])
    def test_of_none(self, name):
        with pytest.raises(LookupError):
            codecs.lookup(name)

    def test_of_python_stay_with_python(self):
        assert codecs.lookup("utf-8") == codecs.lookup("utf_8") != codecs.lookup("reference-utf-8")
        assert codecs.lookup("utf-∞-8") == codecs.lookup("utf-8")  # Python drops the ∞ before it looks

    def test_registering_again_changes_nothing(self):
        reference_codecs.register()

        assert "A".encode("bocu-1") == b"\x91"


class TestWholeTexts:
    @pytest.mark.parametrize("encoding", NEW_TO_PYTHON)
    def test_round_trip(self, encoding):
        encoded = TEXT.encode(encoding)

        assert encoded == CODECS[encoding].encode(map(ord, TEXT))
        assert encoded.decode(encoding) == bytearray(encoded).decode(encoding) == TEXT
        assert codecs.decode(memoryview(encoded), encoding) == TEXT

    @pytest.mark.parametrize("encoding", [name for name in NEW_TO_PYTHON if "cesu-8" not in name and "modified" not in name])
    def test_lone_surrogates_need_no_handler(self, encoding):
        assert "A\ud800B".encode(encoding).decode(encoding) == "A\ud800B"


class TestDecodeErrors:
    def test_strict(self):
        data = b"ABC\xc1\xbfD"
        with pytest.raises(UnicodeDecodeError) as caught:
            data.decode("utf-8-31bit")

        error = caught.value
        assert (error.encoding, error.object) == ("utf-8-31bit", data)
        assert (error.start, error.end, error.reason) == (3, 4, "overlong")

    @pytest.mark.parametrize(
        "encoding, data, ignored, replaced",
        [
            ("utf-8-31bit", b"A\xc1\xbfB\xffC\xe2\x82", "ABC", "A\ufffd\ufffdB\ufffdC\ufffd"),
            ("utf-inf-8", b"A\xff\xb0B", "AB", "A\ufffd\ufffdB"),
            ("utf-inf-8", b"A\xfe\x82\x80\x80\x80\x80\x80B", "AB", "A\ufffdB"),  # no str holds 80000000
            ("utf-inf-8", b"A\xf4\x90\x80\x80B", "AB", "A\ufffdB"),
            ("bocu-1", b"\x91\xd0\x0d\x91", "A\rA", "A\ufffd\rA"),
            ("bocu-1", b"\x91\xfe\xff\xff\xff\x92", "AB", "A\ufffdB"),
            ("kim", b"A\xc4\x80\x41B\x81", "AAB", "A\ufffdAB\ufffd"),
            ("kim-text", b"\x02A", "A", "A\ufffd"),
            ("kim-text", b"\x01ABC", "A", "A\ufffd\ufffd"),
            ("ascii-parity", b"AC", "A", "A\ufffd"),
            ("reference-utf-16-le", b"A\0\0\xd8B\0\0", "AB", "A\ufffdB\ufffd"),
        ],
    )
    def test_ignore_and_replace(self, encoding, data, ignored, replaced):
        assert data.decode(encoding, "ignore") == ignored
        assert data.decode(encoding, "replace") == replaced

    def test_an_empty_kim_text_lacks_its_length(self):
        with pytest.raises(UnicodeDecodeError, match="truncated"):
            codecs.decode(b"", "kim-text")
        assert codecs.decode(b"", "kim-text", "replace") == "\ufffd"
        assert b"".decode("kim-text") == ""  # Python asks no codec for these

    @pytest.mark.parametrize("encoding", ["ascii", "utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le"])
    @settings(max_examples=200, deadline=None)
    @given(
        data=st.lists(
            st.sampled_from(b"\x00\x10\x11A\x80\x90\xa0\xbf\xc0\xc2\xd8\xdc\xe0\xed\xef\xf0\xf4\xf5\xff"), max_size=12
        ).map(bytes)
    )
    def test_replaces_as_often_as_python(self, encoding, data):
        assert data.decode(f"reference-{encoding}", "replace") == data.decode(encoding, "replace")

    def test_replaces_as_often_as_python_in_every_short_string_of_utf_8(self):
        for size in (1, 2, 3):
            for data in map(bytes, product(ONE_OF_EACH_CLASS, repeat=size)):
                assert data.decode("reference-utf-8", "replace") == data.decode("utf-8", "replace"), data.hex(" ")

    def test_surrogateescape(self):
        escaped = b"A\xc1\xbfB".decode("reference-utf-8", "surrogateescape")

        assert escaped == "A\udcc1\udcbfB"
        assert escaped.encode("reference-utf-8", "surrogateescape") == b"A\xc1\xbfB"

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le"])
    def test_surrogatepass(self, encoding):
        passed = "A\ud800B".encode(encoding, "surrogatepass")

        assert "A\ud800B".encode(f"reference-{encoding}", "surrogatepass") == passed
        assert passed.decode(f"reference-{encoding}", "surrogatepass") == "A\ud800B"

    def test_a_handler_says_what_to_write_and_where_to_go_on(self):
        seen = []

        def skip_to_the_end_but_one(error):
            seen.append((error.encoding, error.object[error.start : error.end], error.reason))
            return "<?>", -1

        codecs.register_error("reference-skip", skip_to_the_end_but_one)

        assert b"A\xe2\x82BCD".decode("utf-inf-8", "reference-skip") == "A<?>D"
        assert seen == [("utf-inf-8", b"\xe2\x82", "bad-trail")]

    @pytest.mark.parametrize("position", [7, -7])
    def test_a_handler_out_of_bounds(self, position):
        codecs.register_error("reference-astray", lambda error: ("", position))

        with pytest.raises(IndexError):
            b"A\xc1\xbfBCD".decode("utf-inf-8", "reference-astray")

    def test_an_unknown_handler(self):
        with pytest.raises(LookupError):
            b"\xff".decode("kim", "reference-no-such-handler")


class TestEncodeErrors:
    def test_strict(self):
        with pytest.raises(UnicodeEncodeError) as caught:
            "Aéß".encode("ascii-parity")

        error = caught.value
        assert (error.encoding, error.object) == ("ascii-parity", "Aéß")
        assert (error.start, error.end, error.reason) == (1, 2, "unassigned")

    @pytest.mark.parametrize(
        "errors, encoded",
        [
            ("ignore", b"AA"),
            ("replace", b"A?A"),
            ("xmlcharrefreplace", "A&#233;A".encode("ascii-parity")),
            ("backslashreplace", r"A\xe9A".encode("ascii-parity")),
        ],
    )
    def test_handlers_of_python(self, errors, encoded):
        assert "AéA".encode("ascii-parity", errors) == encoded

    def test_a_handler_that_returns_bytes(self):
        codecs.register_error("reference-bytes", lambda error: (b"\xff\xff", error.end))

        assert "AéA".encode("ascii-parity", "reference-bytes") == b"A\xff\xffA"

    def test_a_handler_that_skips(self):
        codecs.register_error("reference-rest", lambda error: ("B", len(error.object)))

        assert "AéAAA".encode("ascii-parity", "reference-rest") == b"AB"

    def test_a_replacement_that_cannot_be_encoded(self):
        codecs.register_error("reference-worse", lambda error: ("é", error.end))

        with pytest.raises(UnicodeEncodeError) as caught:
            "Aé".encode("ascii-parity", "reference-worse")
        assert caught.value.start == 1


class TestIncremental:
    @pytest.mark.parametrize("encoding", NEW_TO_PYTHON)
    def test_decode_byte_by_byte(self, encoding):
        decoder = codecs.getincrementaldecoder(encoding)()
        encoded = TEXT.encode(encoding)

        pieces = [decoder.decode(bytes([byte])) for byte in encoded]
        assert "".join(pieces) + decoder.decode(b"", final=True) == TEXT

    @pytest.mark.parametrize("encoding", NEW_TO_PYTHON)
    def test_decode_from_a_state(self, encoding):
        encoded = TEXT.encode(encoding)
        for cut in range(len(encoded) + 1):
            first, second = (codecs.getincrementaldecoder(encoding)() for _ in range(2))
            before = first.decode(encoded[:cut])
            second.setstate(first.getstate())

            assert before + second.decode(encoded[cut:], final=True) == TEXT

    def test_decode_after_reset(self):
        decoder = codecs.getincrementaldecoder("bocu-1")()
        decoder.decode("こ".encode("bocu-1") + b"\xd0")
        decoder.reset()

        assert decoder.decode(b"\x91", final=True) == "A"

    def test_decode_error_at_the_end(self):
        decoder = codecs.getincrementaldecoder("kim")("replace")

        assert decoder.decode(b"A\x81") == "A"
        assert decoder.decode(b"", final=True) == "\ufffd"

    @pytest.mark.parametrize("encoding", [name for name in NEW_TO_PYTHON if name not in ("kim-text", "wtf-8")])
    def test_encode_character_by_character(self, encoding):
        assert b"".join(codecs.iterencode(TEXT, encoding)) == TEXT.encode(encoding)

    def test_encode_from_a_state(self):
        encoded = TEXT.encode("bocu-1")
        for cut in range(len(TEXT) + 1):
            first, second = (codecs.getincrementalencoder("bocu-1")() for _ in range(2))
            before = first.encode(TEXT[:cut])
            second.setstate(first.getstate())

            assert before + second.encode(TEXT[cut:]) == encoded

    def test_a_kim_text_is_encoded_whole_or_not_at_all(self):
        encoder = codecs.getincrementalencoder("kim-text")()

        assert encoder.encode("AB", final=True) == b"\x02AB"
        with pytest.raises(ValueError, match="whole text"):
            encoder.encode("AB")


class TestFiles:
    @pytest.mark.parametrize("encoding", [name for name in NEW_TO_PYTHON if name not in ("kim-text", "wtf-8")])
    def test_write_and_read(self, encoding, tmp_path):
        path = tmp_path / "text"
        with open(path, "w", encoding=encoding, newline="") as file:
            for character in TEXT:
                file.write(character)

        assert path.read_bytes() == TEXT.encode(encoding)
        assert path.read_text(encoding=encoding) == TEXT
        with open(path, encoding=encoding) as file:
            assert list(file) == TEXT.splitlines(keepends=True)

    @pytest.mark.parametrize("encoding", NEW_TO_PYTHON)
    def test_tell_and_seek(self, encoding, tmp_path):
        path = tmp_path / "text"
        path.write_bytes(TEXT.encode(encoding))
        with open(path, encoding=encoding, newline="") as file:
            for read in range(len(TEXT) + 1):
                file.seek(0)
                file.read(read)
                here = file.tell()
                rest = file.read()
                file.seek(here)

                assert file.read() == rest == TEXT[read:]

    @pytest.mark.parametrize("encoding", ["bocu-1", "kim", "utf-inf-8"])
    def test_append(self, encoding, tmp_path):
        path = tmp_path / "text"
        for text in ["こん", "にちは", "ABC"]:
            with open(path, "a", encoding=encoding) as file:
                file.write(text)

        assert path.read_text(encoding=encoding) == "こんにちはABC"

    def test_a_hostile_count_of_characters(self, tmp_path):
        path = tmp_path / "text"
        path.write_bytes(b"\xff" * 20 + b"\x7f" + b"AB")

        with open(path, encoding="kim-text") as file, pytest.raises(UnicodeDecodeError, match="truncated"):
            file.read()

    @pytest.mark.parametrize("encoding", ["kim-text", "wtf-8"])
    def test_what_later_values_change_is_not_written_in_pieces(self, encoding):
        with pytest.raises(ValueError, match="whole text"):
            io.TextIOWrapper(io.BytesIO(), encoding=encoding).write("AB")
