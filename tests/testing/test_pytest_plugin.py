"""Conformance tests in pytest, as a user sees them."""

from __future__ import annotations

import inspect
import sys
from xml.etree import ElementTree

import pytest
import quick_kim

from encoding_conformance import data_folders

pytest_plugins = ["pytester"]

KIM = inspect.getsource(quick_kim)

MODULE = """
from encoding_conformance.testing import Conformance
from my_kim import Kim

kim = Conformance("kim", Kim())
"""


ENDING_WHEN_ASKED_AGAIN = """
import os
import my_kim
import pytest

@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary():
    my_kim.Kim.decode = lambda self, data: os._exit(3)
    return (yield)
"""


@pytest.fixture
def run(pytester: pytest.Pytester):
    """Runs pytest in the folder of the codec, which is its home."""
    pytester.makepyfile(my_kim=KIM, test_kim=MODULE)
    return lambda *words: pytester.run(sys.executable, "-m", "pytest", "-p", "encoding_conformance.testing", *words)


def test_each_vector_and_check_is_a_test_and_the_causes_are_told_at_the_end(run) -> None:
    ended = run("-k", "kim/truncated or e-acute")
    assert ended.ret == 1
    counts = ended.parseoutcomes()
    assert counts["passed"] >= 2 and counts["failed"] > 10
    ended.stdout.fnmatch_lines(
        [
            "*_ kim/truncated-after-one-byte _*",
            "got ok -, expected reject 0*",
            "decode     81",
            "FAILED test_kim.py::kim::kim/truncated-after-one-byte - Failed: *",
            "*= causes of the failures =*",
            "kim  kim    1 cause explains all * failures",
            "1  decode accepts input that ends inside a value, and ends there (* tried)*",
            "   rerun      pytest test_kim.py::kim::kim/truncated-after-one-byte",
            "*= * failed, * passed*",
        ]
    )


def test_a_failure_of_another_test_is_shown_as_ever(run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_other="def test_other():\n    assert 6 * 7 == 43\n")
    ended = run("-k", "kim/truncated or other")
    ended.stdout.fnmatch_lines(["*_ test_other _*", "E*assert*43*", "FAILED test_other.py::test_other*", "*= causes of the *"])


def test_a_codec_that_ends_its_process_when_it_is_asked_again_leaves_the_causes(run, pytester: pytest.Pytester) -> None:
    pytester.makeconftest(ENDING_WHEN_ASKED_AGAIN)
    ended = run("-k", "kim/truncated")
    assert ended.ret == 1
    ended.stdout.fnmatch_lines(
        [
            "FAILED test_kim.py::kim::kim/truncated-after-one-byte - Failed: *",
            "*= causes of the failures =*",
            "1  decode accepts*",
        ]
    )


def test_one_test_can_be_asked_again_by_its_id(run) -> None:
    for id, counts in {"kim/e-acute/decode": {"passed": 1}, "kim/truncated-after-one-byte": {"failed": 1}}.items():
        assert run(f"test_kim.py::kim::{id}").parseoutcomes() == counts


def test_a_crash_has_the_codec_s_traceback(run, pytester: pytest.Pytester) -> None:
    (pytester.path / "my_kim.py").write_text(KIM.replace("values.append(value)", "values[byte]"), encoding="utf-8")
    ended = run("test_kim.py::kim::kim/e-acute/decode")
    ended.stdout.fnmatch_lines(["*values[[]byte]*", "E*IndexError*", "*crash: IndexError*"])
    assert not any(name in ended.stdout.str() for name in ("runner.py", "_hooks.py", "in_process.py", "runtest"))


@pytest.mark.slow
def test_the_style_of_tracebacks_is_the_user_s(run, pytester: pytest.Pytester) -> None:
    crashing = KIM.replace("values.append(value)", "values[byte]")
    (pytester.path / "my_kim.py").write_text(crashing, encoding="utf-8")
    short = run("test_kim.py::kim::kim/e-acute/decode", "--tb=short")
    short.stdout.fnmatch_lines(["my_kim.py:*: in decode"])
    whole = run("test_kim.py::kim::kim/e-acute/decode", "--full-trace").stdout.str()
    assert "raise_again" in whole
    line = run("test_kim.py::kim::kim/e-acute/decode", "--tb=line").stdout.str()
    crash = 1 + crashing[: crashing.index("values[byte]")].count("\n")
    assert f"my_kim.py:{crash}: IndexError" in line and "Captured conformance" not in line
    (pytester.path / "my_kim.py").write_text(KIM, encoding="utf-8")
    line = run("test_kim.py::kim::kim/truncated-after-one-byte", "--tb=line").stdout.str()
    before = line.partition("short test summary")[0]
    assert "Failed: got ok -, expected reject 0" in before
    assert "decode     81\n" not in before


