"""How far a campaign is, and how units are shared out among cores."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import islice
from math import inf
from pathlib import Path
from types import SimpleNamespace

import pytest

from encoding_conformance.commands.fuzz import Tally
from encoding_conformance.fuzz.campaign import Campaign
from encoding_conformance.fuzz.finding import FindingKind
from encoding_conformance.fuzz.supervisor import Pulse

CAMPAIGN = Campaign([], None, "plain", Path(), inf, inf, 1, 0)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_executions_are_summed_and_the_most_is_shown_of_the_rest(clock: Clock) -> None:
    unit = SimpleNamespace(encoding=SimpleNamespace(id="kim"), implementation=SimpleNamespace(name="my"))
    tally = Tally(replace(CAMPAIGN, units=[unit]), clock)
    for core, unit, pulse in [(0, 0, Pulse(10, 5, 2)), (1, 0, Pulse(20, 3, 4)), (0, 1, Pulse(1, 0, 0))]:
        tally.pulse(core, unit, pulse)
    assert tally.executions == 31
    assert [(of.executions, of.coverage, of.features) for of in tally.progress.values()] == [(30, 5, 4), (1, 0, 0)]
    assert tally.busy == {0: 1, 1: 0}
    assert [tally.figures(0, core)["executions"] for core in (None, 0, 1)] == [30, 10, 20]


def test_the_rate_is_that_of_the_whole_campaign(clock: Clock) -> None:
    tally = Tally(CAMPAIGN, clock)
    assert tally.rate == 0
    for executions in (1000, 10):
        clock.now += 10
        tally.pulse(0, 0, Pulse(executions, 0, 0))
    assert (tally.rate, tally.seconds) == (50.5, 20)


def test_the_last_finding_is_that_long_ago(clock: Clock) -> None:
    tally = Tally(CAMPAIGN, clock)
    clock.now += 3
    assert tally.since_last == 3
    tally.finding(FindingKind.CRASH)
    clock.now += 2
    assert (tally.since_last, tally.seconds, tally.kinds[FindingKind.CRASH]) == (2, 5, 1)


def test_a_unit_is_given_up_when_each_of_its_cores_has(clock: Clock) -> None:
    unit = SimpleNamespace(name="mine", encoding=SimpleNamespace(id="kim"))
    tally = Tally(replace(CAMPAIGN, units=[unit]), clock)
    for core in (0, 1):
        tally.pulse(core, 0, Pulse(1, 0, 0))
    tally.give_up(0, 0)
    assert list(tally.given_up_lines()) == []
    clock.now += 16.4
    tally.give_up(1, 0)
    said = "mine kim was given up after 16 s, because it kept ending its process with whatever else was asked"
    assert list(tally.given_up_lines()) == [said]
    tally.pulse(1, 0, Pulse(1, 0, 0))  # its next turn
    assert list(tally.given_up_lines()) == []


def turns(units: str, jobs: int, seconds: float, executions: float = inf) -> list[list[tuple[str, float]]]:
    campaign = Campaign(list(units), None, "plain", Path(), seconds, executions, jobs, 0)
    return [list(islice(core, 8)) for core in campaign.turns()]


@pytest.mark.parametrize("units", ["a", "ab", "abc", "abcdefgh"])
@pytest.mark.parametrize("jobs", [1, 2, 3, 4, 8])
def test_no_core_is_idle_or_takes_longer_and_no_unit_is_forgotten(units: str, jobs: int) -> None:
    cores = turns(units, jobs, 60.0)
    of_units = defaultdict(float)
    for core in cores:
        assert sum(seconds for _, seconds in core) == pytest.approx(60)
        for unit, seconds in core:
            of_units[unit] += seconds
    assert len(cores) == jobs
    assert set(of_units) == set(units)


@pytest.mark.parametrize("units", ["ab", "abcd", "abcdefgh"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_units_that_can_be_dealt_out_evenly_have_the_same(units: str, jobs: int) -> None:
    of_units = defaultdict(float)
    for core in turns(units, jobs, 60.0):
        for unit, seconds in core:
            of_units[unit] += seconds
    assert len(set(of_units.values())) == 1


def test_without_an_end_a_core_for_each_stays_with_it() -> None:
    assert turns("ab", 4, inf) == [[(unit, inf)] for unit in "abab"]


def test_without_an_end_and_with_fewer_cores_all_have_their_turns() -> None:
    assert [[unit for unit, _ in core] for core in turns("abc", 2, inf)] == [list("acacacac"), list("bbbbbbbb")]
    assert len({seconds for core in turns("abc", 2, inf) for _, seconds in core}) == 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_where_executions_are_counted_each_has_one_turn_for_as_long_as_it_takes(jobs: int) -> None:
    cores = turns("abc", jobs, inf, 100)
    assert sorted(turn for core in cores for turn in core) == [(unit, inf) for unit in "abc"]
