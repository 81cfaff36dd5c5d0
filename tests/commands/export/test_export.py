"""The export: what its lines say, that it is written whole, and that nothing else is replaced."""

import json
import re
import resource
from hashlib import sha256
from pathlib import Path

import jsonschema
import pytest

import encoding_conformance
from encoding_conformance.commands.export import fields, line_of
from encoding_conformance.commands.new_folder import new_folder
from encoding_conformance.core.encoding import Encoding
from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.notation import parse_bytes, parse_values
from encoding_conformance.core.operation import Decode, Encode
from encoding_conformance.core.outcome import Decoded, Encoded, Rejection
from encoding_conformance.core.requirement import Requirement
from encoding_conformance.core.vector import Vector
from encoding_conformance.data_files.edition import edition
from encoding_conformance.data_files.loader import load_suite
from encoding_conformance.data_files.problems import WrongUsage
from encoding_conformance.data_folders import LICENSE, VECTORS
from encoding_conformance.report.markdown import plain
from workshop.requirements import read_documents

KIM = load_suite().encodings["kim"]
REQUIREMENTS = {"kim/r": Requirement("kim/r", "Kim, 1", "It is so.", ("kim",))}
STATED = [{"id": "kim/r", "section": "Kim, 1", "sentence": "It is so."}]
SCHEMAS = ("vector", "export")


@pytest.fixture(scope="module")
def exported(shared_conform) -> Path:
    ended = shared_conform("export", "x")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert re.fullmatch(r"x has [\d,]+ test vectors of 32 encodings, version [\d.]+, hash [0-9a-f]{32}\n", ended.stdout)
    assert [path.name for path in shared_conform.folder.iterdir()] == ["x"]
    return shared_conform.folder / "x"


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
def test_it_says_what_may_be_refused(operation, permitted, may: bool) -> None:
    assert line(operation, permitted)[0]["may_refuse"] is may


@pytest.mark.parametrize(
    "operation, permitted, input, result, files",
    [
        (Encode("kim", ()), Encoded(b""), "", "", {}),
        (Decode("kim", b"A" * 20), Decoded((0x1F468,) * 20), "41" + " 41" * 19, "1F468" + " 1F468" * 19, {}),
        (Encode("kim", ((1 << 80) - 1,)), Encoded(b"\x01"), "F" * 20, "01", {}),
        (Decode("kim", b"A" * 4096), Rejection(), "41" + " 41" * 4095, None, {}),
        (Decode("kim", b"A" * 4097), Rejection(), None, None, {"input": "41*4097"}),
        (Encode("kim", (1,) * 2048), Encoded(b"\x01"), "1" + " 1" * 2047, "01", {}),
        (Encode("kim", (1,) * 2049), Encoded(b"A" * 4097), None, None, {"input": "1*2049", "result": "41*4097"}),
        (Encode("kim", (1 << 40_000, 2)), Encoded(b""), None, "", {"input": "10{10000} 2"}),
    ],
)
def test_what_is_longer_than_4_kib_is_in_a_file_of_its_own(operation, permitted, input, result, files) -> None:
    found, written = line(operation, permitted)
    assert (found.get("input"), found["permitted"][0].get("result")) == (input, result)
    assert written == {f"long/kim/v/decode/{what}.txt": text for what, text in files.items()}
    assert found.get("input_file") == ("long/kim/v/decode/input.txt" if "input" in files else None)
    assert found["permitted"][0].get("result_file") == ("long/kim/v/decode/result.txt" if "result" in files else None)


def test_several_long_results_have_a_file_each() -> None:
    found, files = line(Encode("kim", (1,)), Encoded(b"A" * 5000), Rejection(), Encoded(b"B" * 5000))
    assert [each.get("result_file") for each in found["permitted"]] == [
        "long/kim/v/decode/result-1.txt",
        None,
        "long/kim/v/decode/result-3.txt",
    ]
    assert list(files.values()) == ["41*5000", "42*5000"]


def read_back(folder: Path, found, name: str, read):
    text = found[name] or "-" if name in found else (folder / found[f"{name}_file"]).read_text().removesuffix("\n")
    return read(text)


