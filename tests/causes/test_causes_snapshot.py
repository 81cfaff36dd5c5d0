"""A snapshot of the titles of the causes of composed codecs.

`python tests/causes/test_causes_snapshot.py` writes the snapshot anew, for the codecs that it names. It takes minutes; read its
diff as you read a diff of code. To add a codec, add its name with an empty list.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from difflib import ndiff
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import yaml
from composed import encoding_of

from workshop.plugin_folder import write_plugin
from workshop.runs import run

HERE = Path(__file__).parent
SNAPSHOT = HERE / "composed" / "titles.yaml"
SLOW = ("*/check/layout", "*/check/damage", "*/check/decode-undoes-encode")
"""The checks that take longer than everything else together."""


def titles(names: Iterable[str]) -> dict[str, list[str]]:
    """Returns the titles of the causes that a run reports for each codec, without the number of inputs that support them."""
    with TemporaryDirectory(prefix="composed-") as there:
        folders = {
            name: write_plugin(
                Path(there) / f"composed-{number}",
                name,
                encoding_of(name),
                "composed",
                "codec",
                f"codec({name!r})",
                packages=HERE,
            )
            for number, name in enumerate(names)
        }
        runs = run([*folders.values()], os.cpu_count() or 1, SLOW)
    return {
        name: [re.sub(r" \(\d+ asked\)", "", cause.title) for cause in runs[folder.name].causes]
        for name, folder in folders.items()
    }


def snapshot() -> dict[str, list[str]]:
    """Returns the titles of each codec in the snapshot."""
    found: dict[str, list[str]] = yaml.safe_load(SNAPSHOT.read_text(encoding="utf-8"))
    return found


@pytest.mark.slow
def test_composed_codecs_have_the_titles_of_the_snapshot() -> None:
    expected = snapshot()
    got = titles(expected)
    changes = [line for name in expected if got[name] != expected[name] for line in (name, *ndiff(expected[name], got[name]))]
    assert not changes, "\n".join(changes)


if __name__ == "__main__":
    SNAPSHOT.write_text(yaml.safe_dump(titles(snapshot()), sort_keys=False, allow_unicode=True, width=1000), encoding="utf-8")
