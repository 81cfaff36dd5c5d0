"""The plug-in of the C codec, with the library that is built in this folder."""

from pathlib import Path

ORIGINAL = Path(__file__).resolve().parents[4] / "implementations" / "native" / "plugin.py"
exec(compile(ORIGINAL.read_text(encoding="utf-8"), ORIGINAL, "exec"))
