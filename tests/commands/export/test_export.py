"""The export: what its lines say, that it is written whole, and that nothing else is replaced."""

import json
import re
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import jsonschema
import pytest
from click.testing import CliRunner

import encoding_conformance
from encoding_conformance.commands import export
from encoding_conformance.commands.export import fields, line_of
from encoding_conformance.commands.new_folder import new_folder
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files.edition import edition
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.data_files.suite import Suite
from encoding_conformance.data_folders import LICENSE, VECTORS
from encoding_conformance.report.markdown import plain

KIM = load_suite().encodings["kim"]
REQUIREMENTS = {"kim/r": Requirement("kim/r", "Kim, 1", "It is so.", ("kim",))}
STATED = [{"id": "kim/r", "section": "Kim, 1", "sentence": "It is so."}]
VERSION = (VECTORS / "VERSION").read_text().strip()
SCHEMAS = ("vector", "export")


SOME = ("ascii", "cp437")
"""The encodings of the export that is looked at here. `.ci/wheel` exports all."""


@pytest.fixture(scope="module")
def some() -> Suite:
    whole = load_suite()
    return replace(whole, encodings={id: whole.encodings[id] for id in SOME})


@pytest.fixture(scope="module")
def exported(some: Suite, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(export, "load_suite", lambda: some)
        ended = CliRunner().invoke(export.command, [str(folder / "x")])
    count = len([*some.all_vectors])
    said = f"{folder}/x has {count:,} test vectors of 2 encodings, version {VERSION}, hash {edition(some).hash}\n"
    assert (ended.exception, ended.output) == (None, said)
    assert [path.name for path in folder.iterdir()] == ["x"]
    return folder / "x"


def line(operation, *permitted, encoding: Encoding = KIM, note: str = ""):
    files: dict[str, str] = {}
    vector = Vector(vector_id("kim", "v/decode"), operation, permitted, ("kim/r",), (), note)
    return line_of(vector, encoding, REQUIREMENTS, files), files


def test_a_line_states_everything() -> None:
    found, files = line(Decode("kim", b"\x80\x41"), Decoded((0x41,)), Rejection(0, "overlong"), Rejection(), note="leading 80")
    assert json.dumps(found) == json.dumps(
        {
            "id": "kim/v/decode",
            "operation": "decode",
            "input": "80 41",
            "permitted": [
                {"outcome": "ok", "result": "41"},
                {"outcome": "reject", "offset": 0, "reason": "overlong"},
                {"outcome": "reject", "offset": None, "reason": None},
            ],
            "may_refuse": False,
            "note": "leading 80",
            "requirements": STATED,
        }
    )
    assert files == {}


@pytest.mark.parametrize(
    "operation, permitted, may",
    [
        (Encode("kim", (0x41, 0xD800)), Encoded(b"\x83\xb0\x00"), True),
        (Encode("kim", (0x41, 0xD7FF)), Encoded(b"\x83\xaf\x7f"), False),
        (Decode("kim", b"\x83\xb0\x00"), Decoded((0xD800,)), True),
        (Decode("kim", b"\x83"), Rejection(0), False),
    ],
)
def test_a_line_says_whether_its_values_may_be_refused(operation, permitted, may: bool) -> None:
    assert line(operation, permitted)[0]["may_refuse"] is may


@pytest.mark.parametrize(
    "operation, permitted, input, result, files",
    [
        (Encode("kim", ()), Encoded(b""), "", "", {}),
        (Decode("kim", b"A" * 4096), Decoded((0x1F468,) * 20), "41" + " 41" * 4095, "1F468" + " 1F468" * 19, {}),
        (Decode("kim", b"A" * 4097), Rejection(), None, None, {"input": "41*4097"}),
        (Encode("kim", (1,) * 2048), Encoded(b"\x01"), "1" + " 1" * 2047, "01", {}),
        (Encode("kim", (1,) * 2049), Encoded(b"A" * 4097), None, None, {"input": "1*2049", "result": "41*4097"}),
        (Encode("kim", (1 << 40_000, 2)), Encoded(b""), None, "", {"input": "10{10000} 2"}),
    ],
)
def test_sequences_longer_than_4_kib_are_in_files_of_their_own(operation, permitted, input, result, files) -> None:
    found, written = line(operation, permitted)
    (outcome,) = found["permitted"]
    assert (found.get("input"), outcome.get("result")) == (input, result)
    assert written == {f"long/kim/v/decode/{name}.txt": text for name, text in files.items()}
    assert {*written} == {each for each in (found.get("input_file"), outcome.get("result_file")) if each}


def test_several_long_results_have_a_file_each() -> None:
    found, files = line(Encode("kim", (1,)), Encoded(b"A" * 5000), Rejection(), Encoded(b"B" * 5000))
    assert [each.get("result_file") for each in found["permitted"]] == [
        "long/kim/v/decode/result-1.txt",
        None,
        "long/kim/v/decode/result-3.txt",
    ]
    assert list(files.values()) == ["41*5000", "42*5000"]


def validators(exported: Path):
    schemas = {name: json.loads((exported / f"{name}.schema.json").read_text()) for name in SCHEMAS}
    return {name: jsonschema.Draft202012Validator(schema).is_valid for name, schema in schemas.items()}


def test_the_lines_of_a_file_are_the_vectors_of_its_encoding(exported: Path, some: Suite) -> None:
    manifest = json.loads((exported / "export.json").read_text(encoding="utf-8"))
    holds = validators(exported)
    assert holds["export"](manifest)
    assert [each["id"] for each in manifest["encodings"]] == list(SOME)
    for of in manifest["encodings"]:
        files: dict[str, str] = {}
        encoding, vectors = some.encodings[of["id"]], some.vectors_of(of["id"])
        lines = [json.loads(line) for line in (exported / of["file"]).read_text(encoding="utf-8").splitlines()]
        assert all(holds["vector"](each) for each in lines)
        assert lines == [line_of(each, encoding, some.requirements, files) for each in vectors]
        assert of["vectors"] == len(vectors)
        assert vectors and files
        assert {name: (exported / name).read_text() for name in files} == {name: f"{text}\n" for name, text in files.items()}


def test_the_schema_refuses_wrong_lines(exported: Path) -> None:
    holds, found = validators(exported)["vector"], line(Decode("kim", b"A"), Decoded((0x41,)))[0]
    assert holds(found)
    for wrong in ({"input": "4G"}, {"input": "41*3"}, {"input_file": "long/x.txt"}, {"operation": "x"}, {"permitted": []}):
        assert not holds({**found, **wrong})


def test_the_manifest_identifies_the_vectors(exported: Path, some: Suite) -> None:
    manifest = json.loads((exported / "export.json").read_text(encoding="utf-8"))
    assert manifest["version"] == VERSION
    assert manifest["hash"] == edition(some).hash
    assert manifest["harness"] == encoding_conformance.__version__
    for of in manifest["encodings"]:
        assert of["sha256"] == sha256((exported / of["file"]).read_bytes()).hexdigest()
    names = {path.name for path in exported.iterdir()}
    assert names == {
        *("README.md", "LICENSE", "export.json", "long", "vector.schema.json", "export.schema.json"),
        *(of["file"] for of in manifest["encodings"]),
    }
    assert (exported / "LICENSE").read_bytes() == LICENSE.read_bytes()


def test_the_readme_explains_every_field_and_document(exported: Path) -> None:
    text = (exported / "README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([^`|]+)` \| (.+) \|$", text, re.MULTILINE))
    for name in SCHEMAS:
        schema = json.loads((exported / f"{name}.schema.json").read_text())
        described = dict(fields(schema, schema))
        assert described and {field: rows.get(field) for field in described} == described
    sections = text.partition("### Sections")[2].partition("### Reasons")[0]
    _, _, *documents = re.findall(r"^\| (.+?) \| .+ \|$", sections, re.MULTILINE)
    assert documents == list(map(plain, load_suite().documents))


def test_an_export_appears_when_it_is_complete_and_replaces_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    folder.mkdir()
    for failure in (ValueError, KeyboardInterrupt):
        with pytest.raises(failure), new_folder(folder) as new:
            (new / "README.md").write_text("half")
            raise failure
        assert list(tmp_path.rglob("*")) == [folder]
    with new_folder(folder) as new:
        (new / "README.md").write_text("new")
        assert list(folder.iterdir()) == []
    assert [path.read_text() for path in folder.iterdir()] == ["new"]
    with pytest.raises(WrongUsage, match="x is not empty; name a new folder"), new_folder(folder):
        pass
    assert list(tmp_path.iterdir()) == [folder]
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(WrongUsage, match="file/x cannot be made: File exists"), new_folder(file / "x"):
        pass


def test_a_folder_with_files_is_refused_in_one_line(conform) -> None:
    (conform.folder / "mine" / "notes").mkdir(parents=True)
    ended = conform("export", "mine")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "conform: mine is not empty; name a new folder\n"
    assert [path.name for path in conform.folder.rglob("*")] == ["mine", "notes"]
