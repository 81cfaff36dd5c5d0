"""A whole run over all liars at a time: it goes on, it ends, and each is judged by itself."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("liars")]    # its one run is made on one worker
LIARS = Path(__file__).parents[1] / "liars"
EXPECTED = yaml.safe_load((LIARS / "expected.yaml").read_text(encoding="utf-8"))
VECTORS = "ascii/[!c]*"
"""Every vector of ASCII, and no check."""

LIE = "ascii/letter-a-large/decode"
VERDICTS = {"crash": ("fail", None), "time-out": ("fail", None), "broken protocol": ("error", "adapter")}

Verdicts = dict[str, dict[str, dict[str, Any]]]


def expected(*kinds: str) -> list[tuple[str, str, str]]:
    return [(kind, name, text) for kind in kinds for name, text in EXPECTED[kind].items()]


@pytest.fixture(scope="module")
def verdicts(shared_conform) -> Verdicts:
    """By liar and id, of one run over those whose lies are few."""
    names = [name for kind in EXPECTED if kind != "special" for name in EXPECTED[kind]]
    words = [word for name in names for word in ("-i", LIARS / name)]
    ended = shared_conform("run", *words, "-k", VECTORS, "--jobs", 8, "--json", "report.jsonl")
    assert ended.returncode == 3, ended.stderr
    lines = map(json.loads, (shared_conform.folder / "report.jsonl").read_text(encoding="utf-8").splitlines())
    header, *found, footer = lines
    assert (header["type"], footer["type"]) == ("header", "footer")
    by_liar: Verdicts = {}
    for verdict in found:
        by_liar.setdefault(verdict["implementation"], {})[verdict["id"]] = verdict
    assert set(by_liar) == set(names)
    return by_liar


@pytest.mark.parametrize(("kind", "name", "text"), expected("crash", "time-out", "broken protocol"))
def test_a_failure_costs_the_vector_that_it_came_with(
    verdicts: Verdicts, kind: str, name: str, text: str
) -> None:
    lies = {id: verdict for id, verdict in verdicts[name].items() if verdict["verdict"] != "pass"}
    assert set(lies) <= {LIE, "ascii/letter-a-large/encode"}
    assert (lies[LIE]["verdict"], lies[LIE]["blame"]) == VERDICTS[kind]
    assert lies[LIE]["outcome"].startswith(f"{kind}: ")


@pytest.mark.parametrize("name", EXPECTED["right"])
def test_what_is_rude_but_right_passes(verdicts: Verdicts, name: str) -> None:
    assert {verdict["verdict"] for verdict in verdicts[name].values()} == {"pass"}


@pytest.mark.parametrize(("kind", "name", "text"), expected("no start"))
def test_what_does_not_start_is_an_error_of_every_vector(
    verdicts: Verdicts, kind: str, name: str, text: str
) -> None:
    seen = {(verdict["verdict"], verdict["blame"]) for verdict in verdicts[name].values()}
    assert seen == {("error", "adapter")}
    outcomes = {verdict["outcome"] for verdict in verdicts[name].values() if verdict["outcome"]}
    assert outcomes and all(outcome.startswith(f"broken protocol: {text}") for outcome in outcomes)


@pytest.mark.parametrize(("kind", "name", "id"), expected("wrong"))
def test_a_wrong_answer_fails_the_vector(verdicts: Verdicts, kind: str, name: str, id: str) -> None:
    assert (verdicts[name][id]["verdict"], verdicts[name][id]["blame"]) == ("fail", None)
    assert "error" not in {verdict["verdict"] for verdict in verdicts[name].values()}


def test_state_left_over_from_a_rejection_is_found(conform) -> None:
    ended = conform("run", "-i", LIARS / "object-leaks-after-rejection", "-k", "kim/check/no-state-leaks")
    assert ended.returncode == 1
    assert "another outcome than before other operations" in ended.stdout


def test_state_left_over_from_the_call_before_is_found(conform) -> None:
    ended = conform("run", "-i", LIARS / "object-leaks-state", "-k", "ascii/check/*")
    assert ended.returncode == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["always-wrong", "exits-3", "never-answers"])
def test_a_run_with_every_check_ends(conform, name: str) -> None:
    assert conform("run", "-i", LIARS / name, "--json", "x.jsonl").returncode in (1, 3)
    assert '"footer"' in (conform.folder / "x.jsonl").read_text(encoding="utf-8").splitlines()[-1]
