"""The encodings as Python's own users meet them: `str`, files, streams, error handlers."""

import codecs
import io
from itertools import product
from pathlib import Path
from random import Random

import pytest
import yaml

import reference_codecs
from reference_codecs import CODECS

reference_codecs.register()

# 00..7F, 80..8F, 90..9F, A0..BF, C0 and C1, C2..DF, E0, E1..EC and EE and EF, ED, F0, F1..F3, F4, F5..FF
ONE_OF_EACH_CLASS = bytes.fromhex("41 80 9F BF C1 C3 E0 E2 ED F0 F1 F4 F8")
TEXT = "Grüße, 👩 こ漢字\n\0end"
WHOLE = ["kim-text", "wtf-8"]  # which later values change, so that they are not written in pieces
IN_PIECES = ["bocu-1", "kim", "utf-inf-8", "cesu-8"]


def test_the_manifest_names_every_codec():
    manifest = Path(reference_codecs.__file__).parents[1] / "implementation.yaml"

    assert yaml.safe_load(manifest.read_text(encoding="utf-8"))["encodings"] == dict.fromkeys(CODECS, {})


class TestNames:
    @pytest.mark.parametrize("name", ["bocu-1", "BOCU-1", "bocu_1", "Bocu 1", "reference-bocu-1"])
    def test_written_as_python_permits(self, name):
        assert codecs.lookup(name).name == "bocu-1"

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


@pytest.mark.parametrize("encoding", [*IN_PIECES, *WHOLE])
class TestTexts:
    def test_round_trip(self, encoding):
        encoded = TEXT.encode(encoding)

        assert encoded == CODECS[encoding].encode(map(ord, TEXT))
        assert encoded.decode(encoding) == bytearray(encoded).decode(encoding) == TEXT
        assert codecs.decode(memoryview(encoded), encoding) == TEXT
        lone = "A\ud800B"  # needs no handler
        assert encoding == "cesu-8" or lone.encode(encoding).decode(encoding) == lone

    def test_decode_from_a_state(self, encoding):
        encoded = TEXT.encode(encoding)
        for cut in range(len(encoded) + 1):
            first, second = (codecs.getincrementaldecoder(encoding)() for _ in range(2))
            before = first.decode(encoded[:cut])
            second.setstate(first.getstate())

            assert before + second.decode(encoded[cut:], final=True) == TEXT

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
            ("utf-inf-8", b"A\xfe\x82\x80\x80\x80\x80\x80B", "AB", "A\ufffdB"),  # no str holds 80000000
            ("bocu-1", b"\x91\xd0\x0d\x91", "A\rA", "A\ufffd\rA"),
            ("kim", b"A\xc4\x80\x41B\x81", "AAB", "A\ufffdAB\ufffd"),
            ("kim-text", b"\x02A", "A", "A\ufffd"),
            ("kim-text", b"\x01ABC", "A", "A\ufffd\ufffd"),
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

    @pytest.mark.parametrize("encoding", ["utf-8", "utf-16-be", "utf-16-le", "utf-32-le"])
    def test_replaces_as_often_as_python(self, encoding):
        random, special = Random(0), b"\x00\x10\x11A\x80\x90\xa0\xbf\xc0\xc2\xd8\xdc\xe0\xed\xef\xf0\xf4\xf5\xff"
        drawn = [bytes(random.choices(special, k=random.randrange(12))) for _ in range(200)]
        short = [bytes(some) for size in (1, 2, 3) for some in product(ONE_OF_EACH_CLASS, repeat=size)]
        for data in [*drawn, *(short if encoding == "utf-8" else [])]:
            assert data.decode(f"reference-{encoding}", "replace") == data.decode(encoding, "replace"), data.hex(" ")

    def test_surrogateescape_and_surrogatepass(self):
        escaped = b"A\xc1\xbfB".decode("reference-utf-8", "surrogateescape")

        assert escaped == "A\udcc1\udcbfB"
        assert escaped.encode("reference-utf-8", "surrogateescape") == b"A\xc1\xbfB"
        for encoding in ["utf-8", "utf-16-be", "utf-32-le"]:
            passed = "A\ud800B".encode(encoding, "surrogatepass")
            assert "A\ud800B".encode(f"reference-{encoding}", "surrogatepass") == passed
            assert passed.decode(f"reference-{encoding}", "surrogatepass") == "A\ud800B"

    def test_a_handler_gives_the_replacement_and_where_to_go_on(self):
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

    def test_a_handler_that_is_unknown_or_returns_bytes(self):
        codecs.register_error("reference-bytes", lambda error: (b"", error.end))

        for handler, error in [("reference-no-such-handler", LookupError), ("reference-bytes", TypeError)]:
            with pytest.raises(error):
                b"\xff".decode("kim", handler)


