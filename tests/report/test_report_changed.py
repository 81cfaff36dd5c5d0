"""What has changed since the versions that known deviations are of, as people see it."""

from encoding_conformance.core.identity import vector_id
from encoding_conformance.core.verdict import Changed, ChangeKind, Ground, Status, Verdict
from encoding_conformance.report.sink import ChangeLine, Summary, changed_lines
from encoding_conformance.runner.registry import Outdated


def verdict(id: str, how) -> Verdict:
    failed = Verdict("one", "ascii", vector_id("ascii", id), (), Status.FAIL)
    return failed._replace(status=Status.SKIP, ground=Ground.CHANGED, changed=Changed(how, "One 1")) if how else failed


def told(fails: bool, *verdicts: Verdict) -> list[ChangeLine]:
    summary = Summary()
    for each in verdicts:
        summary.add(each)
    return list(changed_lines(summary, {"one": Outdated("One 1", "One 2", fails)}))


ABOUT = "one: its known deviations are of One 1, and One 2 is installed; changed since One 1: "


def test_one_line_says_that_nothing_has_changed() -> None:
    assert told(True, verdict("a", None)) == [ChangeLine(ABOUT + "nothing")]


def test_what_has_changed_is_counted_and_named_up_to_a_few() -> None:
    seen = [*(verdict(f"n{number}", ChangeKind.NEW) for number in range(6)), verdict("g", ChangeKind.GONE)]
    assert told(True, *seen) == [
        ChangeLine(ABOUT + "6 new, 1 gone", True),
        ChangeLine("  new: ascii/n0, ascii/n1, ascii/n2, ascii/n3 and 2 more"),
        ChangeLine("  gone: ascii/g"),
        ChangeLine("  `conform run -i one --write-deviations` brings its manifest up to date"),
    ]
    assert not any(line.fails for line in told(False, *seen))
