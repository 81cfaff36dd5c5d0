"""What a hello offers, against what the manifest declares, and the environment of a plug-in."""

from dataclasses import replace
from pathlib import Path

import pytest

from encoding_conformance.adapters.manifest import Implementation, Way
from encoding_conformance.adapters.testee import Testee
from encoding_conformance.core.outcome import BrokenProtocol


def test_python_has_a_buffer_unless_the_manifest_says_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    plug_in = Implementation("one", "One", Path(), Way.PROCESS, ("true",))
    assert "PYTHONUNBUFFERED" not in plug_in.variables
    assert replace(plug_in, environment={"PYTHONUNBUFFERED": "1"}).variables["PYTHONUNBUFFERED"] == "1"


@pytest.mark.parametrize(
    ("offered", "told"),
    [
        ("UTF-8", "it names UTF-8; did you mean utf-8?"),
        ("utf8", "it names utf8; did you mean utf-8?"),
        ("kim,ascii", "it names kim, ascii"),
        ("1,2,3,4,5,6,7", "it names 1, 2, 3, 4, 5 and 2 more"),
    ],
)
def test_a_hello_without_the_encoding_of_the_manifest_is_told_with_what_it_names(offered: str, told: str) -> None:
    answers = ("sh", "-c", f"read hello; echo 0 ok 1 {offered}; read end")
    with Testee(Implementation("one", "One", Path(), Way.PROCESS, answers)) as testee:
        expected = f"its hello does not name utf-8, which its manifest does; {told}"
        assert testee.failure_to_offer("utf-8") == BrokenProtocol(expected)
