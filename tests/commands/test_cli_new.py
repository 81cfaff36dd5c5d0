"""`conform new`: what it makes runs as it says, passes, and fails where its codec is broken."""

import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
import yaml
from patience import FOREVER

from encoding_conformance.adapters import manifest
from encoding_conformance.adapters.installation import failure_to_build
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.notation import parse_bytes
from encoding_conformance.core.operation import Decode
from encoding_conformance.core.outcome import Decoded, Unsupported

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
QUICK = {"perl", "python"}
"""Languages whose plug-ins are tried each time; one that speaks the protocol, and one that need not."""

KEYS = ["name", "title", "homepage", "version", "version_command", "requires", "encodings", "operations", "limits"]
KEYS += ["known_deviations", "replaces"]

LARGEST = re.compile("(?<=x)7f", re.IGNORECASE)
"""The largest value of ASCII, as all languages write it."""

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
"""What stands where a template's decoder rejects, and what makes a crash of that."""

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
"""What stands where a template's decoder rejects, and how it rejects without telling where."""


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
"""What stands where a template's decoder rejects, and how it says that it cannot hold the input."""

OTHER_WORDS = ("--operation", "validate", "--operation", "encode", "-e", "ascii", "-e", "utf-8")


def each_of(languages: Iterable[str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        "language", [pytest.param(each, marks=[pytest.mark.slow] * (each not in QUICK)) for each in languages]
    )


@pytest.fixture
def words() -> tuple[str, ...]:
    """What `conform new` is told beside the language."""
    return ()


@pytest.fixture
def made(conform, language: str, words: tuple[str, ...]) -> list[list[str]]:
    """A plug-in in `my-codec`, and the steps that are told to be next."""
    if missing := [tool for tool in TOOLS[language] if not shutil.which(tool)]:
        pytest.skip(f"{', '.join(missing)} is not there")
    ended = conform("new", "my-codec", "--language", language, *words)
    assert (ended.returncode, ended.stderr) == (0, "")
    return [shlex.split(line) for line in ended.stdout.splitlines() if line.startswith(" ")]


def follow(conform, steps: list[list[str]], *more: str) -> subprocess.CompletedProcess[str]:
    """Take the only step, with more arguments; how that ended."""
    ((program, *words),) = steps
    assert program == "conform"
    return conform(*words, "--jobs", 1, *more)


@each_of(TOOLS)
def test_what_is_made_passes(conform, made: list[list[str]]) -> None:
    ended = follow(conform, made)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert re.search(r"\b[1-9][0-9]+ pass  0 fail  [0-9]+ skip  0 error", ended.stdout)


def rewrite(folder: Path, change: Callable[[str], str]) -> int:
    """Change the text of each file; in how many that made a difference."""
    differ = 0
    for file in (path for path in folder.rglob("*") if path.is_file()):
        text = file.read_text(encoding="utf-8")
        file.write_text(change(text), encoding="utf-8")
        differ += change(text) != text
    return differ


@each_of(TOOLS)
def test_what_is_made_fails_where_it_takes_bytes_that_are_ill_formed(conform, made: list[list[str]]) -> None:
    assert rewrite(conform.folder / "my-codec", lambda text: LARGEST.sub("FF", text)) == 1
    ended = follow(conform, made, "-k", "ascii/byte-ff*")
    assert ended.returncode == 1
    assert "1 fail" in ended.stdout


@each_of(CRASHES)
def test_what_is_made_crashes_with_the_input_that_its_codec_does_not_survive(
    conform, made: list[list[str]], language: str
) -> None:
    assert rewrite(conform.folder / "my-codec", lambda text: text.replace(*CRASHES[language])) == 1
    ended = follow(conform, made, "-k", "ascii/[bl]*", "--json", "x.jsonl")
    assert ended.returncode == 1
    lines = map(json.loads, (conform.folder / "x.jsonl").read_text(encoding="utf-8").splitlines())
    asked = {(line["operation"], line["input"]): line["got"] for line in lines if line["type"] == "verdict"}
    expected = {key for key in asked if key[0] == "decode" and max(parse_bytes(key[1])) > 0x7F}
    assert 0 < len(expected) < len(asked)
    assert {key for key, outcome in asked.items() if outcome.startswith("crash: ")} == expected


@each_of(SOMEWHERE)
def test_what_is_made_may_reject_without_telling_where(conform, made: list[list[str]], language: str) -> None:
    assert rewrite(conform.folder / "my-codec", lambda text: text.replace(*SOMEWHERE[language])) == 1
    ended = follow(conform, made, "-k", "ascii/byte-*", "--json", "x.jsonl")
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = map(json.loads, (conform.folder / "x.jsonl").read_text(encoding="utf-8").splitlines())
    assert {line["got"] for line in lines if line["type"] == "verdict" and line["operation"] == "decode"} == {"reject"}


@each_of(UNSUPPORTED)
@pytest.mark.usefixtures("made")
def test_what_is_made_may_say_that_it_cannot_hold_an_input(conform, language: str) -> None:
    folder = conform.folder / "my-codec"
    assert rewrite(folder, lambda text: text.replace(*UNSUPPORTED[language])) == 1
    implementation = manifest.read(folder)
    assert failure_to_build(implementation) is None
    with Testee(implementation) as testee:
        well_formed, ill_formed = testee.perform([Decode("ascii", b"A"), Decode("ascii", b"A\x80")])
    assert well_formed == Decoded((0x41,))
    assert isinstance(ill_formed, Unsupported)


@each_of(TOOLS)
@pytest.mark.parametrize("words", [OTHER_WORDS])
def test_what_is_made_has_the_encodings_and_operations_that_are_named(conform, made: list[list[str]]) -> None:
    ended = follow(conform, made, "-k", "ascii/[bl]*", "-k", "utf-8/*-of-one-byte/*")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "my-codec: only validate and encode are asked in ascii, utf-8, as the manifest says" in ended.stdout


@pytest.mark.parametrize("language", ["c", "python"])
def test_what_must_be_built_is_built_by_the_run(made: list[list[str]], language: str) -> None:
    assert made == [["conform", "run", "-i", "my-codec"]]


@pytest.mark.parametrize(("language", "first"), [("c", "plugin"), ("c-library", "libplugin.so"), ("c-library", "asan")])
@pytest.mark.usefixtures("made")
def test_make_clean_leaves_what_was_made(conform, first: str) -> None:
    before = files(conform.folder)
    for target in (first, "clean"):
        subprocess.run(["make", "-s", "-C", "my-codec", target], cwd=conform.folder, check=True, timeout=FOREVER)
    assert files(conform.folder) == before


@pytest.mark.parametrize("folder", ["deep/in/My_codec-1.0", "true", "1", "1e3", "empty", "with space/codec"])
def test_a_plug_in_is_called_as_its_folder(conform, folder: str) -> None:
    (conform.folder / "empty").mkdir()
    assert conform("new", folder, "--language", "perl").returncode == 0
    text = (conform.folder / folder / "implementation.yaml").read_text(encoding="utf-8")
    assert yaml.safe_load(text)["name"] == Path(folder).name
    assert "{name}" not in text


def test_options_say_what_a_plug_in_has(conform) -> None:
    words = ("--language", "python", "-e", "utf-8", "-e", "utf-16-le", "--operation", "encode")
    assert conform("new", "mine", *words).returncode == 0
    made = yaml.safe_load((conform.folder / "mine" / "implementation.yaml").read_text(encoding="utf-8"))
    assert (made["python"], list(made["encodings"]), made["operations"]) == ("plugin:CODEC", ["utf-8", "utf-16-le"], ["encode"])


def test_the_folder_may_be_the_one_that_one_is_in(conform) -> None:
    assert conform("new", ".", "--language", "python").returncode == 0
    assert conform("run", "-i", ".", "-k", "ascii/letter").returncode == 0


def test_a_manifest_has_every_key_or_a_comment_that_becomes_one(conform) -> None:
    conform.all(("new", f"my-{language}", "--language", language) for language in TOOLS)
    for language in TOOLS:
        file = conform.folder / f"my-{language}" / "implementation.yaml"
        text = re.sub("(?m)^# (?=[a-z_]+: |[a-z_]+:$|  - )", "", file.read_text(encoding="utf-8"))
        how = ["library", "environment"] if language.endswith("-library") else [language if language == "python" else "process"]
        build = ["build"] if "make" in TOOLS[language] else []
        assert sorted(yaml.safe_load(text)) == sorted([*KEYS, *how, *build])
        file.write_text(text, encoding="utf-8")
        assert manifest.read(file.parent).deviations[0].ids[0].text == "ascii/byte-80"


REFUSED = [
    (["full", "--language", "c"], "full is not empty"),
    (["hidden", "--language", "c"], "hidden is not empty"),
    (["a-file", "--language", "c"], "a-file"),
    (["x", "--language", "cobol"], f"no language 'cobol'; there are {', '.join(TOOLS)}; docs/protocol.md says what a plug-in"),
    (["x", "--language", "pyhton"], "no language 'pyhton'; did you mean python?"),
    (["x"], "--language is missing; there are c, c++,"),
    (["x", "--language", "c", "-e", "utf8"], "no encoding 'utf8'; did you mean utf-8?"),
    (["x", "--language", "c", "--operation", "decode", "--operation", "validate"], "decode and validate; expected one of them"),
    (["x", "--language", "c", "--operation", "transcode"], "'transcode' is not one of 'encode', 'decode', 'validate'"),
    (["my codec", "--language", "c"], "'my codec' cannot be a plug-in's name"),
    (["perl", "--language", "perl"], "perl is one of the project's own implementations"),
]


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


def test_what_cannot_be_made_is_usage_and_nothing_is_written(conform) -> None:
    for place in ("full/x", "hidden/.git", "a-file"):
        (conform.folder / place).parent.mkdir(exist_ok=True)
        (conform.folder / place).write_text("", encoding="utf-8")
    before = files(conform.folder)
    for (_words, said), ended in zip(REFUSED, conform.all(("new", *words) for words, _ in REFUSED), strict=True):
        assert (ended.returncode, ended.stdout) == (2, "")
        assert said in ended.stderr
    assert files(conform.folder) == before
