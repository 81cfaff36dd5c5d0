"""Runs Sphinx, which makes a site of pages in Markdown."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import encoding_conformance
from encoding_conformance.core.text import abridged

_NEEDED = {"furo": "furo", "myst_parser": "myst-parser", "sphinx": "sphinx"}
"""The libraries of the extra `site`, by the names of their packages."""

STATIC = "_static"
EXTRA = "_extra"
"""The folders of the sources for scripts and styles of all pages, and for files that are copied as they are."""

_CONFIGURATION: Mapping[str, object] = {
    "project": "Encoding conformance",
    "release": encoding_conformance.__version__,
    "extensions": ["myst_parser"],
    "myst_heading_anchors": 6,
    "exclude_patterns": [STATIC, EXTRA],
    "smartquotes": False,
    "highlight_language": "none",
    "html_theme": "furo",
    "html_title": "Encoding conformance",
    "html_static_path": [STATIC],
    "html_extra_path": [EXTRA],
    "html_css_files": ["site.css"],
    "html_js_files": [("matrix.js", {"defer": "defer"}), ("cases.js", {"defer": "defer"})],
    "html_copy_source": False,
    "html_use_index": False,
    "html_show_copyright": False,
    # It would read the pages that were found, which no browser allows for pages that are files.
    "html_show_search_summary": False,
}
"""The configuration of Sphinx. The anchors of headings are made as GitHub makes them."""

_NOT_PUBLISHED = (".buildinfo", "objects.inv")

_LONGEST = 300


class NotBuilt(Exception):
    """Sphinx did not make a site. The message is the first thing that it said."""


def missing() -> list[str]:
    """The names of the libraries that a site needs and that are not installed."""
    return sorted(name for module, name in _NEEDED.items() if find_spec(module) is None)


def build(sources: Path, site: Path) -> None:
    """Makes a site, in an empty folder, of all pages in the folder of the sources. Raises NotBuilt if Sphinx does not like
    something about them, such as a link to a page that is not there."""
    settings = "".join(f"{name} = {value!r}\n" for name, value in _CONFIGURATION.items())
    (sources / "conf.py").write_text(settings, encoding="utf-8")
    static = sources / STATIC
    shutil.copytree(Path(__file__).parent / "static", static, dirs_exist_ok=True)
    (sources / EXTRA).mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="conform-doctrees-") as kept:
        # The modules in the user's folder must not take the place of those that Sphinx imports.
        command = [sys.executable, "-P", "-m", "sphinx", "-q", "-N", "-W", "--keep-going", "-b", "html", "-d", kept]
        ended = subprocess.run([*command, str(sources), str(site)], capture_output=True, text=True, encoding="utf-8")
    if ended.returncode:
        said = (ended.stderr or ended.stdout).strip() or f"Sphinx ended with status {ended.returncode}"
        raise NotBuilt(abridged(said.splitlines()[0].replace(f"{sources}/", ""), _LONGEST))
    for name in _NOT_PUBLISHED:
        (site / name).unlink(missing_ok=True)
    (site / "_sources").rmdir()
    (site / ".nojekyll").touch()