class TestEncodeErrors:
    def test_strict(self):
        with pytest.raises(UnicodeEncodeError) as caught:
            "Aéß".encode("ascii-parity")

        error = caught.value
        assert (error.encoding, error.object) == ("ascii-parity", "Aéß")
        assert (error.start, error.end, error.reason) == (1, 2, "unassigned")

    @pytest.mark.parametrize(
        "handler, encoded",
        [
            ("replace", b"A?A"),
            ("xmlcharrefreplace", "A&#233;A".encode("ascii-parity")),
            (lambda error: (b"\xff\xff", error.end), b"A\xff\xffA"),  # bytes stand as they are
            (lambda error: ("B", len(error.object)), b"AB"),  # skips the rest
        ],
    )
    def test_handlers(self, handler, encoded):
        if callable(handler):
            codecs.register_error("reference-handler", handler)
            handler = "reference-handler"

        assert "AéA".encode("ascii-parity", handler) == encoded

    def test_a_replacement_that_cannot_be_encoded(self):
        codecs.register_error("reference-worse", lambda error: ("é", error.end))

        with pytest.raises(UnicodeEncodeError) as caught:
            "Aé".encode("ascii-parity", "reference-worse")
        assert caught.value.start == 1


class TestIncremental:
    def test_decode_after_reset_and_at_the_end(self):
        decoder = codecs.getincrementaldecoder("bocu-1")("replace")
        decoder.decode("こ".encode("bocu-1") + b"\xd0")
        decoder.reset()

        assert decoder.decode(b"\x91\xd0") == "A"
        assert decoder.decode(b"", final=True) == "\ufffd"

    def test_encode_from_a_state(self):
        encoded = TEXT.encode("bocu-1")
        for cut in range(len(TEXT) + 1):
            first, second = (codecs.getincrementalencoder("bocu-1")() for _ in range(2))
            before = first.encode(TEXT[:cut])
            second.setstate(first.getstate())

            assert before + second.encode(TEXT[cut:]) == encoded

    @pytest.mark.parametrize("encoding", WHOLE)
    def test_a_whole_text_is_encoded_at_once_or_not_at_all(self, encoding):
        encoder = codecs.getincrementalencoder(encoding)()

        assert encoder.encode("AB", final=True) == "AB".encode(encoding)
        with pytest.raises(ValueError, match="whole text"):
            encoder.encode("AB")
        with pytest.raises(ValueError, match="whole text"):
            io.TextIOWrapper(io.BytesIO(), encoding=encoding).write("AB")


class TestFiles:
    @pytest.mark.parametrize("encoding", IN_PIECES)
    def test_write_read_and_append(self, encoding, tmp_path):
        path = tmp_path / "text"
        with open(path, "w", encoding=encoding, newline="") as file:
            for character in TEXT:
                file.write(character)

        assert path.read_bytes() == TEXT.encode(encoding)
        with open(path, encoding=encoding) as file:
            assert list(file) == TEXT.splitlines(keepends=True)
        for text in ["こん", "にちは"]:
            with open(path, "a", encoding=encoding) as file:
                file.write(text)
        assert path.read_text(encoding=encoding) == f"{TEXT}こんにちは"

    def test_a_hostile_count_of_characters(self, tmp_path):
        path = tmp_path / "text"
        path.write_bytes(b"\xff" * 20 + b"\x7f" + b"AB")

        with open(path, encoding="kim-text") as file, pytest.raises(UnicodeDecodeError, match="truncated"):
            file.read()
