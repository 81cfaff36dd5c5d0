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
CRASHING = KIM.replace("values.append(value)", "values[byte]")

MODULE = """
from encoding_conformance.testing import Conformance
from my_kim import Kim

kim = Conformance("kim", Kim())
"""
TRUNCATED = "test_kim.py::kim::kim/truncated-after-one-byte"
RIGHT = "test_kim.py::kim::kim/e-acute/decode"


PLUG_INS = ("-p", "no:cacheprovider", "-p", "no:xdist")


@pytest.fixture
def run(pytester: pytest.Pytester):
    """Runs pytest in the folder of the codec, which is its home. It is this process, because its start takes longest."""
    pytester.makepyfile(my_kim=KIM, test_kim=MODULE)
    pytester.syspathinsert()
    return lambda *words: pytester.runpytest_inprocess(*PLUG_INS, *words)


@pytest.fixture
def start(run, pytester: pytest.Pytester):
    """Runs pytest as a process of its own."""
    return lambda *words: pytester.run(sys.executable, "-m", "pytest", "-p", "encoding_conformance.testing", *PLUG_INS, *words)


ENDING_IN_THE_SUMMARY = """
import os
import my_kim
import pytest

@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary():
    my_kim.Kim.decode = lambda self, data: os._exit(3)
    return (yield)
"""


@pytest.mark.parametrize("ends", [False, True])
def test_vectors_are_tests_by_their_ids_and_causes_are_shown_in_the_end(run, start, pytester, ends: bool) -> None:
    """The second time, the codec ends its process when it is run again for the causes."""
    pytester.makeconftest(ENDING_IN_THE_SUMMARY if ends else "")
    pytester.makepyfile(test_other="def test_other():\n    assert 6 * 7 == 43\n")
    ended = (start if ends else run)(RIGHT, TRUNCATED, "test_other.py", "--junit-xml=x.xml")
    assert (ended.ret, ended.parseoutcomes()) == (1, {"passed": 1, "failed": 2})
    expected = [
        "*_ kim/truncated-after-one-byte _*",
        "got ok -, expected reject 0*",
        "decode     81",
        "*_ test_other _*",
        "E*assert*43*",
        "FAILED test_kim.py::kim::kim/truncated-after-one-byte - Failed: *",
        "*= causes of the failures =*",
        "kim  kim    1 cause explains the only failure",
        "1  decode accepts input that ends inside a value, and ends there (* tried)*",
        "   rerun      pytest test_kim.py::kim::kim/truncated-after-one-byte",
        "*= * failed, * passed*",
    ]
    ended.stdout.fnmatch_lines(["*= causes of the failures =*", "1  decode accepts*"] if ends else expected)
    failure, _ = ElementTree.parse(pytester.path / "x.xml").iter("failure")
    assert failure.get("message", "").startswith("Failed: got ok -, expected reject 0")
    assert "decode     81\n" in (failure.text or "")


def test_a_crash_has_the_codec_s_traceback(run, pytester: pytest.Pytester) -> None:
    (pytester.path / "my_kim.py").write_text(CRASHING, encoding="utf-8")
    ended = run(RIGHT)
    ended.stdout.fnmatch_lines(["*values[[]byte]*", "E*IndexError*", "*crash: IndexError*"])
    assert not any(name in ended.stdout.str() for name in ("runner.py", "_hooks.py", "in_process.py", "items.py", "runtest"))


@pytest.mark.slow
def test_the_style_of_tracebacks_is_the_user_s(run, pytester: pytest.Pytester) -> None:
    (pytester.path / "my_kim.py").write_text(CRASHING, encoding="utf-8")
    run(RIGHT, "--tb=short").stdout.fnmatch_lines(["my_kim.py:*: in decode"])
    assert "raise_again" in run(RIGHT, "--full-trace").stdout.str()
    line = run(RIGHT, "--tb=line").stdout.str()
    crash = 1 + CRASHING[: CRASHING.index("values[byte]")].count("\n")
    assert f"my_kim.py:{crash}: IndexError" in line and "Captured conformance" not in line
    (pytester.path / "my_kim.py").write_text(KIM, encoding="utf-8")
    before = run(TRUNCATED, "--tb=line").stdout.str().partition("short test summary")[0]
    assert "Failed: got ok -, expected reject 0" in before
    assert "decode     81\n" not in before


