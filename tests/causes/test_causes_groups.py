"""A mistake of which no rule is known is told with groups of its failures."""

from __future__ import annotations

from composed import codec
from diagnosed import diagnosed


def test_failures_without_a_rule_are_told_in_groups_with_the_smallest_of_each() -> None:
    refused, wrong = diagnosed("utf-8", codec("utf-8/block-after-a-cut-value-as-ascii"))
    assert wrong.groups == ()
    assert "some inputs" in refused.title
    assert [(group.failures, group.inputs, str(group.example.id)) for group in refused.groups] == [
        (6, "a value of 800..D7FF", "utf-8/each-second-after-e0/decode"),
        (1, "the first value of each length but the shortest", "utf-8/each-bit-alone/decode"),
        (1, "a noncharacter (FDD0..FDEF)", "utf-8/each-noncharacter/decode"),
        (1, "a value above FFFF", "utf-8/first-of-each-plane/decode"),
        (1, "other inputs", "utf-8/last-of-each-plane/decode"),
    ]


def test_ill_formed_codes_are_grouped_by_their_first_byte_and_small_groups_are_put_together() -> None:
    worst, *_ = diagnosed("utf-8-31bit", codec("fed utf-8-31bit/leads-by-any-bit"))
    *named, others = worst.groups
    assert [group.inputs.rpartition(" ")[2] for group in named] == ["(90)", "(88)", "(84)", "80..BF"]
    assert others.inputs == "other inputs"
    assert sum(group.failures for group in worst.groups) == len(worst.explains)
