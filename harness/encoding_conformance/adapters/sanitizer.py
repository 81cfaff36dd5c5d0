"""Finds the runtime of the sanitizer that native code was built with. It must be loaded before everything else."""

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Mapping
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import NamedTuple

from encoding_conformance.adapters.child_setup import PRELOADED, SANITIZER
from encoding_conformance.data_files.files import read_file
from encoding_conformance.data_files.problems import WrongUsage


class _Sanitizer(NamedTuple):
    """The library of Atheris with a sanitizer's runtime and libFuzzer; the libraries of clang (its name contains the machine) and
    gcc; a dynamic symbol of libraries that were built with the sanitizer; and the runtime to which such a library is linked. gcc
    links to it, and clang leaves it to the program that loads the library."""

    of_atheris: str
    of_compilers: tuple[str, str]
    trace: bytes
    linked: re.Pattern[bytes]


_KNOWN = {
    "address": _Sanitizer(
        "asan_with_fuzzer.so",
        ("libclang_rt.asan-{}.so", "libasan.so"),
        b"\0__asan_init\0",
        re.compile(rb"\0(libasan\.so\.\d+|libclang_rt\.asan[\w-]*\.so)\0"),
    ),
    "undefined": _Sanitizer(
        "ubsan_with_fuzzer.so",
        ("libclang_rt.ubsan_standalone-{}.so", "libubsan.so"),
        b"\0__ubsan_handle_",
        re.compile(rb"\0(libubsan\.so\.\d+|libclang_rt\.ubsan[\w-]*\.so)\0"),
    ),
}
SANITIZERS = tuple(_KNOWN)

LARGEST_LIBRARY = 1 << 30
"""The size limit of a shared library, in bytes."""

_OPTIONS = {
    "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=10:print_legend=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1:print_summary=1",
}

_COMPILERS = ("clang", "cc")


def sanitizer_of(content: bytes) -> str:
    """Returns the sanitizer that a library with this content was built with, or an empty string."""
    return next((name for name, sanitizer in _KNOWN.items() if sanitizer.trace in content), "")


def needed_by(library: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Returns the variables that a process needs to load a library. The mapping is empty if it was built without a sanitizer or
    if the runtime is missing. A preloaded runtime is kept, unless the library is linked to another one."""
    try:
        content = read_file(library, LARGEST_LIBRARY)
    except OSError:  # loading will report it
        return {}
    if not (sanitizer := sanitizer_of(content)):
        return {}
    linked, preloaded = _KNOWN[sanitizer].linked.search(content), environment.get(PRELOADED, "")
    ours = bool(environment.get(SANITIZER))
    runtime = _of_a_compiler(linked[1].decode()) if linked else (ours and preloaded) or _for_any(sanitizer)
    if not runtime:
        return {}
    return variables(sanitizer, runtime if ours or not preloaded else f"{runtime}:{preloaded}", environment)


def variables(sanitizer: str, preloaded: str, environment: Mapping[str, str]) -> dict[str, str]:
    """Returns the variables that make a process preload a runtime. Python then uses malloc, which the runtime checks."""
    options = {name: environment.get(name, text) for name, text in _OPTIONS.items()}
    return {SANITIZER: sanitizer, PRELOADED: preloaded, "PYTHONMALLOC": "malloc", **options}


def of_atheris(sanitizer: str) -> str:
    """Returns the path of the runtime in Atheris, which also records coverage; empty if Atheris is not installed."""
    atheris = find_spec("atheris")
    library = Path(atheris.origin).parents[1] / _KNOWN[sanitizer].of_atheris if atheris and atheris.origin else None
    return str(library) if library and library.exists() else ""


def preload(sanitizer: str) -> None:
    """Makes child processes able to load libraries built with this sanitizer, or without any if it is empty. Raises WrongUsage if
    the runtime is missing."""
    for variable in (SANITIZER, PRELOADED, "PYTHONMALLOC"):
        os.environ.pop(variable, None)
    if sanitizer:
        if not (runtime := of_atheris(sanitizer)):
            raise WrongUsage(f"--sanitizer {sanitizer} needs Atheris: pip install atheris")
        os.environ |= variables(sanitizer, runtime, os.environ)


def _for_any(sanitizer: str) -> str:
    """Returns the path of a runtime for a library that is linked to none, or an empty string."""
    names = _KNOWN[sanitizer].of_compilers
    return of_atheris(sanitizer) or _of_a_compiler(*(name.format(platform.machine()) for name in names))


def _of_a_compiler(*names: str) -> str:
    """Returns the path of the first runtime with one of these names that a compiler has, or an empty string."""
    for name, compiler in product(names, filter(shutil.which, _COMPILERS)):
        done = subprocess.run([compiler, f"-print-file-name={name}"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if "/" in (path := done.stdout.strip()):  # an unknown name is printed unchanged
            return path
    return ""
