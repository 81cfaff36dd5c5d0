#!/bin/bash -eu
# build.sh [IMPLEMENTATION [ENCODING...]]: a target for each encoding; all of the reference, if none is named.
# OSS-Fuzz brings compile_python_fuzzer, and sets OUT and WORK; what follows the target there goes to PyInstaller:
# the vectors and manifests, and modules that are imported by a name that only a manifest tells.

pip3 install -e .
python3 .clusterfuzzlite/supply.py "$OUT" "$WORK" "${@:-reference}"
data=()
for path in vectors implementations/{implementation,packages}.schema.json implementations/reference/implementation.yaml; do
  if [ -d "$path" ]; then to=$path; else to=$(dirname "$path"); fi
  data+=(--add-data "$PWD/$path:encoding_conformance/$to")
done
cd "$WORK"
for target in fuzz_*.py; do
  compile_python_fuzzer "$target" \
    "${data[@]}" --collect-data encoding_conformance --collect-submodules reference_codecs --exclude-module setuptools
done
