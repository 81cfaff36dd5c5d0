"""The loaders, in C and in the packages: with the right codec, nothing fails; with a wrong one, exactly what should. CI asks
once a week the tools that few machines have: Maven, TypeScript, and wasmtime, which runs the assertions for WebAssembly."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest
from patience import FOREVER

from encoding_conformance.core.notation import parse_values

HOME = Path(__file__).parents[3]
LOADER = HOME / "docs" / "loaders" / "loader.c"
DRIVERS = Path(__file__).parent / "drivers"
REPOSITORY = "example.org/owner/name"
RESOURCES = "src/main/resources"
SOURCES = "src/main/java:src/test/java"
Command = list[str | Path]


@dataclass(frozen=True)
class Package:
    """The driver goes to its place in the package. So does the example of the README, with a text before and one after it that
    make a program of it, and one of the `tests` runs it."""

    driver: str
    place: str
    build: Command
    run: Command
    tests: list[Command]
    example: tuple[str, str, str] | None = None


JAVA = ["javac", "-Xlint:all", "-Werror", "-d", RESOURCES, "--source-path", SOURCES]
JAVA_TESTS: list[Command] = [
    [*JAVA, "src/test/java/encodingconformance/VectorsTest.java"],
    ["java", "-ea", "-cp", RESOURCES, "encodingconformance.VectorsTest"],
    ["java", "-cp", RESOURCES, "Readme.java"],
]
JAVA_BEFORE = "import encodingconformance.Vectors; import java.nio.ByteBuffer; import java.nio.charset.*;"
JAVA_EXAMPLE = ("Readme.java", f"{JAVA_BEFORE} class Readme {{ public static void main(String[] arguments) {{", "} }")
GO_EXAMPLE = f'package vectors_test\n\nimport (\n"testing"\n"unicode/utf8"\n\n"{REPOSITORY}/vectors"\n)\n\n'
GO_TESTS: list[Command] = [["go", "vet", "./..."], ["go", "test", "."]]
GO_BUILD: Command = ["go", "build", "-o", "driver", "./ascii"]
CARGO: Command = ["cargo", "build", "--quiet", "--offline", "--example", "ascii"]
CARGO_TEST: Command = ["cargo", "test", "--quiet", "--offline"]
"""The example of the README is a test of the documentation."""
NODE_TESTS: list[Command] = [["node", "--test"], ["node", "readme.mjs"]]
PACKAGES = {
    "go": Package("ascii.go", "ascii/main.go", GO_BUILD, ["./driver"], GO_TESTS, ("readme_test.go", GO_EXAMPLE, "")),
    "java": Package(
        "Ascii.java", "Ascii.java", [*JAVA, "Ascii.java"], ["java", "-cp", RESOURCES, "Ascii"], JAVA_TESTS, JAVA_EXAMPLE
    ),
    "npm": Package(
        "ascii.mjs", "ascii.mjs", ["node", "--check", "ascii.mjs"], ["node", "ascii.mjs"], NODE_TESTS, ("readme.mjs", "", "")
    ),
    "rust": Package("ascii.rs", "examples/ascii.rs", CARGO, ["target/debug/examples/ascii"], [CARGO_TEST]),
}

RIGHT, WRONG = 0x7F, 0xFF
"""The largest value in the right codec, and in the wrong one."""

OK, NEVER = {"outcome": "ok", "result": "41"}, {"outcome": "reject", "offset": None, "reason": None}
TOY: Mapping[str, dict[str, object]] = {
    "empty": {"input": "", "permitted": [{"outcome": "ok", "result": ""}]},
    "other-result": {"input": "41", "permitted": [{"outcome": "ok", "result": "41 41"}]},
    "long": {"input_file": "long/a.txt", "permitted": [{"outcome": "ok", "result_file": "long/a.txt"}]},
    "other-long": {"input_file": "long/a.txt", "permitted": [{"outcome": "ok", "result_file": "long/b.txt"}]},
    "accepted": {"input": "41", "permitted": [NEVER]},
    "rejected": {"input": "80", "permitted": [OK]},
    "rejected-and-may": {"input": "80", "permitted": [OK], "may_refuse": True},
    "rejected-somewhere": {"input": "41 80", "permitted": [NEVER]},
    "rejected-there": {"input": "41 80", "permitted": [{"outcome": "reject", "offset": 1, "reason": "bad-lead"}]},
    "rejected-elsewhere": {"input": "41 80", "permitted": [{"outcome": "reject", "offset": 10, "reason": "bad-lead"}]},
    "either": {"input": "41", "permitted": [NEVER, OK]},
    "neither": {"input": "80", "permitted": [OK, {"outcome": "reject", "offset": 1, "reason": None}]},
    "beyond-64-bits": {"operation": "encode", "input": "1" + "0" * 16, "permitted": [NEVER]},
    "digits": {"operation": "encode", "input_file": "long/c.txt", "permitted": [NEVER]},
    "64-bits": {"operation": "encode", "input": "8000000000000000", "permitted": [NEVER]},
}
TOYS_THAT_FAIL = {"other-result", "other-long", "accepted", "rejected", "rejected-elsewhere", "neither"}

Loader = Callable[[str, int], subprocess.CompletedProcess[str]]
"""Runs a codec of ASCII, with its largest value, on the test vectors of an encoding: `loader("ascii", RIGHT)`."""


@pytest.fixture(scope="module")
def exported(shared_conform) -> Path:
    """An export, with a file of toys."""
    assert shared_conform("export", "x").returncode == 0
    folder = shared_conform.folder / "x"
    for name, text in (("a", "41*1000 42"), ("b", "41*1000 43"), ("c", "F{17} 41")):
        (folder / "long" / f"{name}.txt").write_text(text + "\n")
    lines = []
    for id, stated in TOY.items():
        given = {field: stated[field] for field in ("input", "input_file", "permitted") if field in stated}
        refusable = {"may_refuse": stated.get("may_refuse", False), "note": "", "requirements": []}
        lines.append({"id": id, "operation": stated.get("operation", "decode"), **given, **refusable})
    (folder / "toy.jsonl").write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
    manifest = json.loads((folder / "export.json").read_text(encoding="utf-8"))
    manifest["encodings"].append({**manifest["encodings"][0], "id": "toy", "file": "toy.jsonl", "vectors": len(TOY)})
    (folder / "export.json").write_text(json.dumps(manifest, indent=2), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def packages(exported: Path, tmp_path_factory) -> Path:
    """The folder with all packages."""
    folder = tmp_path_factory.mktemp("packages") / "made"
    done([sys.executable, HOME / "tools" / "packages", exported, folder, REPOSITORY], HOME)
    return folder


def run(command: Command, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=FOREVER)


def done(command: Command, folder: Path) -> str:
    """What a command prints that succeeds. The test is skipped if its program is missing."""
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    ended = run(command, folder)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout


def compiled_c(folder: Path, largest: int) -> Path:
    """The loader in C, with the codec for a largest value."""
    source = LOADER.read_text(encoding="utf-8")
    assert "0x7F" in source
    (folder / "loader.c").write_text(source.replace("0x7F", str(largest)), encoding="utf-8")
    program = folder / f"loader{largest}"
    assert done(["cc", "-O", "-Wall", "-Wextra", "-Werror", "loader.c", "-o", program], folder) == ""
    return program


@pytest.fixture(scope="module", params=["c", *PACKAGES])
def loader(request, exported: Path, packages: Path, tmp_path_factory) -> Loader:
    if request.param == "c":
        folder = tmp_path_factory.mktemp("c")
        programs = {largest: compiled_c(folder, largest) for largest in (RIGHT, WRONG)}
        return lambda encoding, largest: run([programs[largest], exported, encoding], folder)
    of, folder = PACKAGES[request.param], packages / request.param
    (folder / of.place).parent.mkdir(exist_ok=True)
    shutil.copyfile(DRIVERS / of.driver, folder / of.place)
    assert done(of.build, folder) == ""
    return lambda encoding, largest: run([*of.run, encoding, str(largest)], folder)


def failures(ended: subprocess.CompletedProcess[str]) -> tuple[set[str], int]:
    """The ids that fail, and how many pass."""
    *failed, last = ended.stdout.splitlines()
    assert (ended.returncode, ended.stderr) == (bool(failed), "")
    assert f" {len(failed)} failed" in last
    return {line.split()[1] for line in failed}, int(last.split()[0])


def is_wrong(vector: dict[str, str], exported: Path) -> bool:
    """Whether the wrong codec accepts what must be rejected, or rejects it at another place."""
    text = vector["input"] or "-" if "input" in vector else (exported / vector["input_file"]).read_text().strip()
    first = next((value for value in parse_values(text) if value > RIGHT), 0)
    return RIGHT < first <= WRONG


@pytest.mark.slow
def test_the_right_codec_passes_and_the_wrong_one_fails_where_it_is_wrong(loader: Loader, exported: Path) -> None:
    vectors = [json.loads(line) for line in (exported / "ascii.jsonl").read_text(encoding="utf-8").splitlines()]
    faulty = {each["id"] for each in vectors if is_wrong(each, exported)}
    failed, passed = failures(loader("ascii", RIGHT))
    assert failed == set()
    assert len(vectors) - 4 <= passed <= len(vectors)
    assert failures(loader("ascii", WRONG))[0] == faulty


@pytest.mark.slow
def test_a_loader_knows_every_form_of_a_line(loader: Loader) -> None:
    assert failures(loader("toy", RIGHT))[0] == TOYS_THAT_FAIL


@pytest.mark.slow
def test_the_loader_in_c_names_the_input_that_fails_and_wrong_usage_in_one_line(exported: Path, tmp_path: Path) -> None:
    program = compiled_c(tmp_path, RIGHT)
    failed = run([program, exported, "toy"], tmp_path).stdout.splitlines()
    assert {"FAIL rejected-elsewhere decode 41 80", "FAIL other-long decode long/a.txt"} < set(failed)
    for arguments, told in (
        ((), "usage: "),
        (("x",), "usage: "),
        (("x", "kim8"), "cannot read x/kim8.jsonl"),
        ((".", "kim8"), "cannot read "),
    ):
        ended = run([program, *arguments], tmp_path)
        assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
        assert ended.stderr.startswith(told)


@pytest.mark.slow
@pytest.mark.parametrize("language", PACKAGES)
def test_the_tests_of_a_package_pass_and_so_does_the_example_in_its_readme(packages: Path, language: str) -> None:
    of, folder = PACKAGES[language], packages / language
    _, fence, after = (folder / "README.md").read_text(encoding="utf-8").partition("\n```")
    example = after.partition("\n")[2].partition("```")[0]
    assert fence
    if of.example:
        place, before, behind = of.example
        (folder / place).write_text(f"{before}{example}{behind}", encoding="utf-8")
    assert not [line for command in of.tests for line in done(command, folder).splitlines() if line.startswith("FAIL")]


MAVEN_REPOSITORY = Path("/usr/share/maven-repo")
"""Where Debian has the plug-ins of Maven, so that nothing is fetched."""


@pytest.mark.slow
def test_maven_builds_the_package(packages: Path, tmp_path: Path) -> None:
    if not (MAVEN_REPOSITORY / "org/apache/maven/plugins/maven-jar-plugin").is_dir():
        pytest.skip("the plug-ins of Maven are not installed")
    shutil.copytree(MAVEN_REPOSITORY, tmp_path / "repository", copy_function=os.symlink)
    folder = shutil.copytree(packages / "java", tmp_path / "java", ignore=shutil.ignore_patterns("*.class"))
    done(["mvn", "--offline", "--quiet", "--batch-mode", f"-Dmaven.repo.local={tmp_path}/repository", "package"], folder)
    (jar,) = (folder / "target").glob("*.jar")
    assert failures(run(["java", "-cp", jar, DRIVERS / "Ascii.java", "ascii", str(RIGHT)], folder))[0] == set()


@pytest.mark.slow
def test_typescript_knows_the_types_of_the_package(packages: Path) -> None:
    shutil.copyfile(DRIVERS / "types.ts", packages / "npm" / "types.ts")
    check = ["tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "types.ts"]
    assert done([*check], packages / "npm") == ""


_RETURNS = re.compile(r'return \(invoke "string"\) \(str.const "(.*)"\)\)')


@pytest.mark.slow
def test_a_runtime_of_components_holds_the_assertions(exported: Path, tmp_path: Path) -> None:
    wasmtime = pytest.importorskip("wasmtime")
    component = pytest.importorskip("wasmtime.component")
    done([sys.executable, HOME / "tools" / "wast", exported, tmp_path / "x.wast"], HOME)
    engine, wrong, outcomes = wasmtime.Engine(), [], set()
    for asserted in (tmp_path / "x.wast").read_text(encoding="ascii").split(";; ")[1:]:
        id, _, rest = asserted.partition("\n")
        text, _, assertion = rest.rpartition("(assert_")
        store = wasmtime.Store(engine)
        instance = component.Linker(engine).instantiate(store, component.Component(engine, text))
        returned = _RETURNS.match(assertion)
        expected = bytes.fromhex(returned[1].replace("\\", "")).decode() if returned else None
        try:
            got = instance.get_func(store, "string")(store)
        except (wasmtime.Trap, wasmtime.WasmtimeError):
            got = None
        outcomes.add(got is None)
        wrong += [id] if got != expected else []
    assert (wrong, outcomes) == ([], {True, False})
