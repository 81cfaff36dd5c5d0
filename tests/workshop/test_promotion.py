"""`conform promote`: the draft of a vector from a finding, and the findings for which there is none."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import project
import pytest
import yaml
from click.testing import CliRunner, Result
from patience import FOREVER

from encoding_conformance.adapters.manifest import read
from encoding_conformance.checks.law import Violation
from encoding_conformance.commands.list import command as list_command
from encoding_conformance.core import outcome
from encoding_conformance.core.identity import Id, LawId, vector_id
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Decode, Encode, Operation
from encoding_conformance.core.outcome import Rejection
from encoding_conformance.core.vector import Vector, Witness
from encoding_conformance.data_files.schema import problems
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_files.yamlfile import YamlFile
from encoding_conformance.data_folders import SCHEMAS
from encoding_conformance.fuzz.finding import Reproducer, finding_of
from encoding_conformance.fuzz.law_inputs import ANSWERS, READ_AS_IN_THE_TABLE
from encoding_conformance.fuzz.rerun import Rerun
from encoding_conformance.fuzz.store import Store
from encoding_conformance.runner import registry
from workshop.promotion import command as cli
from workshop.promotion.draft import Says, VectorDraft, id_of, like, vector_lines
from workshop.promotion.promotion import LAW, NOBODY, _permitted

MODULE = """
from reference_codecs import CODECS

sound = CODECS[{encoding!r}]

class Planted:
    before = b""

    def encode(self, values):
        return sound.encode(values)

    def decode(self, data):
        return sound.decode(data)

    def incremental_decoder(self):
        return sound.incremental_decoder()

class Accepts(Planted):
    def decode(self, data):
        return [0x110000] if data == bytes([0xC4, 0x80, 0x00]) else super().decode(data)

class Crashes(Planted):
    def decode(self, data):
        return super().decode(data) if data[:1] != bytes([0x81]) else {{}}[data]

class Encodes(Planted):
    def encode(self, values):
        return super().encode([value + 1 for value in values])

class Leaks(Planted):
    def decode(self, data):
        self.before, before = data, self.before
        return [0x43] if before == b"B" else super().decode(data)

class Pieces(Planted):
    def incremental_decoder(self):
        return self

    def decode(self, data, final=None):
        return super().decode(data) if final is None else [0x43]
"""
TABLE = READ_AS_IN_THE_TABLE
PROGRAMS = "the reference codecs, written apart from the models", "the encoding's tables, executed by the models"


@pytest.fixture
def suite(monkeypatch: pytest.MonkeyPatch) -> Suite:
    """The project's own, read once."""
    monkeypatch.setattr(cli, "load_suite", lambda folders: project.suite())
    return project.suite()


