"""Every exit status, and what is said with it."""

import json
import os
import re
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.commands.arguments import unable
from encoding_conformance.commands.main import ADDED, COMMANDS
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.runner.registry import find

SPEAK = Path(__file__).parents[1] / "liars" / "speak.py"
REFERENCE = ("run", "-i", "reference", "-e", "ascii", "-k", "ascii/letter")


def test_all_held(conform) -> None:
    ended = conform(*REFERENCE)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "0 fail" in ended.stdout


USAGE = [
    ([], "Usage"),
    (["dance"], "conform: unknown command 'dance'; `conform --help` lists them"),
    (["rum"], "conform: unknown command 'rum'; did you mean run?"),
    (["run", "referense"], "unexpected argument 'referense'; did you mean -i referense?"),
    (["run", "--colour"], "--colour"),
    (["fuzz", "reference"], "unexpected argument 'reference'; did you mean -i reference?"),
    (["fuzz", "--executions", "0"], "'--executions': 0 is not in the range x>=1."),
    (["run", "-i", "nobody"], "no implementation 'nobody'; `conform list implementations` shows the names"),
    (["run", "-i", "referense"], "no implementation 'referense'; did you mean reference?"),
    (["run", "-i", "reference", "-e", "utf8"], "no encoding 'utf8'; did you mean utf-8"),
    (["run", "-i", "no/such/folder"], "no implementation 'no/such/folder'"),
    (["run", "-i", "a-file"], "a-file is a file; expected the folder that has implementation.yaml"),
    (["run", "-i", "my-codek"], "no implementation 'my-codek'; did you mean my-codec?"),
    (["run", "-i", "."], "no implementation.yaml in ."),
    (["run", "-i", "reference", "-e", "morse"], "no encoding 'morse'; there are"),
    (["run", "-i", "perl", "-e", "cp437"], "perl has no cp437"),
    (["run", "-i", "reference", "-k", "nothing-is-called-so"], "matches no vector or check"),
    (["run", "-i", "reference", "--jobs", "0"], "'--jobs': 0 is not in the range 1<=x<=256."),
    (["run", "-i", "reference", "--seed", "-1"], "'--seed': -1 is not in the range x>=0."),
    (["run", "-i", "reference", "--seed", "abc"], "'--seed': 'abc' is not a valid integer range."),
    (["run", "-i", "reference", "--vectors", "no/such"], "no/such"),
    (["run", "-i", "reference", "--vectors", "a-file"], "a-file"),
    ([*REFERENCE, "--json", "no/such/x"], "no/such/x"),
    ([*REFERENCE, "--junit", "no/such/x"], "no/such/x"),
    ([*REFERENCE, "--html", "no/such/x"], "no/such/x"),
    ([*REFERENCE, "--json", "."], "."),
    (["list", "colours"], "colours"),
    (["serve"], "-i"),
    (["serve", "-i", "nobody"], "no implementation 'nobody'"),
]


def test_usage(conform) -> None:
    (conform.folder / "a-file").write_text("")
    (conform.folder / "my-codec").mkdir()
    (conform.folder / "my-codec" / "implementation.yaml").write_text("")
    wrong = [
        (words, ended.returncode, ended.stdout + ended.stderr)
        for (words, said), ended in zip(USAGE, conform.all(words for words, _ in USAGE), strict=True)
        if ended.returncode != 2 or said not in ended.stdout + ended.stderr or "Traceback" in ended.stderr
    ]
    assert wrong == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_report_that_may_not_be_written_is_usage(conform) -> None:
    conform.folder.chmod(0o555)
    assert conform(*REFERENCE, "--json", "x.jsonl").returncode == 2


def lines(conform) -> list[dict[str, Any]]:
    return list(map(json.loads, (conform.folder / "x.jsonl").read_text(encoding="utf-8").splitlines()))


def test_a_full_disk_is_no_implementation_s_fault(conform) -> None:
    ended = conform(*REFERENCE, "--json", "/dev/full")
    assert (ended.returncode, ended.stderr) == (3, "conform: a file cannot be written: No space left on device\n")


def test_a_named_implementation_that_lacks_what_it_requires_is_an_error_and_the_others_are_checked(conform, manifest) -> None:
    folder = manifest("torn", "process: [x]\nrequires: [python3, no-such-program, no_such_module]")
    ended = conform(*REFERENCE, "-i", folder, "--json", "x.jsonl")
    assert ended.returncode == 3
    assert ended.stderr == ""
    assert "torn: it cannot run\n" in ended.stdout
    (error,) = [line for line in lines(conform) if line.get("verdict") == "error"]
    assert (error["implementation"], error["id"], error["blame"]) == ("torn", "ascii/start", "adapter")
    advice = f"install them, or correct requires in {folder}/implementation.yaml:4"
    assert error["reason"] == f"it cannot run: it needs no-such-program, no_such_module; {advice}"
    assert {line["verdict"] for line in lines(conform) if line.get("implementation") == "reference"} == {"pass"}


