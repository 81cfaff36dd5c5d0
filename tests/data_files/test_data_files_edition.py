"""The version of the vectors, and what is said if it cannot be read."""

from pathlib import Path

import pytest

from encoding_conformance.data_files.problems import DataError
from encoding_conformance.data_files.suite import NOTHING, Suite, edition


def test_an_edition_has_the_version_of_the_folder_and_the_hash_of_the_suite(suite: Suite, tmp_path: Path) -> None:
    (tmp_path / "VERSION").write_text("2.10.3\n")
    assert str(edition(suite, tmp_path)) == f"2.10.3 {suite.content}"
    assert edition(suite).hash == suite.content != edition(NOTHING).hash


@pytest.mark.parametrize(
    "text, told",
    [
        (None, "no version is here; expected three numbers such as 1.0.0"),
        ("", "no version is here"),
        ("1.0\n", "'1.0' is not a version; expected three numbers"),
        ("1.0.0\n1.0.1\n", "is not a version"),
    ],
)
def test_a_version_that_is_missing_or_malformed_is_a_fault(tmp_path: Path, text: str | None, told: str) -> None:
    if text is not None:
        (tmp_path / "VERSION").write_text(text)
    with pytest.raises(DataError) as error:
        edition(NOTHING, tmp_path)
    assert str(error.value).startswith(f"{tmp_path / 'VERSION'}:1: ")
    assert told in str(error.value)
    assert "\n" not in str(error.value)
