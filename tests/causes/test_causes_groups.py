"""A mistake of which no rule is known is told with groups of its failures."""

from __future__ import annotations

from diagnosed import diagnosed

from workshop.composed.families import codec


def test_failures_without_a_rule_are_told_in_groups_with_the_smallest_of_each() -> None:
    refused, wrong = diagnosed("utf-inf-8", codec("utf-inf-8", ["five-bits-in-the-seventh-row"]))
    assert refused.groups == ()
    assert "some inputs" in wrong.title
    assert [(group.failures, group.inputs, str(group.example.id)) for group in wrong.groups] == [
        (2, "the last value of each length", "utf-inf-8/edge/fffffffff/decode"),
        (1, "a value of 80000000..FFFFFFFFF", "utf-inf-8/edge/ffffffffe/decode"),
    ]


def test_ill_formed_codes_are_grouped_by_their_first_byte_and_small_groups_are_put_together() -> None:
    worst, *_ = diagnosed("bocu-1", codec("bocu-1", ["trails-in-a-row"]))
    *named, others = worst.groups
    assert [group.inputs.rpartition(" ")[2] for group in named] == ["FB", "FE", "FD", "FA"]
    assert others.inputs == "other inputs"
    assert sum(group.failures for group in worst.groups) == len(worst.explains)