def test_another_report_of_pytest_has_the_explanation(run, pytester: pytest.Pytester) -> None:
    run("test_kim.py::kim::kim/truncated-after-one-byte", "--junit-xml=x.xml")
    (failure,) = ElementTree.parse(pytester.path / "x.xml").iter("failure")
    assert failure.get("message", "").startswith("Failed: got ok -, expected reject 0")
    assert "decode     81\n" in (failure.text or "")


PART = """
from encoding_conformance.testing import Conformance

class Part:
    def {method}(self, data):
        return {result}

part = Conformance("utf-8", Part())
"""


@pytest.mark.parametrize(
    ("method", "result", "counts"),
    [
        ("decode", "list(map(ord, data.decode()))", {"passed": 3}),
        ("validate", "True", {"passed": 2, "failed": 1}),
    ],
)
def test_a_codec_may_have_one_method(run, pytester: pytest.Pytester, method: str, result: str, counts: dict[str, int]) -> None:
    pytester.makepyfile(test_part=PART.format(method=method, result=result))
    found = run("test_part.py", "-k", "combining-acute or truncated-two-bytes-after-one").parseoutcomes()
    assert {kind: number for kind, number in found.items() if kind != "deselected"} == counts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (MODULE.replace('"kim"', '"morse"'), "kim: no encoding 'morse'*"),
        (MODULE.replace("Kim())", "Kim)"), "kim: Kim is a class; expected an object with the methods *"),
        (MODULE.replace("Kim())", "5)"), "kim: the int has no method encode; expected an object *"),
    ],
)
def test_wrong_input_is_told_in_a_line(run, pytester: pytest.Pytester, text: str, said: str) -> None:
    (pytester.path / "test_kim.py").write_text(text, encoding="utf-8")
    ended = run("test_kim.py")
    assert ended.ret == 2
    ended.stdout.fnmatch_lines([said])
    assert "Traceback" not in ended.stdout.str()


PROPERTY = """
from pathlib import Path

from hypothesis import given, seed, settings
from hypothesis import strategies as st
from my_numbers import NUMBERS  # Hypothesis draws them, because they are in the source of a module of the user's

DRAWN = Path(__file__).with_name("drawn.txt")

@seed(1)
@settings(max_examples=300, database=None, deadline=None)
@given(st.integers(0, 255), st.integers(), st.binary(max_size=4))
def test_property(byte, number, data):
    with DRAWN.open("a", encoding="utf-8") as file:
        print(byte, number, data, file=file)
"""


def test_a_property_test_of_the_user_s_draws_the_same_with_and_without_the_plug_in(
    run, pytester: pytest.Pytester, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Hypothesis draws from the source of what is not below a folder "site-packages", where a wheel puts the harness.
    installed = tmp_path_factory.mktemp("wheel") / "site-packages"
    installed.symlink_to(data_folders.CHECKOUT)
    monkeypatch.setenv("PYTHONPATH", str(installed / "harness"))
    pytester.makepyfile(my_numbers=f"NUMBERS = {list(range(101, 255))}", test_property=PROPERTY)
    drawn = pytester.path / "drawn.txt"

    def examples(*words: str) -> tuple[dict[str, int], str]:
        drawn.unlink(missing_ok=True)
        return run("-k", "no-state-leaks or property", *words).parseoutcomes(), drawn.read_text(encoding="utf-8")

    with_plug_in, ours = examples()
    without_plug_in, theirs = examples("test_property.py", "-p", "no:encoding_conformance.testing")
    assert (with_plug_in["passed"], without_plug_in["passed"]) == (2, 1)
    assert ours == theirs


def test_without_the_plug_in_the_tests_do_not_vanish(run) -> None:
    ended = run("-p", "no:encoding_conformance.testing")
    assert ended.ret == pytest.ExitCode.INTERRUPTED
    ended.stdout.fnmatch_lines(["*pytest has not loaded the plug-in encoding_conformance.testing, so nothing would be tested*"])


def test_an_interrupt_is_not_a_crash_of_the_codec(run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        my_kim=KIM.replace("def decode(self", "def decode(self, data):\n        raise KeyboardInterrupt\n    def x(self")
    )
    ended = run("-k", "kim/truncated")
    assert ended.ret == pytest.ExitCode.INTERRUPTED
    ended.stdout.fnmatch_lines(["*KeyboardInterrupt*"])


def test_no_terminal_is_no_error(run) -> None:
    ended = run("-k", "kim/truncated-after-one-byte", "-p", "no:terminal")
    assert (ended.ret, str(ended.stdout)) == (1, "")
