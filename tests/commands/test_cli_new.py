"""`conform new`: what it makes runs as it says, passes, and gives other outcomes if its codec is changed."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from patience import FOREVER

from encoding_conformance.adapters import manifest

TOOLS = {
    "c": ["make", "cc"],
    "c++": ["make", "c++"],
    "c++-library": ["make", "c++"],
    "c-library": ["make", "cc"],
    "c-sharp": ["make", "mcs", "mono"],
    "go": ["make", "go"],
    "haskell": ["make", "ghc"],
    "java": ["make", "java", "javac"],
    "javascript": ["node"],
    "kotlin": ["make", "java", "kotlinc"],
    "ocaml": ["make", "ocamlopt"],
    "perl": ["perl"],
    "python": [],
    "ruby": ["ruby"],
    "rust": ["make", "cargo"],
    "rust-library": ["make", "cargo"],
    "zig-library": ["make", "zig"],
}
QUICK = "python"
"""The language whose plug-ins are tried each time."""

KEYS = ["name", "title", "homepage", "version", "version_command", "requires", "encodings", "operations", "limits"]
KEYS += ["known_deviations", "replaces"]

CRASHES = {
    "c": ("refuse(taken)", "abort()"),
    "c++": ("throw Rejected{offset}", "throw offset"),
    "c++-library": ("return CONFORM_REJECT;", "__builtin_trap();"),
    "c-library": ("return CONFORM_REJECT;", "__builtin_trap();"),
    "c-sharp": ("throw new Rejected(offset)", "throw new InvalidOperationException()"),
    "go": ("return nil, rejected(offset)", "panic(offset)"),
    "haskell": ("Left (Rejected (Just offset))", 'error "offset"'),
    "java": ("throw new Rejected(offset)", "throw new IllegalStateException()"),
    "javascript": ("throw new Rejected(offset)", "throw offset"),
    "kotlin": ("throw Rejected(offset)", "throw IllegalStateException()"),
    "ocaml": ("raise (Rejected (Some offset))", "failwith (string_of_int offset)"),
    "perl": ("die {reject => $-[0]}", "die"),
    "python": ("raise IllFormed(offset)", "raise KeyError"),
    "ruby": ("raise Rejected, offset", "raise"),
    "rust": ("_ => Err(Rejected(Some(offset)))", "_ => panic!()"),
    "rust-library": ("_ => return Err(Rejected(Some(offset)))", "_ => panic!()"),
    "zig-library": ("return error.Rejected;", '@panic("");'),
}
"""The part of a template where its decoder rejects, and what turns that into a crash."""

SOMEWHERE = {
    "c": ("= bytes[taken];\n    return taken;", "= bytes[taken];\n    return taken < size ? SOMEWHERE : taken;"),
    "c++": ("throw Rejected{offset}", "throw Rejected{}"),
    "c++-library": ("*offset = *count;", "(void)offset;"),
    "c-library": ("*offset = *count;", "(void)offset;"),
    "c-sharp": ("throw new Rejected(offset)", "throw new Rejected()"),
    "go": ("return nil, rejected(offset)", "return nil, somewhere"),
    "haskell": ("Left (Rejected (Just offset))", "Left (Rejected (offset `seq` Nothing))"),
    "java": ("throw new Rejected(offset)", "throw new Rejected()"),
    "javascript": ("throw new Rejected(offset)", "throw new Rejected()"),
    "kotlin": ("throw Rejected(offset)", "throw Rejected()"),
    "ocaml": ("raise (Rejected (Some offset))", "raise (Rejected None)"),
    "perl": ("die {reject => $-[0]}", "die {reject => '-'}"),
    "python": ("raise IllFormed(offset)", "raise ValueError"),
    "ruby": ("raise Rejected, offset", "raise Rejected"),
    "rust": ("_ => Err(Rejected(Some(offset)))", "_ => Err(Rejected(None))"),
    "rust-library": ("_ => return Err(Rejected(Some(offset)))", "_ => return Err(Rejected(None))"),
    "zig-library": ("offset.* = at;", "offset.* = std.math.maxInt(usize);"),
}
"""The part of a template where its decoder rejects, and how it rejects without an offset."""

UNSUPPORTED = {
    "c": ("= bytes[taken];\n    return taken;", "= bytes[taken];\n    return taken < size ? UNSUPPORTED : taken;"),
    "c++": ("throw Rejected{offset}", "throw Unsupported{}"),
    "c++-library": ("return CONFORM_REJECT;", "return CONFORM_UNSUPPORTED;"),
    "c-library": ("return CONFORM_REJECT;", "return CONFORM_UNSUPPORTED;"),
    "c-sharp": ("throw new Rejected(offset)", "throw new Unsupported()"),
    "go": ("return nil, rejected(offset)", "return nil, errUnsupported"),
    "haskell": ("Left (Rejected (Just offset))", "Left (offset `seq` Unsupported)"),
    "java": ("throw new Rejected(offset)", "throw new Unsupported()"),
    "javascript": ("throw new Rejected(offset)", "throw new Unsupported()"),
    "kotlin": ("throw Rejected(offset)", "throw Unsupported()"),
    "ocaml": ("raise (Rejected (Some offset))", "raise Unsupported"),
    "perl": ("die {reject => $-[0]}", "die {unsupported => 'too large'}"),
    "python": ("raise IllFormed(offset)", "return NotImplemented"),
    "ruby": ("raise Rejected, offset", "raise Unsupported"),
    "rust": ("_ => Err(Rejected(Some(offset)))", "_ => Err(Refused::Unsupported)"),
    "rust-library": ("_ => return Err(Rejected(Some(offset)))", "_ => return Err(Refused::Unsupported)"),
    "zig-library": ("return error.Rejected;", "return error.Unsupported;"),
}
"""The part of a template where its decoder rejects, and how it says that it cannot hold the input."""

LARGEST = re.compile("(?<=x)7f", re.IGNORECASE)
"""The largest value of ASCII, as all languages write it."""

CHANGES = {
    "ok FF": lambda text, _: LARGEST.sub("FF", text),
    "crash: ": lambda text, language: text.replace(*CRASHES[language]),
    "reject": lambda text, language: text.replace(*SOMEWHERE[language]),
    "unsupported": lambda text, language: text.replace(*UNSUPPORTED[language]),
}
"""The outcomes of decoding FF, and how a codec is changed so that it gives them."""

each_language = pytest.mark.parametrize(
    "language", [pytest.param(each, marks=[pytest.mark.slow] * (each != QUICK)) for each in TOOLS]
)


@pytest.fixture
def words() -> tuple[str, ...]:
    """The arguments of `conform new` after the language."""
    return ()


@pytest.fixture
def made(conform, language: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """Makes a plug-in in `my-codec`, and returns the command that is printed as the next step."""
    if missing := [tool for tool in TOOLS[language] if not shutil.which(tool)]:
        pytest.skip(f"{', '.join(missing)} is not there")
    ended = conform("new", "my-codec", "--language", language, *words)
    assert (ended.returncode, ended.stderr) == (0, "")
    steps = [shlex.split(line) for line in ended.stdout.splitlines() if line.startswith(" ")]
    assert steps == [["conform", "run", "-i", "my-codec"]]
    return ("run", "-i", "my-codec", "--jobs", "1")


@pytest.mark.parametrize(
    "language", [pytest.param(each, marks=[pytest.mark.slow] * (each not in ("perl", QUICK))) for each in TOOLS]
)
def test_a_new_plug_in_passes(conform, made: tuple[str, ...]) -> None:
    ended = conform(*made, "--not", "decode-undoes-encode", "--not", "encode-undoes-decode")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert re.search(r"\b[1-9][0-9]+ pass  0 fail  [0-9]+ skip  0 error", ended.stdout)


@each_language
@pytest.mark.parametrize("outcome", CHANGES)
def test_a_changed_plug_in_gives_another_outcome_where_its_codec_does(
    conform, made: tuple[str, ...], language: str, outcome: str
) -> None:
    differ = 0
    for file in (path for path in (conform.folder / "my-codec").rglob("*") if path.is_file()):
        text = file.read_text(encoding="utf-8")
        file.write_text(changed := CHANGES[outcome](text, language), encoding="utf-8")
        differ += changed != text
    assert differ == 1
    ended = conform(*made, "-k", "ascii/byte-ff", "-k", "ascii/letter-a-large/decode", "--json", "x.jsonl")
    assert ended.returncode == (outcome != "reject")
    lines = map(json.loads, (conform.folder / "x.jsonl").read_text(encoding="utf-8").splitlines())
    letter, byte = sorted((line for line in lines if line["type"] == "verdict"), key=lambda line: line["input"])
    assert letter["verdict"] == "pass"
    assert byte["got"].startswith(outcome)


@pytest.mark.parametrize(
    ("language", "was", "now"),
    [
        ("javascript", "  return values;", "  return values.map((value) => value + 256);"),
        ("perl", "return pack 'C*', @values;", "return join '', map { chr($_ + 256) } @values;"),
    ],
)
def test_what_is_not_a_byte_is_not_made_one(conform, made: tuple[str, ...], language: str, was: str, now: str) -> None:
    file = next((conform.folder / "my-codec").glob("plugin.*"))
    file.write_text(file.read_text(encoding="utf-8").replace(was, now, 1), encoding="utf-8")
    ended = conform(*made, "-k", "ascii/letter-a-large/encode")
    assert ended.returncode == 1 and "expected" in ended.stdout and "ok: 41" in ended.stdout


@each_language
@pytest.mark.parametrize("words", [("--operation", "validate", "--operation", "encode", "-e", "ascii", "-e", "utf-8")])
def test_a_new_plug_in_has_the_encodings_and_operations_that_are_named(conform, made: tuple[str, ...]) -> None:
    ended = conform(*made, "-k", "ascii/[bl]*", "-k", "utf-8/*-of-one-byte/*")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "my-codec: only validate and encode are run in ascii, utf-8, as the manifest says" in ended.stdout


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.mark.parametrize(("language", "first"), [("c", "plugin"), ("c-library", "libplugin.so"), ("c-library", "asan")])
@pytest.mark.usefixtures("made")
def test_make_clean_leaves_the_new_files(conform, first: str) -> None:
    before = files(conform.folder)
    for target in (first, "clean"):
        subprocess.run(["make", "-s", "-C", "my-codec", target], cwd=conform.folder, check=True, timeout=FOREVER)
    assert files(conform.folder) == before


@pytest.mark.parametrize("folder", ["deep/in/My_codec-1.0", "true", "1", "1e3", "empty", "with space/codec"])
def test_a_plug_in_has_the_name_of_its_folder(conform, folder: str) -> None:
    (conform.folder / "empty").mkdir()
    assert conform("new", folder, "--language", "perl").returncode == 0
    text = (conform.folder / folder / "implementation.yaml").read_text(encoding="utf-8")
    assert yaml.safe_load(text)["name"] == Path(folder).name
    assert "{name}" not in text


def test_the_folder_may_be_the_working_folder(conform) -> None:
    assert conform("new", ".", "--language", "python").returncode == 0
    assert conform("run", "-i", ".", "-k", "ascii/letter-a-large/decode").returncode == 0


@pytest.mark.parametrize(
    ("language", "how"),
    [
        ("c", ["process", "build"]),
        ("c-library", ["library", "environment", "build"]),
        ("perl", ["process"]),
        ("python", ["python"]),
    ],
)
def test_a_manifest_has_every_key_or_a_comment_that_becomes_one(conform, language: str, how: list[str]) -> None:
    conform("new", "mine", "--language", language)
    file = conform.folder / "mine" / "implementation.yaml"
    text = re.sub("(?m)^# (?=[a-z_]+: |[a-z_]+:$|  - )", "", file.read_text(encoding="utf-8"))
    assert sorted(yaml.safe_load(text)) == sorted([*KEYS, *how])
    file.write_text(text, encoding="utf-8")
    assert manifest.read(file.parent).deviations[0].ids[0].text == "ascii/byte-80"
