"""Exit statuses other than that of wrong usage, and what is said with them."""

import json
import os
import re
from typing import Any

import pytest

from encoding_conformance.adapters.manifest import Implementation
from encoding_conformance.commands.arguments import unable
from encoding_conformance.commands.main import COMMANDS
from encoding_conformance.data_folders import IMPLEMENTATIONS
from encoding_conformance.runner.registry import find

REFERENCE = ("run", "-i", "reference", "-e", "ascii", "-k", "ascii/letter-a-large/decode")


def lines(conform) -> list[dict[str, Any]]:
    return list(map(json.loads, (conform.folder / "x.jsonl").read_text(encoding="utf-8").splitlines()))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_report_that_may_not_be_written_is_usage(conform) -> None:
    conform.folder.chmod(0o555)
    assert conform(*REFERENCE, "--json", "x.jsonl").returncode == 2


def test_a_full_disk_is_not_the_fault_of_an_implementation(conform) -> None:
    ended = conform(*REFERENCE, "--json", "/dev/full")
    assert (ended.returncode, ended.stderr) == (3, "conform: a file cannot be written: No space left on device\n")


def test_an_implementation_that_lacks_what_it_requires_is_an_error_and_others_are_checked(conform, manifest) -> None:
    folder = manifest("torn", "process: [x]\nrequires: [python3, no-such-program, no_such_module]")
    ended = conform(*REFERENCE, "-i", folder, "--json", "x.jsonl")
    assert (ended.returncode, ended.stderr) == (3, "")
    assert "torn: it cannot run\n" in ended.stdout
    (error,) = [line for line in lines(conform) if line.get("verdict") == "error"]
    assert (error["implementation"], error["id"], error["blame"]) == ("torn", "ascii/start", "adapter")
    advice = f"install them, or correct requires in {folder}/implementation.yaml:4"
    assert error["reason"] == f"it cannot run: it needs no-such-program, no_such_module; {advice}"
    assert {line["verdict"] for line in lines(conform) if line.get("implementation") == "reference"} == {"pass"}


@pytest.mark.parametrize(
    "program, messages",
    [
        ("exit 3", ["it does not start", "why        no reply to hello: exited with status 3"]),
        ("read hello; echo 0 ok 1 kim", ["its reply to hello lacks ascii, which its manifest lists; it has kim"]),
    ],
)
def test_an_implementation_that_does_not_start_is_one_message(conform, manifest, program: str, messages: list[str]) -> None:
    folder = manifest("dead", f"process: [sh, -c, {program}]", "{ascii: {}, kim: {}}" if program == "exit 3" else "{ascii: {}}")
    ended = conform("run", "-i", folder, "--jobs", 2, "--json", "x.jsonl")
    rerun = f"rerun      conform doctor -i {folder} -e ascii"
    assert [line.strip() for line in ended.stdout.splitlines()] == [f"dead: {messages[0]}", *messages[1:], rerun, ""]
    assert (ended.returncode, [line["type"] for line in lines(conform)]) == (3, ["header", "verdict", "cause", "footer"])


@pytest.mark.parametrize("command", ["compare", "fuzz"])
def test_other_commands_end_if_a_named_implementation_cannot_run(conform, manifest, command: str) -> None:
    folder = manifest("torn", "process: [x]\nrequires: [no-such-program]")
    ended = conform(command, "-i", "reference", "-i", folder, "-e", "ascii")
    advice = f"install it, or correct requires in {folder}/implementation.yaml:4"
    assert (ended.returncode, ended.stderr) == (3, f"conform: torn: it cannot run: it needs no-such-program; {advice}\n")


def test_for_an_implementation_of_the_project_a_list_says_how_to_get_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Implementation, "missing", lambda self: ["perl"])
    (reason,) = unable([find("perl")]).values()
    assert reason == "it cannot run: it needs perl; `conform list implementations` shows how to install it"


@pytest.mark.slow
def test_a_run_without_names_needs_only_python_fits_on_a_screen_and_names_what_else_there_is(conform) -> None:
    ended = conform("run", "-k", "*/letter-a*", "--json", "x.jsonl")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert sorted(lines(conform)[0]["implementations"]) == ["cpython", "cpython-replace", "reference"]
    assert len(ended.stdout.splitlines()) <= 24
    *_, others, how, where = ended.stdout.splitlines()
    assert re.fullmatch(r"\d+ more implementations come with the project, in many languages; \d+ of them can run here\.", others)
    assert "`conform run -i all`" in how and "`conform list implementations`" in where


def test_all_are_those_that_are_installed(conform) -> None:
    ended = conform("run", "-i", "all", "-e", "kim", "-k", "kim/e-acute/decode")
    assert (ended.returncode, "reference" in ended.stdout) == (0, True)


def test_a_bad_manifest_is_the_fault_of_the_adapter(conform, manifest) -> None:
    ended = conform("run", "-i", manifest("bad", "process: [x]\ncolour: red"))
    assert (ended.returncode, ended.stdout) == (3, "")
    assert "implementation.yaml:4: colour" in ended.stderr and "Traceback" not in ended.stderr


def test_help_and_version(conform) -> None:
    whole, run, version = conform.all([("--help",), ("run", "-h"), ("--version",)])
    assert {(ended.returncode, ended.stderr) for ended in (whole, run, version)} == {(0, "")}
    assert whole.stdout.startswith("Usage: ") and run.stdout.startswith("Usage: ")
    described = whole.stdout.split("Commands:\n")[1].splitlines()
    assert [line.split()[0] for line in described] == sorted(COMMANDS)
    assert [line for line in described if not line.endswith(".") or "..." in line] == []
    options = ["-i", "-e", "-k", "--json", "--junit", "--html", "--jobs", "--seed", "--vectors"]
    assert [option for option in options if option not in run.stdout] == []
    assert version.stdout.startswith("conform, version ")


def test_lists(conform) -> None:
    names = ["encodings", "implementations", "checks", "vectors"]
    lists = dict(zip(names, conform.all(("list", name) for name in names), strict=True))
    assert {(ended.returncode, ended.stderr) for ended in lists.values()} == {(0, "")}
    rows = {name: [line.split("\t")[0] for line in ended.stdout.splitlines()[1:]] for name, ended in lists.items()}
    assert rows["implementations"] == sorted(path.parent.name for path in IMPLEMENTATIONS.glob("*/implementation.yaml"))
    assert "ascii" in rows["encodings"] and "layout" in rows["checks"] and "ascii/letter-a-large/decode" in rows["vectors"]