@pytest.mark.parametrize(
    "program, told",
    [
        ("exit 3", ["it does not start", "why        no reply to hello: exited with status 3"]),
        ("read hello; echo 0 ok 1 kim", ["its hello does not name ascii, which its manifest does; it names kim"]),
    ],
)
def test_what_cannot_be_asked_is_one_statement_that_names_what_tells_more(
    conform, manifest, program: str, told: list[str]
) -> None:
    folder = manifest("dead", f"process: [sh, -c, {program}]")
    ended = conform("run", "-i", folder)
    rerun = f"rerun      conform doctor -i {folder} -e ascii"
    assert [line.strip() for line in ended.stdout.splitlines()] == [f"dead: {told[0]}", *told[1:], rerun, ""]
    assert ended.returncode == 3


@pytest.mark.parametrize("command", ["compare", "fuzz", "sizes"])
def test_other_commands_end_if_a_named_implementation_cannot_run(conform, manifest, command: str) -> None:
    folder = manifest("torn", "process: [x]\nrequires: [no-such-program]")
    ended = conform(command, "-i", "reference", "-i", folder, "-e", "ascii")
    advice = f"install it, or correct requires in {folder}/implementation.yaml:4"
    assert (ended.returncode, ended.stderr) == (3, f"conform: torn: it cannot run: it needs no-such-program; {advice}\n")


def test_of_what_the_project_has_itself_a_list_says_how_to_get_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Implementation, "missing", lambda self: ["perl"])
    (reason,) = unable([find("perl")]).values()
    assert reason == "it cannot run: it needs perl; `conform list implementations` tells how to get it"


@pytest.mark.parametrize("command", ["run", "compare", "fuzz", "audit", "sizes"])
def test_of_an_encoding_that_is_not_known_only_that_is_said(conform, manifest, command: str) -> None:
    folder = manifest("torn", "process: [x]\nrequires: [no-such-program]")
    ended = conform(command, "-i", folder, "-i", "reference", "-e", "morse")
    assert ended.returncode == 2
    assert ended.stderr.startswith("conform: no encoding 'morse'; there are ascii, ") and ended.stderr.count("\n") == 1


def test_a_run_without_names_needs_nothing_but_python_and_says_what_else_there_is(conform) -> None:
    ended = conform("run", "-k", "ascii/letter*")
    assert (ended.returncode, ended.stderr) == (0, "")
    table = [line for line in ended.stdout.splitlines() if " ascii " in line]
    assert [line.split()[1] for line in table] == ["cpython", "cpython-replace", "reference"]
    *_, others, how, where = ended.stdout.splitlines()
    assert re.fullmatch(r"\d+ more implementations come with the project, in many languages; \d+ of them can run here\.", others)
    assert "`conform run -i all`" in how and "`conform list implementations`" in where


def test_all_are_those_that_are_installed(conform) -> None:
    ended = conform("run", "-i", "all", "-e", "kim", "-k", "kim/e-acute/*")
    assert ended.returncode == 0
    assert "reference" in ended.stdout


def test_a_run_of_everything_fits_on_a_screen(conform) -> None:
    ended = conform("run", "-k", "*/letter-a*")
    assert ended.returncode == 0 and len(ended.stdout.splitlines()) <= 24


@pytest.mark.parametrize(
    ("how", "encodings", "said"),
    [
        ("process: [x]\ncolour: red", "{ascii: {}}", "implementation.yaml:4: colour"),
        ("process: [x]", "{morse: {}}", "unknown encoding 'morse'"),
        ("process: [", "{ascii: {}}", "implementation.yaml:"),
        ("version: '1'", "{ascii: {}}", "process, python, codec or library is missing"),
    ],
)
def test_a_bad_manifest_is_the_adapter_s_fault(conform, manifest, how: str, encodings: str, said: str) -> None:
    ended = conform("run", "-i", manifest("bad", how, encodings))
    assert ended.returncode == 3
    assert said in ended.stderr
    assert "Traceback" not in ended.stderr


