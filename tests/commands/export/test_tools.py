"""What a release does with exports, without the tools of the languages: `tools/packages`, `tools/wast` and `tools/promise`."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from patience import FOREVER

TOOLS = Path(__file__).parents[3] / "tools"
OK, REJECT = {"outcome": "ok", "result": "20AC"}, {"outcome": "reject", "offset": 0, "reason": "surrogate"}
LONG = {"outcome": "ok", "result_file": "long/a.txt"}

Export = Callable[..., Path]


@pytest.fixture
def export(tmp_path_factory) -> Export:
    """Writes an export with these lines: `export("1.0.0", utf_8=[...])`."""

    def write(version: str, long: str = "41*5000", **vectors: list[dict[str, object]]) -> Path:
        folder = tmp_path_factory.mktemp("export")
        (folder / "long").mkdir()
        (folder / "long" / "a.txt").write_text(f"{long}\n")
        (folder / "LICENSE").write_text("MIT\n")
        encodings = []
        for id, lines in vectors.items():
            text = "".join(json.dumps(line) + "\n" for line in lines)
            encodings.append({"id": id.replace("_", "-"), "file": f"{id.replace('_', '-')}.jsonl", "sha256": text})
            (folder / encodings[-1]["file"]).write_text(text)
        (folder / "export.json").write_text(json.dumps({"version": version, "encodings": encodings}))
        return folder

    return write


def tool(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, TOOLS / name, *arguments], capture_output=True, text=True, timeout=FOREVER)


@pytest.mark.parametrize("version, module", [("1.2.3", "a.example/b/c/vectors"), ("2.0.0", "a.example/b/c/vectors/v2")])
def test_packages_have_the_export_the_version_and_the_repository(
    export: Export, tmp_path: Path, version: str, module: str
) -> None:
    folder = tmp_path / "packages"
    ended = tool("packages", export(version, utf_8=[]), folder, "a.example/b/c")
    said = f"{folder} has packages of version {version}: go, java, npm, rust\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, said, "")
    texts = {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}
    for data in ("go/data", "java/src/main/resources/encodingconformance/vectors", "npm/data", "rust/data"):
        assert texts[f"{data}/long/a.txt"] == "41*5000\n"
        assert json.loads(texts[f"{data}/export.json"])["version"] == version
        assert texts[f"{data.partition('/')[0]}/LICENSE"] == "MIT\n"
    assert not [name for name, text in texts.items() if any(mark in text for mark in ("@VERSION@", "@REPOSITORY@", "@MAJOR@"))]
    assert texts["go/go.mod"].startswith(f"module {module}\n")
    assert f'import "{module}"' in texts["go/README.md"]
    assert json.loads(texts["npm/package.json"])["version"] == version
    assert f"<version>{version}</version>" in texts["java/pom.xml"]
    assert f'version = "{version}"' in texts["rust/Cargo.toml"]
    assert '    ("long/a.txt", include_str!("../data/long/a.txt")),\n' in texts["rust/src/files.rs"]
    assert texts["rust/src/files.rs"].count("include_str!") == 3


def test_a_string_of_a_component_is_asserted_if_it_can_be(export: Export, tmp_path: Path) -> None:
    decode = {"operation": "decode", "id": "utf-8/a/decode", "input": "E2 82 AC"}
    utf_8 = [
        {**decode, "permitted": [OK]},
        {**decode, "input": "ED A0 80", "permitted": [REJECT]},
        {**decode, "permitted": [OK, REJECT]},
        {**decode, "permitted": [LONG]},
        {"operation": "decode", "input_file": "long/a.txt", "permitted": [REJECT]},
        {"operation": "encode", "input": "20AC", "permitted": [{"outcome": "ok", "result": "E2 82 AC"}]},
    ]
    utf_16 = [
        {**decode, "input": "AC 20", "permitted": [OK]},
        {**decode, "input": "AC 20 00", "permitted": [REJECT]},
        {**decode, "input": "", "permitted": [{"outcome": "ok", "result": ""}]},
    ]
    file = tmp_path / "vectors.wast"
    ended = tool("wast", export("1.0.0", utf_8=utf_8, utf_16_le=utf_16), file)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    lines = file.read_text().splitlines()
    assert [line.strip() for line in lines if line.startswith(("(assert", "    (data"))] == [
        r'(data (i32.const 0) "\08\00\00\00\03\00\00\00\e2\82\ac")',
        r'(assert_return (invoke "string") (str.const "\e2\82\ac"))',
        r'(data (i32.const 0) "\08\00\00\00\03\00\00\00\ed\a0\80")',
        '(assert_trap (invoke "string") "")',
        r'(data (i32.const 0) "\08\00\00\00\01\00\00\00\ac\20")',
        r'(assert_return (invoke "string") (str.const "\e2\82\ac"))',
        r'(data (i32.const 0) "\08\00\00\00\00\00\00\00")',
        '(assert_return (invoke "string") (str.const ""))',
    ]
    assert [line.split("=")[1] for line in lines if "string-encoding" in line] == ["utf8)))"] * 2 + ["utf16)))"] * 2


A = {"id": "toy/a", "operation": "decode", "input": "41", "permitted": [OK], "may_refuse": False, "note": "a"}
B = {**A, "id": "toy/b", "permitted": [REJECT]}
C = {**A, "id": "toy/long", "permitted": [LONG]}
OTHER = "{} has another meaning; give the new one another id"


@pytest.mark.parametrize(
    "old, new, said",
    [
        (("1.0.0", A), ("1.0.0", A), []),
        (("1.0.0", A), ("1.0.1", {**A, "note": "b"}), []),
        (("1.0.0", A), ("1.0.0", {**A, "note": "b"}), ["version 1.0.0 is there already, with other content"]),
        (("1.0.9", A), ("1.1.0", A, B), []),
        (("1.0.0", A), ("1.0.1", A, B), ["toy/b is new; that takes a minor version"]),
        (("1.9.0", A, B), ("2.0.0", A), []),
        (("1.0.0", A, B), ("1.1.0", A), ["toy/b is gone; that takes a major version"]),
        (("1.0.0", A), ("2.0.0", {**A, "input": "42"}), [OTHER.format("toy/a")]),
        (("1.0.0", A), ("2.0.0", {**A, "permitted": [OK, OK]}), [OTHER.format("toy/a")]),
        (("1.10.0", A), ("1.9.0", A), ["version 1.10.0 is followed by 1.9.0"]),
        (("1.0.0", A, C), ("1.0.1", A, C, "41*5001"), [OTHER.format("toy/long")]),
    ],
)
def test_each_breach_of_the_promise_is_reported(export: Export, old, new, said: list[str]) -> None:
    folders = []
    for version, *lines in (old, new):
        long = lines.pop() if isinstance(lines[-1], str) else "41*5000"
        folders.append(export(version, long, toy=lines))
    ended = tool("promise", *folders)
    assert re.findall("^BROKEN: (.+)$", ended.stdout, re.MULTILINE) == said
    assert (ended.returncode, ended.stderr) == (bool(said), "")


def test_bad_arguments_are_one_line(export: Export, tmp_path: Path) -> None:
    made, new, repository = export("1.0.0", utf_8=[]), tmp_path / "new", "a.example/b/c"
    for arguments, status, said in (
        (("packages", made, new), 2, "usage: tools/packages EXPORT "),
        (("packages", tmp_path, new, repository), 2, f"{tmp_path} is not an export; "),
        (("packages", made, tmp_path, repository), 2, f"{tmp_path} is there already; name a new folder"),
        (("packages", made, new, f"https://{repository}"), 2, f"REPOSITORY is https://{repository}; write it without https://"),
        (("packages", made, made / "LICENSE" / "p", repository), 3, f"{made / 'LICENSE' / 'p'}"),
        (("wast", made), 2, "usage: tools/wast EXPORT "),
        (("wast", tmp_path / "no", new), 2, f"{tmp_path / 'no'} is not an export; "),
        (("wast", made, new), 3, f"{made / 'utf-16-le.jsonl'}: No such file or directory"),
        (("promise", made), 2, "usage: tools/promise OLD NEW"),
    ):
        ended = tool(*arguments)
        assert (ended.returncode, ended.stdout) == (status, "")
        assert ended.stderr.startswith(said)
        assert ended.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
