"""What a release makes of an export, without the tools of the languages: `.ci/packages` and `.ci/wast`."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from patience import FOREVER

CI = Path(__file__).parents[3] / ".ci"
OK, REJECT = {"outcome": "ok", "result": "20AC"}, {"outcome": "reject", "offset": 0, "reason": "surrogate"}
LONG = {"outcome": "ok", "result_file": "long/utf-8/a/decode/result.txt"}

Export = Callable[..., Path]


@pytest.fixture
def export(tmp_path: Path) -> Export:
    def write(version: str, **vectors: list[dict[str, object]]) -> Path:
        folder = tmp_path / "export"
        (folder / "long").mkdir(parents=True)
        (folder / "long" / "a.txt").write_text("41*5000\n")
        (folder / "LICENSE").write_text("MIT\n")
        encodings = [{"id": id.replace("_", "-"), "file": f"{id.replace('_', '-')}.jsonl"} for id in vectors]
        (folder / "export.json").write_text(json.dumps({"version": version, "encodings": encodings}))
        for each, lines in zip(encodings, vectors.values()):
            (folder / each["file"]).write_text("".join(json.dumps(line) + "\n" for line in lines))
        return folder

    return write


def ci(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, CI / script, *arguments], capture_output=True, text=True, timeout=FOREVER)


@pytest.mark.parametrize("version, module", [("1.2.3", "a.example/b/c/vectors"), ("2.0.0", "a.example/b/c/vectors/v2")])
def test_packages_are_skeletons_with_the_export_the_version_and_the_repository(
    export: Export, tmp_path: Path, version: str, module: str
) -> None:
    made = export(version, utf_8=[])
    folder = tmp_path / "packages"
    ended = ci("packages", made, folder, "a.example/b/c")
    told = f"{folder} has packages of version {version}: go, java, npm, rust\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, told, "")
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
    ended = ci("wast", export("1.0.0", utf_8=utf_8, utf_16_le=utf_16), file)
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


@pytest.mark.parametrize("script, rest", [("packages", ("new", "a.example/b/c")), ("wast", ("new",))])
def test_bad_arguments_are_one_line(tmp_path: Path, script: str, rest: tuple[str, ...]) -> None:
    new = [tmp_path / rest[0], *rest[1:]]
    for arguments, told in (
        ((), f"usage: .ci/{script} EXPORT "),
        ((tmp_path, *new, "more"), f"usage: .ci/{script} EXPORT "),
        ((tmp_path, *new), f"{tmp_path} is not an export; "),
        ((tmp_path / "no", *new), f"{tmp_path / 'no'} is not an export; "),
    ):
        ended = ci(script, *arguments)
        assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
        assert ended.stderr.startswith(told)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_made_is_told_in_one_line(export: Export, tmp_path: Path) -> None:
    made = export("1.0.0", utf_8=[])
    for arguments, status, told in (
        (("packages", made, tmp_path, "a.example/b/c"), 2, f"{tmp_path} is there already; name a new folder"),
        (
            ("packages", made, tmp_path / "p", "https://a.example/b/c"),
            2,
            "REPOSITORY is https://a.example/b/c; write it without https://",
        ),
        (("packages", made, made / "LICENSE" / "p", "a.example/b/c"), 3, f"{made / 'LICENSE' / 'p'}"),
        (("wast", made, tmp_path / "w"), 3, f"{made / 'utf-16-le.jsonl'}: No such file or directory"),
    ):
        ended = ci(*arguments)
        assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (status, "", 1)
        assert ended.stderr.startswith(told)
    assert list(tmp_path.iterdir()) == [made]
