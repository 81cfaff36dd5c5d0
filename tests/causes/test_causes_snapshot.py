"""A snapshot of the titles of the causes of composed codecs.

`python tests/causes/test_causes_snapshot.py` writes the snapshot anew, for the codecs that it names. It takes minutes; read its
diff as you read a diff of code. To add a codec, add its name with an empty list.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from composed import codec, encoding_of
from diagnosed import diagnosed

SNAPSHOT = Path(__file__).parent / "composed" / "titles.yaml"


def titles(name: str) -> list[str]:
    """Returns the titles of the causes of a codec."""
    return [cause.plain_title for cause in diagnosed(encoding_of(name), codec(name))]


def snapshot() -> dict[str, list[str]]:
    """Returns the titles of each codec in the snapshot."""
    found: dict[str, list[str]] = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", snapshot())
def test_a_composed_codec_has_the_titles_of_the_snapshot(name: str) -> None:
    assert titles(name) == snapshot()[name]


if __name__ == "__main__":
    found = {name: titles(name) for name in snapshot()}
    SNAPSHOT.write_text(yaml.safe_dump(found, sort_keys=False, allow_unicode=True, width=1000), encoding="utf-8")
