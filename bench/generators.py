"""The share of each generator in the CPU time of making all cases and running them on the reference, over all encodings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import chain
from time import process_time

from measure import Row

from encoding_conformance.adapters.codec import described, perform
from encoding_conformance.checks import blocks, every_value, ill_formed, texts
from encoding_conformance.checks.catalogue import CHECKS, GROWTH, LAYOUT, together
from encoding_conformance.checks.check import Groups, both_ways
from encoding_conformance.checks.inputs import EXAMPLES, Inputs, inputs_of
from encoding_conformance.checks.long_texts import long_texts
from encoding_conformance.core.limits import NO_LIMITS
from encoding_conformance.core.operation import Decode
from encoding_conformance.data_files.loader import own_suite
from encoding_conformance.models import case_of
from reference_codecs import CODECS

Generator = Callable[[Inputs], Groups]


def near_misses(inputs: Inputs) -> Groups:
    return ((case_of(inputs.encoding, Decode(inputs.encoding.id, data)),) for data in inputs.near_misses)


def well_formed(inputs: Inputs) -> Groups:
    for values in chain(texts.in_blocks_of_unicode(inputs), texts.of_six_lengths(inputs)):
        yield from both_ways(inputs.encoding, values)


OF_LAYOUT: dict[str, Generator] = {
    "layout: texts of vectors and examples": CHECKS[LAYOUT].around,
    "layout: near misses": near_misses,
    "layout: texts of Unicode, and sequences of lengths": well_formed,
    "layout: values": every_value.most_values,
    "layout: long texts": long_texts,
    "layout: blocks": together(blocks.values_in_blocks, blocks.blocks),
    "layout: faults in runs, in a row, at thresholds": together(
        ill_formed.in_runs, ill_formed.in_a_row, ill_formed.at_thresholds
    ),
}


def rows() -> Iterator[Row]:
    seconds, operations = Counter[str](), Counter[str]()
    for id, encoding in own_suite().encodings.items():
        start = process_time()
        inputs = inputs_of(encoding, NO_LIMITS, own_suite().vectors_of(id), 0, EXAMPLES)
        seconds["drawing examples"] += process_time() - start
        checks = [each for each in CHECKS.values() if each.name not in (LAYOUT, GROWTH) and not each.why_not(encoding)]
        others = {check.name: together(check.around, check.generated) for check in checks}
        for name, generator in (OF_LAYOUT | others).items():
            start = process_time()
            for operation in (case.operation for group in generator(inputs) for case in group):
                operations[name] += 1
                with suppress(ValueError):
                    perform(CODECS[id], operation, described)
            seconds[name] += process_time() - start
    for name, spent in seconds.most_common():
        how = f"{spent:.1f} s of CPU, {operations[name]:,} operations"
        yield Row(f"share of the cases: {name}", spent / seconds.total(), how)
