"""Runs over lying implementations: each continues, ends with the expected status, and judges every liar by itself."""

import json
import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import yaml

pytestmark = pytest.mark.slow
LIARS = Path(__file__).parents[1] / "liars"
EXPECTED = yaml.safe_load((LIARS / "expected.yaml").read_text(encoding="utf-8"))
VECTORS = "ascii/[!c]*"
"""Every vector of ASCII, and no check."""

LIE, ENCODED = "ascii/letter-a-large/decode", "ascii/letter-a-large/encode"
VERDICTS = {
    "crash": ("fail", None),
    "time-out": ("fail", None),
    "malformed": ("fail", None),
    "broken protocol": ("error", "adapter"),
}

TOGETHER = {
    0: EXPECTED["right"],
    1: [name for kind in ("time-out", "crash", "malformed", "wrong") for name in EXPECTED[kind]],
    3: [*EXPECTED["broken protocol"], *EXPECTED["no start"]],
}
"""Those that share a run, by the status with which it ends. Those that are waited for come first."""

ALONE = {
    "always-wrong": (1, "*"),
    "exits-3": (1, "*"),
    "never-answers": (1, "*"),
    "wrong-order": (3, "*"),
    "two-replies": (3, "*"),
    "object-forges-hello": (3, "*"),
    "object-patches-isinstance": (1, "*"),
    "object-leaks-state": (1, "ascii/check/*"),
    "object-leaks-after-rejection": (1, "kim/check/no-state-leaks"),
}
"""Those that have a run of their own: the status with which it ends, and the pattern of their tests."""

BLAMES = {0: set(), 1: {None}, 3: {None, "adapter"}}
"""The blames of failures, by status. An implementation that breaks the protocol may fail elsewhere too."""

Verdicts = dict[str, dict[str, dict[str, Any]]]


def run(shared_conform, status: int, report: str, names: Iterable[str], *more: object) -> Verdicts:
    """Returns the verdicts of a run by liar and id. It must end with the expected status, and blame only what that allows."""
    words = [word for name in names for word in ("-i", LIARS / name)]
    ended = shared_conform("run", *words, *more, "--json", report)
    assert ended.returncode == status, ended.stderr
    header, *between, footer = map(json.loads, (shared_conform.folder / report).read_text(encoding="utf-8").splitlines())
    assert (header["type"], footer["type"]) == ("header", "footer")
    found = [line for line in between if line["type"] == "verdict"]
    blames = {verdict["blame"] for verdict in found if verdict["verdict"] in ("fail", "error")}
    assert blames <= BLAMES[status]
    assert ("adapter" in blames) == (status == 3)
    by_liar: Verdicts = {}
    for verdict in found:
        by_liar.setdefault(verdict["implementation"], {})[verdict["id"]] = verdict
    assert set(by_liar) == set(names)
    return by_liar


@pytest.fixture(scope="module")
def verdicts(shared_conform) -> Verdicts:
    """The verdicts of those that share a run. Those that are waited for have a job each, so that the others run meanwhile."""
    found: Verdicts = {}
    for status, names in TOGETHER.items():
        jobs = len(set(names) & set(EXPECTED["time-out"])) + os.cpu_count()
        found |= run(shared_conform, status, f"{status}.jsonl", names, "-k", VECTORS, "--jobs", jobs)
    return found


@pytest.fixture(scope="module")
def alone(shared_conform) -> Verdicts:
    """The verdicts of those that have a run of their own."""

    def of(name: str) -> Verdicts:
        status, pattern = ALONE[name]
        return run(shared_conform, status, f"{name}.jsonl", [name], "-k", pattern)

    with ThreadPoolExecutor(os.cpu_count() + 1) as pool:  # one of them mostly waits
        return {name: verdicts for found in pool.map(of, ALONE) for name, verdicts in found.items()}


def test_every_liar_is_run() -> None:
    assert {*ALONE, *(name for names in TOGETHER.values() for name in names)} == {
        name for names in EXPECTED.values() for name in names
    }


@pytest.mark.parametrize("kind", VERDICTS)
def test_a_failure_costs_the_vector_that_it_came_with(verdicts: Verdicts, kind: str) -> None:
    for_each = {
        name: {id: verdict for id, verdict in verdicts[name].items() if verdict["verdict"] != "pass"} for name in EXPECTED[kind]
    }
    others = {name: set(lies) - {LIE, ENCODED} for name, lies in for_each.items()}
    assert others == dict.fromkeys(for_each, set())
    judged = {name: (lies[LIE]["verdict"], lies[LIE]["blame"]) for name, lies in for_each.items()}
    assert judged == dict.fromkeys(for_each, VERDICTS[kind])
    assert {lies[LIE]["got"].partition(": ")[0] for lies in for_each.values()} == {kind}


def test_a_rude_but_right_implementation_passes(verdicts: Verdicts) -> None:
    seen = {name: {verdict["verdict"] for verdict in verdicts[name].values()} for name in EXPECTED["right"]}
    assert seen == dict.fromkeys(EXPECTED["right"], {"pass"})


@pytest.mark.parametrize("name, text", EXPECTED["no start"].items())
def test_an_implementation_that_does_not_start_is_one_error(verdicts: Verdicts, name: str, text: str) -> None:
    ((id, verdict),) = verdicts[name].items()
    assert id in ("ascii/start", "ascii/offered")
    assert (verdict["verdict"], verdict["blame"]) == ("error", "adapter")
    assert verdict["got"].startswith(f"broken protocol: {text}")


@pytest.mark.parametrize("name, id", EXPECTED["wrong"].items())
def test_a_wrong_answer_fails_the_vector(verdicts: Verdicts, name: str, id: str) -> None:
    assert (verdicts[name][id]["verdict"], verdicts[name][id]["blame"]) == ("fail", None)
    assert "error" not in {verdict["verdict"] for verdict in verdicts[name].values()}


def test_state_left_over_is_found(alone: Verdicts) -> None:
    found = alone["object-leaks-after-rejection"]["kim/check/no-state-leaks"]
    assert (found["verdict"], "operations than at first" in found["reason"]) == ("fail", True)
    assert "fail" in {verdict["verdict"] for verdict in alone["object-leaks-state"].values()}


def test_an_implementation_that_never_answers_is_given_up_and_its_other_tests_are_skipped(alone: Verdicts) -> None:
    by_verdict: dict[str, list[dict[str, Any]]] = {"fail": [], "skip": []}
    for verdict in alone["never-answers"].values():
        by_verdict[verdict["verdict"]].append(verdict)
    not_asked = [verdict for verdict in by_verdict["skip"] if verdict["ground"] == "not asked"]
    assert {verdict["got"] for verdict in not_asked} == {None}
    assert {verdict["reason"] for verdict in not_asked} == {
        f"not asked: {kind} was given up after 3 time-outs" for kind in ("decode", "encode")
    }
    assert len(by_verdict["fail"]) == 6 < len(not_asked)
