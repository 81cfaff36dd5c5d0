"""Wrong usage of each command: one clear message, status 2, and nothing is written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ONE = ("run", "-i", "reference", "-e", "ascii", "-k", "ascii/letter-a-large/decode")
ASCII = ("run", "-i", "reference", "-e", "ascii")
NEW = ("new", "x", "--language", "c")

USAGE: list[tuple[tuple[str, ...], str]] = [
    ((), "Usage"),
    (("dance",), "conform: unknown command 'dance'; `"),
    (("rum",), "conform: unknown command 'rum'; did you mean run?"),
    (("run", "referense"), "unexpected argument 'referense'; did you mean -i referense?"),
    (("run", "--colour"), "--colour"),
    (("run", "-i", "nobody"), "no implementation 'nobody'; `conform list implementations` shows the names"),
    (("run", "-i", "referense"), "no implementation 'referense'; did you mean reference?"),
    (("run", "-i", "no/such/folder"), "no folder 'no/such/folder'"),
    (("run", "-i", "file"), "file is a file; expected the folder that has implementation.yaml"),
    (("run", "-i", "my-codek"), "no implementation 'my-codek'; did you mean my-codec?"),
    (("run", "-i", "."), "no implementation.yaml in ."),
    (("run", "-i", "reference", "-e", "utf8"), "no encoding 'utf8'; did you mean utf-8"),
    (("run", "-i", "my-codec", "-i", "reference", "-e", "morse"), "conform: no encoding 'morse'; there are ascii, "),
    (("run", "-i", "perl", "-e", "cp437"), "perl has no cp437"),
    (("run", "-i", "reference", "--jobs", "0"), "'--jobs': 0 is not in the range 1<=x<=256."),
    (("run", "-i", "reference", "--seed", "-1"), "'--seed': -1 is not in the range 0<=x<=4294967295."),
    (("run", "-i", "reference", "--vectors", "no/such"), "no/such"),
    (("run", "-i", "reference", "--vectors", "file"), "file"),
    ((*ONE, "--json", "no/such/x"), "no/such/x"),
    ((*ONE, "--junit", "no/such/x"), "no/such/x"),
    ((*ONE, "--html", "no/such/x"), "no/such/x"),
    ((*ONE, "--json", "."), "."),
    ((*ONE, "--json", "x", "--html", "./x"), "two reports have the same file; give each its own"),
    ((*ONE, "--dask", "local:2", "--jobs", "2"), "--dask and --jobs exclude each other"),
    ((*ONE, "--dask", "nonsense"), "no cluster at nonsense: missing port number in address 'nonsense'; expected the address"),
    ((*ASCII, "-k", "letter", "-k", "lettre"), "-k 'lettre' matches no vector or check"),
    ((*ASCII, "--not", "lettre"), "--not 'lettre' matches no vector or check; did you mean letter"),
    ((*ASCII, "-k", "*zero/decode"), "matches no vector or check; `conform list vectors` shows the ids"),
    ((*ASCII, "-k", "ascii/letter-a-largge/decode"), "did you mean ascii/letter-a-large/decode"),
    ((*ASCII, "-k", "letter-a-large/decode", "--not", "letter"), "-k and --not leave no vector or check"),
    ((*ASCII, "--failed-in", "no-such-file"), "no-such-file"),
    ((*ASCII, "--failed-in", "file"), "file:1: expected a JSON object"),
    ((*ASCII, "--fail-fast", "--write-deviations"), "--write-deviations needs a complete run"),
    ((*ASCII, "--write-deviations"), "leave out -e, -k"),
    (("run", "--write-deviations"), "-i"),
    ((*ASCII, "--inputs", "empty"), "conform: empty has no files; expected files of raw bytes\n"),
    ((*ASCII, "--inputs", "inputs", "-k", "five"), "leave no input"),
    ((*ASCII, "--inputs", "large"), "large/large: has more than 1,048,576 bytes"),
    (("compare", "-i", "reference", "-e", "ascii"), "nothing to compare"),
    (("compare", "-i", "reference", "-i", "perl", "-e", "bocu-1"), "nothing to compare"),
    (("compare", "-i", "my-codec", "-i", "reference", "-e", "morse"), "no encoding 'morse'"),
    (("compare", "-i", "reference", "-i", "cpython", "-k", "ascii/check/layout"), "leave only checks and no vector"),
    (("diff", "pipe", "pipe"), "pipe: expected a regular file"),
    (("diff", "file", "file"), "conform: file:1: expected a JSON object; `conform run --json FILE` writes reports\n"),
    (("doctor",), "give an implementation: -i NAME or -i FOLDER"),
    (("doctor", "mine"), "unexpected argument 'mine'; did you mean -i mine?"),
    (("explain", "utf-8", "decode", "e2 8"), "'8' is not a byte: expected two upper-case hexadecimal digits such as 0A"),
    (("explain", "utf-8", "decode", ""), "'' is not a byte: expected two upper-case hexadecimal digits such as 0A"),
    (("explain", "utf-8", "decode", "41*9999999"), "the sequence is longer than 4194304 bytes or digits"),
    (("explain", "utf-8", "encode", "U+41"), "'U+41' is not an upper-case hexadecimal number such as 1F469 or 7F{17}"),
    (("explain", "utf8", "decode", "41"), "no encoding 'utf8'; did you mean utf-8?"),
    (("explain", "morse", "decode", "41"), "no encoding 'morse'; `conform list encodings` shows them"),
    (("explain", "utf-8", "guess", "41"), "'guess' is not one of 'decode', 'encode'"),
    (("explain", "utf-8", "decode"), "Missing argument 'INPUT...'"),
    (("fuzz", "-i", "my-codec", "-i", "reference", "-e", "morse"), "no encoding 'morse'"),
    (("list", "colours"), "colours"),
    (("new", "full", "--language", "c"), "full is not empty"),
    (("new", "hidden", "--language", "c"), "hidden is not empty"),
    (("new", "file", "--language", "c"), "file"),
    (("new", "x", "--language", "cobol"), "no language 'cobol'; expected one of c, c++,"),
    (("new", "x", "--language", "pyhton"), "no language 'pyhton'; did you mean python?"),
    (("new", "x"), "--language is missing; expected one of c, c++,"),
    ((*NEW, "-e", "utf8"), "no encoding 'utf8'; did you mean utf-8?"),
    ((*NEW, "--operation", "decode", "--operation", "validate"), "decode and validate; expected one of them"),
    ((*NEW, "--operation", "transcode"), "'transcode' is not one of 'encode', 'decode', 'validate'"),
    (("new", "my codec", "--language", "c"), "'my codec' cannot be a plug-in's name"),
    (("new", "perl", "--language", "perl"), "perl is one of the project's own implementations"),
    (("serve",), "-i"),
    (("serve", "-i", "nobody"), "no implementation 'nobody'"),
]


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@pytest.fixture(scope="module")
def folder(shared_conform) -> Path:
    """A folder with files of all kinds. `my-codec` lacks what it requires, but that is not what the messages are about."""
    folder = shared_conform.folder
    (folder / "empty").mkdir()
    for name, data in {"full/x": b"", "hidden/.git": b"", "inputs/x": b"", "large/large": bytes((1 << 20) + 1)}.items():
        (folder / name).parent.mkdir()
        (folder / name).write_bytes(data)
    (folder / "file").write_text("hello\n")
    os.mkfifo(folder / "pipe")
    (folder / "my-codec").mkdir()
    manifest = "name: my-codec\ntitle: X\nprocess: [x]\nrequires: [no-such-program]\nencodings: {ascii: {}}\n"
    (folder / "my-codec" / "implementation.yaml").write_text(manifest)
    return folder


@pytest.mark.parametrize(("words", "message"), USAGE, ids=[" ".join(words) or "conform" for words, _ in USAGE])
def test_wrong_usage_is_one_message_with_status_2(shared_conform, folder: Path, words: tuple[str, ...], message: str) -> None:
    before = files(folder)
    ended = shared_conform(*words)
    assert (ended.returncode, ended.stdout if words else "") == (2, "")
    assert message in ended.stderr + ended.stdout
    assert "Traceback" not in ended.stderr
    assert files(folder) == before