PARTS = """
from encoding_conformance.testing import Conformance

class Decodes:
    def decode(self, data):
        return list(data.decode("ascii").encode())

class Validates:
    def validate(self, data):
        return True

decodes, validates = Conformance("ascii", Decodes()), Conformance("ascii", Validates())
"""


def test_a_codec_may_have_one_method(run, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_parts=PARTS)
    ids = [
        f"test_parts.py::{name}::ascii/{id}" for name in ("decodes", "validates") for id in ("letter-a-large/decode", "byte-80")
    ]
    assert run(*ids).parseoutcomes() == {"passed": 3, "failed": 1}


def test_wrong_input_is_reported_in_a_line(run, pytester: pytest.Pytester) -> None:
    wrong = {
        "test_name": (MODULE.replace('"kim"', '"morse"'), "kim: no encoding 'morse'*"),
        "test_type": (MODULE.replace("Kim())", "Kim)"), "kim: Kim is a class; expected an object with the methods *"),
        "test_value": (MODULE.replace("Kim())", "5)"), "kim: the int has no method encode; expected an object *"),
    }
    pytester.makepyfile(**{name: text for name, (text, _) in wrong.items()})
    ended = run(*(f"{name}.py" for name in wrong))
    assert ended.ret == 2
    ended.stdout.fnmatch_lines([message for _, message in wrong.values()])
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


@pytest.mark.slow
def test_a_property_test_of_the_user_s_draws_the_same_with_and_without_the_plug_in(
    start, pytester: pytest.Pytester, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Hypothesis draws from the source of what is not below a folder "site-packages", where a wheel puts the harness.
    installed = tmp_path_factory.mktemp("wheel") / "site-packages"
    installed.symlink_to(data_folders.CHECKOUT)
    monkeypatch.setenv("PYTHONPATH", str(installed / "harness"))
    pytester.makepyfile(my_numbers=f"NUMBERS = {list(range(101, 255))}", test_property=PROPERTY)
    drawn = pytester.path / "drawn.txt"

    def examples(*words: str) -> tuple[dict[str, int], str]:
        drawn.unlink(missing_ok=True)
        return start(*words).parseoutcomes(), drawn.read_text(encoding="utf-8")

    with_plug_in, ours = examples("test_kim.py::kim::kim/check/no-state-leaks", "test_property.py")
    without_plug_in, theirs = examples("test_property.py", "-p", "no:encoding_conformance.testing")
    assert (with_plug_in["passed"], without_plug_in["passed"]) == (2, 1)
    assert ours == theirs


def test_without_the_plug_in_the_tests_do_not_vanish(start) -> None:
    ended = start("-p", "no:encoding_conformance.testing")
    assert ended.ret == pytest.ExitCode.INTERRUPTED
    ended.stdout.fnmatch_lines(["*pytest has not loaded the plug-in encoding_conformance.testing, so nothing would be tested*"])


def test_an_interrupt_is_not_a_crash_of_the_codec(start, pytester: pytest.Pytester) -> None:
    interrupting = "def decode(self, data):\n        raise KeyboardInterrupt\n    def x(self"
    pytester.makepyfile(my_kim=KIM.replace("def decode(self", interrupting))
    ended = start(TRUNCATED)
    assert ended.ret == pytest.ExitCode.INTERRUPTED
    ended.stdout.fnmatch_lines(["*KeyboardInterrupt*"])


def test_no_terminal_is_no_error(run) -> None:
    ended = run(TRUNCATED, "-p", "no:terminal")
    assert (ended.ret, str(ended.stdout)) == (1, "")
