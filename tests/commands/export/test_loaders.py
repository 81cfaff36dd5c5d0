"""The loaders of docs/loaders: with the right codec, nothing fails; with a wrong one, exactly what should."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from patience import FOREVER

from encoding_conformance.core.notation import parse_values

LOADERS = Path(__file__).parents[3] / "docs" / "loaders"
COMMANDS = {
    "loader.rs": (["rustc", "-O", "loader.rs", "-o", "loader"], ["./loader"]),
    "loader.c": (["cc", "-O", "-Wall", "-Wextra", "-Werror", "loader.c", "-o", "loader"], ["./loader"]),
    "loader.go": (["go", "build", "-o", "loader", "loader.go"], ["./loader"]),
    "Loader.java": (["javac", "Loader.java"], ["java", "Loader"]),
    "loader.mjs": (["node", "--check", "loader.mjs"], ["node", "loader.mjs"]),
}
RIGHT, WRONG = "0x7F", "0xFF"
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


@pytest.fixture(scope="module")
def exported(shared_conform) -> Path:
    """An export, with a file of toys."""
    assert shared_conform("export", "x").returncode == 0
    folder = shared_conform.folder / "x"
    for name, text in (("a", "41*1000 42"), ("b", "41*1000 43"), ("c", "F{17} 41")):
        (folder / "long" / f"{name}.txt").write_text(text + "\n")
    lines = []
    for id, stated in TOY.items():
        named = {"id": id, "operation": "decode", **stated}
        lines.append({**named, "may_refuse": stated.get("may_refuse", False), "note": "", "requirements": []})
    order = ("id", "operation", "input", "input_file", "permitted", "may_refuse", "note", "requirements")
    ordered = [{field: line[field] for field in order if field in line} for line in lines]
    (folder / "toy.jsonl").write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in ordered))
    return folder


@pytest.fixture(scope="module", params=COMMANDS)
def loaders(request, tmp_path_factory) -> dict[str, Path]:
    """The folders of the loader in one language, with the right codec and with the wrong one."""
    build, run = COMMANDS[request.param]
    if not all(shutil.which(command[0]) for command in (build, run) if not command[0].startswith(".")):
        pytest.skip(f"{build[0]} is not installed")
    made = {}
    for largest in (RIGHT, WRONG):
        made[largest] = tmp_path_factory.mktemp("loader")
        source = (LOADERS / request.param).read_text(encoding="utf-8")
        assert RIGHT in source
        (made[largest] / request.param).write_text(source.replace(RIGHT, largest), encoding="utf-8")
        ended = subprocess.run(build, cwd=made[largest], capture_output=True, text=True, timeout=FOREVER)
        assert (ended.returncode, ended.stderr) == (0, "")
        (made[largest] / "run").write_text("\n".join(run))
    return made


def ended_with(folder: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = (folder / "run").read_text().splitlines()
    return subprocess.run([*command, *arguments], cwd=folder, capture_output=True, text=True, timeout=FOREVER)


def failures(folder: Path, exported: Path, encoding: str) -> tuple[set[str], int]:
    """The ids that fail, and how many pass. A failure is told with its operation and input."""
    ended = ended_with(folder, exported, encoding)
    *failed, last = ended.stdout.splitlines()
    assert (ended.returncode, ended.stderr) == (bool(failed), "")
    assert f" {len(failed)} failed" in last
    vectors = map(json.loads, (exported / f"{encoding}.jsonl").read_text(encoding="utf-8").splitlines())
    told = {f"FAIL {each['id']} {each['operation']} {each.get('input', each.get('input_file'))}": each["id"] for each in vectors}
    return {told[line] for line in failed}, int(last.split()[0])


def is_wrong(vector: dict[str, str], exported: Path) -> bool:
    """Whether the wrong codec accepts what must be rejected, or rejects it at another place."""
    text = vector["input"] or "-" if "input" in vector else (exported / vector["input_file"]).read_text().strip()
    first = next((value for value in parse_values(text) if value > 0x7F), 0)
    return 0x7F < first <= 0xFF


@pytest.mark.slow
def test_the_right_codec_passes_and_the_wrong_one_fails_where_it_is_wrong(loaders: dict[str, Path], exported: Path) -> None:
    vectors = [json.loads(line) for line in (exported / "ascii.jsonl").read_text(encoding="utf-8").splitlines()]
    faulty = {each["id"] for each in vectors if is_wrong(each, exported)}
    failed, passed = failures(loaders[RIGHT], exported, "ascii")
    assert failed == set()
    assert len(vectors) - 4 <= passed <= len(vectors)
    assert failures(loaders[WRONG], exported, "ascii")[0] == faulty


@pytest.mark.slow
def test_a_loader_knows_every_form_of_a_line(loaders: dict[str, Path], exported: Path) -> None:
    assert failures(loaders[RIGHT], exported, "toy")[0] == TOYS_THAT_FAIL


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "told"),
    [((), "usage: "), (("x",), "usage: "), (("x", "kim8"), "cannot read x/kim8.jsonl"), ((".", "kim8"), "cannot read ")],
)
def test_wrong_usage_of_a_loader_is_one_line(loaders: dict[str, Path], arguments: tuple[str, ...], told: str) -> None:
    ended = ended_with(loaders[RIGHT], *arguments)
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (2, "", 1)
    assert ended.stderr.startswith(told)