@pytest.fixture
def planted(tmp_path: Path, suite: Suite, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Rerun]:
    """Asks a codec with a fault. Python would run the bytecode of a codec before it that was as long and of the same second."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")

    def plant(name: str, encoding: str = "kim") -> Rerun:
        folder = tmp_path / "planted"
        folder.mkdir(exist_ok=True)
        (folder / "planted.py").write_text(MODULE.format(encoding=encoding) + f"\ncodec = {name}()\n")
        manifest = f'name: planted\ntitle: X\npython: "planted:codec"\nencodings: {{{encoding}: {{}}}}\n'
        (folder / "implementation.yaml").write_text(manifest)
        return Rerun(read(folder), suite.encodings[encoding], NO_LIMITS)

    return plant


@pytest.fixture
def found(tmp_path: Path, suite: Suite, planted: Callable[..., Rerun]) -> Callable[..., Path]:
    """The folder of what there is to see of a case."""

    def find(name: str, law: LawId, data: bytes, *before: bytes, encoding: str = "kim") -> Path:
        finding = planted(name, encoding).ask(Reproducer(law, data, before))
        Store(tmp_path / "findings", {}, suite.encodings, 0).add(finding)
        return tmp_path / "findings" / finding.bucket.folder

    return find


def promote(folder: Path) -> Result:
    return CliRunner().invoke(cli.command, [str(folder)], standalone_mode=False)


def drafted(folder: Path) -> dict[str, object]:
    """The vector, less its name and requirements."""
    (vector,) = yaml.safe_load(promote(folder).stdout)["vectors"]
    return {key: value for key, value in vector.items() if key not in ("id", "requirements")}


def test_a_disagreement_is_drafted_with_what_the_table_permits(found) -> None:
    ended = promote(found("Accepts", TABLE, b"\xc4\x80\x00"))
    assert yaml.safe_load(ended.stdout) == {
        "encodings": ["kim"],
        "vectors": [
            {
                "id": "out-of-range-c4-80-00",
                "decode": "C4 80 00",
                "reject": {"offset": 0, "reason": "out-of-range"},
                "requirements": ["kim/last-character"],
                "witnesses": None,
            }
        ],
    }
    assert ": still there\n" in ended.stdout
    assert "# planted said: ok 110000\n" in ended.stdout
    assert "# kim/value-110000 asks the same already\n" in ended.stdout
    for program in PROGRAMS:
        assert f'      # - derivation: "{program}"' in ended.stdout
    assert "planted" not in ended.stdout[ended.stdout.index("witnesses:") :]


def test_a_crash_is_drafted_with_what_the_table_permits(found) -> None:
    expected = {"decode": "81", "reject": {"offset": 0, "reason": "truncated"}, "witnesses": None}
    assert drafted(found("Crashes", ANSWERS.id, b"\x81")) == expected


def test_of_a_law_of_several_operations_that_is_drafted_which_fails_alone(found) -> None:
    folder = found("Encodes", LawId("decode-undoes-encode", "decode-undoes-encode"), b"A")
    assert "encode     41  LATIN CAPITAL LETTER A\n" in (folder / "finding.txt").read_text()
    assert drafted(folder) == {"encode": "41", "result": "41", "witnesses": None}


@pytest.mark.parametrize(
    ("name", "law", "before", "why"),
    [
        ("Leaks", TABLE, [b"B"], "it takes the inputs before it"),
        ("Pieces", LawId("chunks", "byte-by-byte"), [], "it takes several of them, or pieces"),
    ],
)
def test_there_is_none_of_what_takes_more_than_one_operation(found, name, law, before, why) -> None:
    words = [sys.executable, "-m", "encoding_conformance", "promote", str(found(name, law, b"AA", *before))]
    ended = subprocess.run(words, capture_output=True, text=True, timeout=FOREVER)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "makes no vector" in ended.stderr and why in ended.stderr


def test_one_that_is_fixed_is_drafted_and_said_to_be_fixed(found, planted) -> None:
    folder = found("Accepts", TABLE, b"\xc4\x80\x00")
    planted("Planted")
    ended = promote(folder)
    assert f"# of {folder}: fixed\n" in ended.stdout
    assert drafted(folder)["decode"] == "C4 80 00"


def test_one_that_changed_is_drafted_as_it_is_now(found, planted) -> None:
    folder = found("Accepts", TABLE, b"\xc4\x80\x00")
    planted("Crashes")
    (folder / "input").write_bytes(b"\x81\x41")
    ended = promote(folder)
    assert f"# of {folder}: changed\n" in ended.stdout and "# planted said: crash: KeyError" in ended.stdout
    assert drafted(folder) == {"decode": "81 41", "result": "C1", "witnesses": None}


def test_a_draft_is_a_vector_once_its_witnesses_are_named(found, tmp_path: Path) -> None:
    draft = promote(found("Accepts", TABLE, b"\xc4\x80\x00")).stdout
    folder = tmp_path / "more" / "promoted" / "vectors"
    folder.mkdir(parents=True)

    (folder / "x.yaml").write_text(draft)
    (fault,) = problems(YamlFile(folder / "x.yaml"), SCHEMAS["vectors"])
    assert fault.message.startswith("vectors.witnesses: an empty place is not a list")

    (folder / "x.yaml").write_text(draft.replace("      # - ", "      - "))
    words = ["vectors", "--vectors", str(tmp_path / "more")]
    listed = CliRunner().invoke(list_command, words, standalone_mode=False)
    assert "kim/out-of-range-c4-80-00\tdecode\tC4 80 00\treject 0 out-of-range\n" in listed.stdout


def test_witnesses_of_one_source_are_said_to_be_one(found) -> None:
    text = promote(found("Crashes", ANSWERS.id, b"\x81", encoding="cp437")).stdout
    *_, reference = [line for line in text.splitlines() if "the reference codecs" in line]
    assert reference.endswith("  # one witness with cpython: both rest on Python's tables of code pages")
    by_itself = [line for line in text.splitlines() if '# - third-party: "CPython' in line and "one witness" not in line]
    assert len(by_itself) == 1


def test_the_implementation_that_it_was_found_in_is_not_asked_for_a_witness(found, tmp_path, monkeypatch) -> None:
    folder = found("Accepts", TABLE, b"\xc4\x80\x00")
    monkeypatch.setattr(registry, "IMPLEMENTATIONS", tmp_path)
    assert [each.name for each in registry.own()] == ["planted"]
    text = promote(folder).stdout
    assert "planted" not in text[text.index("witnesses:") :]


@pytest.mark.parametrize(("permitted", "by"), [((Rejection(),), LAW), ((), NOBODY)])
def test_of_a_pair_that_may_be_joined_only_a_law_says_what_is_permitted(suite, permitted, by) -> None:
    pair = Decode("bocu-1", bytes.fromhex("FBC511 D3B4"))
    law = LawId("encode-undoes-decode", "encode-undoes-decode")
    told = finding_of("planted", Reproducer(law, pair.input), Violation(pair, outcome.Decoded(()), "why", permitted))
    assert _permitted(suite.encodings["bocu-1"], told, pair) == (permitted, by)


def test_where_nobody_says_what_is_permitted_the_draft_says_so(suite) -> None:
    text = VectorDraft(Decode("kim", b"\x81"), (), NOBODY, "answers", (), suite.vectors_of("kim"), []).text([])
    assert yaml.safe_load(text)["vectors"] == [
        {"id": "decode-81", "decode": "81", "permitted": [], "requirements": [], "witnesses": None},
    ]
    assert "neither a law nor a table says" in text and "nobody agrees" in text


def test_who_says_otherwise_is_told_in_a_comment_and_who_gives_which() -> None:
    witness = Witness("third-party", 'One "1"')
    said = [Says("one", witness, "ok 41", True, "one"), Says("two", witness, "reject\n x", False, "two")]
    permitted = (outcome.Decoded((0x41,)), Rejection(0))
    text = VectorDraft(Decode("kim", b"\x80\x41"), permitted, LAW, "layout", ("kim/x",), [], said).text(["about"])
    assert '      # - third-party: "One \\"1\\""  # says ok 41\n      # otherwise two: reject\\n x\n' in text
    assert yaml.safe_load(text)["vectors"] == [
        {
            "id": "decode-80-41",
            "decode": "80 41",
            "permitted": [{"result": "41"}, {"reject": {"offset": 0}}],
            "requirements": ["kim/x"],
            "witnesses": None,
        }
    ]


@pytest.mark.parametrize(
    ("operation", "reason", "taken", "id"),
    [
        (Decode("kim", b"\x80\x41"), "overlong", set(), "overlong-80-41"),
        (
            Decode("kim", b"\x80\x41"),
            "overlong",
            {vector_id("kim", "overlong-80-41"), vector_id("kim", "overlong-80-41-2")},
            "overlong-80-41-3",
        ),
        (Decode("kim", b"\x80\x41"), "overlong", {vector_id("utf-8", "overlong-80-41")}, "overlong-80-41"),
        (Decode("kim", b""), "", set(), "decode-nothing"),
        (Decode("kim", b"\x80"), "said: {so}", set(), "decode-80"),
        (Decode("kim", b"\xff" * 100), "truncated", set(), "truncated-ffx100"),
        (Decode("kim", bytes(range(10))), "", set(), "decode-00-01-02-03-and-6-more"),
        (Encode("kim", (0x110000,)), "out-of-range", set(), "encode-out-of-range-110000"),
        (Encode("kim", (0xF << 200, 0x41)), "", set(), "encode-f0x50-41"),
        (Encode("kim", (0x123456789ABCDEF1234,)), "", set(), "encode-123456789abc"),
    ],
)
def test_a_name_tells_the_reason_and_the_input(operation: Operation, reason: str, taken: set[Id], id: str) -> None:
    assert id_of(operation, [Rejection(0, reason)], taken) == id


def test_what_an_implementation_said_is_no_reason() -> None:
    lines = vector_lines("x", Decode("kim", b"\x80"), [Rejection(0, "said: {so}")])
    assert yaml.safe_load("\n".join(lines)) == [{"id": "x", "decode": "80", "reject": {"offset": 0}}]


def test_the_nearest_vectors_have_the_same_at_the_fault_and_then_the_same_length() -> None:
    def vector(id: str, data: bytes, offset: int, reason: str = "bad-lead") -> Vector:
        return Vector(vector_id("x", id), Decode("x", data), (Rejection(offset, reason),), (), ())

    vectors = [
        vector("other-reason", b"\xfe", 0, "truncated"),
        vector("other-byte", b"\xff", 0),
        vector("longer", b"A\xfe", 1),
        Vector(vector_id("x", "result"), Decode("x", b"\xfe"), (outcome.Decoded((1,)),), (), ()),
        Vector(vector_id("x", "encode"), Encode("x", (0xFE,)), (Rejection(0, "bad-lead"),), (), ()),
    ]
    asked = Decode("x", b"\xfe"), (Rejection(0, "bad-lead"),)
    assert [each.id.name for each in like(vectors, *asked)] == ["longer"]
    vectors.append(vector("same", b"\xfe", 0))
    assert [each.id.name for each in like(vectors, *asked)] == ["same"]
    assert like(vectors[:1], *asked) == []