def test_the_lines_are_the_vectors_of_the_suite(exported: Path) -> None:
    suite = load_suite()
    manifest = json.loads((exported / "export.json").read_text(encoding="utf-8"))
    assert [each["id"] for each in manifest["encodings"]] == list(suite.encodings)
    for of in manifest["encodings"]:
        lines = [json.loads(each) for each in (exported / of["file"]).read_text(encoding="utf-8").splitlines()]
        assert of["vectors"] == len(lines) == len(suite.vectors_of(of["id"]))
        for found, vector in zip(lines, suite.vectors_of(of["id"])):
            read, read_result = (parse_values, parse_bytes) if found["operation"] == "encode" else (parse_bytes, parse_values)
            assert (found["id"], found["operation"], found["note"]) == (str(vector.id), vector.operation.kind, vector.note)
            assert read_back(exported, found, "input", read) == vector.operation.input
            assert [each["id"] for each in found["requirements"]] == list(vector.requirements)
            for stated, outcome in zip(found["permitted"], vector.permitted, strict=True):
                if isinstance(outcome, Rejection):
                    assert stated == {"outcome": "reject", "offset": outcome.offset, "reason": outcome.text or None}
                else:
                    assert read_back(exported, stated, "result", read_result) == outcome.value


def test_every_line_is_as_the_schema_has_it(exported: Path) -> None:
    schemas = {name: json.loads((exported / f"{name}.schema.json").read_text()) for name in SCHEMAS}
    holds = {name: jsonschema.Draft202012Validator(schema).is_valid for name, schema in schemas.items()}
    assert holds["export"](json.loads((exported / "export.json").read_text(encoding="utf-8")))
    for file in exported.glob("*.jsonl"):
        for found in file.read_text(encoding="utf-8").splitlines():
            assert holds["vector"](json.loads(found))
    lines = map(json.loads, (exported / "ascii.jsonl").read_text(encoding="utf-8").splitlines())
    found = next(each for each in lines if "input" in each)
    for wrong in ({"input": "4G"}, {"input": "41*3"}, {"input_file": "long/x.txt"}, {"operation": "x"}, {"permitted": []}):
        assert not holds["vector"]({**found, **wrong})


def test_the_manifest_identifies_the_vectors(exported: Path) -> None:
    manifest = json.loads((exported / "export.json").read_text(encoding="utf-8"))
    assert manifest["version"] == (VECTORS / "VERSION").read_text().strip()
    assert manifest["hash"] == edition(load_suite()).hash
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
        assert all(rows[field] == meaning for field, meaning in fields(schema, schema))
    used = set()
    for file in exported.glob("*.jsonl"):
        for found in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            used |= set(found)
            used |= {f"permitted[].{field}" for outcome in found["permitted"] for field in outcome}
            used |= {f"requirements[].{field}" for requirement in found["requirements"] for field in requirement}
    assert used <= set(rows)
    sections = text.partition("### Sections")[2].partition("### Reasons")[0]
    _, _, *documents = re.findall(r"^\| (.+?) \| .+ \|$", sections, re.MULTILINE)
    assert documents == list(map(plain, read_documents([VECTORS])))


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


def test_bad_folders_are_one_line(conform) -> None:
    (conform.folder / "file").write_text("")
    (conform.folder / "mine" / "notes").mkdir(parents=True)
    cases = {
        (): "Missing argument 'DIR'",
        ("file",): "Directory 'file' is a file",
        ("mine",): "mine is not empty",
        ("file/x",): "file/x cannot be made: File exists",
        ("x", "-e", "kim"): "No such option",
    }
    for words, ended in zip(cases, conform.all([("export", *words) for words in cases])):
        assert (ended.returncode, ended.stdout) == (2, "")
        assert cases[words] in ended.stderr.splitlines()[-1]
    assert sorted(path.name for path in conform.folder.iterdir()) == ["file", "mine"]


def test_a_full_disk_leaves_nothing(conform) -> None:
    with conform.start("export", "x", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (9999, 9999))) as process:
        out, err = process.communicate()
    assert (process.returncode, out, err) == (3, "", "conform: a file cannot be written: File too large\n")
    assert list(conform.folder.iterdir()) == []
