"""The page that lists the bug reports, and the faults of their front matter."""

import re
from pathlib import Path

import pytest

from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_folders import IMPLEMENTATIONS
from workshop.upstream import command
from workshop.upstream.reports import Draft, page, read

SOUND = """\
---
fault: "drops *bits*"
send_to: "https://example.org/issues, component x"
seen_in: ["1.0", "1.1"]
newest_asked: "1.2"
state: new
---

# It drops bits
"""
FAULTY = [
    ("", "", "1: no front matter; a report begins with a line ---, keys such as fault, and a line ---"),
    ("---\n\n#", "#", "1: no front matter; a report begins with a line ---, keys such as fault, and a line ---"),
    (
        'fault: "drops *bits*"\n',
        "",
        "2: key 'fault' is missing; expected a mapping with fault, send_to, seen_in, newest_asked and state",
    ),
    ("state: new", "state: sent", '6: state: invalid value "sent"; expected one of new, known, mended'),
    ("state: new", "state: known", "6: state: known, but key 'thread' is missing"),
    ("state: new", "state: mended", "6: state: mended, but key 'mended_in' is missing"),
    ('["1.0", "1.1"]', "[]", "4: seen_in: invalid value []; expected a list of one or more versions that showed the fault"),
    ('"1.2"', "2", '5: newest_asked: 2 stands without quotes; write "2"'),
    ("state: new", "state: new\nthread: 402", '7: thread: 402 stands without quotes; write "402"'),
    (
        "state: new",
        "state: new\nsent: yes",
        "7: sent: unknown key; known are fault, send_to, seen_in, newest_asked, state, thread, mended_in",
    ),
]


def written(folder: Path, text: str, name: str = "REPORT.md") -> Path:
    path = folder / "toy" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def test_the_committed_page_is_that_of_the_reports():
    file = command.REPORTS
    assert file.read_text(encoding="utf-8") == page(read(IMPLEMENTATIONS), file.parent)


def test_a_report_is_read_and_has_a_row(tmp_path):
    one = written(tmp_path, SOUND)
    two = written(
        tmp_path, SOUND.replace("state: new", "state: mended\nmended_in: 1.3\nthread: https://x.org/1"), "REPORT-two.md"
    )
    drafts = read(tmp_path)
    rest = ("drops *bits*", "https://example.org/issues, component x", ("1.0", "1.1"), "1.2")
    assert set(drafts) == {Draft(one, *rest, "new"), Draft(two, *rest, "mended", "https://x.org/1", "1.3")}
    sent = "<https://example.org/issues>, component x"
    assert page(drafts, tmp_path / "docs").splitlines()[-2:] == [
        rf"| toy | [drops \*bits\*](../toy/REPORT-two.md) | 1.0, 1.1 | 1.2 | mended in 1.3; <https://x.org/1> | {sent} |",
        rf"| toy | [drops \*bits\*](../toy/REPORT.md) | 1.0, 1.1 | 1.2 | new | {sent} |",
    ]


@pytest.mark.parametrize("right, wrong, told", FAULTY)
def test_a_fault_is_told_in_one_line(tmp_path, right, wrong, told):
    path = written(tmp_path, SOUND.replace(right, wrong, 1) if right else wrong)
    with pytest.raises(DataError) as raised:
        read(tmp_path)
    assert str(raised.value) == f"{path}:{told}"


def test_all_faulty_reports_are_told(tmp_path):
    paths = [written(tmp_path, "x", name) for name in ("REPORT-a.md", "REPORT-b.md")]
    with pytest.raises(DataError) as raised:
        read(tmp_path)
    assert [fault.location.file for fault in raised.value.problems] == list(map(str, paths))


def test_the_command_writes_the_page(tmp_path, monkeypatch):
    written(tmp_path, SOUND)
    monkeypatch.setattr(command, "IMPLEMENTATIONS", tmp_path)
    monkeypatch.setattr(command, "REPORTS", tmp_path / "reports.md")
    command.command.main([], standalone_mode=False)
    assert (tmp_path / "reports.md").read_text() == page(read(tmp_path), tmp_path)


def test_the_command_tells_faults_and_writes_nothing(tmp_path, monkeypatch):
    path = written(tmp_path, SOUND.replace("state: new", "state: known"))
    monkeypatch.setattr(command, "IMPLEMENTATIONS", tmp_path)
    monkeypatch.setattr(command, "REPORTS", tmp_path / "reports.md")
    with pytest.raises(DataError, match=re.escape(f"{path}:6: state: known, but key 'thread' is missing")):
        command.command.main([], standalone_mode=False)
    assert not (tmp_path / "reports.md").exists()