def test_bad_vectors_are_the_vectors_fault(conform) -> None:
    place = conform.folder / "more" / "ascii" / "vectors"
    place.mkdir(parents=True)
    (place / "bad.yaml").write_text("encodings: [ascii]\nvectors:\n  - {id: x, decode: '4G', result: '41'}\n")
    for command in ("list", "run"):
        ended = conform(command, "--vectors", "more")
        assert ended.returncode == 3
        assert "bad.yaml:3" in ended.stderr


def test_a_job_that_is_killed_is_the_harness_s_fault(conform, manifest) -> None:
    """The plug-in kills the job that started it."""
    folder = manifest(
        "assassin",
        "process: [python3, x.py]",
        "{ascii: {}, kim: {}}",
        x="""
import os, signal
os.kill(os.getppid(), signal.SIGKILL)
""",
    )
    ended = conform("run", "-i", folder, "--jobs", 2, "-k", "letter", "--json", "x.jsonl")
    assert ended.returncode == 3
    assert '"blame":"harness"' in (conform.folder / "x.jsonl").read_text(encoding="utf-8")


DEVIATION = """process: [python3, {speak}]
known_deviations:
  - {{kind: bug, what: "lies about it", requirements: [], ids: ["{id}"], outcome: reject}}"""


LIE = 'def lie(reply):\n    return reply.split(" ")[0] + " reject"\n'


@pytest.mark.parametrize(
    ("id", "liar", "status", "said"),
    [
        ("ascii/letter-a-large/*", LIE, 0, "2 skip"),
        ("ascii/letter-a-large/*", "", 1, "no longer fails; remove it"),
        ("ascii/nothing-is-called-so", "", 1, "matches the id of no vector or check; remove it"),
    ],
)
def test_a_known_deviation_must_still_fail(conform, manifest, id: str, liar: str, status: int, said: str) -> None:
    folder = manifest("deviates", DEVIATION.format(speak=SPEAK, id=id), liar=liar)
    ended = conform("run", "-i", folder, "-k", "ascii/letter")
    assert ended.returncode == status
    assert said in ended.stdout


def test_a_known_deviation_that_was_not_asked_is_not_stale(conform, manifest) -> None:
    folder = manifest("deviates", DEVIATION.format(speak=SPEAK, id="ascii/byte-80*"), liar="")
    assert conform("run", "-i", folder, "-k", "ascii/letter").returncode == 0


def test_an_error_is_never_excused_as_a_known_deviation(conform, manifest) -> None:
    garbage = "def lie(reply):\n    return ''\n"
    folder = manifest("deviates", DEVIATION.format(speak=SPEAK, id="ascii/*"), liar=garbage)
    assert conform("run", "-i", folder, "-k", "ascii/letter").returncode == 3


HELP = [("--help",), ("-h",), ("run", "--help"), ("list", "-h"), ("serve", "--help")]


def test_help(conform) -> None:
    for ended in conform.all(HELP):
        assert (ended.returncode, ended.stderr) == (0, "")
        assert ended.stdout.startswith("Usage: ")


def test_the_help_says_the_whole_of_what_a_command_does(conform) -> None:
    _, commands = conform("--help").stdout.split("Commands:\n")
    lines = commands.splitlines()
    assert len(lines) == len(COMMANDS) + len(entry_points(group=ADDED)) and all(
        line.endswith(".") and "..." not in line for line in lines
    )


def test_the_help_of_run_names_every_option(conform) -> None:
    said = conform("run", "--help").stdout
    for option in ["-i", "-e", "-k", "--json", "--junit", "--html", "--jobs", "--seed", "--vectors"]:
        assert option in said


def test_the_version(conform) -> None:
    ended = conform("--version")
    assert ended.returncode == 0
    assert ended.stdout.startswith("conform, version ")


def test_what_there_is(conform) -> None:
    lists = ["encodings", "implementations", "checks", "vectors", "requirements"]
    for what, ended in zip(lists, conform.all(("list", what) for what in lists)):
        assert (ended.returncode, ended.stderr) == (0, "")
        assert len(ended.stdout.splitlines()) > 4
        if what == "implementations":
            listed = [line.split("\t")[0] for line in ended.stdout.splitlines()[1:]]
            assert listed == sorted(path.parent.name for path in IMPLEMENTATIONS.glob("*/implementation.yaml"))


def test_a_reader_that_goes_away_is_no_fault_of_the_harness(conform) -> None:
    process = conform.start("list", "vectors")
    process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read()
    process.stdin.close()
    process.stderr.close()
    assert process.wait() != 3
    assert "Traceback" not in said and "the harness failed" not in said
