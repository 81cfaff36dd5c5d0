"""The codec objects of PyICU that replace, which are those of the folder pyicu."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_SPEC = spec_from_file_location("pyicu_plugin", Path(__file__).resolve().parent.parent / "pyicu" / "plugin.py")
assert _SPEC and _SPEC.loader
_PLUGIN = module_from_spec(_SPEC)
_SPEC.loader.exec_module(_PLUGIN)
CODECS = _PLUGIN.REPLACE
